//! Reading a robot, from a URDF file, a chain file, or a folder that holds one of them, and pairs of links that need no
//! check from an SRDF file.

mod chain;
mod mesh;
mod srdf;
mod urdf;

pub use mesh::read as read_mesh;
pub use srdf::read as read_srdf;

use crate::model::Robot;
use crate::refusal::Refusal;
use roxmltree::{Document, Error, Node};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of a package of meshes.
#[derive(Clone, Debug)]
pub struct Package {
    pub name: String,
    pub directory: PathBuf,
}

/// Reads a robot from a file, or from the [`file`] in a folder.
pub fn read(path: &Path, packages: &[Package]) -> Result<Robot, Refusal> {
    let file = file(path)?;
    let extension = file.extension().unwrap_or_default().to_ascii_lowercase();
    if extension == "json" {
        chain::read(&file)
    } else if extension == "xacro" {
        Err(Refusal::at(file.display(), "it is a xacro file: expand it first, with xacro FILE > FILE.urdf"))
    } else {
        urdf::read(&file, packages)
    }
}

/// The robot's file: a folder must hold a `chain.json` or exactly one URDF file.
pub fn file(path: &Path) -> Result<PathBuf, Refusal> {
    if path.is_dir() { file_in(path) } else { Ok(path.into()) }
}

fn file_in(directory: &Path) -> Result<PathBuf, Refusal> {
    let chain = directory.join("chain.json");
    if chain.is_file() {
        return Ok(chain);
    }
    let entries = fs::read_dir(directory).map_err(|error| Refusal::file(directory.display(), &error))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "urdf")).collect();
    files.sort();
    match &files[..] {
        [file] => Ok(file.clone()),
        [] => Err(Refusal::at(directory.display(), "the folder holds neither a chain.json nor a URDF file")),
        [one, other, ..] => {
            let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let problem = format!("the folder holds several URDF files, {} and {}: name one", name(one), name(other));
            Err(Refusal::at(directory.display(), problem))
        }
    }
}

/// A text file.
fn read_text(path: &Path) -> Result<String, Refusal> {
    fs::read_to_string(path).map_err(|error| Refusal::file(path.display(), &error))
}

/// The text of an XML file, with two faults mended that readers of robots forgive and the parser does not: an XML
/// declaration that does not come first becomes another instruction, and prefixes without a namespace get one. Lines
/// stay where they are.
fn read_xml(path: &Path) -> Result<String, Refusal> {
    let mut text = read_text(path)?.replace("<?xml ", "<?was-xml ");
    let mut declared = Vec::new();
    while let Err(Error::UnknownNamespace(prefix, _)) = Document::parse(&text) {
        if declared.contains(&prefix) {
            break;
        }
        for end in [' ', '\t', '\r', '\n', '>', '/'] {
            text = text.replace(&format!("<robot{end}"), &format!("<robot xmlns:{prefix}=\"{prefix}\"{end}"));
        }
        declared.push(prefix);
    }
    Ok(text)
}

/// An XML file whose outermost element is `<robot>`.
fn parse_xml<'t>(path: &Path, text: &'t str) -> Result<Document<'t>, Refusal> {
    let document = Document::parse(text).map_err(|error| {
        let message = error.to_string();
        // The position is at the end of the message.
        let message = message.rsplit_once(" at ").map_or(message.as_str(), |(message, _)| message);
        Refusal::at(format!("{}, line {}", path.display(), error.pos().row), format!("the XML is broken: {message}"))
    })?;
    if document.root_element().has_tag_name("robot") {
        Ok(document)
    } else {
        Err(Refusal::at(path.display(), "its outermost element is not <robot>"))
    }
}

/// The file, and the line of an element.
fn place(path: &Path, element: Node<'_, '_>) -> String {
    let line = element.document().text_pos_at(element.range().start).row;
    format!("{}, line {line}", path.display())
}

/// The children of the outermost element that have a name.
fn elements<'d, 't>(document: &'d Document<'t>, tag: &'static str) -> impl Iterator<Item = Node<'d, 't>> {
    document.root_element().children().filter(move |node| node.has_tag_name(tag))
}
