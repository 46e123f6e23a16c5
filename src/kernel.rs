//! The searches: GJK for the distance, EPA for the depth, and the portal search for the plane where a ray enters.
//!
//! They take their support points from a `Difference` and know neither shapes nor poses. From the bottom up:
//!
//! - `difference`: what a search sees of two bodies, the support points of A − B. All other modules build on it.
//! - `simplex`: up to four support points, their feature nearest to the origin, and barycentric weights on it.
//! - `gjk`: the distance; it moves a `simplex` towards the origin until a plane proves that it cannot come nearer.
//! - `secant`: extrapolates the last rounds of `gjk` and `portal` on curved bodies, where these converge slowly.
//! - `polytope`: the facets that `epa` grows, their planes, and the workspace that holds them.
//! - `epa`: the depth; it grows a `polytope` from the `simplex` in which `gjk` stopped without a separating plane.
//! - `portal`: the plane through which a ray enters A − B; it needs no distance, only support points and `secant`.
//! - `observer`: shows every round of `gjk` and `epa` to the caller.
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
