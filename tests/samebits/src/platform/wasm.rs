//! WebAssembly modules without imports. The caller reads the output from the memory of the module.

use crate::number::Number;
use crate::{Request, run};
use core::fmt::{self, Write};
use core::panic::PanicInfo;
use core::sync::atomic::{AtomicU8, Ordering};

/// The output, terminated by a zero.
static TEXT: [AtomicU8; 1 << 17] = [const { AtomicU8::new(0) }; 1 << 17];

/// Writes to the text, from its start on.
struct Output {
    length: usize,
}

impl fmt::Write for Output {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for &byte in text.as_bytes() {
            TEXT.get(self.length).ok_or(fmt::Error)?.store(byte, Ordering::Relaxed);
            self.length += 1;
        }
        Ok(())
    }
}

/// Runs the corpus, and returns the address of the output. A negative number stands for no case.
pub fn main<S: Number>(show: i32, spoil: i32) -> *const u8 {
    let request = Request { show: show.try_into().ok(), spoil: spoil.try_into().ok(), repeat: None };
    let mut out = Output { length: 0 };
    run::<S>(request, &mut out).and_then(|()| out.write_str("\0")).expect("the text has room");
    TEXT.as_ptr().cast()
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
