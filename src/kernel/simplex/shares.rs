//! Shares of points in the foot of the origin (barycentric coordinates before they are normalized), and weights from
//! them.
//!
//! `planar.rs` and `spatial.rs` compute the shares of a triangle; `weights.rs` makes witness points of them.

use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector};

/// Barycentric weights of up to four points; they sum to one.
pub type Weights<V> = [UnitOfVector<V>; 4];

/// The shares of up to three points in the foot of the origin, not clamped.
#[derive(Clone, Debug, Default)]
pub struct Shares<V: Vector> {
    /// One for each point.
    pub shares: [AreaOfVector<V>; 3],
    /// Their sum.
    pub whole: AreaOfVector<V>,
    /// The point whose weight is what the others leave. In a triangle in space it is the one between the two shortest
    /// edges, so that what rounding moves from one weight to another moves along short edges.
    pub rest: usize,
    /// The normal along which a triangle is seen; zero if the points are on a line, and in 2D unless one was given.
    pub normal: V,
}

impl<V: Vector> Shares<V> {
    /// The shares as weights.
    pub fn weights(&self) -> Weights<V> {
        let &Self { shares: [a, b, c], whole, rest, .. } = self;
        let (p, q) = match rest {
            0 => (b, c),
            1 => (a, c),
            _ => (a, b),
        };
        let (whole, none) = (whole.max(AreaOfVector::<V>::ZERO), UnitOfVector::<V>::NIL);
        let ([p, q], left) = partition::<V, 2>([fraction::<V>(p, whole), fraction::<V>(q, whole)]);
        match rest {
            0 => [left, p, q, none],
            1 => [p, left, q, none],
            _ => [p, q, left, none],
        }
    }

    /// The least share as a fraction of all: negative if the foot lies outside.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn least(&self) -> UnitOfVector<V> {
        let &Self { shares: [a, b, c], whole, .. } = self;
        if whole < AreaOfVector::<V>::ZERO {
            return -UnitOfVector::<V>::ONE;
        }
        a.min(b).min(c).max(-whole).fraction(whole)
    }
}

/// A share of a whole, clamped to [0, 1].
fn fraction<V: Vector>(share: AreaOfVector<V>, whole: AreaOfVector<V>) -> UnitOfVector<V> {
    share.max(AreaOfVector::<V>::ZERO).min(whole).fraction(whole)
}

/// Weights from the fractions of all points except one, and the weight that is left for that one. They are clamped, so
/// they always describe a point of the simplex.
pub fn partition<V: Vector, const N: usize>(
    fractions: [UnitOfVector<V>; N],
) -> ([UnitOfVector<V>; N], UnitOfVector<V>) {
    let mut left = UnitOfVector::<V>::ONE;
    let weights = fractions.map(|fraction| {
        let weight = fraction.max(UnitOfVector::<V>::NIL).min(left);
        left = left - weight;
        weight
    });
    (weights, left)
}
