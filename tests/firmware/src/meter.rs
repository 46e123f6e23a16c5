//! Measures instructions and stack of code that runs under QEMU with `-icount`, on Cortex-M and RISC-V.

use core::arch::asm;
use core::ptr::{read_volatile, write_volatile};

/// The registers of SysTick, a timer of every Cortex-M: control, reload value, current value. It has 24 bits and counts
/// down.
#[cfg(target_arch = "arm")]
const SYST: *mut u32 = 0xE000_E010 as *mut u32;
#[cfg(target_arch = "arm")]
const RELOAD: u32 = 0xff_ffff;

/// Starts the counter.
#[cfg(target_arch = "arm")]
fn start() {
    // SAFETY: writes registers of SysTick, so that it runs with the clock of the core, without interrupt, from the
    // reload value.
    unsafe {
        write_volatile(SYST.add(1), RELOAD);
        write_volatile(SYST, 0b101);
        write_volatile(SYST.add(2), 0);
    }
}

/// The ticks since the start, or `None` if the counter has wrapped around.
#[cfg(target_arch = "arm")]
fn now() -> Option<u32> {
    const HAS_REACHED_ZERO: u32 = 1 << 16;
    // SAFETY: reads registers of SysTick.
    let (value, control) = unsafe { (read_volatile(SYST.add(2)), read_volatile(SYST)) };
    (control & HAS_REACHED_ZERO == 0).then_some(RELOAD - value)
}

#[cfg(target_arch = "riscv32")]
fn start() {}

/// The ticks since the start.
#[cfg(target_arch = "riscv32")]
fn now() -> Option<u32> {
    let instructions: u32;
    // SAFETY: the instruction only reads a counter.
    unsafe { asm!("csrr {}, minstret", out(reg) instructions, options(nomem, nostack)) };
    Some(instructions)
}

/// The ticks that `f` takes. It is out of line and takes a `dyn`, so that the overhead between the two readings is the
/// same for every `f`.
#[inline(never)]
fn ticks(f: &mut dyn FnMut()) -> u32 {
    start();
    let before = now();
    f();
    let after = now();
    before.zip(after).map(|(before, after)| after.wrapping_sub(before)).expect("no longer than the counter reaches")
}

const MANY: u32 = 1 << 16;

/// Executes [`MANY`] instructions, in iterations of 64.
fn many_instructions() {
    let rounds = MANY / 64;
    // SAFETY: the instructions change only a register that is declared.
    #[cfg(target_arch = "arm")]
    unsafe {
        asm!(
            "2:", ".rept 62", "nop", ".endr", "subs {0}, #1", "bne 2b",
            inout(reg) rounds => _, options(nomem, nostack)
        );
    }
    // SAFETY: the instructions change only a register that is declared.
    #[cfg(target_arch = "riscv32")]
    unsafe {
        asm!(
            "2:", ".rept 62", "nop", ".endr", "addi {0}, {0}, -1", "bnez {0}, 2b",
            inout(reg) rounds => _, options(nomem, nostack)
        );
    }
}

/// A counter of instructions, calibrated by the ticks of a known number of instructions.
pub struct Meter {
    empty: u32,
    many: u32,
}

impl Meter {
    pub fn new() -> Self {
        let empty = ticks(&mut || {});
        Self { empty, many: ticks(&mut many_instructions) - empty }
    }

    /// The instructions that `f` takes, with an error of the instructions in one tick. Panics beyond 2^24 ticks, which
    /// are twenty million instructions of 32 ns at 25 MHz.
    pub fn instructions(&self, f: &mut dyn FnMut()) -> u32 {
        let (ticks, many) = (u64::from(ticks(f).saturating_sub(self.empty)), u64::from(self.many));
        ((ticks * u64::from(MANY) + many / 2) / many) as u32
    }
}

fn stack_pointer() -> usize {
    let pointer: usize;
    // SAFETY: the instruction only reads the stack pointer.
    #[cfg(target_arch = "arm")]
    unsafe {
        asm!("mov {}, sp", out(reg) pointer, options(nomem, nostack, preserves_flags));
    }
    // SAFETY: the instruction only reads the stack pointer.
    #[cfg(target_arch = "riscv32")]
    unsafe {
        asm!("mv {}, sp", out(reg) pointer, options(nomem, nostack, preserves_flags));
    }
    pointer
}

unsafe extern "C" {
    /// The end of the static variables, from the linker script of the runtime. The stack may grow down to it.
    static __sheap: u32;
}

/// The bytes of stack that `f` uses below this frame, or `None` if it used all painted memory.
#[inline(never)]
pub fn stack_of(f: &mut dyn FnMut()) -> Option<usize> {
    const PAINT: u32 = 0xAAAA_5555;
    // At most this much is painted, to save time.
    const MOST: usize = 32 << 10;
    // The bytes next to this frame, which are not painted.
    const GUARD: usize = 32;
    let top = stack_pointer();
    let bottom = (top - MOST).max(&raw const __sheap as usize);
    // SAFETY: the RAM between the static variables and the stack is free, and no function is called while it is
    // painted.
    unsafe {
        for address in (bottom..top - GUARD).step_by(4) {
            write_volatile(address as *mut u32, PAINT);
        }
        f();
        let deepest = (bottom..top).step_by(4).find(|&address| read_volatile(address as *const u32) != PAINT);
        deepest.filter(|&address| address != bottom).map(|address| top - address)
    }
}
