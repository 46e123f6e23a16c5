//! Shares: the barycentric coordinates of the foot of the origin before they are normalized, as areas. Weights are the
//! normalized ones, which sum to one.
//!
//! `planar.rs` and `spatial.rs` compute the shares of a triangle, `weights.rs` the weights of any simplex.

use crate::number::vector::{AreaOfVector, UnitOfVector, Vector};

/// Barycentric weights of up to four points; they sum to one.
pub type Weights<V> = [UnitOfVector<V>; 4];

/// The shares of three points in the foot of the origin on the plane through them. They are not clamped: a foot outside
/// has negative ones.
#[derive(Clone, Debug, Default)]
pub struct Shares<V: Vector> {
    /// The share of each point.
    pub shares: [AreaOfVector<V>; 3],
    /// The sum of the shares.
    pub whole: AreaOfVector<V>,
    /// The normal along which the triangle is seen. Zero in 2D unless a normal was given.
    pub normal: V,
}
