//! Refinement of the depth of curved bodies: a star of three normals (two in the plane) that closes in on a minimum.
//!
//! EPA halves its error with every ring of facets, so a workspace fills before coaxial or concentric curved bodies are
//! solved. But it has found the right minimum by then. From its best normal n with support value U = h(n) the star
//! takes over, with constant memory: from the support points wᵢ of normals nᵢ = n + r·tᵢ around n it derives where the
//! minimum of h on the sphere must be.
//!
//! Newton's step on the sphere solves (H − h·I) dn = −(w − h·n), where H is the Hessian of h. The eroded points wᵢ −
//! U·nᵢ are samples of w − h·n: with the weights lᵢ of the origin in their triangle, seen along n, Σ lᵢ·nᵢ is the
//! normal after that step. Other candidates serve bodies without curvature in some direction: for a flat spot the
//! normal of the triangle w₁ w₂ w₃, for a ruled one the smooth candidate less its component along an edge of that
//! triangle, for a corner the normal turned against the slope of h. The support value of any candidate is an upper
//! bound of the depth, so a bad candidate only costs a support point. `secant.rs` derives the same step for GJK.

use crate::kernel::difference::{CsoPoint, Difference, Fault};
use crate::kernel::epa::outcome::Outcome;
use crate::kernel::secant;
use crate::kernel::simplex::{Simplex, triangle_shares};
use crate::kernel::tuning::MAX_STAR_ROUNDS;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector};

/// A normal that was tried, with its support point.
#[derive(Clone, Copy, Debug, Default)]
pub struct Probe<V: Vector> {
    /// A direction.
    pub normal: V,
    pub point: CsoPoint<V>,
    /// The support value.
    pub height: V::Scalar,
}

impl<V: Vector> Probe<V> {
    /// A probe to be aimed, with vectors that are all `normal`: see [`CsoPoint::blank`].
    pub fn blank(normal: V) -> Self {
        Self { normal, point: CsoPoint::blank(normal), height: V::Scalar::NIL }
    }

    /// Copies another probe field by field: copies of the whole would link `memcpy` on a Cortex-M4F, of 890 bytes.
    fn assign(&mut self, from: &Self) {
        self.normal.assign(&from.normal);
        self.point.assign(&from.point);
        self.height = from.height;
    }

    /// Tries another normal. In place, because a probe returned in a `Result` is copied through memory.
    #[inline(never)]
    pub fn aim<C: Difference<V> + ?Sized>(&mut self, cso: &mut C, normal: V) -> Result<(), Fault> {
        self.normal = normal;
        cso.support_call(normal, &mut self.point)?;
        self.height = normal.dot(self.point.w).per(normal.length());
        Ok(())
    }

    /// The support point, moved in by a depth along its normal.
    pub fn eroded(&self, depth: V::Scalar) -> V {
        self.point.w - self.normal.with_length(depth)
    }
}

/// The number of kinds of normals that [`candidate`] suggests.
const KINDS: usize = 6;

/// The normal that the support points of a star around `at` suggest if the CSO has a certain kind of spot there: 0
/// smooth, 1 flat, 2 to 4 ruled along an edge of the star's triangle, 5 a corner. Zero where the kind suggests no
/// normal: in the plane there are no ruled spots.
#[cfg_attr(not(feature = "speed"), inline(never))]
fn candidate<V: Vector>(kind: usize, at: &Probe<V>, star: &[Probe<V>; 3], smooth: V) -> V {
    let [u, v, w] = star.each_ref().map(|arm| arm.point.w);
    let normal = match kind {
        0 => return smooth,
        1 if V::DIM > 2 => (v - u).across(w - u),
        1 => (u - v).around()[0],
        5 => {
            // A corner has no curvature to use, so the normal is turned against the slope of the support value.
            let slope = at.eroded(at.height);
            return if slope == V::ZERO { slope } else { at.normal - slope.with_length(at.normal.length()) };
        }
        _ => {
            let edge = match kind {
                2 => v - u,
                3 => w - v,
                _ => u - w,
            };
            edge.across(smooth.across(edge))
        }
    };
    if normal.dot(at.normal) < AreaOfVector::<V>::ZERO { -normal } else { normal }
}

/// Descends from a normal to the minimum of the support value near it, whose normal takes its place, and takes that as
/// the answer in `best` if it is no larger.
pub fn refine<V: Vector>(
    cso: &mut dyn Difference<V>,
    best: &mut Outcome<V>,
    normal: &mut V,
    max_iterations: u32,
) -> Result<(), Fault> {
    let from = *normal;
    let least = UnitOfVector::<V>::ROUNDING.times(UnitOfVector::<V>::ONE).sqrt();
    // A step is at most four radii long: with this limit of the radius a normal and a step always fit a direction.
    let widest = UnitOfVector::<V>::halved(3);
    let mut radius = UnitOfVector::<V>::halved(4);
    let mut at = Probe::blank(from);
    at.aim(cso, from)?;
    let (mut winner, mut next, mut tried) = (0, Probe::blank(from), Probe::blank(from));
    let mut star = [Probe::blank(from), Probe::blank(from), Probe::blank(from)];
    for _ in 0..MAX_STAR_ROUNDS.min(max_iterations.saturating_sub(best.iterations)) {
        best.iterations += 1;
        let length = at.normal.length();
        next.assign(&at);
        for (arm, tangent) in star.iter_mut().zip(at.normal.tangents()) {
            arm.aim(cso, at.normal.blend([tangent], [radius]))?;
            if arm.height < next.height {
                next.assign(arm);
            }
        }
        let eroded = star.each_ref().map(|arm| arm.eroded(at.height));
        let shares = triangle_shares(&eroded, Some(at.normal)).shares;
        let smooth = secant::combined(star.each_ref().map(|arm| arm.normal), shares);
        let reach = V::Scalar::blend(V::Scalar::NIL, [length; 4], [radius; 4]);
        // The kind that won the last round is tried first.
        let first = winner;
        for number in 0..KINDS {
            let kind = match number {
                0 => first,
                _ if number <= first => number - 1,
                _ => number,
            };
            let found = candidate(kind, &at, &star, smooth);
            let Some(found) = limited(at.normal, found, length, reach) else { continue };
            tried.aim(cso, found)?;
            if tried.height < next.height {
                next.assign(&tried);
                winner = kind;
                if number == 0 {
                    break;
                }
            }
        }
        if next.height >= at.height && radius <= least {
            break;
        }
        let step = (next.normal - at.normal).length().fraction(length);
        let half_radius = radius.scaled(UnitOfVector::<V>::HALF);
        if step <= half_radius {
            radius = radius.scaled(UnitOfVector::<V>::halved(4)).max(least);
        } else if step - radius - radius > radius {
            radius = (radius + radius).min(widest);
        }
        if next.height < at.height {
            at.assign(&next);
            at.normal = at.normal.direction();
        }
    }
    if at.height <= best.upper {
        // A last star, so small that its points lie in the plane of the answer.
        let mut facet = Simplex::default();
        for tangent in at.normal.tangents().into_iter().take(V::DIM) {
            tried.aim(cso, at.normal.blend([tangent], [least]))?;
            facet.push(&tried.point);
        }
        (best.normal, best.upper) = (at.normal, at.height);
        best.facet.assign(&facet);
    }
    *normal = at.normal;
    Ok(())
}

/// A candidate normal at the given length, moved to the distance `reach` from `from` if it is farther; `None` for a
/// zero candidate.
fn limited<V: Vector>(from: V, candidate: V, length: V::Scalar, reach: V::Scalar) -> Option<V> {
    if candidate == V::ZERO {
        return None;
    }
    let candidate = candidate.with_length(length);
    // Half of the step always fits, in whatever direction the candidate points.
    let half = UnitOfVector::<V>::HALF;
    let half_step = V::ZERO.blend([candidate, from], [half, -half]);
    let half_reach = reach.scaled(half);
    Some(if half_step.length() > half_reach { from + half_step.with_length(reach) } else { candidate })
}
