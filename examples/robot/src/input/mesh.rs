//! Mesh files.

// The example that solves case files reads them too.
#[path = "../../../reader/mesh_file.rs"]
mod mesh_file;

use crate::refusal::Refusal;
use std::fs;
use std::path::Path;

/// The points that the faces of a mesh use. The extension tells the format.
pub fn read(path: &Path) -> Result<Vec<[f64; 3]>, Refusal> {
    let refusal = |problem| Refusal::at(path.display(), problem);
    let format = mesh_file::Format::of(path).map_err(refusal)?;
    let bytes = fs::read(path).map_err(|error| Refusal::file(path.display(), &error))?;
    format.points(bytes).map_err(refusal)
}
