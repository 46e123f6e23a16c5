//! Mesh files: the points of OBJ (crate `tobj`) and of binary or ASCII STL (crate `stl_io`).

// The example that solves case files reads STL too.
#[path = "../../../solve/stl.rs"]
mod stl;

use crate::refusal::Refusal;
use std::fs;
use std::io::BufReader;
use std::path::Path;

/// The points that the faces of a mesh use. The extension tells the format.
pub fn read(path: &Path) -> Result<Vec<[f64; 3]>, Refusal> {
    let refusal = |problem: String| Refusal::at(path.display(), problem);
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let bytes = || fs::read(path).map_err(|error| Refusal::file(path.display(), &error));
    let points = match extension.as_str() {
        "obj" => obj(&bytes()?).map_err(refusal)?,
        "stl" => stl::points(bytes()?).map_err(refusal)?,
        "" => return Err(refusal("a mesh without extension: OBJ and STL can be read".into())),
        other => return Err(refusal(format!("meshes of type {other} cannot be read: convert it to OBJ or STL"))),
    };
    if points.is_empty() {
        return Err(refusal("the mesh has no faces".into()));
    }
    if points.iter().flatten().any(|x| !x.is_finite()) {
        return Err(refusal("a coordinate is NaN or infinite".into()));
    }
    Ok(points)
}

fn obj(bytes: &[u8]) -> Result<Vec<[f64; 3]>, String> {
    // Materials do not matter.
    let no_materials = |_: &Path| Ok(Default::default());
    let (models, _) = tobj::load_obj_buf(&mut BufReader::new(bytes), &tobj::LoadOptions::default(), no_materials)
        .map_err(|error| format!("it is no OBJ file: {error}"))?;
    let positions = models.iter().map(|model| model.mesh.positions.as_chunks().0);
    Ok(positions.flatten().copied().collect())
}
