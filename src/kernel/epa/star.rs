//! Refinement of the depth of curved bodies: a star of three normals (two in the plane) that closes in on a minimum.
//!
//! EPA halves its error with every ring of facets, so a buffer fills before coaxial or concentric curved bodies are
//! solved. But it has found the right minimum by then. From its best normal n with support value U = h(n) the star
//! takes over, with constant memory: from the support points wᵢ of normals nᵢ = n + r·tᵢ around n it derives where the
//! minimum of h on the sphere must be.
//!
//! Newton's step on the sphere solves (H − h·I) dn = −(w − h·n), where H is the Hessian of h. The eroded points wᵢ −
//! U·nᵢ are samples of w − h·n: with the weights lᵢ of the origin in their triangle, seen along n, Σ lᵢ·nᵢ is that
//! step. Two variants serve bodies without curvature in some direction: the normal of w₁ w₂ w₃ for a flat spot, and the
//! smooth step less its component along an edge of that triangle for a ruled one. The support value of any candidate is
//! an upper bound of the depth, so a bad one costs a call and no more. `secant.rs` derives the same step for GJK.

use crate::kernel::difference::{CsoPoint, Difference, Fault};
use crate::kernel::epa::outcome::Outcome;
use crate::kernel::secant;
use crate::kernel::simplex::{Simplex, triangle_shares};
use crate::kernel::tuning::MAX_STAR_ROUNDS;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector};

/// A normal that was tried.
#[derive(Clone, Copy, Debug)]
pub struct Probe<V: Vector> {
    /// A direction.
    pub normal: V,
    pub point: CsoPoint<V>,
    /// The support value.
    pub height: V::Scalar,
}

impl<V: Vector> Probe<V> {
    #[inline(never)]
    pub fn new<C: Difference<V> + ?Sized>(cso: &mut C, normal: V) -> Result<Self, Fault> {
        let mut point = CsoPoint::default();
        cso.support_call(normal, &mut point)?;
        Ok(Self { normal, point, height: normal.dot(point.w).per(normal.length()) })
    }

    /// The support point, moved in by a depth along its normal.
    pub fn eroded(&self, depth: V::Scalar) -> V {
        self.point.w - self.normal.with_length(depth)
    }
}

/// The normals that the support points of a star around `at` suggest: for a smooth spot, a flat spot, a spot ruled
/// along each edge, which only space has, and a corner. Zero vectors do not count.
fn candidates<V: Vector>(at: &Probe<V>, star: &[Probe<V>; 3]) -> [V; 6] {
    let outward = |v: V| if v.dot(at.normal) < AreaOfVector::<V>::ZERO { -v } else { v };
    let shares = triangle_shares(&star.map(|arm| arm.eroded(at.height)), Some(at.normal)).shares;
    let smooth = secant::combined(star.map(|arm| arm.normal), shares);
    let [u, v, w] = star.map(|arm| arm.point.w);
    let flat = if V::DIM > 2 { (v - u).across(w - u) } else { (u - v).around()[0] };
    let [ruled_1, ruled_2, ruled_3] = [v - u, w - v, u - w].map(|edge| outward(edge.across(smooth.across(edge))));
    // A corner has no curvature to use: the normal is turned against the slope of the support value.
    let slope = at.eroded(at.height);
    let turned = if slope == V::ZERO { V::ZERO } else { at.normal - slope.with_length(at.normal.length()) };
    [smooth, outward(flat), ruled_1, ruled_2, ruled_3, turned]
}

/// Lowers the support value of an outcome to the minimum that `from` is near to, and returns the normal of that.
pub fn refine<V: Vector>(
    cso: &mut dyn Difference<V>,
    best: &mut Outcome<V>,
    from: V,
    max_iterations: u32,
) -> Result<V, Fault> {
    let least = UnitOfVector::<V>::ROUNDING.times(UnitOfVector::<V>::ONE).sqrt();
    // A step is at most four radii long: with this limit a normal and a step always fit a direction.
    let widest = UnitOfVector::<V>::halved(3);
    let mut radius = UnitOfVector::<V>::halved(4);
    let mut at = Probe::new(cso, from)?;
    let mut winner = 0;
    for _ in 0..MAX_STAR_ROUNDS.min(max_iterations.saturating_sub(best.iterations)) {
        best.iterations += 1;
        let length = at.normal.length();
        let mut star = [at; 3];
        let mut next = at;
        for (arm, tangent) in star.iter_mut().zip(at.normal.tangents()) {
            *arm = Probe::new(cso, at.normal.blend([tangent], [radius]))?;
            if arm.height < next.height {
                next = *arm;
            }
        }
        let candidates = candidates(&at, &star);
        let reach = V::Scalar::blend(V::Scalar::NIL, [length; 4], [radius; 4]);
        // The kind that won the last round is tried first.
        let first = winner;
        let kinds = core::iter::once(first).chain((0..candidates.len()).filter(|&kind| kind != first));
        for (number, kind) in kinds.enumerate() {
            let Some(&normal) = candidates.get(kind) else { continue };
            let Some(normal) = limited(at.normal, normal, length, reach) else { continue };
            let tried = Probe::new(cso, normal)?;
            if tried.height < next.height {
                (next, winner) = (tried, kind);
                if number == 0 {
                    break;
                }
            }
        }
        if next.height >= at.height && radius <= least {
            break;
        }
        let step = (next.normal - at.normal).length().fraction(length);
        let half_radius = UnitOfVector::<V>::blend(UnitOfVector::<V>::NIL, [radius], [UnitOfVector::<V>::HALF]);
        if step <= half_radius {
            radius =
                UnitOfVector::<V>::blend(UnitOfVector::<V>::NIL, [radius], [UnitOfVector::<V>::halved(4)]).max(least);
        } else if step - radius - radius > radius {
            radius = (radius + radius).min(widest);
        }
        if next.height < at.height {
            at = Probe { normal: next.normal.direction(), ..next };
        }
    }
    if at.height <= best.upper {
        // A last star, so small that its points lie in the plane of the answer.
        let mut facet = Simplex::default();
        for tangent in at.normal.tangents().into_iter().take(V::DIM) {
            facet.push(&Probe::new(cso, at.normal.blend([tangent], [least]))?.point);
        }
        (best.normal, best.upper, best.facet) = (at.normal, at.height, facet);
    }
    Ok(at.normal)
}

/// A candidate normal at the given length, no farther from `from` than `reach`; `None` for a zero candidate.
fn limited<V: Vector>(from: V, candidate: V, length: V::Scalar, reach: V::Scalar) -> Option<V> {
    if candidate == V::ZERO {
        return None;
    }
    let candidate = candidate.with_length(length);
    // Half of the step always fits, in whatever direction the candidate points.
    let half = UnitOfVector::<V>::HALF;
    let half_step = V::ZERO.blend([candidate, from], [half, -half]);
    let half_reach = V::Scalar::blend(V::Scalar::NIL, [reach], [half]);
    Some(if half_step.length() > half_reach { from + half_step.with_length(reach) } else { candidate })
}
