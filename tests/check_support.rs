//! `check_support`: every shape of the crate, and every body composed of such shapes, passes; each breach of the
//! contract is found on a body that commits it.

use crate::common::number::{Number, P, Space, scale};
use crate::common::scene::{Rng, pose, times};
use core::f64::consts::TAU;
use fixed::types::{I16F16, I32F32};
use gjk::{
    Affine, Capsule, Cone, ConvexHull, Cylinder, Form, Hint, HullOfTwo, MinkowskiSum, NBall, NCuboid, NEllipsoid,
    Point, Polygon, PolygonBuilder, PolyhedronBuilder, Posed, Rounded, Scalar, ScalarOf, Segment, Support,
    SupportFault, SupportFn, Transformed, Triangle, Vec2, Vec3, Vector, check_support, vec3,
};

/// The seeds of the bodies drawn for each scalar and dimension, unless `QUICKCHECK_TESTS` gives another number of them.
fn seeds() -> core::ops::Range<u64> {
    0..std::env::var("QUICKCHECK_TESTS").map_or_else(|_| times(4), |count| count.parse().expect("a number"))
}

/// Sizes of floats go from 2^−60 to 2^60, the limit of `f32`.
const EXPONENT: f64 = 60.0;

claims! {
    every_shape_passes,
    every_body_made_of_others_passes,
    sums_of_sums_pass,
    every_breach_is_found,
    forms_of_other_shapes_are_found,
    only_breaches_beyond_rounding_are_found,
}

/// A body of any type. Bodies are leaked: a test draws a few thousand.
type Any<V> = &'static dyn Support<Vector = V>;

fn any<V: Vector>(body: impl Support<Vector = V> + 'static) -> Any<V> {
    Box::leak(Box::new(body))
}

/// The shapes and maps that differ between the plane and space.
trait Shapes: Space {
    /// A shape that only this dimension has, with coordinates up to a size.
    fn own_shape(rng: &mut Rng, size: f64) -> Any<Self>;

    /// An affine map from its rows.
    fn affine(rows: [P; 3], translation: P) -> Affine<Self>;
}

impl<S: Number> Shapes for Vec2<S> {
    fn own_shape(rng: &mut Rng, size: f64) -> Any<Self> {
        let count = 3 + rng.below(30);
        let (start, width, height) = (rng.uniform(0.0, TAU), size, size * rng.log_uniform(0.01, 1.0));
        let corner = |i: usize| {
            let (sin, cos) = (start + TAU * i as f64 / count as f64).sin_cos();
            Self::of([width * cos, height * sin, 0.0])
        };
        let corners: &[_] = (0..count).map(corner).collect::<Vec<_>>().leak();
        let builder = Box::leak(Box::new(PolygonBuilder::<S, 40, 40>::new()));
        match Polygon::new(corners) {
            Ok(polygon) if rng.percent(50) => any(polygon),
            _ => any(builder.build(corners).expect("there is room")),
        }
    }

    fn affine([x, y, _]: [P; 3], translation: P) -> Affine<Self> {
        Affine::new([Self::of(x), Self::of(y)], Self::of(translation)).expect("in range")
    }
}

impl<S: Number> Shapes for Vec3<S> {
    fn own_shape(rng: &mut Rng, size: f64) -> Any<Self> {
        let [half_height, radius] = [(); 2].map(|()| S::of(size * rng.log_uniform(0.01, 1.0)));
        match rng.below(4) {
            0 => any(Cylinder::new(half_height, radius).expect("sizes")),
            1 => any(Cone::new(half_height, radius).expect("sizes")),
            kind => {
                let is_round = kind == 2;
                let count = [1, 2, 4, 12, 60][rng.below(5)];
                let point = |rng: &mut Rng| {
                    if is_round { scale(rng.direction(3), size) } else { rng.point(size, 3) }
                };
                let cloud: Vec<_> = (0..count).map(|_| Self::of(point(rng))).collect();
                let builder = Box::leak(Box::new(PolyhedronBuilder::<S, 60, 60>::new()));
                any(builder.build(&cloud).expect("there is room"))
            }
        }
    }

    fn affine(rows: [P; 3], translation: P) -> Affine<Self> {
        Affine::new(rows.map(Self::of), Self::of(translation)).expect("in range")
    }
}

/// A size of bodies: anything in range for floats; in fixed point bodies composed of others need some room.
fn size<S: Number>(rng: &mut Rng) -> f64 {
    if S::is_float() { rng.uniform(-EXPONENT, EXPONENT).exp2() } else { rng.log_uniform(0.01, S::LIMIT.value() / 16.0) }
}

/// A shape with coordinates up to a size.
fn shape<V: Shapes>(rng: &mut Rng, size: f64) -> Any<V> {
    let dimension = V::DIMENSION;
    let length = |rng: &mut Rng| if rng.percent(10) { 0.0 } else { size * rng.log_uniform(0.001, 1.0) };
    let radius = V::Scalar::of(length(rng));
    let sizes = V::from_axes(|_| V::Scalar::of(length(rng)));
    let mut point = || V::of(rng.point(size, dimension));
    let [a, b, c] = [point(), point(), point()];
    match rng.below(10) {
        0 => any(NBall::new(radius).expect("a size")),
        1 => any(Capsule::new(a, b, radius).expect("in range")),
        2 => any(NCuboid::new(sizes).expect("sizes")),
        3 => any(NEllipsoid::new(sizes).expect("sizes")),
        4 => any(Point::new(a).expect("in range")),
        5 => any(Segment::new(a, b).expect("in range")),
        6 => any(Triangle::new(a, b, c).expect("in range")),
        7 => {
            let count = 1 + rng.below(50);
            let points: Vec<_> = (0..count).map(|_| V::of(rng.point(size, dimension))).collect();
            any(ConvexHull::new(points.leak()).expect("points"))
        }
        8 => any(SupportFn::new(move |dir: V| dir.with_length(radius) + a)),
        _ => V::own_shape(rng, size),
    }
}

/// A body composed of others, nested in the given number of levels.
fn body<V: Shapes>(rng: &mut Rng, size: f64, levels: u32) -> Any<V> {
    let Some(below) = levels.checked_sub(1) else { return shape(rng, size) };
    let part = body::<V>(rng, size, below);
    let position = if rng.percent(20) { [0.0; 3] } else { rng.point(size, V::DIMENSION) };
    match rng.below(5) {
        0 => any(Posed::new(part, pose(V::rotation(rng.quaternion(V::DIMENSION)), position))),
        1 => any(Rounded::new(part, V::Scalar::of(size * rng.uniform(0.0, 0.25))).expect("a size")),
        2 => {
            // In fixed point a map magnifies the rounding of a part.
            let most = if V::Scalar::is_float() { rng.log_uniform(0.01, 2.0) } else { 0.5 };
            let rows = [(); 3].map(|()| rng.point(most, V::DIMENSION));
            any(Transformed::new(part, V::affine(rows, position)))
        }
        3 => any(MinkowskiSum::new(part, shape::<V>(rng, size))),
        _ => any(HullOfTwo::new(part, shape::<V>(rng, size))),
    }
}

fn every_shape_passes<V: Shapes>() {
    for seed in seeds() {
        let rng = &mut Rng::new(seed);
        let size = size::<V::Scalar>(rng);
        assert_eq!(check_support(shape::<V>(rng, size)), Ok(()), "{seed}, of size {size:e}");
    }
}

fn every_body_made_of_others_passes<V: Shapes>() {
    for seed in seeds() {
        let rng = &mut Rng::new(seed);
        let size = size::<V::Scalar>(rng);
        let levels = 1 + rng.below(3) as u32;
        let body = body::<V>(rng, size, levels);
        assert_eq!(check_support(body), Ok(()), "{seed}, of size {size:e}, {levels} levels");
    }
}

/// A hint has no room for the hints of three shapes, and sums of three shapes must pass all the same.
fn sums_of_sums_pass<V: Shapes>() {
    let to = |point: P| Segment::new(V::of([0.0; 3]), V::of(point)).expect("in range");
    let cuboid = NCuboid::new(V::of([1.0; 3])).expect("sizes");
    let sum = MinkowskiSum::new(MinkowskiSum::new(cuboid, to([1.0, 0.5, 0.25])), to([2.0, 0.5, 0.25]));
    assert_eq!(check_support(&sum), Ok(()));
    assert_eq!(check_support(&MinkowskiSum::new(cuboid, sum)), Ok(()));
}

/// The falsehood that a box tells `check_support`.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    /// The box keeps the contract.
    Nothing,
    /// The center lies outside the box, which is allowed.
    Center,
    CenterOutOfRange,
    NegativeMargin,
    MarginOutOfRange,
    SupportOutOfRange,
    SupportFromOutOfRange,
    VertexOutOfRange,
    /// The support point is the opposite corner for directions shorter than those that a check uses.
    Length,
    /// The support point is the opposite corner for directions with x and y positive.
    Corner,
    /// `support_from` returns the opposite corner for a hint that is the index of no corner.
    WildHint,
    /// `support_from` returns the opposite corner for the hint of the last corner.
    LastHint,
    /// `support_from` returns the opposite corner for the initial hint.
    FirstHint,
    /// `support_from` returns a point twice as far as the corner for one hint.
    HintBeyond,
    /// `vertex` returns a point twice as far as the corner for a hint that is the index of no corner.
    WildVertex,
    /// `vertex` returns the opposite corner.
    OtherVertex,
    /// `form` returns the form of another shape.
    Form,
}

/// A box that lies.
struct Liar<'f, V> {
    cuboid: NCuboid<V>,
    lie: Lie,
    /// A number that is out of range.
    wrong: V,
    form: &'f dyn Support<Vector = V>,
}

impl<V: Space> Liar<'_, V> {
    /// The number of corners: hints that a box leaves are smaller.
    const CORNERS: u32 = 1 << V::DIMENSION;
}

impl<V: Space> Support for Liar<'_, V> {
    type Vector = V;

    fn support(&self, dir: V) -> V {
        let corner = self.cuboid.support(dir);
        let [x, y, _] = dir.value();
        // The least value allowed for the largest component of a direction: one for floats, 2^28 or 2^60 steps in fixed
        // point.
        let bits = 8.0 * size_of::<V::Scalar>() as f64 - 4.0;
        let least = if V::Scalar::is_float() { 1.0 } else { V::Scalar::ABSOLUTE_STEP * bits.exp2() };
        let is_wrong = match self.lie {
            Lie::SupportOutOfRange if x > 0.0 && y < 0.0 => return self.wrong,
            Lie::Length => dir.max_abs().value() < least,
            Lie::Corner => x > 0.0 && y > 0.0,
            _ => false,
        };
        if is_wrong { -corner } else { corner }
    }

    fn margin(&self) -> ScalarOf<Self> {
        match self.lie {
            Lie::NegativeMargin => -V::Scalar::LEAST,
            Lie::MarginOutOfRange => self.wrong.max_abs(),
            _ => V::Scalar::NIL,
        }
    }

    fn center(&self) -> V {
        match self.lie {
            Lie::Center => self.cuboid.half_extents() + self.cuboid.half_extents(),
            Lie::CenterOutOfRange => self.wrong,
            _ => V::ZERO,
        }
    }

    fn is_polytope(&self) -> bool {
        true
    }

    fn support_from(&self, dir: V, hint: &mut Hint) -> V {
        let before = hint.number();
        let corner = self.cuboid.support_from(dir, hint);
        match self.lie {
            Lie::SupportFromOutOfRange if hint.number() == 1 => self.wrong,
            Lie::WildHint if before >= Self::CORNERS => -corner,
            Lie::LastHint if before == Self::CORNERS - 1 => -corner,
            Lie::FirstHint if before == 0 => -corner,
            Lie::HintBeyond if before == 1 => corner + corner,
            _ => self.support(dir),
        }
    }

    fn vertex(&self, hint: Hint) -> Option<V> {
        let corner = self.cuboid.vertex(hint)?;
        match self.lie {
            Lie::VertexOutOfRange if hint.number() == 1 => Some(self.wrong),
            Lie::WildVertex if hint.number() >= Self::CORNERS => Some(corner + corner),
            Lie::OtherVertex => Some(-corner),
            // These are about other methods.
            Lie::Length | Lie::Corner | Lie::WildHint | Lie::LastHint | Lie::FirstHint => None,
            _ => Some(corner),
        }
    }

    fn form(&self) -> Form<'_, V> {
        if self.lie == Lie::Form { self.form.form() } else { Form::OTHER }
    }
}

/// Sizes of boxes that lie: all that floats have; in fixed point some.
fn sizes<S: Number>() -> impl Iterator<Item = f64> {
    let exponents = if S::is_float() { [-60, -30, 0, 30, 58] } else { [-4, -1, 0, 2, 6] };
    exponents.into_iter().map(|exponent| f64::from(exponent).exp2())
}

fn every_breach_is_found<V: Shapes>() {
    for size in sizes::<V::Scalar>() {
        let cuboid = NCuboid::new(V::of(scale([1.0, 0.5, 0.75], size))).expect("sizes");
        let mut wrongs = vec![V::from_axes(|_| V::Scalar::MAX)];
        if V::Scalar::is_float() {
            wrongs.extend([f64::NAN, f64::INFINITY].map(|wrong| V::from_axes(|_| V::Scalar::of(wrong))));
        }
        for wrong in wrongs {
            let told = |lie: Lie| check_support(&Liar { cuboid, lie, wrong, form: &cuboid });
            let is_named = |lie: Lie, is_fault: fn(&SupportFault<V>) -> bool| {
                let told = told(lie);
                assert!(told.as_ref().is_err_and(is_fault), "{lie:?} of a box of size {size:e}: {told:?}");
            };
            for lie in [Lie::Nothing, Lie::Center, Lie::Form] {
                assert_eq!(told(lie), Ok(()), "{lie:?}");
            }
            is_named(Lie::CenterOutOfRange, |fault| matches!(fault, SupportFault::Center));
            for lie in [Lie::NegativeMargin, Lie::MarginOutOfRange] {
                is_named(lie, |fault| matches!(fault, SupportFault::Margin));
            }
            for lie in [Lie::SupportOutOfRange, Lie::SupportFromOutOfRange, Lie::VertexOutOfRange] {
                is_named(lie, |fault| matches!(fault, SupportFault::OutOfRange(_)));
            }
            is_named(Lie::Length, |fault| matches!(fault, SupportFault::DependsOnLength(_)));
            is_named(Lie::Corner, |fault| matches!(fault, SupportFault::NotFarthest(_)));
            for lie in [Lie::WildHint, Lie::LastHint, Lie::FirstHint, Lie::HintBeyond] {
                is_named(lie, |fault| matches!(fault, SupportFault::HintMatters(..)));
            }
            is_named(Lie::WildVertex, |fault| matches!(fault, SupportFault::VertexOutside(..)));
            is_named(Lie::OtherVertex, |fault| matches!(fault, SupportFault::NotTheVertex(..)));
        }
    }
}

/// A shape that a form names, and the same shape smaller and larger in turn.
fn forms_of_other_shapes_are_found<V: Shapes>() {
    for seed in seeds() {
        let rng = &mut Rng::new(seed);
        let size = size::<V::Scalar>(rng) / 4.0;
        // In fixed point the difference has to be more than a few steps.
        let size = if V::Scalar::is_float() { size } else { size.max(1.0) };
        let half = [(); 3].map(|()| size * rng.uniform(0.5, 1.0));
        let [least, most] = [0.9, 1.1].map(|factor| any(NCuboid::new(V::of(scale(half, factor))).expect("sizes")));
        let position = V::of(rng.point(size, V::DIMENSION));
        let place = pose(V::rotation(rng.quaternion(V::DIMENSION)), position.value());
        let wrong = V::ZERO;
        let cuboid = NCuboid::new(V::of(half)).expect("sizes");
        for form in [least, most, any(Posed::new(any(cuboid), place)), V::own_shape(rng, 2.5 * size)] {
            let told = check_support(&Liar { cuboid, lie: Lie::Form, wrong, form });
            assert!(matches!(told, Err(SupportFault::FormDisagrees(_))), "{seed}, of size {size:e}: {told:?}");
        }
    }
}

/// A box with a corner that is nearer by a number of steps for some directions.
fn only_breaches_beyond_rounding_are_found<V: Shapes>() {
    for size in sizes::<V::Scalar>() {
        let off = |steps: u32| {
            let cube = |half: f64| NCuboid::new(V::of([half; 3])).expect("sizes");
            let (long, short) = (cube(size), cube(size - V::Scalar::steps(steps, size)));
            let is_short = |dir: V| dir.value()[0] > 0.0 && dir.value()[1] > 0.0;
            check_support(&SupportFn::new(move |dir: V| if is_short(dir) { short } else { long }.support(dir)))
        };
        assert_eq!(off(2), Ok(()), "{size:e}");
        let told = off(512);
        assert!(matches!(told, Err(SupportFault::NotFarthest(_))), "{size:e}: {told:?}");
    }
}

/// Queries pass directions of any length in their range. A shape that raises them to powers overflows for long ones.
#[test]
fn a_shape_that_overflows_for_long_directions_is_found() {
    // A superellipsoid, whose radii stand in the way of its exponent.
    let (radii, exponent): ([f32; 3], f32) = ([500.0, 300.0, 150.0], 6.0);
    let naive = |dir: Vec3<f32>| {
        let [x, y, z] = [radii[0] * dir.x, radii[1] * dir.y, radii[2] * dir.z];
        let sum = [x, y, z].map(|part| part.abs().powf(exponent)).iter().sum::<f32>();
        let norm = sum.powf(1.0 - 1.0 / exponent);
        let coordinate = |radius: f32, part: f32| radius * part.abs().powf(exponent - 1.0).copysign(part) / norm;
        vec3(coordinate(radii[0], x), coordinate(radii[1], y), coordinate(radii[2], z))
    };
    assert!(check_support(&SupportFn::new(naive)).is_err());
    let scaled = |dir: Vec3<f32>| naive(dir / (500.0 * dir.abs().to_array().into_iter().fold(0.0, f32::max)));
    assert_eq!(check_support(&SupportFn::new(scaled)), Ok(()));
}
