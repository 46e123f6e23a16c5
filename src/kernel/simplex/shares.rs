//! Shares: the barycentric coordinates of the foot of the origin before they are normalized, as areas; and weights, the
//! normalized ones, which sum to one.
//!
//! `planar.rs` and `spatial.rs` compute the shares of a triangle; `weights.rs` makes witness points of them.

use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector};

/// Barycentric weights of up to four points; they sum to one.
pub type Weights<V> = [UnitOfVector<V>; 4];

/// The shares of up to three points in the foot of the origin on the line or plane through them. They are not clamped:
/// a foot outside has negative ones.
#[derive(Clone, Debug, Default)]
pub struct Shares<V: Vector> {
    /// The share of each point; zero where there is no point.
    pub shares: [AreaOfVector<V>; 3],
    /// The sum of the shares.
    pub whole: AreaOfVector<V>,
    /// The index of the point whose weight is what the weights of the others leave. In a triangle in space it is the
    /// corner between the two shortest edges, so that weight which rounding moves between two points moves along short
    /// edges.
    pub rest: usize,
    /// The normal along which a triangle is seen. Zero for two points, and in 2D unless a normal was given.
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

    /// The least share as a fraction of the sum of all: negative if the foot lies outside.
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
