//! Mesh files: the points that the hull of a mesh is made of. Each file is read once.

#[path = "stl.rs"]
mod stl;

use super::describe;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The points of a hull, which cases share.
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

    /// The points of a file.
    pub fn points(&mut self, file: &Path) -> Result<Points, String> {
        if let Some(points) = self.known.get(file) {
            return Ok(points.clone());
        }
        let points = Arc::new(read(&self.directory.join(file))?);
        self.known.insert(file.into(), points.clone());
        Ok(points)
    }
}

/// The extension tells the format.
fn read(path: &Path) -> Result<Vec<Vec<f64>>, String> {
    let points = if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("stl")) {
        let points = stl::points(fs::read(path).map_err(|error| describe(&error))?)?;
        if points.iter().flatten().any(|x| !x.is_finite()) {
            return Err("a coordinate is NaN or infinite".into());
        }
        points.into_iter().map(Vec::from).collect()
    } else {
        obj(&fs::read_to_string(path).map_err(|error| describe(&error))?)?
    };
    if points.is_empty() { Err("it has no vertices".into()) } else { Ok(points) }
}

/// The vertices of an OBJ file, those that no face uses included: nothing else of it matters to a hull.
fn obj(text: &str) -> Result<Vec<Vec<f64>>, String> {
    let mut points = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let mut words = line.split_whitespace();
        if words.next() == Some("v") {
            let numbers = words.take(3).map_while(|word| word.parse().ok().filter(|x: &f64| x.is_finite()));
            let point: Vec<f64> = numbers.collect();
            if point.len() != 3 {
                return Err(format!("line {number} is not a vertex"));
            }
            points.push(point);
        }
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_vertices() {
        let text = "# cube\nv 1 2 3\nvn 0 0 1\nv -1e-3 0.1 5 1.0\nf 1 2 2\n";
        assert_eq!(obj(text), Ok(vec![vec![1.0, 2.0, 3.0], vec![-1e-3, 0.1, 5.0]]));
        assert_eq!(obj("v 1 2"), Err("line 1 is not a vertex".into()));
        assert_eq!(obj("v 1 2 nan"), Err("line 1 is not a vertex".into()));
    }

    #[test]
    fn reads_each_file_once() {
        let stl = std::env::temp_dir().join(format!("{}-once.stl", std::process::id()));
        let facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 1\nvertex 1 0 1\nvertex 0 2 1\nendloop\nendfacet\n";
        fs::write(&stl, format!("solid\n{facet}{facet}endsolid\n")).unwrap();
        let mut meshes = Meshes::new(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/cases")));
        let first = [stl.as_path(), Path::new("octahedron.obj")].map(|file| meshes.points(file).unwrap());
        fs::remove_file(&stl).unwrap();
        let again = [stl.as_path(), Path::new("octahedron.obj")].map(|file| meshes.points(file).unwrap());
        assert!(first.iter().zip(&again).all(|(first, again)| Arc::ptr_eq(first, again)));
        assert_eq!(*first[0], [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 2.0, 1.0]].map(Vec::from));
    }

    #[test]
    fn refuses_what_is_no_mesh() {
        let refusal = |name: &str, bytes: &[u8]| {
            let path = std::env::temp_dir().join(format!("{}-{name}", std::process::id()));
            fs::write(&path, bytes).unwrap();
            let read = read(&path);
            fs::remove_file(path).unwrap();
            read.unwrap_err()
        };
        assert_eq!(refusal("empty.obj", b"f 1 2 3"), "it has no vertices");
        assert_eq!(refusal("short.stl", b"STL"), "it is no STL file");
        assert_eq!(refusal("cut.stl", &[0; 84 - 1]), "it is no STL file");
        assert_eq!(refusal("none.STL", &[0; 84]), "it has no vertices");
        assert_eq!(refusal("more.stl", &[0; 85]), "a binary STL that should have 84 bytes and has 85");
        let mut far = [0; 84 + 50];
        far[80] = 1; // triangle
        far[84 + 12..84 + 16].copy_from_slice(&f32::INFINITY.to_le_bytes());
        assert_eq!(refusal("far.stl", &far), "a coordinate is NaN or infinite");
    }
}
