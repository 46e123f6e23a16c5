//! What a panic does: it keeps a program from linking.

use core::panic::PanicInfo;

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        // Defined nowhere.
        safe fn a_panic_is_reachable() -> !;
    }
    a_panic_is_reachable()
}
