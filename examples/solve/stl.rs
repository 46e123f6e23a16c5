//! The points of STL files, binary or ASCII (crate `stl_io`).

use std::io::Cursor;

/// Bytes before the first triangle of a binary file, of which the last four hold the number of triangles.
const HEADER: usize = 84;
/// Bytes of a triangle.
const TRIANGLE: usize = 50;

/// The distinct corners of the triangles.
///
/// A file is binary if it has the length that its header says. Its first word does not tell: some binary files begin
/// with "solid".
pub fn points(mut bytes: Vec<u8>) -> Result<Vec<[f64; 3]>, String> {
    let count = bytes.get(HEADER - 4..HEADER).and_then(|count| count.try_into().ok()).map(u32::from_le_bytes);
    let length = count.map(|count| HEADER as u64 + TRIANGLE as u64 * u64::from(count));
    if length == Some(bytes.len() as u64) {
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
    let mesh = stl_io::read_stl(&mut Cursor::new(bytes)).map_err(|error| format!("it is no STL file: {error}"))?;
    Ok(mesh.vertices.iter().map(|vertex| vertex.0.map(f64::from)).collect())
}
