//! The library for the playground: four exports that take and give JSON through one buffer in the module's memory.
//!
//! A caller asks for [`reserve`]d room, writes the question there, calls an export, which says how long the answer is,
//! and reads it where [`address`] says. An answer is `{"ok": …}`, or `{"error": sentence}` and nothing has changed.
//!
//! The files of `examples/reader` say what a case is and how its numbers become bodies. `examples/solve` reads cases
//! with them too, so both solve the same case with the same bits.

#![expect(clippy::duplicate_mod, reason = "`case` keeps the reader of mesh files to itself, and `draw` needs it too")]

// It can do more than is needed here.
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

/// The question, then the answer.
static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn buffer() -> MutexGuard<'static, Vec<u8>> {
    BUFFER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a question of that length, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    let mut buffer = buffer();
    buffer.clear();
    buffer.resize(length, 0);
    buffer.as_mut_ptr()
}

/// Where the answer begins.
#[unsafe(no_mangle)]
pub extern "C" fn address() -> *const u8 {
    buffer().as_ptr()
}

/// What an export says, as JSON.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Reply<T> {
    Ok(T),
    Error(String),
}

/// Puts the answer in the place of the question; its length.
fn reply<T: Serialize>(ask: impl FnOnce(&[u8]) -> Result<T, Refusal>) -> usize {
    let mut buffer = buffer();
    let reply = ask(&buffer).map_or_else(|refusal| Reply::Error(refusal.to_string()), Reply::Ok);
    buffer.clear();
    // Numbers and texts in a vector: nothing that could fail.
    _ = serde_json::to_writer(&mut *buffer, &reply);
    buffer.len()
}

/// Solves a case: the answer and the steps that led to it.
#[unsafe(no_mangle)]
pub extern "C" fn solve() -> usize {
    reply(|question| answer::solve(&Request::read(question)?))
}

/// The two bodies of a case, each about its own origin, to be drawn.
#[unsafe(no_mangle)]
pub extern "C" fn bodies() -> usize {
    reply(|question| draw::bodies(&Request::read(question)?))
}

/// The Minkowski difference of the two bodies of a case, in the directions of the world, to be drawn.
#[unsafe(no_mangle)]
pub extern "C" fn difference() -> usize {
    reply(|question| draw::difference(&Request::read(question)?))
}

/// The vertices of the hull of a mesh file. The question is its name, a line break and its contents.
#[unsafe(no_mangle)]
pub extern "C" fn mesh() -> usize {
    reply(draw::mesh)
}
