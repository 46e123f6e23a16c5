//! A check of a body against the contract of [`Support`], for tests of shapes that users write.
//!
//! # Tolerance
//!
//! Points are compared by their products with a direction d. Let r be the largest coordinate of the body and |d| the
//! largest component of d. In rounding steps of r·|d|:
//!
//! - a computed product of three terms is off by at most 4.5 steps (`shape/polyhedron/climb.rs`);
//! - each of three coordinates of a point may be off by [`ROUNDING_STEPS`], which puts a product off by 12 steps;
//! - a pose turns d by sums of three products, which puts d off by 3/2 · √3 = 2.6 steps of |d|. The point found is the
//!   farthest along that other direction. Points are at most 2r apart on each axis, so along d the point found may fall
//!   short by at most 16 steps.
//!
//! Two products differ by at most 2·(4.5 + 12) + 16 = 49 steps; the next power of two is 16 · [`ROUNDING_STEPS`].
//!
//! The coordinates of a point may be differences of larger numbers, so r also covers the margin and the position of the
//! pose.

use crate::body::form::Core;
use crate::body::hint::Hint;
use crate::body::shape::{Cone, Cylinder, NEllipsoid};
use crate::body::support::{ScalarOf, Support};
use crate::number::error;
use crate::number::pose::Pose;
use crate::number::rounding::{ROUNDING_STEPS, step_at, steps};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector as AreaOf, Vec2, Vec3, Vector, by_dimension, displacement, is_tiny};
use core::fmt;
use heapless::Vec;

/// The first breach of the contract of [`Support`] that [`check_support`] found, with the direction and the hint for
/// which it showed, if it depends on them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SupportFault<V: Vector> {
    /// The margin is NaN, negative, or beyond [`Scalar::LIMIT`](crate::Scalar::LIMIT).
    Margin,
    /// A coordinate of the center is NaN or out of range.
    Center,
    /// A coordinate of a point from `support`, `support_from` or `vertex` is NaN or out of range.
    OutOfRange(V),
    /// For a direction and one of another length that is parallel to it, `support` returns points that lie differently
    /// far.
    DependsOnLength(V),
    /// Along this direction the point that `support` returns lies less far than a point that it returns for another
    /// direction.
    NotFarthest(V),
    /// `support_from` returns, with this hint, a point that lies less far than that of `support`, or outside the body.
    HintMatters(V, Hint),
    /// `vertex` returns, for this hint, a point that lies farther than that of `support`.
    VertexOutside(V, Hint),
    /// `vertex` returns, for this hint, another point than the call of `support_from` that left the hint.
    NotTheVertex(V, Hint),
    /// The shape that `form` names reaches farther or less far than the point of `support`.
    FormDisagrees(V),
}

impl<V: Vector> fmt::Display for SupportFault<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Margin => f.write_str("the margin is NaN, negative or out of range"),
            Self::Center => f.write_str("the center is NaN or out of range"),
            Self::OutOfRange(dir) => write!(f, "a point for {dir:?} is NaN or out of range"),
            Self::DependsOnLength(dir) => write!(f, "the length of {dir:?} changes the support point"),
            Self::NotFarthest(dir) => write!(f, "a point lies farther along {dir:?} than the support point"),
            Self::HintMatters(dir, hint) => write!(f, "{hint:?} changes the support point for {dir:?}"),
            Self::VertexOutside(dir, hint) => write!(f, "the vertex of {hint:?} lies outside, along {dir:?}"),
            Self::NotTheVertex(dir, hint) => write!(f, "the vertex of {hint:?} is not the point found for {dir:?}"),
            Self::FormDisagrees(dir) => write!(f, "the form and the support point disagree along {dir:?}"),
        }
    }
}

impl<V: Vector> core::error::Error for SupportFault<V> {}

/// Checks that a body keeps the contract of [`Support`], for use in tests of your own shapes. It tries up to 98
/// directions on all sides, with hints of any value, and allows for the rounding of the largest coordinate. A breach
/// that shows only between these directions is not found. It does not check that [`center`](Support::center) lies
/// inside, nor [`is_polytope`](Support::is_polytope).
///
/// # Errors
/// The first breach found, as a [`SupportFault`].
///
/// ```
/// use gjk::{Cuboid, SupportFault, SupportFn, Vec3, check_support, vec3};
///
/// let bubble = SupportFn::new(|dir: Vec3<f64>| dir * 2.0); // a ball, if directions were unit vectors
/// assert!(matches!(check_support(&bubble), Err(SupportFault::DependsOnLength(_))));
/// assert_eq!(check_support(&Cuboid::new(vec3(1.0, 2.0, 3.0))?), Ok(()));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn check_support<T: Support + ?Sized>(body: &T) -> Result<(), SupportFault<T::Vector>> {
    let (check, mut last) = (Check::new(body)?, Hint::default());
    check.samples.iter().try_for_each(|&(dir, point)| check.length(dir, point))?;
    check.samples.iter().try_for_each(|&(_, point)| check.inside(point, SupportFault::NotFarthest))?;
    check.samples.iter().zip(1..).try_for_each(|(&sample, number)| check.hints(sample, number, &mut last))?;
    check.samples.iter().try_for_each(|&(dir, point)| check.form(dir, point))
}

/// The largest number of directions: 5³ grid points of a cube without the 3³ inside it.
const DIRECTIONS: usize = 98;

/// A short direction is 2^SHORT_BITS times as short: as those that queries pass in `f32`. The long one of each scalar
/// is [`Scalar::WORKING_LIMIT`] times as long.
const SHORT_BITS: u32 = 20;

/// A body and what its support function returns.
struct Check<'b, T: Support + ?Sized> {
    body: &'b T,
    /// Directions, each with the point that `support` returns for it.
    samples: Vec<(T::Vector, T::Vector), DIRECTIONS>,
    /// Scales products, so that those of tiny bodies keep their digits.
    zoom: <ScalarOf<T> as Scalar>::Zoom,
    /// Products that differ by at most this times the largest component of the direction may differ by rounding alone.
    slack: ScalarOf<T>,
}

impl<'b, V: Vector, T: Support<Vector = V> + ?Sized> Check<'b, T> {
    /// Half the width of the grid that directions lead to. It is a constant, so that the compiler can drop the check
    /// for a division by zero.
    const HALF: i32 = if V::DIM == 2 { 8 } else { 2 };
    const WIDTH: i32 = 2 * Self::HALF + 1;

    /// The directions of a check, normalized as those of queries are: to the points of a grid on the surface of a cube,
    /// which include the axes and the diagonals, or of a finer grid on the outline of a square.
    fn directions() -> impl Iterator<Item = V> {
        let grid = (0..Self::WIDTH.pow(V::DIM as u32)).map(|mut number| {
            V::from_axes(|_| {
                let place = number % Self::WIDTH;
                number /= Self::WIDTH;
                whole(place - Self::HALF)
            })
        });
        grid.filter(|dir| dir.max_abs() == whole(Self::HALF)).map(V::direction)
    }

    fn new(body: &'b T) -> Result<Self, SupportFault<V>> {
        let margin = error::size(body.margin()).map_err(|_| SupportFault::Margin)?;
        if !body.center().is_within(V::Scalar::SUPPORT_LIMIT) {
            return Err(SupportFault::Center);
        }
        let position = body.form().pose.map_or(V::ZERO, |pose| pose.position);
        let (mut samples, mut size) = (Vec::new(), margin.max(position.max_abs()));
        for dir in Self::directions() {
            let point = in_range(dir, body.support(dir))?;
            size = size.max(point.max_abs());
            // There is room for all directions.
            let _ = samples.push((dir, point));
        }
        let zoom = if is_tiny(size) { V::Scalar::zoom_for(size) } else { V::Scalar::NO_ZOOM };
        let slack = steps(16 * ROUNDING_STEPS, step_at(size).max(V::Scalar::LEAST));
        Ok(Self { body, samples, zoom, slack })
    }

    /// How far a point lies along a direction.
    fn reach(&self, dir: V, point: V) -> AreaOf<V> {
        dir.zoom(self.zoom).dot(point)
    }

    /// Is one reach larger than another, by more than rounding? True where one is NaN.
    fn exceeds(&self, dir: V, one: AreaOf<V>, other: AreaOf<V>) -> bool {
        let is_explained = one - other <= dir.zoom(self.zoom).max_abs().times(self.slack);
        !is_explained
    }

    fn differ(&self, dir: V, one: AreaOf<V>, other: AreaOf<V>) -> bool {
        self.exceeds(dir, one, other) || self.exceeds(dir, other, one)
    }

    /// Checks that a point lies no farther than the support point along any direction; fails with the first direction
    /// along which it does.
    fn inside(&self, point: V, fault: impl Fn(V) -> SupportFault<V>) -> Result<(), SupportFault<V>> {
        let is_outside = |&(dir, top): &(V, V)| self.exceeds(dir, self.reach(dir, point), self.reach(dir, top));
        self.samples.iter().find(|sample| is_outside(sample)).map_or(Ok(()), |&(dir, _)| Err(fault(dir)))
    }

    fn length(&self, dir: V, point: V) -> Result<(), SupportFault<V>> {
        // In fixed point a direction has only a few digits more than a point, and each halving costs one, so it is
        // halved only once.
        let short = V::ZERO.blend([dir], [V::Scalar::halved(if V::Scalar::IS_FLOAT { SHORT_BITS } else { 1 })]);
        let found = in_range(dir, self.body.support(short))?;
        let mut depends = self.differ(short, self.reach(short, found), self.reach(short, point));
        if V::Scalar::IS_FLOAT {
            let one = V::Scalar::ONE;
            let least = one.scaled(one.fraction(V::Scalar::WORKING_LIMIT));
            let found = in_range(dir, self.body.support(dir.zoom(V::Scalar::zoom_for(least))))?;
            // Along the long direction products of tiny bodies, which are scaled, might overflow.
            depends |= self.differ(dir, self.reach(dir, found), self.reach(dir, point));
        }
        if depends { Err(SupportFault::DependsOnLength(dir)) } else { Ok(()) }
    }

    /// Checks `support_from` and `vertex` with the last hint that `support_from` left and with arbitrary hints.
    fn hints(&self, (dir, point): (V, V), number: u32, last: &mut Hint) -> Result<(), SupportFault<V>> {
        // Multiples of 2^32 over the golden ratio are spread evenly over all values.
        let mixed = number.wrapping_mul(0x9e37_79b9);
        for hint in [*last, Hint::default(), Hint::new(number), Hint::new(mixed), Hint::new(u32::MAX)] {
            self.vertex(dir, hint)?;
            *last = hint;
            let found = in_range(dir, self.body.support_from(dir, last))?;
            self.inside(found, |dir| SupportFault::HintMatters(dir, hint))?;
            if self.exceeds(dir, self.reach(dir, point), self.reach(dir, found)) {
                return Err(SupportFault::HintMatters(dir, hint));
            }
            let is_found = |vertex| displacement(vertex, found).is_within(self.slack);
            if !self.vertex(dir, *last)?.is_none_or(is_found) {
                return Err(SupportFault::NotTheVertex(dir, *last));
            }
        }
        Ok(())
    }

    /// The vertex of a hint, checked to be a point of the body.
    fn vertex(&self, dir: V, hint: Hint) -> Result<Option<V>, SupportFault<V>> {
        let Some(vertex) = self.body.vertex(hint) else { return Ok(None) };
        self.inside(in_range(dir, vertex)?, |dir| SupportFault::VertexOutside(dir, hint))?;
        Ok(Some(vertex))
    }

    fn form(&self, dir: V, point: V) -> Result<(), SupportFault<V>> {
        let form = self.body.form();
        let Pose { rotation, position } = form.pose.unwrap_or_default();
        let local = V::turn_back(&rotation.rows, dir);
        let fault = SupportFault::FormDisagrees(dir);
        let reach = match form.core {
            Core::Other => return Ok(()),
            Core::Mesh(mesh) => mesh.reach(local.zoom(self.zoom), Hint::default()).0 + self.reach(dir, position),
            Core::Box(half) => self.reach(dir, form.place(half.with_signs_of(local))),
            Core::Cylinder { .. } | Core::Cone { .. } => {
                self.reach(dir, form.place(farthest_of_revolved(form.core, local).ok_or(fault)?))
            }
            Core::Ellipsoid(radii) => {
                let core = NEllipsoid::new(radii).map_err(|_| fault)?;
                self.reach(dir, form.place(core.support(local)))
            }
            Core::Point(_) | Core::Segment(..) | Core::Polygon(_) => {
                let reaches = (0..).map_while(|number| Some(self.reach(dir, form.corner(number)?)));
                reaches.reduce(Area::max).ok_or(fault)?
            }
        };
        if self.differ(dir, reach, self.reach(dir, point)) { Err(fault) } else { Ok(()) }
    }
}

/// Checks that the coordinates of a point that was found for `dir` are within the range of legal bodies.
fn in_range<V: Vector>(dir: V, point: V) -> Result<V, SupportFault<V>> {
    if point.is_within(V::Scalar::SUPPORT_LIMIT) { Ok(point) } else { Err(SupportFault::OutOfRange(dir)) }
}

/// A small whole number as a component of a direction; in fixed point that many steps, because the length of a
/// direction has no meaning.
fn whole<S: Scalar>(number: i32) -> S {
    let one = if S::IS_FLOAT { S::ONE } else { S::STEP };
    (0..number.unsigned_abs()).fold(S::NIL, |sum, _| sum + one).negated_if(number < 0)
}

by_dimension! {
    fn farthest_of_revolved['a](core: Core<'a, V>, dir: V) -> Option<V> = revolved_in_plane, revolved_in_space
}

/// There are no bodies of revolution in the plane.
fn revolved_in_plane<S: Scalar>(_: Core<'_, Vec2<S>>, _: Vec2<S>) -> Option<Vec2<S>> {
    None
}

fn revolved_in_space<S: Scalar>(core: Core<'_, Vec3<S>>, dir: Vec3<S>) -> Option<Vec3<S>> {
    match core {
        Core::Cylinder { half_height, radius } => Some(Cylinder::new(half_height, radius).ok()?.support(dir)),
        Core::Cone { half_height, radius } => Some(Cone::new(half_height, radius).ok()?.support(dir)),
        _ => None,
    }
}
