//! The lines of a case file: two shapes, their poses, and what can be wrong with them.

#[path = "mesh.rs"]
mod mesh;

pub use mesh::Meshes;

use crate::refusal::Refusal;
use mesh::Points;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::io;
use std::path::PathBuf;

/// Two bodies.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name; a line without one is called by its number.
    pub id: String,
    /// In space rather than in the plane.
    pub is_spatial: bool,
    pub a: Shape,
    pub b: Shape,
    pub pose_a: Pose,
    pub pose_b: Pose,
}

/// A shape about its own origin. Axes are along z in space and along x in the plane.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "shape", rename_all = "lowercase", expecting = "a shape")]
pub enum Shape {
    Point,
    Segment { half_length: f64 },
    Sphere { radius: f64 },
    Circle { radius: f64 },
    Box { half: Vec<f64> },
    Capsule { radius: f64, half_height: f64 },
    Cylinder { radius: f64, half_height: f64 },
    Cone { radius: f64, half_height: f64 },
    Ellipsoid { radii: Vec<f64> },
    Ellipse { radii: Vec<f64> },
    Hull { points: Points },
    Mesh { file: PathBuf },
}

/// A rigid pose, or the rows of an affine matrix. What is missing is the identity.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(expecting = "a pose")]
pub struct Pose {
    /// A quaternion, the scalar part last.
    pub q: Option<[f64; 4]>,
    /// An angle, used if there is no `cs`.
    pub angle: Option<f64>,
    /// Cosine and sine of the angle.
    pub cs: Option<[f64; 2]>,
    /// The position of the body's origin.
    pub t: Option<Vec<f64>>,
    /// The rows of an affine matrix; the last column is the translation.
    pub m: Option<Vec<Vec<f64>>>,
}

impl Case {
    /// Reads a line alone. Mesh files are looked for in `directory`.
    #[cfg(test)]
    pub fn read(line: &str, number: usize, directory: &std::path::Path) -> Result<Self, Refusal> {
        Self::read_with(line, number, &mut Meshes::new(directory))
    }

    /// Reads a line, and those of its meshes that are not known yet.
    pub fn read_with(line: &str, number: usize, meshes: &mut Meshes) -> Result<Self, Refusal> {
        let not_json = |error: serde_json::Error| {
            let problem = error.to_string().replace("at line 1 column", "at column");
            Refusal::new(format!("the line is not a JSON object: {problem}"))
        };
        let line: Map<String, Value> = serde_json::from_str(line).map_err(not_json)?;
        let id = match line.get("id") {
            None | Some(Value::Null) => number.to_string(),
            Some(Value::String(id)) => id.clone(),
            Some(id) => id.to_string(),
        };
        let is_spatial = match line.get("dim").and_then(Value::as_f64) {
            Some(2.0) => false,
            Some(3.0) => true,
            _ => return Err(Refusal::new("dim must be 2 or 3")),
        };
        let shape = |key| part(&line, key)?.ok_or_else(|| Refusal::new(format!("{key} is missing")));
        let pose = |key| part(&line, key).map(|pose: Option<Pose>| pose.unwrap_or_default());
        let (a, b): (Shape, Shape) = (shape("a")?, shape("b")?);
        let (a, b) = (a.load("a", meshes)?, b.load("b", meshes)?);
        Ok(Self { id, is_spatial, a, b, pose_a: pose("pose_a")?, pose_b: pose("pose_b")? })
    }
}

/// One of the values of a line; null is none.
fn part<T: DeserializeOwned>(line: &Map<String, Value>, key: &str) -> Result<Option<T>, Refusal> {
    let read = |value: &Value| {
        T::deserialize(value).map_err(|error| {
            let problem = error.to_string().replace("unknown variant", "unknown shape");
            Refusal::new(format!("{key}: {problem}"))
        })
    };
    line.get(key).filter(|value| !value.is_null()).map(read).transpose()
}

impl Shape {
    /// A mesh becomes the hull of its vertices.
    fn load(self, key: &str, meshes: &mut Meshes) -> Result<Self, Refusal> {
        let Self::Mesh { file } = self else { return Ok(self) };
        let refusal = |problem| Refusal::new(format!("{key}: the mesh {}: {problem}", file.display()));
        Ok(Self::Hull { points: meshes.points(&file).map_err(refusal)? })
    }

    /// What a case file calls it.
    pub fn name(&self) -> String {
        let text = format!("{self:?}");
        text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase()
    }
}

/// What the operating system says of a file, in words.
pub fn describe(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::InvalidData => "it is not text in UTF-8".into(),
        io::ErrorKind::IsADirectory => "it is a directory".into(),
        io::ErrorKind::PermissionDenied => "it may not be read".into(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn read(line: &str) -> Result<Case, String> {
        Case::read(line, 7, Path::new("")).map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn reads_a_line() {
        let line =
            r#"{"dim":3,"a":{"shape":"point","note":1},"b":{"shape":"box","half":[1,2,0.1]},"pose_b":{"t":[3,4,5]}}"#;
        let case = read(line).unwrap();
        assert_eq!((case.id.as_str(), case.is_spatial), ("7", true));
        assert_eq!((case.a.name(), case.b.name()), ("point".into(), "box".into()));
        assert_eq!((case.pose_a.t, case.pose_b.t), (None, Some(vec![3.0, 4.0, 5.0])));
    }

    #[test]
    fn says_what_is_wrong() {
        let problem = |line: &str| read(line).unwrap_err();
        assert!(problem("[1]").starts_with("the line is not a JSON object"));
        assert_eq!(problem("{}"), "dim must be 2 or 3");
        assert_eq!(problem(r#"{"dim":2}"#), "a is missing");
        assert_eq!(problem(r#"{"dim":2,"a":{"shape":"circle"}}"#), "a: missing field `radius`");
        let mesh = r#"{"dim":3,"a":{"shape":"point"},"b":{"shape":"mesh","file":"no.obj"}}"#;
        assert_eq!(problem(mesh), "b: the mesh no.obj: there is no such file");
    }
}
