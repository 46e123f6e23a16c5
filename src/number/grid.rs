//! Exact integer arithmetic for the decisions of a hull builder.
//!
//! Coordinates are whole numbers of at most BITS − 2 bits, so a difference has BITS − 1 bits, a component of a cross
//! product of differences 2·BITS − 1, and a product of such a normal with a difference, summed over three components,
//! 3·BITS − 2 bits and a fraction of a bit: 95 bits for `i32`, 191 for `i64`. Nothing is rounded, so the sign of a
//! height says exactly on which side of a plane a point lies, or that it lies on the plane.

use core::fmt::Debug;
use core::ops::{Add, Shr};

/// A coordinate on a grid: `i32` for scalars of 32 bits, `i64` for those of 64.
pub trait Grid: Copy + Ord + Debug + Send + Sync + 'static {
    /// A component of a normal.
    type Wide: Copy + Ord + Debug + Send + Sync + 'static;
    /// The scalar product of a normal and a difference of coordinates.
    type Height: Copy + Ord + Debug;

    /// The origin.
    const ZERO: Self;
    /// The zero of a component of a normal.
    const NONE: Self::Wide;
    /// The zero of a height: a point with this height lies on the plane.
    const FLUSH: Self::Height;

    /// `to − from`.
    fn difference(from: [Self; 3], to: [Self; 3]) -> [Self::Wide; 3];

    /// `(b − a) × (c − a)`.
    fn normal(a: [Self; 3], b: [Self; 3], c: [Self; 3]) -> [Self::Wide; 3];

    /// The opposite normal.
    fn flipped(normal: [Self::Wide; 3]) -> [Self::Wide; 3];

    /// `normal · (to − from)`.
    fn height(normal: [Self::Wide; 3], from: [Self; 3], to: [Self; 3]) -> Self::Height;

    /// `height / |normal|` in grid steps, approximately; zero for negative heights. Use it only to choose among answers
    /// that are all correct.
    fn distance(height: Self::Height, normal: [Self::Wide; 3]) -> u128;

    /// Does `point` come before `other` along the Z-order curve (Morton 1966)? The axis on which their coordinates
    /// differ in the highest bit decides, because repeated halving of the grid separates the two points there first.
    fn comes_before(point: [Self; 3], other: [Self; 3]) -> bool;
}

/// A number of 192 bits: `high · 2^64 + low`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sum192 {
    high: i128,
    low: u64,
}

impl Sum192 {
    /// The exact product of a number with magnitude below 2^127 and one with magnitude below 2^63.
    fn product(wide: i128, narrow: i64) -> Self {
        let below = i128::from(wide as u64) * i128::from(narrow);
        Self { high: (wide >> 64) * i128::from(narrow) + (below >> 64), low: below as u64 }
    }
}

impl Add for Sum192 {
    type Output = Self;
    fn add(self, rhs: Self) -> Self {
        let (low, carry) = self.low.overflowing_add(rhs.low);
        Self { high: self.high + rhs.high + i128::from(carry), low }
    }
}

/// Divides by 2^shift and rounds down. The shift must be at most 127 and the result must fit `i128`.
impl Shr<u32> for Sum192 {
    type Output = i128;
    fn shr(self, shift: u32) -> i128 {
        if shift < 64 { self.high << (64 - shift) | i128::from(self.low >> shift) } else { self.high >> (shift - 64) }
    }
}

macro_rules! grid {
    ($narrow:ident, $wide:ident, $height:ident, flush: $flush:expr, product: $product:expr) => {
        impl Grid for $narrow {
            type Wide = $wide;
            type Height = $height;

            const ZERO: Self = 0;
            const NONE: $wide = 0;
            const FLUSH: $height = $flush;

            fn difference([ax, ay, az]: [Self; 3], [bx, by, bz]: [Self; 3]) -> [$wide; 3] {
                let less = |to: Self, from: Self| $wide::from(to) - $wide::from(from);
                [less(bx, ax), less(by, ay), less(bz, az)]
            }

            fn normal(a: [Self; 3], b: [Self; 3], c: [Self; 3]) -> [$wide; 3] {
                let ([ux, uy, uz], [vx, vy, vz]) = (Self::difference(a, b), Self::difference(a, c));
                [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
            }

            fn flipped(normal: [$wide; 3]) -> [$wide; 3] {
                normal.map(|component| -component)
            }

            fn height([nx, ny, nz]: [$wide; 3], from: [Self; 3], to: [Self; 3]) -> $height {
                // A difference has one bit more than a coordinate on the grid, so it fits an `i64`.
                let [dx, dy, dz] = Self::difference(from, to).map(|difference| difference as i64);
                let product = $product;
                product(nx, dx) + product(ny, dy) + product(nz, dz)
            }

            fn distance(height: $height, normal: [$wide; 3]) -> u128 {
                // The normal is shifted to at most 60 bits, so that the sum of the squares of its components fits.
                let union = normal.iter().fold(0, |union, component| union | component.unsigned_abs());
                let shift = ($wide::BITS - union.leading_zeros()).saturating_sub(60);
                let squares = normal.iter().fold(0, |sum, component| {
                    let component = u128::from((component.unsigned_abs() >> shift) as u64);
                    sum + component * component
                });
                ((height >> shift).max(0) as u128).checked_div(squares.isqrt()).unwrap_or(0)
            }

            fn comes_before(point: [Self; 3], other: [Self; 3]) -> bool {
                let mut first = (Self::BITS, false);
                for (a, b) in point.into_iter().zip(other) {
                    // The sign counts as the highest bit, because it separates the two halves of the grid.
                    let equal_bits = (a ^ b).leading_zeros();
                    if equal_bits < first.0 {
                        first = (equal_bits, a < b);
                    }
                }
                first.1
            }
        }
    };
}

grid!(i32, i64, i128, flush: 0, product: |n, d| i128::from(n) * i128::from(d));
grid!(i64, i128, Sum192, flush: Sum192 { high: 0, low: 0 }, product: Sum192::product);
