//! Shares: the barycentric coordinates of the foot of the origin before they are normalized, as areas. Weights are the
//! normalized ones, which sum to one.
//!
//! `planar.rs` and `spatial.rs` compute the shares of a triangle, `weights.rs` those of an edge, and weights.

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
    /// The normal along which a triangle is seen. Zero for two points, and in 2D unless a normal was given.
    pub normal: V,
}

impl<V: Vector> Shares<V> {
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
