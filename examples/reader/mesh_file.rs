//! The points of mesh files: OBJ (crate `tobj`), and STL, binary or ASCII (crate `stl_io`).

use std::collections::HashSet;
use std::io::{BufReader, Cursor};
use std::path::Path;

/// The number of bytes before the first triangle of a binary STL file. The last four hold the number of triangles.
const HEADER: usize = 84;
/// The number of bytes of a triangle.
const TRIANGLE: usize = 50;

/// The formats that can be read.
#[derive(Clone, Copy, Debug)]
pub enum Format {
    Obj,
    Stl,
}

impl Format {
    /// The format that the extension of a file names.
    pub fn of(path: &Path) -> Result<Self, String> {
        match path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase().as_str() {
            "obj" => Ok(Self::Obj),
            "stl" => Ok(Self::Stl),
            "" => Err("a mesh without extension: OBJ and STL can be read".into()),
            other => Err(format!("meshes of type {other} cannot be read: convert it to OBJ or STL")),
        }
    }

    /// The points that the faces of a mesh use.
    pub fn points(self, bytes: Vec<u8>) -> Result<Vec<[f64; 3]>, String> {
        let points = match self {
            Self::Obj => obj(&bytes)?,
            Self::Stl => stl(bytes)?,
        };
        if points.is_empty() {
            return Err("the mesh has no faces".into());
        }
        if points.iter().flatten().any(|x| !x.is_finite()) {
            return Err("a coordinate is NaN or infinite".into());
        }
        Ok(points)
    }
}

fn obj(bytes: &[u8]) -> Result<Vec<[f64; 3]>, String> {
    // A hull needs no materials.
    let no_materials = |_: &Path| Ok(Default::default());
    let (models, _) = tobj::load_obj_buf(&mut BufReader::new(bytes), &tobj::LoadOptions::default(), no_materials)
        .map_err(|error| format!("it is no OBJ file: {error}"))?;
    let positions = models.iter().map(|model| model.mesh.positions.as_chunks().0);
    Ok(positions.flatten().copied().collect())
}

/// A file is binary if it has the length that its header says. Its first word proves nothing: some binary files begin
/// with "solid".
fn stl(mut bytes: Vec<u8>) -> Result<Vec<[f64; 3]>, String> {
    let count = bytes.get(HEADER - 4..HEADER).and_then(|count| count.try_into().ok()).map(u32::from_le_bytes);
    let length = count.map(|count| HEADER as u64 + TRIANGLE as u64 * u64::from(count));
    let is_binary = length == Some(bytes.len() as u64);
    if is_binary {
        bytes[..5].fill(b' ');
    } else if bytes.starts_with(b"solid") {
        // The reader wants a blank here, which files without a name lack.
        bytes.insert(5, b' ');
    } else {
        return Err(match length {
            Some(length) => format!("a binary STL that should have {length} bytes and has {}", bytes.len()),
            None => "it is no STL file".into(),
        });
    }
    let mesh = stl_io::read_stl(&mut Cursor::new(&bytes)).map_err(|error| format!("it is no STL file: {error}"))?;
    if is_binary {
        return Ok(mesh.vertices.iter().map(|vertex| vertex.0.map(f64::from)).collect());
    }
    // The crate rounds the decimals of a text to `f32`. It has checked all lines of the first solid, so each vertex
    // there has three numbers.
    let text = String::from_utf8_lossy(&bytes);
    let mut points = Vec::new();
    for line in text.lines() {
        if let ["vertex", coordinates @ ..] = &*line.split_whitespace().collect::<Vec<_>>() {
            let coordinates: Vec<f64> = coordinates.iter().filter_map(|number| number.parse().ok()).collect();
            points.push(coordinates.try_into().map_err(|_| "a vertex of an STL file has three coordinates")?);
        }
    }
    if points.len() != 3 * mesh.faces.len() {
        return Err("the file has several solids: split it".into());
    }
    // Each facet repeats the vertices that it shares with others.
    let mut seen = HashSet::new();
    points.retain(|point: &[f64; 3]| seen.insert(point.map(f64::to_bits)));
    Ok(points)
}
