//! Pointers from C: what can be checked is checked, the rest is what the header asks of the caller.

use crate::error::gjk_error;
use crate::vector::Plain;
use core::ptr::NonNull;
use core::slice;

/// A pointer that is neither null nor misaligned.
pub fn check<T>(pointer: *const T) -> Result<NonNull<T>, gjk_error> {
    let checked = NonNull::new(pointer.cast_mut()).ok_or(gjk_error::GJK_ERROR_NULL)?;
    if checked.is_aligned() { Ok(checked) } else { Err(gjk_error::GJK_ERROR_ALIGNMENT) }
}

/// The struct that C points to.
///
/// # Safety
/// If the pointer is neither null nor misaligned, it points to a `T` that nothing changes for `'c`.
pub unsafe fn borrow<'c, T>(pointer: *const T) -> Result<&'c T, gjk_error> {
    // SAFETY: the caller's promise, with what was checked.
    check(pointer).map(|checked| unsafe { checked.as_ref() })
}

/// The points that C points to, as the core has them.
///
/// # Safety
/// If the pointer is neither null nor misaligned, it points to `count` vectors that nothing changes for `'c`.
pub unsafe fn points<'c, C: Plain>(pointer: *const C, count: usize) -> Result<&'c [C::Vector], gjk_error> {
    if count == 0 {
        return Err(gjk_error::GJK_ERROR_NO_POINTS);
    }
    let first = check(pointer)?;
    let bytes = count.checked_mul(size_of::<C>()).filter(|&bytes| isize::try_from(bytes).is_ok());
    let end = bytes.and_then(|bytes| first.addr().get().checked_add(bytes));
    if end.is_none() {
        return Err(gjk_error::GJK_ERROR_OUT_OF_RANGE);
    }
    // SAFETY: the caller's promise, with what was checked: the points do not leave the address space. Both types have
    // the same layout and every bit pattern is a value of both, as `Plain` demands.
    Ok(unsafe { slice::from_raw_parts(first.cast().as_ptr(), count) })
}
