//! Counts instructions by the timer SysTick, under QEMU with `-icount`. On a chip the same timer counts clock cycles.

use core::arch::asm;
use core::ptr::{read_volatile, write_volatile};

/// SysTick of every Cortex-M: control, reload value, current value. It has 24 bits and counts down.
const SYST: *mut u32 = 0xE000_E010 as *mut u32;
const RELOAD: u32 = 0xff_ffff;

/// Timer ticks that `f` takes. It is out of line and `f` is `dyn`, so that the code between the two readings does not
/// depend on `f`.
#[inline(never)]
fn ticks(f: &mut dyn FnMut()) -> u32 {
    const HAS_REACHED_ZERO: u32 = 1 << 16;
    // SAFETY: writes to registers of SysTick: the core's clock, no interrupt, counting down from the reload value.
    let before = unsafe {
        write_volatile(SYST.add(1), RELOAD);
        write_volatile(SYST, 0b101);
        write_volatile(SYST.add(2), 0);
        read_volatile(SYST.add(2))
    };
    f();
    // SAFETY: reads registers of SysTick.
    let (after, control) = unsafe { (read_volatile(SYST.add(2)), read_volatile(SYST)) };
    assert!(control & HAS_REACHED_ZERO == 0, "longer than the timer reaches");
    // The timer shows zero until its first tick.
    let before = if before == 0 { RELOAD } else { before };
    before.saturating_sub(after)
}

const MANY: u32 = 1 << 16;

/// Runs [`MANY`] instructions, in rounds of 64.
fn many_instructions() {
    // SAFETY: changes only the declared register.
    unsafe {
        asm!(
            "2:", ".rept 62", "nop", ".endr", "subs {0}, #1", "bne 2b",
            inout(reg) MANY / 64 => _, options(nomem, nostack)
        );
    }
}

/// A counter of instructions, calibrated by a known number of them.
pub struct Meter {
    empty: u32,
    many: u32,
}

impl Meter {
    pub fn new() -> Self {
        let empty = ticks(&mut || {});
        Self { empty, many: ticks(&mut many_instructions) - empty }
    }

    /// The result of `f`, and the instructions that it takes, to within those of one tick of the timer.
    pub fn measure<T>(&self, f: impl FnOnce() -> T) -> (T, u32) {
        let (mut f, mut answer) = (Some(f), None);
        let ticks = ticks(&mut || answer = f.take().map(|f| f()));
        let (ticks, many) = (u64::from(ticks.saturating_sub(self.empty)), u64::from(self.many));
        (answer.expect("it was called"), ((ticks * u64::from(MANY) + many / 2) / many) as u32)
    }
}
