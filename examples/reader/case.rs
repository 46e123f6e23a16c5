//! The lines of a case file: two shapes, their poses, and a question about them. `examples/cases/README.md` describes
//! the format. A field that it does not name is refused.

#[path = "mesh.rs"]
mod mesh;

pub use mesh::Meshes;

use crate::refusal::Refusal;
use mesh::Points;
use serde::de::{DeserializeOwned, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{fmt, io};

/// The fields of a line. The last four are for people and other programs, and are ignored.
const FIELDS: [&str; 17] = [
    "id",
    "dim",
    "query",
    "a",
    "b",
    "pose_a",
    "pose_b",
    "ray",
    "velocity",
    "motion_a",
    "motion_b",
    "max_time",
    "target_distance",
    "category",
    "source",
    "comment",
    "expect",
];
const NOTES: usize = 4;

const QUERIES: [&str; 4] = ["proximity", "ray_cast", "shape_cast", "time_of_impact"];

/// The largest difference, in radians, of an angle and of its cosine and sine, which may be rounded to 16 bits.
const ANGLE_ROUNDING: f64 = 1e-4;

/// Two bodies and a question about them.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name of the case: by default the number of its line.
    pub id: String,
    /// Whether the bodies are in space rather than in the plane.
    pub is_spatial: bool,
    pub a: Shape,
    pub b: Shape,
    pub pose_a: Pose,
    pub pose_b: Pose,
    pub question: Question,
}

/// A question about two bodies.
#[derive(Clone, Debug)]
pub enum Question {
    /// Asks for the distance or depth.
    Proximity,
    /// Asks when a ray meets A. It starts at the origin of B, which is a point.
    RayCast { direction: Vec<f64>, max_time: f64 },
    /// Asks when the bodies meet if B moves.
    ShapeCast { velocity: Vec<f64>, max_time: f64, target_distance: f64 },
    /// Asks when the bodies meet if both move and turn.
    TimeOfImpact { motion_a: Motion, motion_b: Motion, max_time: f64, target_distance: f64 },
}

/// The origin, direction and end of a ray.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a ray")]
struct Ray {
    origin: Vec<f64>,
    direction: Vec<f64>,
    max_time: f64,
}

/// A linear and an angular velocity. Both default to zero.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a motion")]
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
#[serde(tag = "shape", rename_all = "lowercase", deny_unknown_fields, expecting = "a shape")]
pub enum Shape {
    #[serde(deserialize_with = "no_fields")]
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

/// Reads a variant without fields: serde ignores unknown fields there, whatever the attribute says.
fn no_fields<'de, D: Deserializer<'de>>(from: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Empty {}
    Empty::deserialize(from).map(|Empty {}| ())
}

/// A rigid pose, or the rows of an affine matrix. The default is the identity.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a pose")]
pub struct Pose {
    /// A quaternion, the scalar part last.
    pub q: Option<[f64; 4]>,
    /// An angle in radians.
    pub angle: Option<f64>,
    /// Cosine and sine of the angle, or any positive multiple of them: more exact than the angle, which has to agree.
    pub cs: Option<[f64; 2]>,
    /// The position of the body's origin.
    pub t: Option<Vec<f64>>,
    /// The rows of an affine matrix; the last column is the translation.
    pub m: Option<Vec<Vec<f64>>>,
}

/// The fields of a line that have not been taken yet.
struct Fields<'l>(BTreeMap<String, &'l RawValue>);

impl<'l> Deserialize<'l> for Fields<'l> {
    fn deserialize<D: Deserializer<'l>>(line: D) -> Result<Self, D::Error> {
        struct Once;

        impl<'l> Visitor<'l> for Once {
            type Value = Fields<'l>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'l>>(self, mut line: A) -> Result<Fields<'l>, A::Error> {
                let mut fields = BTreeMap::new();
                while let Some((key, value)) = line.next_entry::<String, &RawValue>()? {
                    if !FIELDS.contains(&key.as_str()) {
                        return Err(A::Error::unknown_field(&key, &FIELDS));
                    }
                    if fields.insert(key.clone(), value).is_some() {
                        return Err(A::Error::custom(format!("duplicate field `{key}`")));
                    }
                }
                Ok(Fields(fields))
            }
        }

        line.deserialize_map(Once)
    }
}

impl Fields<'_> {
    /// Takes a field out. A field that is null counts as absent.
    fn take<T: DeserializeOwned>(&mut self, key: &str) -> Result<Option<T>, Refusal> {
        let value = self.0.remove(key).map_or("null", RawValue::get);
        serde_json::from_str(value).map_err(|error| Refusal::new(format!("{key}: {}", explain(&error))))
    }

    fn require<T: DeserializeOwned>(&mut self, key: &str) -> Result<T, Refusal> {
        self.take(key)?.ok_or_else(|| Refusal::new(format!("{key} is missing")))
    }

    /// Refuses fields that are left over.
    fn finish(mut self, query: &str) -> Result<(), Refusal> {
        self.0.retain(|key, value| value.get() != "null" && !FIELDS[FIELDS.len() - NOTES..].contains(&key.as_str()));
        match self.0.first_key_value() {
            Some((key, _)) => Err(Refusal::new(format!("{key} has no meaning in a case whose query is {query}"))),
            None => Ok(()),
        }
    }
}

/// The sentence of serde, without line and column. It names an unknown field and all known ones in backquotes. A known
/// one that has one or two letters more or fewer is suggested.
fn explain(error: &serde_json::Error) -> String {
    let text = error.to_string().replace("unknown variant", "unknown value");
    let text = text.split(" at line 1 column").next().unwrap_or_default();
    let mut names = text.split('`').skip(1).step_by(2);
    let is_near = |one: &str, other: &str| {
        let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
        let mut letters = long.chars();
        short.len() > 2 && long.len() - short.len() < 3 && short.chars().all(|c| letters.any(|letter| letter == c))
    };
    let unknown = if text.starts_with("unknown") { names.next() } else { None };
    match unknown.and_then(|unknown| names.find(|known| is_near(unknown, known))) {
        Some(known) => format!("{text}; did you mean `{known}`?"),
        None => text.into(),
    }
}

impl Case {
    /// Reads a line alone. Mesh files are looked for in `directory`.
    #[cfg(test)]
    pub fn read(line: &str, number: usize, directory: &std::path::Path) -> Result<Self, Refusal> {
        Self::read_with(line, number, &mut Meshes::new(directory))
    }

    /// Reads a line, and the meshes in it that have not been read yet.
    pub fn read_with(line: &str, number: usize, meshes: &mut Meshes) -> Result<Self, Refusal> {
        let mut fields: Fields<'_> = serde_json::from_str(line).map_err(|error| {
            if error.is_data() {
                Refusal::new(explain(&error))
            } else {
                let problem = error.to_string().replace("at line 1 column", "at column");
                Refusal::new(format!("the line is not a JSON object: {problem}"))
            }
        })?;
        let id = match fields.take("id")? {
            None => number.to_string(),
            Some(Value::String(id)) => id,
            Some(id) => id.to_string(),
        };
        let is_spatial = match fields.take("dim")?.as_ref().and_then(Value::as_f64) {
            Some(2.0) => false,
            Some(3.0) => true,
            _ => return Err(Refusal::new("dim must be 2 or 3")),
        };
        let query: String = fields.take("query")?.unwrap_or_else(|| QUERIES[0].into());
        if !QUERIES.contains(&query.as_str()) {
            return Err(Refusal::new(format!("there is no query {query:?}, only {}", QUERIES.join(", "))));
        }
        let a: Shape = fields.require("a")?;
        let pose_a = fields.take("pose_a")?.unwrap_or_default();
        let (b, pose_b) = if query == "ray_cast" {
            (Shape::Point, Pose::default())
        } else {
            (fields.require("b")?, fields.take("pose_b")?.unwrap_or_default())
        };
        let mut case = Self { id, is_spatial, a, b, pose_a, pose_b, question: Question::Proximity };
        case.question = match query.as_str() {
            "ray_cast" => {
                let Ray { origin, direction, max_time } = fields.require("ray")?;
                case.pose_b.t = Some(origin);
                Question::RayCast { direction, max_time }
            }
            "shape_cast" => Question::ShapeCast {
                velocity: fields.require("velocity")?,
                max_time: fields.require("max_time")?,
                target_distance: fields.take("target_distance")?.unwrap_or_default(),
            },
            "time_of_impact" => Question::TimeOfImpact {
                motion_a: fields.take("motion_a")?.unwrap_or_default(),
                motion_b: fields.take("motion_b")?.unwrap_or_default(),
                max_time: fields.require("max_time")?,
                target_distance: fields.take("target_distance")?.unwrap_or_default(),
            },
            _ => Question::Proximity,
        };
        fields.finish(&query)?;
        (case.a, case.b) = (case.a.load("a", meshes)?, case.b.load("b", meshes)?);
        Ok(case)
    }
}

impl Pose {
    /// The cosine and sine of a pose in the plane.
    pub fn cos_sin(&self) -> Result<[f64; 2], Refusal> {
        let Some(angle) = self.angle else { return Ok(self.cs.unwrap_or([1.0, 0.0])) };
        let (sin, cos) = angle.sin_cos();
        let Some([x, y]) = self.cs else { return Ok([cos, sin]) };
        // The angle between the two directions.
        let apart = (cos * y - sin * x).atan2(cos * x + sin * y).abs();
        if apart > ANGLE_ROUNDING {
            return Err(Refusal::new(format!("angle {angle} contradicts cs, whose angle is {:.4}", y.atan2(x))));
        }
        Ok([x, y])
    }
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

    /// The shape inside a rounded one, and the radius. Another shape is returned as it is, with radius zero.
    pub fn core(&self) -> (&Self, f64) {
        match self {
            Self::Rounded { radius, of } => (of, *radius),
            other => (other, 0.0),
        }
    }

    /// The name of the shape in case files.
    pub fn name(&self) -> String {
        let text = format!("{self:?}");
        text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase()
    }
}

/// An error of the operating system, in words.
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
        let line = r#"{"dim":3,"a":{"shape":"point"},"b":{"shape":"box","half":[1,2,0.1]},"pose_b":{"t":[3,4,5]}}"#;
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

    /// The refusal of a case of two points in the plane with more fields.
    fn refusal(more: &str) -> String {
        read(&format!(r#"{{"dim":2,"a":{{"shape":"point"}},"b":{{"shape":"point"}},{more}}}"#)).unwrap_err()
    }

    #[test]
    fn names_what_is_wrong() {
        let problem = |line: &str| read(line).unwrap_err();
        assert_eq!(problem("{"), "the line is not a JSON object: EOF while parsing an object at column 1");
        assert_eq!(problem("[1]"), "invalid type: sequence, expected a JSON object");
        assert_eq!(problem("{}"), "dim must be 2 or 3");
        assert_eq!(problem(r#"{"dim":2}"#), "a is missing");
        assert_eq!(problem(r#"{"dim":2,"a":{"shape":"circle"}}"#), "a: missing field `radius`");
        let soft = r#"{"dim":2,"a":{"shape":"rounded","radius":1}}"#;
        assert_eq!(problem(soft), "a: missing field `of`");
        assert_eq!(refusal(r#""query":"shape_cast","velocity":[1,0]"#), "max_time is missing");
        let queries = "proximity, ray_cast, shape_cast, time_of_impact";
        assert_eq!(refusal(r#""query":"fly""#), format!("there is no query \"fly\", only {queries}"));
        assert_eq!(refusal(r#""query":7"#), "query: invalid type: integer `7`, expected a string");
        let mesh = r#"{"dim":3,"a":{"shape":"point"},"b":{"shape":"mesh","file":"no.obj"}}"#;
        assert_eq!(problem(mesh), "b: the mesh no.obj: there is no such file");
    }

    #[test]
    fn refuses_unknown_fields() {
        let top = |field: &str, meant: &str| {
            let refusal = refusal(&format!("{field}:{{}}"));
            assert!(refusal.starts_with(&format!("unknown field `{}`, expected one of ", field.trim_matches('"'))));
            assert!(refusal.ends_with(meant), "{refusal}");
        };
        top(r#""poseb""#, "; did you mean `pose_b`?");
        top(r#""posb""#, "; did you mean `pose_b`?");
        top(r#""querry""#, "; did you mean `query`?");
        top(r#""margin""#, "`expect`");
        let pose = "unknown field `pos`, expected one of `q`, `angle`, `cs`, `t`, `m`";
        assert_eq!(refusal(r#""pose_b":{"pos":[3,0]}"#), format!("pose_b: {pose}"));
        let ray = r#"{"dim":2,"query":"ray_cast","a":{"shape":"point"},"ray":{"start":[3,0]}}"#;
        let known = "`origin`, `direction`, `max_time`";
        assert_eq!(read(ray).unwrap_err(), format!("ray: unknown field `start`, expected one of {known}"));
        let motion = r#""query":"time_of_impact","max_time":1,"motion_a":{"angle":1}"#;
        assert_eq!(refusal(motion), "motion_a: unknown field `angle`, expected `linear` or `angular`");
    }

    #[test]
    fn refuses_unknown_fields_of_shapes() {
        let problem = |shape: &str| read(&format!(r#"{{"dim":3,"a":{shape},"b":{{"shape":"point"}}}}"#)).unwrap_err();
        assert_eq!(
            problem(r#"{"shape":"box","half":[1,1,1],"margin":0.1}"#),
            "a: unknown field `margin`, expected `half`"
        );
        assert_eq!(problem(r#"{"shape":"point","radius":1}"#), "a: unknown field `radius`, there are no fields");
        assert_eq!(
            problem(r#"{"shape":"rounded","radius":1,"of":{"shape":"point","note":1}}"#),
            "a: unknown field `note`, there are no fields"
        );
        assert!(problem(r#"{"shape":"elipsoid"}"#).ends_with("; did you mean `ellipsoid`?"));
    }

    #[test]
    fn refuses_fields_that_contradict_others() {
        assert_eq!(
            refusal(r#""velocity":[1,0],"ray":null"#),
            "velocity has no meaning in a case whose query is proximity"
        );
        let ray = r#""query":"ray_cast","ray":{"origin":[3,0],"direction":[-1,0],"max_time":5}"#;
        assert_eq!(refusal(ray), "b has no meaning in a case whose query is ray_cast");
        assert_eq!(refusal(r#""pose_b":{},"pose_b":{"t":[1,0]}"#), "duplicate field `pose_b`");
        assert_eq!(refusal(r#""pose_b":{"t":[0,0],"t":[1,0]}"#), "pose_b: duplicate field `t`");
        let turned = |angle: f64| Pose { angle: Some(angle), cs: Some([0.6, 0.8]), ..Pose::default() };
        assert_eq!(turned(0.9273 + std::f64::consts::TAU).cos_sin(), Ok([0.6, 0.8]));
        let refusal = turned(0.5).cos_sin().unwrap_err().to_string();
        assert_eq!(refusal, "angle 0.5 contradicts cs, whose angle is 0.9273");
    }

    #[test]
    fn takes_notes() {
        let notes = r#""category":"c","source":"a report","comment":["anything"],"expect":{"signed_distance":0}"#;
        let line = format!(r#"{{"dim":2,"a":{{"shape":"point"}},"b":{{"shape":"point"}},{notes}}}"#);
        assert!(read(&line).is_ok());
    }
}
