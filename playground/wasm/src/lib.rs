//! The library for the playground: four exports that exchange JSON through one buffer in the module's memory.
//!
//! A caller [`reserve`]s room, writes the question there, calls an export, which returns the length of the answer, and
//! reads the answer at [`address`]. An answer is `{"ok": …}` or `{"error": sentence}`.
//!
//! The files of `examples/reader` define a case and turn its numbers into bodies. `examples/solve` uses them too, so
//! both solve a case with the same bits.

#![expect(clippy::duplicate_mod, reason = "`case` keeps the reader of mesh files to itself, and `draw` needs it too")]

// The command line uses the rest of it.
#[allow(dead_code)]
#[path = "../../../examples/reader/case.rs"]
mod case;
#[path = "../../../examples/reader/number.rs"]
mod number;
#[path = "../../../examples/reader/refusal.rs"]
mod refusal;
#[path = "../../../examples/reader/space.rs"]
mod space;

mod answer;
mod draw;
mod pair;
mod steps;

use pair::Request;
use refusal::Refusal;
use serde::Serialize;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Holds the question, and then the answer.
static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn buffer() -> MutexGuard<'static, Vec<u8>> {
    BUFFER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a question of the given length and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    let mut buffer = buffer();
    buffer.clear();
    buffer.resize(length, 0);
    buffer.as_mut_ptr()
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn address() -> *const u8 {
    buffer().as_ptr()
}

/// The answer of an export, as JSON.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Reply<T> {
    Ok(T),
    Error(String),
}

/// Replaces the question in the buffer by its answer; returns the length of the answer.
fn reply<T: Serialize>(ask: impl FnOnce(&[u8]) -> Result<T, Refusal>) -> usize {
    let mut buffer = buffer();
    let reply = ask(&buffer).map_or_else(|refusal| Reply::Error(refusal.to_string()), Reply::Ok);
    buffer.clear();
    // Writing to a vector cannot fail, and neither can the serialisation of numbers and texts.
    _ = serde_json::to_writer(&mut *buffer, &reply);
    buffer.len()
}

/// Solves a case; returns the answer and the steps of the search.
#[unsafe(no_mangle)]
pub extern "C" fn solve() -> usize {
    reply(|question| answer::solve(&Request::read(question)?))
}

/// The pictures of the two bodies of a case, each in its own frame.
#[unsafe(no_mangle)]
pub extern "C" fn bodies() -> usize {
    reply(|question| draw::bodies(&Request::read(question)?))
}

/// The picture of the Minkowski difference of the two bodies of a case, in the world's frame.
#[unsafe(no_mangle)]
pub extern "C" fn difference() -> usize {
    reply(|question| draw::difference(&Request::read(question)?))
}

/// The vertices of the hull of a mesh file. The question holds the file's name, a line break and its contents.
#[unsafe(no_mangle)]
pub extern "C" fn mesh() -> usize {
    reply(draw::mesh)
}
