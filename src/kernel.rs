//! The searches: GJK for the distance, EPA for the depth, and the portal search for the plane where a ray enters.
//!
//! They take their support points from a `Difference` and know neither shapes nor poses.
//!
//! Words that all of them use: a *direction* is a vector whose length has no meaning, scaled by a power of two so that
//! products with it stay in range; products of lengths are *areas* (`Area`, `number/scalar.rs`); the *foot* of the
//! origin on a line or plane is its orthogonal projection; a *zoom* is the power of two by which a query scales all
//! lengths; a *rounding step* is the unit of all tolerances (`number/rounding.rs`). A body is its *core* swept by a
//! ball whose radius is its *margin*; A − B is the difference of the cores. The *axis* of GJK leads from the origin to
//! the nearest point known, and support points are sought against it; in `portal` an axis is an outward normal, and
//! support points are sought along it.
//!
//! The modules, each search after those that it builds on; `observer` and `tuning`, which several use, are last:
//!
//! - `difference`: two bodies as a search sees them, the support points of A − B. All other modules build on it.
//! - `simplex`: up to four support points, their feature nearest to the origin, and barycentric weights on it.
//! - `gjk`: the distance; it moves a `simplex` towards the origin until a plane proves that it cannot come nearer.
//! - `secant`: extrapolates the last rounds of `gjk` and `portal` on curved bodies, where these converge slowly.
//! - `polytope`: the facets that `epa` grows, their planes, and the workspace that holds them.
//! - `epa`: the depth; it grows a `polytope` from the `simplex` in which `gjk` stopped without a separating plane.
//! - `portal`: the plane through which a ray enters A − B; it needs no distance, only support points and `secant`.
//! - `observer`: shows every round of `gjk` and `epa` to the caller.
//! - `tuning`: the caps and thresholds that were chosen by measurement.
//!
//! Start with `difference`, then `simplex` and `gjk`.

pub mod difference;
pub mod epa;
pub mod gjk;
pub mod observer;
pub mod polytope;
pub mod portal;
pub mod secant;
pub mod simplex;
pub mod tuning;

#[cfg(all(test, feature = "speed"))]
mod tests;
