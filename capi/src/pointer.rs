//! Pointers from C: what can be checked is checked, the rest is what the header asks of the caller.

use crate::error::gjk_error;
use crate::vector::Plain;
use core::mem::MaybeUninit;
use core::ptr::NonNull;
use core::slice;
use gjk::{Vector, WarmStart};

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

/// The points that C points to, as the core has them. There has to be one.
///
/// # Safety
/// If the pointer is neither null nor misaligned, it points to `count` vectors that nothing changes for `'c`.
pub unsafe fn points<'c, C: Plain>(pointer: *const C, count: usize) -> Result<&'c [C::Vector], gjk_error> {
    if count == 0 {
        return Err(gjk_error::GJK_ERROR_NO_POINTS);
    }
    // SAFETY: the caller's promise. Both types have the same layout and every bit pattern is a value of both, as
    // `Plain` demands.
    unsafe { slice(pointer, count) }
}

/// The array that C points to, as the core has it. An empty one may lie anywhere.
///
/// # Safety
/// If the pointer is neither null nor misaligned, it points to `count` values that nothing changes for `'c`. `T` has
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
    // SAFETY: the caller's promise, with what was checked: the values do not leave the address space.
    Ok(unsafe { slice::from_raw_parts(first.cast().as_ptr(), count) })
}

/// How a warm state lies in the words that C keeps: behind a seal.
#[repr(C)]
pub struct Sealed<V: Vector> {
    /// Set by this library alone, which set the state with it.
    seal: u64,
    state: MaybeUninit<WarmStart<V>>,
}

/// The seal of the states of one type: a hash of its name (FNV-1a; Fowler, Noll, Vo 1991). It is not zero.
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

/// The warm state that C points to. Without the seal, whatever lies there is none, and a new one takes its place.
///
/// # Safety
/// If the pointer is neither null nor misaligned, nobody else touches the struct for `'s`, and behind the seal it holds
/// what the library left there.
pub unsafe fn state<'s, V: Vector>(pointer: *mut Sealed<V>, seal: u64) -> Result<&'s mut WarmStart<V>, gjk_error> {
    let mut checked = check(pointer)?;
    // SAFETY: the caller's promise. Neither the seal nor what may be no state is read as anything that it is not.
    let sealed = unsafe { checked.as_mut() };
    if sealed.seal != seal {
        *sealed = Sealed { seal, state: MaybeUninit::new(WarmStart::new()) };
    }
    // SAFETY: the caller's promise, or the line above.
    Ok(unsafe { sealed.state.assume_init_mut() })
}
