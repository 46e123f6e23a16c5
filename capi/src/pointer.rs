//! Pointers from C. Null, alignment and lengths are checked; the header demands the rest of the caller.

use crate::error::gjk_error;
use crate::vector::Plain;
use core::mem::MaybeUninit;
use core::ptr::NonNull;
use core::slice;
use gjk::{Vector, WarmStart};

/// Checks that a pointer is neither null nor misaligned.
pub fn check<T>(pointer: *const T) -> Result<NonNull<T>, gjk_error> {
    let checked = NonNull::new(pointer.cast_mut()).ok_or(gjk_error::GJK_ERROR_NULL)?;
    if checked.is_aligned() { Ok(checked) } else { Err(gjk_error::GJK_ERROR_ALIGNMENT) }
}

/// The struct that C points to.
///
/// # Safety
/// If the pointer is neither null nor misaligned, it points to a `T`, which nothing changes for `'c`.
pub unsafe fn borrow<'c, T>(pointer: *const T) -> Result<&'c T, gjk_error> {
    // SAFETY: the caller's promise, and the check.
    check(pointer).map(|checked| unsafe { checked.as_ref() })
}

/// The points that C points to, as the core has them. No points are an error.
///
/// # Safety
/// If the pointer is neither null nor misaligned, it points to `count` vectors, which nothing changes for `'c`.
pub unsafe fn points<'c, C: Plain>(pointer: *const C, count: usize) -> Result<&'c [C::Vector], gjk_error> {
    if count == 0 {
        return Err(gjk_error::GJK_ERROR_NO_POINTS);
    }
    // SAFETY: the caller's promise. Both types have the same layout and every bit pattern is a value of both, as
    // `Plain` demands.
    unsafe { slice(pointer, count) }
}

/// The array that C points to, as the core has it. If it is empty, the pointer may have any value.
///
/// # Safety
/// If the pointer is neither null nor misaligned, it points to `count` values, which nothing changes for `'c`. `T` has
/// the layout of `C`, and every bit pattern is a value of both.
pub unsafe fn slice<'c, C, T>(pointer: *const C, count: usize) -> Result<&'c [T], gjk_error> {
    if count == 0 {
        return Ok(&[]);
    }
    let first = check(pointer)?;
    let bytes = count.checked_mul(size_of::<C>()).filter(|&bytes| isize::try_from(bytes).is_ok());
    let end = bytes.and_then(|bytes| first.addr().get().checked_add(bytes));
    if end.is_none() {
        return Err(gjk_error::GJK_ERROR_OUT_OF_RANGE);
    }
    // SAFETY: the caller's promise, and the checks: the array ends within the address space.
    Ok(unsafe { slice::from_raw_parts(first.cast().as_ptr(), count) })
}

/// The layout of a warm start in the words of its C struct: the state of the core behind a seal.
#[repr(C)]
pub struct Sealed<V: Vector> {
    /// Equal to `seal` of the type if the library has written the state.
    seal: u64,
    state: MaybeUninit<WarmStart<V>>,
}

/// The seal for the states of one type: a hash of its name (FNV-1a; Fowler, Noll, Vo 1991). It is never zero, so zeroed
/// memory has no seal.
pub const fn seal(name: &str) -> u64 {
    let mut bytes = name.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325;
    while let [byte, rest @ ..] = bytes {
        hash = (hash ^ *byte as u64).wrapping_mul(0x0000_0100_0000_01b3);
        bytes = rest;
    }
    assert!(hash != 0);
    hash
}

/// The state in the warm start that C points to. If the seal is missing, it is first overwritten with a new state.
///
/// # Safety
/// If the pointer is neither null nor misaligned, it points to a struct that nothing else accesses for `'s`. If the
/// struct has the seal, the state behind it is as the library wrote it.
pub unsafe fn state<'s, V: Vector>(pointer: *mut Sealed<V>, seal: u64) -> Result<&'s mut WarmStart<V>, gjk_error> {
    let mut checked = check(pointer)?;
    // SAFETY: the caller's promise. Any bit pattern is a value of the struct: an integer and a `MaybeUninit`.
    let sealed = unsafe { checked.as_mut() };
    if sealed.seal != seal {
        *sealed = Sealed { seal, state: MaybeUninit::new(WarmStart::new()) };
    }
    // SAFETY: the library wrote the state: before, by the caller's promise, or just now.
    Ok(unsafe { sealed.state.assume_init_mut() })
}
