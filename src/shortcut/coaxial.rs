//! A lower bound of the depth of two bodies of revolution with one axis, where the polytope of EPA fills the workspace.
//!
//! The least support values of such a pair form a ring, or a sphere, and no polytope of N vertices around it comes
//! nearer than 1 − cos(π/N). But the difference A − B is a body of revolution itself, so that the support value of a
//! direction depends only on its angle to the axis: directions in one half-plane that ends at the axis suffice. In it
//! a walk from one end of the axis to the other proves a bound t.
//!
//! Symbols: u the unit vector of the axis and e one at right angles to it, so that (r, z) stands for r·e + z·u; m a
//! unit vector, w the support point along it, h(m) = m·w the support value.
//!
//! The walk begins at m = (0, 1). From a direction m with its support point w it goes on to the direction m′ where
//! m′·w has fallen to t:
//!
//! ```text
//! m′ = (t·w + √(w·w − t²)·(w.z, −w.r)) / w·w
//! ```
//!
//! A unit vector between m and m′ is α·m + β·m′ with α, β ≥ 0, and by the triangle inequality α + β ≥ 1. So if both
//! m·w and m′·w are at least t > 0, the support value of every direction between the two is at least t, because w is a
//! point of the difference. The walk has proven t for all directions when it reaches (0, −1). The bound is the least of
//! the products m·w and m′·w that were computed: no step relies on the formula of m′.
//!
//! Where h has a minimum, each step covers a share of what remains; near a level minimum, as of spheres, it covers an
//! angle of 2·√(2·(1 − t/h)).
//!
//! The axes of the bodies need not be the same. Let v be the unit vector of the axis of B. Rotated about a point c of
//! its axis until v is u, and shifted until c lies on the axis of A, no point p of B moves by more than
//! |v − u|·|p − c| and the distance of c from the axis of A. The bound holds for the bodies as they are if it is
//! lowered by that. Only those points p count that the walk met, because the bound comes from them.

use crate::body::form::{Core, Form};
use crate::kernel::epa::outcome::DepthBounds;
use crate::number::rounding::{ROUNDING_STEPS, steps};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vec2, Vector, vec2};
use crate::pair::place::{Placement, Relative};
use crate::shortcut::tuning::{COARSER_BITS, MAX_WALK_STEPS, MAX_WALKS};

#[cfg(test)]
mod tests;

/// The axis of a core that is a body of revolution.
struct Axis<V: Vector> {
    /// A point of the axis.
    center: V,
    /// The unit vector of the axis; zero for a ball, of which every line through the centre is an axis.
    unit: V,
    /// How far the pose of the core is from a rigid one: see [`skew`].
    skew: UnitOfVector<V>,
}

impl<V: Vector> Axis<V> {
    /// The axis of the core, in the frame of the body; `None` if the core is not known to be a body of revolution in
    /// space.
    fn of(form: &Form<'_, V>) -> Option<Self> {
        let &[x, y, z] = V::AXES.as_ref() else { return None };
        let (center, unit) = match form.core {
            Core::Point(point) => (point, V::ZERO),
            Core::Segment(a, b) if a == b => (a, V::ZERO),
            Core::Segment(a, b) => (a.midpoint(b), (b - a).with_length(V::Scalar::ONE)),
            Core::Cylinder { .. } | Core::Cone { .. } => (V::ZERO, z),
            Core::Ellipsoid(radii) => {
                let radii = radii.by_axis();
                let &[along_x, along_y, along_z] = radii.as_ref() else { return None };
                let unit = match (along_x == along_y, along_y == along_z, along_z == along_x) {
                    (true, true, _) => V::ZERO,
                    (true, ..) => z,
                    (_, true, _) => x,
                    (.., true) => y,
                    _ => return None,
                };
                (V::ZERO, unit)
            }
            Core::Other | Core::Box(_) | Core::Polygon(_) | Core::Mesh(_) => return None,
        };
        let center = form.place(center);
        let Some(pose) = &form.pose else { return Some(Self { center, unit, skew: UnitOfVector::<V>::NIL }) };
        Some(Self { center, unit: turned(&pose.rotation.rows, unit), skew: skew::<V>(&pose.rotation.rows) })
    }
}

/// A unit vector or zero, rotated.
fn turned<V: Vector>(rows: &V::UnitRows, unit: V) -> V {
    if unit == V::ZERO { unit } else { V::ZERO.turn(rows, unit).with_length(V::Scalar::ONE) }
}

/// How far a matrix R is from a rotation, if by more than rounding: twice an upper bound of |R − Q|, where Q is a
/// rotation, plus one of how far the image of a unit vector is from its direction under Q. With G = RᵀR − 1 both terms
/// are at most 2·|G| ≤ 6·max|Gᵢⱼ|, because R = Q·√(1 + G), and |√(1 + g) − 1| ≤ |g|.
fn skew<V: Vector>(rows: &V::UnitRows) -> UnitOfVector<V> {
    let (squares, axes) = (V::product(&V::transpose(rows), rows), V::IDENTITY);
    let differences = squares.as_ref().iter().zip(axes.as_ref()).map(|(row, axis)| (*row - *axis).max_abs());
    let most = differences.fold(UnitOfVector::<V>::NIL, Scalar::max);
    let is_rounding = most <= steps(2 * ROUNDING_STEPS, UnitOfVector::<V>::ROUNDING);
    if is_rounding { UnitOfVector::<V>::NIL } else { steps(16, most) }
}

/// A unit vector in a half-plane that ends at the axis, as (r, z).
type Heading<V> = Vec2<UnitOfVector<V>>;

/// The half-plane of a body, in the frame of the body.
struct HalfPlane<V> {
    center: V,
    across: V,
    along: V,
}

impl<V: Vector> HalfPlane<V> {
    fn new(center: V, along: V) -> Self {
        let [across, _] = along.around();
        Self { center, across: across.with_length(V::Scalar::ONE), along }
    }

    /// The support point along a heading, as (r, z) at a scale, and its distance from the centre.
    #[inline(never)]
    fn support(
        &self,
        support: &dyn Fn(V) -> V,
        heading: Heading<V>,
        zoom: <V::Scalar as Scalar>::Zoom,
    ) -> (Vec2<V::Scalar>, V::Scalar) {
        let point = support(V::ZERO.blend([self.across, self.along], heading.to_array()));
        let point = (point - self.center).zoom(zoom);
        (vec2(self.across.dot(point).over_one(), self.along.dot(point).over_one()), point.length())
    }
}

/// Two bodies of revolution whose axes nearly coincide, each with its half-plane. The half-plane of B is opposite to
/// that of A.
struct Coaxial<'s, V: Vector> {
    supports: [&'s dyn Fn(V) -> V; 2],
    a: HalfPlane<V>,
    b: HalfPlane<V>,
    /// How far the centre of B is ahead of that of A along the axis, and how far it is beside the axis of A. All
    /// lengths are at the scale of the query.
    ahead: V::Scalar,
    beside: V::Scalar,
    /// The distance between the unit vectors of the axes, and how far matrices are from rotations.
    tilt: UnitOfVector<V>,
    zoom: <V::Scalar as Scalar>::Zoom,
    /// The largest distance from the centre of its body of the points that the walk has met.
    reach: V::Scalar,
    /// The least support value that a walk has met, and its heading.
    least: (V::Scalar, Heading<V>),
}

impl<V: Vector> Coaxial<'_, V> {
    /// The support point of the difference along a heading.
    fn support(&mut self, heading: Heading<V>) -> Vec2<V::Scalar> {
        let [support_a, support_b] = self.supports;
        let (on_a, reach_a) = self.a.support(support_a, heading, self.zoom);
        let (on_b, reach_b) = self.b.support(support_b, heading, self.zoom);
        self.reach = self.reach.max(reach_a).max(reach_b);
        on_a + on_b - vec2(V::Scalar::NIL, self.ahead)
    }

    /// By how much the difference may be less deep than if the axes were the same, as far as the walk has come.
    fn loss(&self) -> V::Scalar {
        V::Scalar::blend(self.beside, [self.reach], [self.tilt])
    }

    /// Walks from one end of the axis to the other. Returns what that proves of all support values, about `target`, or
    /// `None` if they are less or the walk takes too long.
    fn walk(&mut self, target: V::Scalar) -> Option<V::Scalar> {
        let (nil, one) = (UnitOfVector::<V>::NIL, UnitOfVector::<V>::ONE);
        let (mut heading, mut lower) = (vec2(nil, one), V::Scalar::MAX);
        for _ in 0..MAX_WALK_STEPS {
            let w = self.support(heading);
            let rest = (w.dot(w) - target.times(target)).sqrt();
            let next = [w.x.times(target) + w.y.times(rest), w.y.times(target) - w.x.times(rest)];
            let [x, y] = AreaOfVector::<V>::normalize(next);
            let next = vec2(x, y);
            let mut next = next.unit(next.length());
            let height = |heading: Heading<V>| V::Scalar::blend(V::Scalar::NIL, w.to_array(), heading.to_array());
            let value = height(heading);
            if value < self.least.0 {
                self.least = (value, heading);
            }
            // The walk turns clockwise, from u to e. It stands still where the support value is not above the target.
            let is_onward = next.perp_dot(heading) > Area::ZERO;
            if !is_onward {
                return None;
            }
            let is_end = next.x <= nil;
            if is_end {
                next = vec2(nil, -one);
            }
            lower = lower.min(value).min(height(next));
            if is_end {
                return (lower > V::Scalar::NIL).then_some(lower);
            }
            heading = next;
        }
        None
    }

    /// Narrows the bounds by a walk. The gap that is allowed is shared between the walk and the loss; if that needs too
    /// many steps, the walk is tried with wider gaps.
    fn narrow(&mut self, known: &mut DepthBounds<V>) {
        let half = |length: V::Scalar| length.scaled(UnitOfVector::<V>::HALF);
        // Nothing is gained if the axes are too far from each other.
        self.support(vec2(UnitOfVector::<V>::NIL, UnitOfVector::<V>::ONE));
        if self.loss() >= known.upper - known.lower {
            return;
        }
        let mut gap = half(known.allowed);
        let better = known.upper - half(gap);
        for _ in 0..MAX_WALKS {
            if known.upper - gap <= known.lower.max(V::Scalar::NIL) {
                break;
            }
            if let Some(lower) = self.walk(known.upper - gap) {
                known.lower = known.lower.max(lower - self.loss());
                break;
            }
            for _ in 0..COARSER_BITS {
                gap = gap + gap;
            }
        }
        let (value, heading) = self.least;
        if value + self.loss() < better {
            known.better = Some(V::ZERO.blend([self.a.across, self.a.along], heading.to_array()));
        }
    }
}

/// Narrows the bounds of the depth of two cores if they are coaxial bodies of revolution. For most pairs of types the
/// compiler knows whether they are bodies of revolution.
#[inline]
pub fn narrow<V: Vector>(
    forms: [&Form<'_, V>; 2],
    supports: [&dyn Fn(V) -> V; 2],
    placement: &impl Placement<V>,
    known: &mut DepthBounds<V>,
) {
    if let [Some(a), Some(b)] = forms.map(Axis::of) {
        narrow_by_axes((a, b), supports, &Relative::in_frame_of_a(placement), known);
    }
}

/// [`narrow`] for bodies of revolution: one copy for all types of bodies.
#[inline(never)]
fn narrow_by_axes<V: Vector>(
    (a, b): (Axis<V>, Axis<V>),
    supports: [&dyn Fn(V) -> V; 2],
    placement: &Relative<V>,
    known: &mut DepthBounds<V>,
) {
    let (one, zoom) = (UnitOfVector::<V>::ONE, known.zoom);
    let apart = placement.to_a(b.center).blend([a.center], [-one]).zoom(zoom);
    // The axis of a ball is that of the other body. The cores of two balls are points, which have no depth.
    let axes = [a.unit, turned(&placement.rows, b.unit)];
    let Some(axis) = axes.into_iter().find(|&axis| axis != V::ZERO) else { return };
    let on_b = if b.unit == V::ZERO { placement.direction_to_b(axis) } else { b.unit };
    let other = turned(&placement.rows, on_b);
    let is_opposite = other.dot(axis) < AreaOfVector::<V>::ZERO;
    let (other, on_b) = if is_opposite { (-other, -on_b) } else { (other, on_b) };
    let ahead = axis.dot(apart).over_one();
    let mut pair = Coaxial {
        supports,
        a: HalfPlane::new(a.center, axis),
        // A support point of −B is one of B in the opposite direction.
        b: HalfPlane::new(b.center, -on_b),
        ahead,
        beside: (apart - axis.with_length(ahead)).length(),
        tilt: (other - axis).length().fraction(V::Scalar::ONE) + a.skew + b.skew + skew::<V>(&placement.rows),
        zoom,
        reach: V::Scalar::NIL,
        least: (V::Scalar::MAX, Heading::<V>::default()),
    };
    pair.narrow(known);
}
