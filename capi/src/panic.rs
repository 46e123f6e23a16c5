//! The panic handler, which keeps a program in which a panic is reachable from linking.

use core::panic::PanicInfo;

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        // This function is not defined anywhere.
        safe fn a_panic_is_reachable() -> !;
    }
    a_panic_is_reachable()
}
