use super::{Dividend, root};

/// Powers of two, their neighbors, and pseudorandom numbers of all widths.
fn interesting<const N: usize>() -> impl Iterator<Item = u128> {
    let mut state = 1_u128;
    let mixed = (0..N).map(move |i| {
        state = state.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645).wrapping_add(1);
        (state ^ state >> 64) >> (i % 128)
    });
    let powers = (0..128).flat_map(|shift| [(1_u128 << shift) - 1, 1 << shift, (1 << shift) + 1]);
    powers.chain(mixed)
}

#[test]
fn roots_are_rounded_down() {
    for square in interesting::<20_000>().filter_map(|square| u64::try_from(square).ok()) {
        let side = square.isqrt();
        assert_eq!(root(square), side, "{square}");
        for square in [side * side, (side * side).saturating_sub(1), side * side + side] {
            assert_eq!(root(square), square.isqrt(), "{square}");
        }
    }
    for square in 0..1 << 20 {
        let square: u64 = square << 38;
        assert_eq!(root(square), square.isqrt(), "{square}");
    }
}

#[test]
fn quotients_are_those_of_long_division() {
    for dividend in interesting::<2000>() {
        for divisor in interesting::<2000>() {
            if let (Ok(dividend), Ok(divisor @ 1..)) = (u64::try_from(dividend), u32::try_from(divisor)) {
                let expected = u32::try_from(dividend / u64::from(divisor)).unwrap_or(u32::MAX);
                assert_eq!(dividend.divide(divisor), expected, "{dividend} / {divisor}");
                if expected < u32::MAX {
                    assert_eq!(dividend.divide_by_digits(divisor), expected, "{dividend} / {divisor}");
                }
            }
            if let Ok(divisor @ 1..) = u64::try_from(divisor) {
                let expected = u64::try_from(dividend / u128::from(divisor)).unwrap_or(u64::MAX);
                assert_eq!(dividend.divide(divisor), expected, "{dividend} / {divisor}");
            }
        }
    }
}
