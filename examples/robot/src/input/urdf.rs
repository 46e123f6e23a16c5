//! URDF files (crate `urdf-rs`), and where their meshes lie.
//!
//! What `urdf-rs` refuses it does not name; the element is found here by reading the elements one by one.

use super::{Package, elements, mesh, parse_xml, read_text};
use crate::model::{Body, JointInput, Kind, Link, Mimic, Robot, Shape, pose};
use crate::refusal::Refusal;
use roxmltree::Document;
use std::fmt::Display;
use std::path::{Path, PathBuf, absolute};
use urdf_rs::{Collision, Geometry, JointType};

pub fn read(path: &Path, packages: &[Package]) -> Result<Robot, Refusal> {
    let text = read_text(path)?;
    let in_file = |problem: &dyn Display| Refusal::at(path.display(), problem);
    let at_line = |line, problem: &dyn Display| Refusal::at(format!("{}, line {line}", path.display()), problem);
    let document = parse_xml(path, &text)?;
    let urdf = urdf_rs::read_from_string(&text).map_err(|error| match broken_element(&document, &text) {
        Some((line, problem)) => at_line(line, &problem),
        None => in_file(&error),
    })?;
    let meshes = Meshes { file: path, packages };
    let link = |link: &urdf_rs::Link| {
        let body = |(number, collision)| {
            let element = if link.collision.len() == 1 { String::new() } else { format!(", collision {number}") };
            body(collision, &meshes).map_err(|problem| in_file(&format!("link {}{element}: {problem}", link.name)))
        };
        let bodies = (1..).zip(&link.collision).map(body).collect::<Result<_, _>>()?;
        Ok(Link { name: link.name.clone(), bodies })
    };
    let links = urdf.links.iter().map(link).collect::<Result<_, Refusal>>()?;
    let joint = |joint: &urdf_rs::Joint| {
        let has_limit = elements(&document, "joint").any(|element| {
            element.attribute("name") == Some(&joint.name)
                && element.children().any(|child| child.has_tag_name("limit"))
        });
        input(joint, has_limit).map_err(|problem| in_file(&format!("joint {}: {problem}", joint.name)))
    };
    let joints = urdf.joints.iter().map(joint).collect::<Result<_, _>>()?;
    Robot::new(urdf.name, links, joints).map_err(|refusal| in_file(&refusal))
}

/// The first link or joint that cannot be read alone: its line, and what is wrong.
fn broken_element(document: &Document<'_>, text: &str) -> Option<(u32, String)> {
    ["link", "joint"].into_iter().flat_map(|tag| elements(document, tag)).find_map(|node| {
        let alone = format!("<robot name=\"\">{}</robot>", &text[node.range()]);
        let error = urdf_rs::read_from_string(&alone).err()?;
        let name = node.attribute("name").unwrap_or("without a name");
        let line = document.text_pos_at(node.range().start).row;
        let problem = error.to_string();
        let problem = problem.strip_prefix("custom: ").unwrap_or(&problem);
        Some((line, format!("{} {name}: {problem}", node.tag_name().name())))
    })
}

fn body(collision: &Collision, meshes: &Meshes<'_>) -> Result<Body, String> {
    let origin = pose(*collision.origin.xyz, *collision.origin.rpy).map_err(|error| format!("its origin: {error}"))?;
    let shape = match &collision.geometry {
        Geometry::Box { size } => Shape::Box { half: size.map(|x| x / 2.0) },
        Geometry::Cylinder { radius, length } => Shape::Cylinder { half_height: length / 2.0, radius: *radius },
        Geometry::Capsule { radius, length } => Shape::Capsule { half_height: length / 2.0, radius: *radius },
        Geometry::Sphere { radius } => Shape::Ball { radius: *radius },
        Geometry::Mesh { filename, scale } => {
            let mut points = mesh::read(&meshes.find(filename)?).map_err(|refusal| refusal.to_string())?;
            let scale = scale.map_or([1.0; 3], |scale| *scale);
            for point in &mut points {
                *point = std::array::from_fn(|i| point[i] * scale[i]);
            }
            Shape::Hull { points }
        }
    };
    Ok(Body { origin, shape })
}

fn input(joint: &urdf_rs::Joint, has_limit: bool) -> Result<JointInput, String> {
    let (lower, upper) = (joint.limit.lower, joint.limit.upper);
    let kind = match joint.joint_type {
        JointType::Fixed => Kind::Fixed,
        JointType::Continuous => Kind::Continuous,
        JointType::Revolute | JointType::Prismatic if !has_limit => return Err("it has no <limit>".into()),
        JointType::Revolute => Kind::Revolute(lower, upper),
        JointType::Prismatic => Kind::Prismatic(lower, upper),
        JointType::Floating => return Err("joints of type floating are not supported".into()),
        JointType::Planar => return Err("joints of type planar are not supported".into()),
        JointType::Spherical => return Err("joints of type spherical are not supported".into()),
    };
    let mimic = joint.mimic.as_ref().map(|mimic| Mimic {
        joint: mimic.joint.clone(),
        multiplier: mimic.multiplier.unwrap_or(1.0),
        offset: mimic.offset.unwrap_or(0.0),
    });
    Ok(JointInput {
        name: joint.name.clone(),
        kind,
        parent: joint.parent.link.clone(),
        child: joint.child.link.clone(),
        origin: pose(*joint.origin.xyz, *joint.origin.rpy).map_err(|error| format!("its origin: {error}"))?,
        axis: *joint.axis.xyz,
        mimic,
    })
}

/// Finds the mesh files that a URDF names.
struct Meshes<'m> {
    file: &'m Path,
    packages: &'m [Package],
}

impl Meshes<'_> {
    /// Plain names are relative to the URDF. In `package://NAME/REST` the package is one given by the user, or a folder
    /// `NAME` in the URDF's folder or one above it; a package whose folder has another name is found by `REST` alone.
    fn find(&self, name: &str) -> Result<PathBuf, String> {
        let directory = self.file.parent().unwrap_or(Path::new(""));
        let Some((scheme, rest)) = name.split_once("://") else { return Ok(directory.join(name)) };
        let ("package" | "model", Some((package, rest))) = (scheme, rest.split_once('/')) else {
            return if scheme == "file" {
                Ok(rest.into())
            } else {
                Err(format!("the mesh {name} is no file or package"))
            };
        };
        if let Some(given) = self.packages.iter().find(|given| given.name == package) {
            return Ok(given.directory.join(rest));
        }
        let above = absolute(directory.join(".")).map_err(|error| format!("the mesh {name}: {error}"))?;
        let places = above.ancestors().flat_map(|place| [place.join(package).join(rest), place.join(rest)]);
        places.into_iter().find(|place| place.is_file()).ok_or_else(|| {
            format!(
                "the mesh {name} is not in the URDF's folder or one above it; say where with --package {package}=DIR"
            )
        })
    }
}
