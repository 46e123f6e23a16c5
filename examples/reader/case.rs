//! The lines of a case file: two shapes, their poses, what is asked of them, and what can be wrong with it.

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
    pub question: Question,
}

/// What is asked of two bodies.
#[derive(Clone, Debug)]
pub enum Question {
    /// Their distance or depth.
    Proximity,
    /// When a ray meets A. It starts at the origin of B, which is a point.
    RayCast { direction: Vec<f64>, max_time: f64 },
    /// When they meet, if B moves.
    ShapeCast { velocity: Vec<f64>, max_time: f64, target_distance: f64 },
    /// When they meet, if both move and turn.
    TimeOfImpact { motion_a: Motion, motion_b: Motion, max_time: f64, target_distance: f64 },
}

/// The origin, direction and end of a ray.
#[derive(Clone, Debug, Deserialize)]
#[serde(expecting = "a ray")]
struct Ray {
    origin: Vec<f64>,
    direction: Vec<f64>,
    max_time: f64,
}

/// A linear and an angular velocity. What is missing is zero.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, expecting = "a motion")]
pub struct Motion {
    pub linear: Option<Vec<f64>>,
    pub angular: Option<Angular>,
}

/// An angular velocity, in radians per time.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a number or three")]
pub enum Angular {
    Planar(f64),
    Spatial([f64; 3]),
}

/// A shape about its own origin. Axes are along z in space and along x in the plane.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "shape", rename_all = "lowercase", expecting = "a shape")]
pub enum Shape {
    Point,
    Segment {
        half_length: f64,
    },
    Sphere {
        radius: f64,
    },
    Circle {
        radius: f64,
    },
    Box {
        half: Vec<f64>,
    },
    Capsule {
        radius: f64,
        half_height: f64,
    },
    Cylinder {
        radius: f64,
        half_height: f64,
    },
    Cone {
        radius: f64,
        half_height: f64,
    },
    Ellipsoid {
        radii: Vec<f64>,
    },
    Ellipse {
        radii: Vec<f64>,
    },
    Hull {
        points: Points,
    },
    Mesh {
        file: PathBuf,
    },
    /// Any other shape, swept by a ball.
    Rounded {
        radius: f64,
        of: Box<Shape>,
    },
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
        fn required<T: DeserializeOwned>(line: &Map<String, Value>, key: &str) -> Result<T, Refusal> {
            part(line, key)?.ok_or_else(|| Refusal::new(format!("{key} is missing")))
        }
        let pose = |key| part(&line, key).map(|pose: Option<Pose>| pose.unwrap_or_default());
        let target_distance = part(&line, "target_distance")?.unwrap_or_default();
        let a: Shape = required(&line, "a")?;
        let (b, pose_b, question) = match line.get("query").and_then(Value::as_str) {
            None | Some("proximity") => (required(&line, "b")?, pose("pose_b")?, Question::Proximity),
            Some("ray_cast") => {
                let Ray { origin, direction, max_time } = required(&line, "ray")?;
                let start = Pose { t: Some(origin), ..Pose::default() };
                (Shape::Point, start, Question::RayCast { direction, max_time })
            }
            Some("shape_cast") => {
                let velocity = required(&line, "velocity")?;
                let question =
                    Question::ShapeCast { velocity, max_time: required(&line, "max_time")?, target_distance };
                (required(&line, "b")?, pose("pose_b")?, question)
            }
            Some("time_of_impact") => {
                let motion = |key| part(&line, key).map(|motion: Option<Motion>| motion.unwrap_or_default());
                let (motion_a, motion_b) = (motion("motion_a")?, motion("motion_b")?);
                let max_time = required(&line, "max_time")?;
                let question = Question::TimeOfImpact { motion_a, motion_b, max_time, target_distance };
                (required(&line, "b")?, pose("pose_b")?, question)
            }
            Some(other) => return Err(Refusal::new(format!("there is no query {other:?}"))),
        };
        let (a, b) = (a.load("a", meshes)?, b.load("b", meshes)?);
        Ok(Self { id, is_spatial, a, b, pose_a: pose("pose_a")?, pose_b, question })
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
        match self {
            Self::Mesh { file } => {
                let refusal = |problem| Refusal::new(format!("{key}: the mesh {}: {problem}", file.display()));
                Ok(Self::Hull { points: meshes.points(&file).map_err(refusal)? })
            }
            Self::Rounded { radius, of } => Ok(Self::Rounded { radius, of: Box::new(of.load(key, meshes)?) }),
            other => Ok(other),
        }
    }

    /// What is rounded, and by how much; the shape itself if it is not.
    pub fn core(&self) -> (&Self, f64) {
        match self {
            Self::Rounded { radius, of } => (of, *radius),
            other => (other, 0.0),
        }
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
    fn reads_questions() {
        let line = r#"{"dim":2,"query":"ray_cast","a":{"shape":"circle","radius":1},"ray":{"origin":[3,0],"direction":[-1,0],"max_time":5}}"#;
        let case = read(line).unwrap();
        assert_eq!((case.b.name(), case.pose_b.t), ("point".into(), Some(vec![3.0, 0.0])));
        assert!(matches!(case.question, Question::RayCast { max_time: 5.0, .. }));
        let line = r#"{"dim":3,"query":"time_of_impact","a":{"shape":"point"},"b":{"shape":"point"},"motion_b":{"angular":[0,0,1]},"max_time":2}"#;
        let Question::TimeOfImpact { motion_a, motion_b, target_distance, .. } = read(line).unwrap().question else {
            panic!("not a time of impact");
        };
        assert!(motion_a.angular.is_none() && matches!(motion_b.angular, Some(Angular::Spatial([0.0, 0.0, 1.0]))));
        assert_eq!(target_distance, 0.0);
    }

    #[test]
    fn says_what_is_wrong() {
        let problem = |line: &str| read(line).unwrap_err();
        assert!(problem("[1]").starts_with("the line is not a JSON object"));
        assert_eq!(problem("{}"), "dim must be 2 or 3");
        assert_eq!(problem(r#"{"dim":2}"#), "a is missing");
        assert_eq!(problem(r#"{"dim":2,"a":{"shape":"circle"}}"#), "a: missing field `radius`");
        let soft = r#"{"dim":2,"a":{"shape":"rounded","radius":1}}"#;
        assert_eq!(problem(soft), "a: missing field `of`");
        let cast = r#"{"dim":2,"query":"shape_cast","a":{"shape":"point"},"b":{"shape":"point"},"velocity":[1,0]}"#;
        assert_eq!(problem(cast), "max_time is missing");
        assert_eq!(problem(r#"{"dim":2,"query":"fly","a":{"shape":"point"}}"#), "there is no query \"fly\"");
        let mesh = r#"{"dim":3,"a":{"shape":"point"},"b":{"shape":"mesh","file":"no.obj"}}"#;
        assert_eq!(problem(mesh), "b: the mesh no.obj: there is no such file");
    }
}
