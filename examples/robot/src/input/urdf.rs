//! URDF files, and where their meshes lie.
//!
//! Of links only `<collision>` is read, of joints only where they are and how they move: faults elsewhere do not
//! matter. Of elements that should occur once the first counts, as in ROS.

use super::{Package, elements, mesh, parse_xml, place, read_xml};
use crate::model::{Body, JointInput, Kind, Link, Mimic, Robot, Shape, pose};
use crate::refusal::Refusal;
use gjk::Pose3;
use roxmltree::Node;
use std::path::{Path, PathBuf, absolute};

/// An element of the file.
type Element<'d> = Node<'d, 'd>;

pub fn read(path: &Path, packages: &[Package]) -> Result<Robot, Refusal> {
    let text = read_xml(path)?;
    let document = parse_xml(path, &text)?;
    let is_xacro = |element: &Element<'_>| element.tag_name().namespace().is_some_and(|name| name.contains("xacro"));
    if let Some(element) = document.descendants().find(is_xacro) {
        let problem = "it has elements of xacro: expand it first, with xacro FILE > FILE.urdf";
        return Err(Refusal::at(place(path, element), problem));
    }
    let named = |element: Element<'_>, problem: String| {
        let name = element.attribute("name").unwrap_or("without a name");
        Refusal::at(place(path, element), format!("{} {name}: {problem}", element.tag_name().name()))
    };
    let meshes = Meshes { file: path, packages };
    let links = elements(&document, "link")
        .map(|element| link(element, &meshes).map_err(|problem| named(element, problem)))
        .collect::<Result<_, _>>()?;
    let robot = document.root_element();
    // Version 1.2 leaves out limits that there are not; before, they are zero.
    let version = robot.attribute("version").and_then(|version| version.parse().ok()).unwrap_or(1.0);
    let default_limit = if version < 1.2 { 0.0 } else { f64::INFINITY };
    let joints = elements(&document, "joint")
        .map(|element| joint(element, default_limit).map_err(|problem| named(element, problem)))
        .collect::<Result<_, _>>()?;
    let name = robot.attribute("name").unwrap_or("the robot");
    Robot::new(name.into(), links, joints).map_err(|refusal| Refusal::at(path.display(), refusal))
}

fn link(element: Element<'_>, meshes: &Meshes<'_>) -> Result<Link, String> {
    let collisions: Vec<_> = element.children().filter(|child| child.has_tag_name("collision")).collect();
    let body = |(number, collision): (usize, &Element<'_>)| {
        body(*collision, meshes).map_err(|problem| match collisions.len() {
            1 => problem,
            _ => format!("collision {number}: {problem}"),
        })
    };
    let bodies = (1..).zip(&collisions).map(body).collect::<Result<_, _>>()?;
    Ok(Link { name: text(element, "name")?.into(), bodies })
}

fn body(collision: Element<'_>, meshes: &Meshes<'_>) -> Result<Body, String> {
    let origin = origin(collision)?;
    let geometry = child(collision, "geometry").ok_or("<collision> has no <geometry>")?;
    let shape = geometry.first_element_child().ok_or("<geometry> has no shape")?;
    let one = |key| sizes(shape, key).map(|[size]| size);
    let shape = match shape.tag_name().name() {
        "box" => Shape::Box { half: sizes(shape, "size")?.map(|size| size / 2.0) },
        "cylinder" => Shape::Cylinder { half_height: one("length")? / 2.0, radius: one("radius")? },
        "capsule" => Shape::Capsule { half_height: one("length")? / 2.0, radius: one("radius")? },
        "sphere" => Shape::Ball { radius: one("radius")? },
        "mesh" => {
            let mut points = mesh::read(&meshes.find(text(shape, "filename")?)?).map_err(|error| error.to_string())?;
            if let Some(scale) = numbers::<3>(shape, "scale")? {
                for point in &mut points {
                    *point = std::array::from_fn(|i| point[i] * scale[i]);
                }
            }
            Shape::Hull { points }
        }
        other => {
            return Err(format!("<{other}> cannot be checked: it must be a box, cylinder, sphere, capsule or mesh"));
        }
    };
    Ok(Body { origin, shape })
}

fn joint(element: Element<'_>, default_limit: f64) -> Result<JointInput, String> {
    let limits = || {
        let limit = child(element, "limit").ok_or("it has no <limit>")?;
        let [lower] = numbers(limit, "lower")?.unwrap_or([-default_limit]);
        let [upper] = numbers(limit, "upper")?.unwrap_or([default_limit]);
        Ok::<_, String>((lower, upper))
    };
    let kind = match text(element, "type")? {
        "fixed" => Kind::Fixed,
        "continuous" => Kind::Continuous,
        "revolute" => limits().map(|(lower, upper)| Kind::Revolute(lower, upper))?,
        "prismatic" => limits().map(|(lower, upper)| Kind::Prismatic(lower, upper))?,
        other => return Err(format!("joints of type {other} are not supported")),
    };
    let link = |tag| text(child(element, tag).ok_or_else(|| format!("it has no <{tag}>"))?, "link").map(String::from);
    // A fixed joint has no use for the others.
    let part = |tag| child(element, tag).filter(|_| kind != Kind::Fixed);
    let axis = part("axis").map(|axis| numbers(axis, "xyz")).transpose()?.flatten();
    let mimic = part("mimic").map(|mimic| {
        let factor = |key, default| numbers(mimic, key).map(|found| found.map_or(default, |[number]| number));
        let joint = text(mimic, "joint")?.into();
        Ok::<_, String>(Mimic { joint, multiplier: factor("multiplier", 1.0)?, offset: factor("offset", 0.0)? })
    });
    Ok(JointInput {
        name: text(element, "name")?.into(),
        kind,
        parent: link("parent")?,
        child: link("child")?,
        origin: origin(element)?,
        axis: axis.unwrap_or([1.0, 0.0, 0.0]),
        mimic: mimic.transpose()?,
    })
}

/// The pose that the `<origin>` of an element gives, or the identity.
fn origin(element: Element<'_>) -> Result<Pose3<f64>, String> {
    let Some(origin) = child(element, "origin") else { return Ok(Pose3::IDENTITY) };
    if origin.has_attribute("quat_xyzw") {
        return Err("<origin> has quat_xyzw, which is not supported: say rpy".into());
    }
    let xyz = numbers(origin, "xyz")?.unwrap_or_default();
    let rpy = numbers(origin, "rpy")?.unwrap_or_default();
    pose(xyz, rpy).map_err(|error| format!("its origin: {error}"))
}

/// The first child of a name.
fn child<'d>(element: Element<'d>, tag: &str) -> Option<Element<'d>> {
    element.children().find(|child| child.has_tag_name(tag))
}

/// An attribute that must be there.
fn text<'d>(element: Element<'d>, key: &str) -> Result<&'d str, String> {
    element.attribute(key).ok_or_else(|| format!("<{}> has no {key}", element.tag_name().name()))
}

/// The numbers of an attribute; nothing if it is not there.
fn numbers<const N: usize>(element: Element<'_>, key: &str) -> Result<Option<[f64; N]>, String> {
    let Some(text) = element.attribute(key) else { return Ok(None) };
    let read = |word: &str| word.parse().ok().filter(|number: &f64| !number.is_nan());
    let numbers: Option<Vec<f64>> = text.split_whitespace().map(read).collect();
    let expected = if N == 1 { "one number is" } else { "three numbers are" };
    let problem = || format!("<{} {key}=\"{text}\">: {expected} expected", element.tag_name().name());
    numbers.and_then(|numbers| numbers.try_into().ok()).map(Some).ok_or_else(problem)
}

/// The sizes of an attribute, which must be there and not negative.
fn sizes<const N: usize>(shape: Element<'_>, key: &str) -> Result<[f64; N], String> {
    let text = text(shape, key)?;
    match numbers::<N>(shape, key)? {
        Some(sizes) if sizes.iter().all(|&size| size >= 0.0) => Ok(sizes),
        _ => Err(format!("<{} {key}=\"{text}\">: a size may not be negative", shape.tag_name().name())),
    }
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
                Err(format!("the mesh {name} is neither a file nor in a package"))
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
