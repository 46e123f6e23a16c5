//! Meshes as bodies: the vertices of their hulls. Each file is read, and its hull built, once.

#[path = "mesh_file.rs"]
mod mesh_file;

use super::describe;
use gjk::{Error, PolyhedronBuilder, Vec3};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The points of a hull, shared by all cases that use the mesh.
pub type Points = Arc<Vec<Vec<f64>>>;

/// The meshes beside a case file, as far as they were read.
#[derive(Debug)]
pub struct Meshes {
    directory: PathBuf,
    known: HashMap<PathBuf, Points>,
}

impl Meshes {
    /// Files are looked for in `directory`.
    pub fn new(directory: &Path) -> Self {
        Self { directory: directory.into(), known: HashMap::new() }
    }

    /// The vertices of the hull of a file.
    pub fn points(&mut self, file: &Path) -> Result<Points, String> {
        if let Some(points) = self.known.get(file) {
            return Ok(points.clone());
        }
        let points = Arc::new(read(&self.directory.join(file))?);
        self.known.insert(file.into(), points.clone());
        Ok(points)
    }
}

fn read(path: &Path) -> Result<Vec<Vec<f64>>, String> {
    let points = mesh_file::Format::of(path)?.points(fs::read(path).map_err(|error| describe(&error))?)?;
    let vertices = vertices(points.into_iter().map(Vec3::from_array).collect()).map_err(|error| error.to_string())?;
    Ok(vertices.into_iter().map(|vertex| vertex.to_array().into()).collect())
}

/// The largest numbers of points and vertices that a builder can number.
const POINTS: usize = 65_535;
const VERTICES: usize = 10_924;

/// The vertices of the hull of points.
fn vertices(mut points: Vec<Vec3<f64>>) -> Result<Vec<Vec3<f64>>, Error> {
    static BUILDER: Mutex<PolyhedronBuilder<f64, POINTS, VERTICES>> = Mutex::new(PolyhedronBuilder::new());
    let mut builder = BUILDER.lock().unwrap_or_else(PoisonError::into_inner);
    // A vertex of the hull of all points is also a vertex of the hull of its part.
    while points.len() > POINTS {
        let parts = points.chunks(POINTS).map(|part| Ok(builder.build(part)?.vertices().collect::<Vec<_>>()));
        points = parts.collect::<Result<Vec<_>, Error>>()?.concat();
    }
    Ok(builder.build(&points)?.vertices().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_points_are_left_out() {
        let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(Vec3::from_array);
        let many: Vec<_> = (0..2 * POINTS).map(|i| corners[i % 4] * (1.0 + (i / 4) as f64 / POINTS as f64)).collect();
        let vertices = vertices(many).unwrap();
        assert_eq!(vertices.len(), 4);
        assert!(vertices.iter().all(|vertex| vertex.length() == 0.0 || vertex.length() > 5.9), "{vertices:?}");
    }

    #[test]
    fn reads_each_file_once() {
        let directory = std::env::temp_dir();
        let (stl, obj) = ["stl", "obj"].map(|kind| format!("{}-once.{kind}", std::process::id())).into();
        let files = [directory.join(stl), obj.into()];
        let facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 1\nvertex 1 0 1\nvertex 0 2 1\nendloop\nendfacet\n";
        let texts = [format!("solid\n{facet}{facet}endsolid\n"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".into()];
        files.iter().zip(texts).for_each(|(file, text)| fs::write(directory.join(file), text).unwrap());
        let mut meshes = Meshes::new(&directory);
        let first = files.each_ref().map(|file| meshes.points(file).unwrap());
        files.iter().for_each(|file| fs::remove_file(directory.join(file)).unwrap());
        let again = files.each_ref().map(|file| meshes.points(file).unwrap());
        assert!(first.iter().zip(&again).all(|(first, again)| Arc::ptr_eq(first, again)));
        assert_eq!(*first[0], [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 2.0, 1.0]].map(Vec::from));
    }

    /// Reads a file of this content.
    fn read_as(name: &str, bytes: &[u8]) -> Result<Vec<Vec<f64>>, String> {
        let path = std::env::temp_dir().join(format!("{}-{name}", std::process::id()));
        fs::write(&path, bytes).unwrap();
        let read = read(&path);
        fs::remove_file(path).unwrap();
        read
    }

    #[test]
    fn reads_all_digits_of_a_text() {
        let facet =
            "facet normal 0 0 1\nouter loop\nvertex 0 0 0.1\nvertex 1 0 0.1\nvertex 0 1 1e-1\nendloop\nendfacet\n";
        let solid = format!("solid vertex 1\n{facet}endsolid\n");
        let corners = [[0.0, 0.0, 0.1], [1.0, 0.0, 0.1], [0.0, 1.0, 0.1]].map(Vec::from);
        assert_eq!(read_as("text.stl", solid.as_bytes()).unwrap(), corners);
        assert_eq!(read_as("text.obj", b"v 0 0 0.1\nv 1 0 0.1\nv 0 1 0.1\nf 1 2 3\n").unwrap(), corners);
        let two = read_as("two.stl", solid.repeat(2).as_bytes());
        assert_eq!(two.unwrap_err(), "the file has several solids: split it");
    }

    #[test]
    fn refuses_what_is_no_mesh() {
        let refusal = |name: &str, bytes: &[u8]| read_as(name, bytes).unwrap_err();
        assert_eq!(refusal("empty.obj", b"v 1 2 3"), "the mesh has no faces");
        assert_eq!(refusal("short.obj", b"v 1 2"), "it is no OBJ file: position parse error");
        assert_eq!(refusal("short.stl", b"STL"), "it is no STL file");
        assert_eq!(refusal("cut.stl", &[0; 84 - 1]), "it is no STL file");
        assert_eq!(refusal("none.STL", &[0; 84]), "the mesh has no faces");
        assert_eq!(refusal("more.stl", &[0; 85]), "a binary STL that should have 84 bytes and has 85");
        let mut far = [0; 84 + 50];
        far[80] = 1; // triangle
        far[84 + 12..84 + 16].copy_from_slice(&f32::INFINITY.to_le_bytes());
        assert_eq!(refusal("far.stl", &far), "a coordinate is NaN or infinite");
    }
}
