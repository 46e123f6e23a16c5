//! The lines of a case file: two shapes, their poses, and what can be wrong with them.

use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// One line.
#[derive(Debug, Deserialize)]
pub struct Case {
    /// Its name; a line without one is called by its number.
    #[serde(default, deserialize_with = "name")]
    pub id: String,
    /// 2 or 3.
    pub dim: u32,
    /// The first body.
    pub a: Shape,
    /// The second body.
    pub b: Shape,
    /// Where the first body is.
    #[serde(default)]
    pub pose_a: Option<Pose>,
    /// Where the second body is.
    #[serde(default)]
    pub pose_b: Option<Pose>,
}

/// A shape about its own origin. Axes are along z in space and along x in the plane.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "shape", rename_all = "lowercase")]
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
    Hull { points: Vec<Vec<f64>> },
    Mesh { file: PathBuf },
}

/// A rigid pose, or the rows of an affine matrix. What is missing is the identity.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Pose {
    /// A quaternion, the scalar part last.
    pub q: Option<[f64; 4]>,
    /// An angle, used if there is no `cs`.
    pub angle: Option<f64>,
    /// Cosine and sine of the angle, or any positive multiple.
    pub cs: Option<[f64; 2]>,
    /// The position of the body's origin.
    pub t: Option<Vec<f64>>,
    /// The rows of an affine matrix; the last column is the translation.
    pub m: Option<Vec<Vec<f64>>>,
}

fn name<'de, D: serde::Deserializer<'de>>(input: D) -> Result<String, D::Error> {
    match Value::deserialize(input)? {
        Value::String(text) => Ok(text),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(serde::de::Error::custom("the id must be a text or a number")),
    }
}

impl Case {
    /// Reads a line; `directory` is where the mesh files are looked for.
    pub fn read(line: &str, number: usize, directory: &Path) -> Result<Self, String> {
        let mut case: Self = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if case.id.is_empty() {
            case.id = number.to_string();
        }
        case.a.load(directory)?;
        case.b.load(directory)?;
        Ok(case)
    }
}

impl Shape {
    /// A mesh becomes the hull of its vertices.
    fn load(&mut self, directory: &Path) -> Result<(), String> {
        if let Self::Mesh { file } = self {
            let text = fs::read_to_string(directory.join(&*file))
                .map_err(|error| format!("the mesh {} cannot be read: {}", file.display(), describe(&error)))?;
            let points = vertices(&text).map_err(|problem| format!("the mesh {}: {problem}", file.display()))?;
            *self = Self::Hull { points };
        }
        Ok(())
    }
}

/// What the operating system says, in words.
pub fn describe(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::InvalidData => "it is not text in UTF-8".into(),
        _ => error.to_string(),
    }
}

/// The vertices of an OBJ file, those without a face included. Its other statements do not matter to a hull.
fn vertices(text: &str) -> Result<Vec<Vec<f64>>, String> {
    let vertex = |(number, line): (usize, &str)| {
        let mut words = line.split_whitespace();
        (words.next() == Some("v")).then(|| {
            let point: Vec<f64> = words.take(3).map_while(|word| word.parse().ok()).collect();
            if point.len() == 3 { Ok(point) } else { Err(format!("line {} is not a vertex", number + 1)) }
        })
    };
    text.lines().enumerate().filter_map(vertex).collect()
}
