//! Tests of the table: which shortcut answers which pair, and that its answer is that of the search. A shortcut that
//! fails to conclude only makes a query slower, so the tests count how often each one does.

use crate::body::combine::{Posed, Rounded};
use crate::body::form::Form;
use crate::body::ray::Ray;
use crate::body::shape::{
    Ball, Capsule, Circle, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Point, Polygon, Rectangle, Segment, Triangle,
};
use crate::body::support::Support;
use crate::kernel::observer::{Observer, Shortcut};
use crate::number::draw::Draw;
use crate::number::pose::Pose;
use crate::number::rotation::{Rotation2, Rotation3};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{Vec2, Vec3, Vector, as_direction, unit_length, vec2, vec3};
use crate::pair::place::{Placed, SameFrame};
use crate::pair::result::{Impact, Proximity, Status};
use crate::pair::warm::WarmStart;
use crate::query::Query;
use crate::shortcut::unposed::placed_cores;

/// A scalar that converts to and from `f64`.
trait Number: Scalar<Unit: Into<f64>> + Into<f64> {
    /// The rounding step of numbers of the size of these scenes, 16.
    const STEP_HERE: f64;

    fn of(value: f64) -> Self;
    fn unit_of(value: f64) -> Self::Unit;
}

impl Number for f32 {
    const STEP_HERE: f64 = 16.0 / (1_u64 << 23) as f64;

    fn of(value: f64) -> Self {
        value as f32
    }
    fn unit_of(value: f64) -> f32 {
        value as f32
    }
}

impl Number for f64 {
    const STEP_HERE: f64 = 16.0 * Self::EPSILON;

    fn of(value: f64) -> Self {
        value
    }
    fn unit_of(value: f64) -> Self {
        value
    }
}

#[cfg(feature = "fixed")]
impl Number for fixed::types::I16F16 {
    const STEP_HERE: f64 = 1.0 / (1_u64 << 16) as f64;

    fn of(value: f64) -> Self {
        Self::from_num(value)
    }
    fn unit_of(value: f64) -> fixed::types::I2F30 {
        fixed::types::I2F30::from_num(value)
    }
}

impl Draw {
    fn number<S: Number>(&mut self, most: f64) -> S {
        S::of(most * self.next())
    }
}

/// A vector of numbers, and where it may be drawn.
trait Space: Vector<Scalar: Number> {
    fn drawn(draw: &mut Draw, most: f64) -> Self;
    fn pose(draw: &mut Draw, most: f64) -> Pose<Self>;
}

impl<S: Number> Space for Vec2<S> {
    fn drawn(draw: &mut Draw, most: f64) -> Self {
        vec2(draw.number(most), draw.number(most))
    }

    fn pose(draw: &mut Draw, most: f64) -> Pose<Self> {
        let [cos, sin] = [0; 2].map(|_| S::unit_of(draw.next()));
        Pose::new(Rotation2::from_cos_sin(cos, sin).expect("not zero"), Self::drawn(draw, most)).expect("in range")
    }
}

impl<S: Number> Space for Vec3<S> {
    fn drawn(draw: &mut Draw, most: f64) -> Self {
        vec3(draw.number(most), draw.number(most), draw.number(most))
    }

    fn pose(draw: &mut Draw, most: f64) -> Pose<Self> {
        let [x, y, z, w] = [0; 4].map(|_| S::unit_of(draw.next()));
        Pose::new(Rotation3::from_quaternion(x, y, z, w).expect("not zero"), Self::drawn(draw, most)).expect("in range")
    }
}

/// The kind of core that a body has.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Point,
    Segment,
    Box,
    /// A polygon of so many corners.
    Outline(usize),
    /// A cylinder or a cone.
    Round,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Question {
    Touch,
    Distance,
    Depth,
    Proximity,
}

const QUESTIONS: [Question; 4] = [Question::Touch, Question::Distance, Question::Depth, Question::Proximity];
const SHORTCUTS: [Shortcut; 5] =
    [Shortcut::Points, Shortcut::SeparatingAxes, Shortcut::Calipers, Shortcut::PolygonEdges, Shortcut::Alternation];

/// The shortcut that the table has for a pair, given whether the cores are apart, and whether there are margins.
fn expected<V: Vector>(question: Question, kinds: [Kind; 2], are_apart: bool, has_margin: bool) -> Option<Shortcut> {
    let is_float = V::Scalar::IS_FLOAT;
    let [is_point, is_thin, is_box, is_outline] = [
        |kind| kind == Kind::Point,
        |kind| matches!(kind, Kind::Point | Kind::Segment),
        |kind| kind == Kind::Box,
        |kind| V::DIM == 2 && matches!(kind, Kind::Segment | Kind::Box | Kind::Outline(_)),
    ];
    let [has_formula, alternates]: [fn(Kind) -> bool; 2] =
        [|kind| kind != Kind::Other, |kind| !matches!(kind, Kind::Other | Kind::Outline(5..))];
    let has_point = kinds.into_iter().any(is_point);
    if kinds.into_iter().all(is_thin) || has_point && kinds.into_iter().any(is_box) {
        return (question != Question::Touch || is_float || has_point).then_some(Shortcut::Points);
    }
    if has_point && kinds.into_iter().all(has_formula) {
        let is_inside = !are_apart && is_float && kinds.into_iter().any(is_outline);
        let turns = question == Question::Touch && is_float && kinds.into_iter().all(alternates);
        let is_known = match question {
            // Squares do not tell how deep a point is in a core.
            Question::Touch => are_apart || has_margin,
            Question::Distance => are_apart,
            Question::Depth | Question::Proximity => are_apart || is_inside,
        };
        if is_known {
            return Some(Shortcut::Points);
        }
        let is_edge = question == Question::Depth && V::DIM == 2;
        return if turns { Some(Shortcut::Alternation) } else { is_edge.then_some(Shortcut::PolygonEdges) };
    }
    let are_boxes = kinds.into_iter().all(is_box);
    let has_calipers = is_float && kinds.into_iter().all(is_outline) && !are_boxes && are_apart;
    let has_turns = kinds.into_iter().all(alternates) && are_apart;
    match question {
        Question::Touch if are_boxes => Some(Shortcut::SeparatingAxes),
        Question::Touch => (is_float && kinds.into_iter().all(alternates)).then_some(Shortcut::Alternation),
        Question::Depth | Question::Proximity if are_boxes && !are_apart => Some(Shortcut::SeparatingAxes),
        Question::Depth if are_boxes => Some(Shortcut::SeparatingAxes),
        Question::Depth if has_margin && has_calipers => Some(Shortcut::Calipers),
        Question::Depth => kinds.into_iter().all(is_outline).then_some(Shortcut::PolygonEdges),
        _ if has_calipers => Some(Shortcut::Calipers),
        Question::Distance => (has_turns && (is_float || are_boxes)).then_some(Shortcut::Alternation),
        Question::Proximity => (has_turns && is_float).then_some(Shortcut::Alternation),
    }
}

/// Remembers the shortcut that answered.
#[derive(Default)]
struct Seen(Option<Shortcut>);

impl<V: Vector> Observer<V> for Seen {
    fn shortcut(&mut self, shortcut: Shortcut) {
        self.0 = Some(shortcut);
    }
}

/// How often a shortcut might have answered, and how often it did, by question and shortcut.
#[derive(Default)]
struct Tally([[(u32, u32); SHORTCUTS.len()]; QUESTIONS.len()]);

impl Tally {
    fn count(&mut self, question: Question, (expected, is_sure): (Option<Shortcut>, bool), seen: &Seen) {
        // Where a closed form leaves a doubt, another shortcut may still tell.
        let is_other = seen.0.is_some() && seen.0 != expected;
        assert!(!is_other || expected == Some(Shortcut::Points), "{:?} instead of {expected:?}", seen.0);
        let row = QUESTIONS.iter().position(|other| *other == question).expect("it is listed");
        if is_sure && let Some(column) = SHORTCUTS.iter().position(|other| Some(*other) == expected) {
            let (chances, answers) = &mut self.0[row][column];
            (*chances, *answers) = (*chances + 1, *answers + u32::from(!is_other && seen.0.is_some()));
        }
    }
}

impl Tally {
    /// Nearly all that might be answered by a shortcut was; by edges and alternating projections at least the given
    /// shares, in percent.
    fn close<V: Vector>(self, [edges, alternation]: [u32; 2]) {
        for (question, row) in QUESTIONS.iter().zip(self.0) {
            for (shortcut, (chances, answers)) in SHORTCUTS.iter().zip(row) {
                let least = match shortcut {
                    Shortcut::PolygonEdges => edges,
                    Shortcut::Alternation => alternation,
                    _ => 98,
                };
                assert!(
                    100 * (answers + 1) >= least * chances,
                    "{question:?} by {shortcut:?}: {answers} of {chances} in {}",
                    core::any::type_name::<V>()
                );
            }
        }
    }
}

fn signed_of<V: Vector>(found: &Proximity<V>) -> V::Scalar {
    match found {
        Proximity::Separated(apart) => apart.distance,
        Proximity::Overlapping(overlap) => -overlap.depth,
    }
}

/// How far apart two computations may be. A rotation rounds, and so do both; the bounds of curved bodies meet to a
/// tolerance.
fn close<S: Number>() -> f64 {
    64.0 * S::STEP_HERE + 32.0 * S::CURVED_TOLERANCE.into()
}

fn length<V: Vector<Scalar: Number>>(vector: V) -> f64 {
    vector.length().into()
}

/// Asks all questions about a pair of bodies. Where rounding may not decide, the answers are those of the search, the
/// witness points are points of the bodies, and the shortcuts are those of the table.
fn ask<V: Space, A: Support<Vector = V> + ?Sized, B: Support<Vector = V> + ?Sized, P: Placed<V>>(
    (kind_a, a): (Kind, &A),
    (kind_b, b): (Kind, &B),
    query: impl Fn() -> Query<'static, V, P>,
    [pose_a, pose_b]: [Pose<V>; 2],
    tally: &mut Tally,
) {
    let close = close::<V::Scalar>();
    let found = query().search_only().proximity(a, b);
    let margins: f64 = a.margin().into() + b.margin().into();
    let signed: f64 = signed_of(&found).into();
    if signed.abs() <= close || (signed + margins).abs() <= close {
        return;
    }
    let (is_apart, are_apart) = (signed > 0.0, signed + margins > 0.0);
    let check_points = |on_a: V, on_b: V, normal: V::UnitVector, apart: V::Scalar| {
        // The normal of curved bodies is that of the best plane, not that of the points; in fixed point by much.
        let lean = if V::Scalar::IS_FLOAT { 8.0 * V::Scalar::CURVED_ANGLE.into() } else { 8.0 * close };
        assert!(
            length(on_b - on_a - V::ZERO.advance(apart, normal)) <= close + lean,
            "{on_a:?} {on_b:?} {normal:?} {apart:?}"
        );
        let at = |point| Point::new(point).expect("in range");
        let beside_a = Query::new().poses(pose_a, Pose::IDENTITY).search_only().distance(a, &at(on_a));
        let beside_b = Query::new().poses(pose_b, Pose::IDENTITY).search_only().distance(b, &at(on_b));
        let beside = [beside_a, beside_b].map(|beside| -> f64 { beside.distance.into() });
        assert!(beside.iter().all(|&beside| beside <= close), "{on_a:?} {on_b:?} are {beside:?} beside the bodies");
    };
    for question in QUESTIONS {
        let mut seen = Seen::default();
        let mut query = query().observer(&mut seen);
        let answer = match question {
            Question::Touch => {
                assert_eq!(query.intersects(a, b), !is_apart);
                signed
            }
            Question::Distance => {
                let gap = query.distance(a, b);
                let (distance, lower): (f64, f64) = (gap.distance.into(), gap.lower_bound.into());
                assert!(lower <= distance && distance - lower <= close, "{gap:?}");
                check_points(gap.on_a, gap.on_b, gap.normal, gap.distance);
                if is_apart { distance } else { signed - distance }
            }
            Question::Depth => match query.penetration(a, b) {
                Some(overlap) => {
                    let bounds: [f64; 2] = [overlap.lower_bound.into(), overlap.upper_bound.into()];
                    assert!(-close <= bounds[1] - bounds[0], "{overlap:?}");
                    if overlap.status == Status::Converged {
                        assert!(bounds[1] - bounds[0] <= close, "{overlap:?}");
                        check_points(overlap.on_a, overlap.on_b, overlap.normal, -overlap.depth);
                    }
                    -overlap.depth.into()
                }
                None => signed.max(0.0),
            },
            Question::Proximity => signed_of(&query.proximity(a, b)).into(),
        };
        assert!((answer - signed).abs() <= close, "{answer} instead of {signed}: {pose_a:?} {pose_b:?}");
        let expected = expected::<V>(question, [kind_a, kind_b], are_apart, margins > 0.0);
        // Axes do not tell how far boxes are apart that are nearest at corners or edges.
        let is_sure = expected != Some(Shortcut::SeparatingAxes) || !are_apart || margins == 0.0;
        tally.count(question, (expected, is_sure), &seen);
    }
}

type Bodies<'b, V> = &'b [(Kind, &'b dyn Support<Vector = V>)];

/// [`ask`] for each pair of bodies, at drawn poses.
fn ask_all<V: Space>(bodies: Bodies<'_, V>, (poses, reach): (usize, f64), least: [u32; 2]) {
    let (mut tally, draw) = (Tally::default(), &mut Draw(7));
    for &a in bodies {
        for &b in bodies {
            for _ in 0..poses {
                let [pose_a, pose_b] = [0; 2].map(|_| V::pose(draw, reach));
                ask(a, b, || Query::new().poses(pose_a, pose_b), [pose_a, pose_b], &mut tally);
            }
        }
    }
    tally.close::<V>(least);
}

/// [`ask`] for a pair of known types, at drawn poses of the query, and in one frame with drawn poses of the bodies.
fn ask_typed<V: Space, A: Support<Vector = V> + Copy, B: Support<Vector = V> + Copy>(
    (kind_a, a): (Kind, A),
    (kind_b, b): (Kind, B),
    tally: &mut Tally,
) {
    let draw = &mut Draw(17);
    for _ in 0..24 {
        let [pose_a, pose_b] = [0; 2].map(|_| V::pose(draw, 2.0));
        ask((kind_a, &a), (kind_b, &b), || Query::new().poses(pose_a, pose_b), [pose_a, pose_b], tally);
        let (posed_a, posed_b) = (Posed::new(a, pose_a), Posed::new(b, pose_b));
        ask((kind_a, &posed_a), (kind_b, &posed_b), Query::new, [Pose::IDENTITY; 2], tally);
    }
}

/// Calls `ask` with bodies of all kinds in space.
fn with_spatial<S: Number, T>(ask: impl FnOnce(Bodies<'_, Vec3<S>>) -> T) -> T {
    let of = S::of;
    let size = |x, y, z| vec3(of(x), of(y), of(z));
    let ball = Ball::new(of(1.0)).expect("a size");
    let point = Point::new(size(0.5, -0.25, 1.0)).expect("in range");
    let capsule = Capsule::new(size(-1.0, 0.5, 0.0), size(1.0, 0.0, 1.5), of(0.5)).expect("sizes");
    let segment = Segment::new(size(0.0, -2.0, 1.0), size(1.0, 1.0, 0.0)).expect("in range");
    let cuboid = Cuboid::new(size(1.0, 2.0, 1.5)).expect("sizes");
    let cushion = Rounded::new(Cuboid::new(size(1.5, 0.5, 1.0)).expect("sizes"), of(0.5)).expect("a size");
    let cylinder = Cylinder::new(of(1.5), of(1.0)).expect("sizes");
    let rounded = Rounded::new(Cone::new(of(1.0), of(1.5)).expect("sizes"), of(0.25)).expect("a size");
    let cone = Cone::new(of(1.0), of(1.25)).expect("sizes");
    let ellipsoid = Ellipsoid::new(size(1.0, 1.5, 2.0)).expect("sizes");
    ask(&[
        (Kind::Point, &ball),
        (Kind::Point, &point),
        (Kind::Segment, &capsule),
        (Kind::Segment, &segment),
        (Kind::Box, &cuboid),
        (Kind::Box, &cushion),
        (Kind::Round, &cylinder),
        (Kind::Round, &rounded),
        (Kind::Round, &cone),
        (Kind::Other, &ellipsoid),
    ])
}

/// The corners of a polygon that is nearly round, counter-clockwise, with its heights times a factor.
fn sixteen_corners<S: Number>(flat: f64) -> [Vec2<S>; 16] {
    let quarter = [(2.0, 0.0), (1.75, 0.875), (1.25, 1.5), (0.75, 1.75)];
    core::array::from_fn(|number| {
        let (x, y) = quarter[number % 4];
        let (x, y) = [(x, y), (-y, x), (-x, -y), (y, -x)][number / 4];
        vec2(S::of(x), S::of(flat * y))
    })
}

/// Calls `ask` with bodies of all kinds in the plane.
fn with_planar<S: Number, T>(ask: impl FnOnce(Bodies<'_, Vec2<S>>) -> T) -> T {
    let of = S::of;
    let at = |(x, y)| vec2(of(x), of(y));
    let circle = Circle::new(of(1.0)).expect("a size");
    let point = Point::new(at((0.5, -0.25))).expect("in range");
    let capsule = Capsule::new(at((-1.0, 0.5)), at((1.0, 0.0)), of(0.5)).expect("sizes");
    let segment = Segment::new(at((0.0, -2.0)), at((1.0, 1.0))).expect("in range");
    let rectangle = Rectangle::new(at((1.0, 2.0))).expect("sizes");
    let corners = [(-1.0, -1.0), (1.5, -0.5), (0.0, 1.5)].map(at);
    let triangle = Rounded::new(Polygon::new(&corners).expect("convex"), of(0.25)).expect("a size");
    let corners = [(-2.0, 0.0), (-1.0, -1.5), (1.0, -1.5), (2.0, 0.0), (0.0, 1.5)].map(at);
    let five = Polygon::new(&corners).expect("convex");
    let corners = sixteen_corners(1.0);
    let sixteen = Polygon::new(&corners).expect("convex");
    ask(&[
        (Kind::Point, &circle),
        (Kind::Point, &point),
        (Kind::Segment, &capsule),
        (Kind::Segment, &segment),
        (Kind::Box, &rectangle),
        (Kind::Outline(3), &triangle),
        (Kind::Outline(5), &five),
        (Kind::Outline(16), &sixteen),
    ])
}

#[test]
fn the_table_answers_as_the_search_does() {
    with_spatial::<f64, _>(|bodies| ask_all(bodies, (3, 2.5), [0, 95]));
    with_spatial::<f32, _>(|bodies| ask_all(bodies, (3, 2.5), [0, 95]));
    with_planar::<f64, _>(|bodies| ask_all(bodies, (5, 2.0), [90, 95]));
    with_planar::<f32, _>(|bodies| ask_all(bodies, (5, 2.0), [90, 95]));
    #[cfg(feature = "fixed")]
    with_spatial::<fixed::types::I16F16, _>(|bodies| ask_all(bodies, (3, 2.5), [0, 95]));
    #[cfg(feature = "fixed")]
    with_planar::<fixed::types::I16F16, _>(|bodies| ask_all(bodies, (5, 2.0), [90, 95]));
}

fn ask_boxes<S: Number>() {
    let cuboid = |x, y, z| Cuboid::new(vec3(S::of(x), S::of(y), S::of(z))).expect("sizes");
    let tile = |x, y| Rectangle::new(vec2(S::of(x), S::of(y))).expect("sizes");
    let (cube, beam, plate, line) =
        (cuboid(1.0, 1.25, 1.5), cuboid(0.25, 0.5, 3.0), cuboid(2.0, 1.0, 0.0), tile(2.0, 0.0));
    let cushion = Rounded::new(cuboid(1.5, 0.5, 1.0), S::of(0.5)).expect("a size");
    ask_all::<Vec3<S>>(
        &[(Kind::Box, &cube), (Kind::Box, &beam), (Kind::Box, &plate), (Kind::Box, &cushion)],
        (16, 1.5),
        [0, 50],
    );
    ask_all::<Vec2<S>>(
        &[(Kind::Box, &tile(1.0, 2.0)), (Kind::Box, &tile(0.5, 0.75)), (Kind::Box, &line)],
        (16, 1.25),
        [0, 50],
    );
}

#[test]
fn boxes_answer_as_the_search_does() {
    ask_boxes::<f64>();
    ask_boxes::<f32>();
    #[cfg(feature = "fixed")]
    ask_boxes::<fixed::types::I16F16>();
}

fn ask_polygons<S: Number>() {
    let round = sixteen_corners::<S>(0.75);
    let every = |step| -> heapless::Vec<Vec2<S>, 16> { round.iter().copied().step_by(step).collect() };
    let (all, half, few) = (every(1), every(2), every(3));
    let [all, half, few] = [&all, &half, &few].map(|corners| Polygon::new(corners).expect("convex"));
    let kind = |count| Kind::Outline(count);
    ask_all::<Vec2<S>>(&[(kind(16), &all), (kind(8), &half), (kind(6), &few)], (32, 1.25), [98, 0]);
}

#[test]
fn polygons_answer_as_the_search_does() {
    ask_polygons::<f64>();
    ask_polygons::<f32>();
    #[cfg(feature = "fixed")]
    ask_polygons::<fixed::types::I16F16>();
}

fn ask_simple<S: Number>() {
    let of = S::of;
    let size = |x, y, z| vec3(of(x), of(y), of(z));
    let ball = (Kind::Point, Ball::<S>::new(of(1.0)).expect("a size"));
    let point = (Kind::Point, Point::new(size(0.5, -0.25, 1.0)).expect("in range"));
    let capsule = Capsule::new(size(-1.0, 0.5, 0.0), size(1.0, 0.0, 1.5), of(0.5)).expect("sizes");
    let (capsule, cuboid) = ((Kind::Segment, capsule), (Kind::Box, Cuboid::new(size(1.0, 2.0, 1.5)).expect("sizes")));
    let mut tally = Tally::default();
    ask_typed(ball, ball, &mut tally);
    ask_typed(capsule, capsule, &mut tally);
    ask_typed(ball, capsule, &mut tally);
    ask_typed(capsule, point, &mut tally);
    ask_typed(ball, cuboid, &mut tally);
    ask_typed(cuboid, point, &mut tally);
    ask_typed(cuboid, cuboid, &mut tally);
    ask_typed(capsule, cuboid, &mut tally);
    tally.close::<Vec3<S>>([0, 50]);
    let at = |x, y| vec2(of(x), of(y));
    let capsule = (Kind::Segment, Capsule::new(at(-1.0, 0.5), at(1.0, 0.0), of(0.5)).expect("sizes"));
    let segment = (Kind::Segment, Segment::new(at(0.0, -2.0), at(1.0, 1.0)).expect("in range"));
    let mut tally = Tally::default();
    ask_typed(capsule, segment, &mut tally);
    ask_typed(segment, segment, &mut tally);
    tally.close::<Vec2<S>>([0, 0]);
}

/// Bodies that touch exactly are in contact, whatever rounding may do: nothing proves them apart.
fn touch<V: Space, A: Support<Vector = V>, B: Support<Vector = V>>(a: A, b: B, away: V) {
    let there = Pose::translation(away).expect("in range");
    let query = || Query::new().poses(Pose::IDENTITY, there);
    assert!(query().intersects(&a, &b), "at {away:?}, in {}", core::any::type_name::<(A, B)>());
    assert!(Query::new().intersects(&a, &Posed::new(&b, there)), "{away:?}, in {}", core::any::type_name::<(A, B)>());
    let (a, b): (&dyn Support<Vector = V>, &dyn Support<Vector = V>) = (&a, &b);
    assert!(query().intersects(a, b));
    let overlap = query().penetration(a, b).expect("they touch");
    let [depth, lower]: [f64; 2] = [overlap.depth.into(), overlap.lower_bound.into()];
    assert!(depth <= close::<V::Scalar>() && lower <= depth, "{overlap:?}");
}

fn touch_all<S: Number>() {
    let of = S::of;
    let size = |x, y, z| vec3(of(x), of(y), of(z));
    let ball = || Ball::new(of(1.0)).expect("a size");
    let capsule = || Capsule::new(size(0.0, 0.0, -1.0), size(0.0, 0.0, 1.0), of(0.5)).expect("sizes");
    let across = || Capsule::new(size(0.0, -1.0, 0.0), size(0.0, 1.0, 0.0), of(0.75)).expect("sizes");
    let cuboid = || Cuboid::new(size(1.0, 2.0, 1.5)).expect("sizes");
    let aside = || Point::new(size(1024.0, 0.0, 0.0)).expect("in range");
    touch(ball(), ball(), size(2.0, 0.0, 0.0));
    touch(ball(), capsule(), size(1.5, 0.0, 0.5));
    touch(capsule(), across(), size(1.25, 0.25, 0.5));
    touch(across(), cuboid(), size(-1.75, 1.0, 0.5));
    touch(cuboid(), ball(), size(2.0, 0.5, 0.5));
    touch(cuboid(), cuboid(), size(2.0, 1.0, 0.5));
    touch(cuboid(), aside(), size(-1023.0, 0.25, 0.75));
    touch(aside(), ball(), size(1025.0, 0.0, 0.0));
    // These numbers are rounded, in fixed point perhaps to bodies that are apart by a part of a step.
    if S::IS_FLOAT {
        touch(ball(), ball(), size(1.2, 0.0, 1.6));
        touch(capsule(), capsule(), size(0.6, 0.8, 0.25));
        touch(cuboid(), ball(), size(1.6, 2.8, 0.5));
    }
}

#[test]
fn bodies_that_touch_are_not_proven_apart() {
    touch_all::<f64>();
    touch_all::<f32>();
    #[cfg(feature = "fixed")]
    touch_all::<fixed::types::I16F16>();
}

#[test]
fn simple_bodies_of_known_types_answer_as_the_search_does() {
    ask_simple::<f64>();
    ask_simple::<f32>();
}

/// The point of a core nearest to a drawn one is a point of the core, as far away as the search finds, and the point
/// itself if that is inside. At a pose it is where the pose takes it.
fn finds_nearest_points<V: Space>(bodies: Bodies<'_, V>) {
    let (draw, close) = (&mut Draw(5), 16.0 * V::Scalar::STEP_HERE + 4.0 * V::Scalar::CURVED_TOLERANCE.into());
    let at = |point| Point::new(point).expect("in range");
    let mut counts = [0; 2];
    for &(_, body) in bodies {
        let form = body.form();
        assert_eq!(form.has_nearest(), form.nearest_to(V::ZERO).is_some());
        // A margin would hide how far the core is.
        if !form.has_nearest() || body.margin() > V::Scalar::NIL {
            continue;
        }
        for round in 0..60 {
            let (point, pose) = (V::drawn(draw, if round % 2 == 0 { 4.0 } else { 1.5 }), V::pose(draw, 4.0));
            let nearest = form.nearest_to(point).expect("it has a formula");
            let away = |point| -> f64 { Query::new().search_only().distance(body, &at(point)).distance.into() };
            let (truth, apart): (f64, f64) = (away(point), (point - nearest).length().into());
            assert!((apart - truth).abs() <= close, "{nearest:?} is {apart} from {point:?}, which is {truth} away");
            assert!(away(nearest) <= close, "{nearest:?} is outside");
            let posed = form.posed(&pose).nearest_to(pose.apply(point)).expect("it has a formula");
            assert!(Into::<f64>::into((posed - pose.apply(nearest)).length()) <= close, "{posed:?}");
            counts[usize::from(nearest == point)] += 1;
            assert!(nearest == point || truth > 0.0 || apart <= close);
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn formulas_find_the_nearest_points() {
    with_spatial::<f64, _>(finds_nearest_points);
    with_spatial::<f32, _>(finds_nearest_points);
    with_planar::<f64, _>(finds_nearest_points);
    with_planar::<f32, _>(finds_nearest_points);
    #[cfg(feature = "fixed")]
    with_spatial::<fixed::types::I16F16, _>(finds_nearest_points);
    #[cfg(feature = "fixed")]
    with_planar::<fixed::types::I16F16, _>(finds_nearest_points);
}

/// How often rays or casts hit and missed, how often a closed form might have told, and how often it did.
#[derive(Debug, Default)]
struct Casts {
    hits: u32,
    misses: u32,
    chances: u32,
    answers: u32,
}

impl Casts {
    /// Compares two answers to a cast with the given velocity. They may differ where the bodies only graze each other.
    fn compare<V: Vector<Scalar: Number>>(
        &mut self,
        [found, searched]: [Option<Impact<V>>; 2],
        velocity: V,
        (is_known, seen): (bool, &Seen),
    ) {
        let pace =
            |impact: &Impact<V>| -> f64 { velocity.dot(as_direction(impact.normal)).per(unit_length::<V>()).into() };
        let speed: f64 = velocity.length().into();
        let is_grazing = |impact: &Option<Impact<V>>| {
            impact.as_ref().is_some_and(|impact| pace(impact).abs() < 0.0625 * speed || impact.initially_overlapping)
        };
        if is_grazing(&found) || is_grazing(&searched) {
            return;
        }
        assert_eq!(found.is_some(), searched.is_some(), "{found:?} {searched:?}");
        if let (Some(found), Some(searched)) = (found, searched) {
            let close = 256.0 * V::Scalar::STEP_HERE;
            let late: f64 = (found.time - searched.time).into();
            assert!((late * pace(&searched)).abs() <= close, "{found:?} {searched:?}");
            let beside: [f64; 2] =
                [found.on_a - searched.on_a, found.on_b - searched.on_b].map(|beside| beside.length().into());
            assert!(
                beside.iter().all(|beside| beside * 0.0625 <= close + late.abs() * speed),
                "{found:?} {searched:?}"
            );
            self.hits += 1;
        } else {
            self.misses += 1;
        }
        // On its way a search for a cast may take other shortcuts.
        let is_answered = seen.0 == Some(Shortcut::Ray);
        assert!(is_known || !is_answered);
        self.chances += u32::from(is_known);
        self.answers += u32::from(is_answered);
    }
}

/// Casts rays at each body, from both frames at drawn poses.
fn cast_rays<V: Space>(bodies: Bodies<'_, V>) -> Casts {
    let (draw, mut casts) = (&mut Draw(9), Casts::default());
    for &(kind, body) in bodies {
        let is_sharp = body.margin() == V::Scalar::NIL;
        let is_known = match kind {
            Kind::Box => V::Scalar::IS_FLOAT || is_sharp,
            Kind::Point => V::Scalar::IS_FLOAT || is_sharp,
            Kind::Segment => V::Scalar::IS_FLOAT && (V::DIM == 3 || !is_sharp),
            Kind::Outline(_) | Kind::Round => V::Scalar::IS_FLOAT && is_sharp,
            Kind::Other => false,
        };
        for _ in 0..40 {
            let (pose_a, pose_b) = (V::pose(draw, 1.0), V::pose(draw, 1.0));
            let (origin, direction) = (V::drawn(draw, 5.0), V::drawn(draw, 0.75));
            // Most rays are aimed at the body.
            let direction = direction.blend([origin], [-V::Scalar::unit_of(0.5)]);
            let ray = Ray::new(origin, direction, V::Scalar::of(6.0)).expect("in range");
            let mut seen = Seen::default();
            let found = Query::new().poses(pose_a, pose_b).observer(&mut seen).ray_cast(body, &ray);
            let searched = Query::new().poses(pose_a, pose_b).search_only().ray_cast(body, &ray);
            let velocity = V::ZERO.turn(&pose_b.rotation.rows, direction);
            casts.compare([found, searched], velocity, (is_known, &seen));
        }
    }
    casts
}

/// Casts bodies at each other, up to a distance.
fn cast_bodies<V: Space>(bodies: Bodies<'_, V>) -> Casts {
    let (draw, mut casts) = (&mut Draw(11), Casts::default());
    let simple = |kind: Kind| matches!(kind, Kind::Point | Kind::Segment | Kind::Box);
    for &(kind_a, a) in bodies.iter().filter(|(kind, _)| simple(*kind)) {
        for &(kind_b, b) in bodies.iter().filter(|(kind, _)| simple(*kind)) {
            let has_point = kind_a == Kind::Point || kind_b == Kind::Point;
            let are_segments = kind_a == Kind::Segment && kind_b == Kind::Segment && V::DIM == 3;
            let is_known = V::Scalar::IS_FLOAT && (has_point || are_segments);
            for round in 0..6 {
                let pose_a = V::pose(draw, 1.0);
                let pose_b = Pose::new(V::pose(draw, 1.0).rotation, V::drawn(draw, 6.0)).expect("in range");
                let velocity = V::drawn(draw, 1.0).blend([pose_b.position], [-V::Scalar::unit_of(0.5)]);
                let target = V::Scalar::of(if round % 2 == 0 { 0.0 } else { 0.25 });
                let mut seen = Seen::default();
                let query = || Query::new().poses(pose_a, pose_b).target_distance(target).expect("a size");
                let most = V::Scalar::of(4.0);
                let found = query().observer(&mut seen).shape_cast(a, b, velocity, most).expect("in range");
                let searched = query().search_only().shape_cast(a, b, velocity, most).expect("in range");
                casts.compare([found, searched], velocity, (is_known, &seen));
            }
        }
    }
    casts
}

impl Casts {
    /// There were enough of each, and the closed form told at least the given share of what it might, in percent.
    fn close(self, least: u32) {
        let Self { hits, misses, chances, answers } = self;
        assert!(hits > 20 && misses > 20 && 100 * answers >= least * chances, "{self:?}");
    }
}

#[test]
fn closed_forms_of_rays_answer_as_the_search_does() {
    with_spatial::<f64, _>(cast_rays).close(99);
    with_planar::<f64, _>(cast_rays).close(99);
    with_spatial::<f32, _>(cast_rays).close(99);
    with_planar::<f32, _>(cast_rays).close(99);
    #[cfg(feature = "fixed")]
    with_spatial::<fixed::types::I16F16, _>(cast_rays).close(99);
    #[cfg(feature = "fixed")]
    with_planar::<fixed::types::I16F16, _>(cast_rays).close(99);
}

#[test]
fn closed_forms_of_casts_answer_as_the_search_does() {
    with_spatial::<f64, _>(cast_bodies).close(97);
    with_planar::<f64, _>(cast_bodies).close(92);
    with_spatial::<f32, _>(cast_bodies).close(97);
    with_planar::<f32, _>(cast_bodies).close(92);
}

fn with_polytopes<S: Number, T>(ask: impl FnOnce(Bodies<'_, Vec3<S>>) -> T) -> T {
    let at = |x, y, z| vec3(S::of(x), S::of(y), S::of(z));
    let cuboid = Cuboid::new(at(1.0, 2.0, 1.5)).expect("sizes");
    let cushion = Rounded::new(Cuboid::new(at(1.5, 0.5, 1.0)).expect("sizes"), S::of(0.5)).expect("a size");
    let triangle = Triangle::new(at(-1.0, 0.0, 0.5), at(1.0, -0.5, 0.0), at(0.0, 1.5, 0.0)).expect("in range");
    let points = [
        at(1.0, 0.0, 0.0),
        at(-1.0, 0.5, 0.0),
        at(0.0, 1.0, 0.5),
        at(0.0, -1.0, 0.25),
        at(0.0, 0.0, 1.5),
        at(0.0, 0.0, -1.0),
    ];
    let hull = ConvexHull::new(&points).expect("in range");
    ask(&[(Kind::Box, &cuboid), (Kind::Box, &cushion), (Kind::Other, &triangle), (Kind::Other, &hull)])
}

/// Moves polytopes slowly and asks for their distance with a warm start. Returns how often they were apart and had been
/// so before, and how often the vertices of the last answer, or calipers or alternating projections from them, told.
fn move_slowly<V: Space>(bodies: Bodies<'_, V>) -> [u32; 3] {
    let (draw, mut counts) = (&mut Draw(13), [0; 3]);
    let close = 64.0 * V::Scalar::STEP_HERE;
    for &(_, a) in bodies.iter().filter(|(_, body)| body.is_polytope()) {
        for &(_, b) in bodies.iter().filter(|(_, body)| body.is_polytope()) {
            let mut warm = WarmStart::<V>::new();
            let (pose_a, pose_b, mut was_apart) = (V::pose(draw, 0.5), V::pose(draw, 3.0), false);
            let velocity = V::drawn(draw, 0.25);
            let mut position = pose_b.position;
            for _ in 0..8 {
                position = position + velocity;
                let pose_b = Pose::new(pose_b.rotation, position).expect("in range");
                let mut seen = Seen::default();
                let query = || Query::new().poses(pose_a, pose_b);
                let gap = query().observer(&mut seen).warm_start(&mut warm).distance(a, b);
                let truth = query().search_only().distance(a, b);
                let (found, distance): (f64, f64) = (gap.distance.into(), truth.distance.into());
                assert!((found - distance).abs() <= close, "{gap:?} instead of {truth:?}");
                assert!(distance - Into::<f64>::into(gap.lower_bound) <= close, "{gap:?}");
                let is_apart = distance > close;
                if is_apart && was_apart {
                    counts[0] += 1;
                    counts[1] += u32::from(seen.0 == Some(Shortcut::KeptVertices));
                    counts[2] += u32::from(seen.0.is_some());
                }
                was_apart = is_apart;
            }
        }
    }
    counts
}

#[test]
fn warm_starts_answer_as_the_search_does() {
    // About one move in ten leads to other vertices.
    for [apart, kept, _] in [with_polytopes::<f64, _>(move_slowly), with_polytopes::<f32, _>(move_slowly)] {
        assert!(apart > 50 && 5 * kept > 4 * apart, "{kept} of {apart}");
    }
    // Closed forms and calipers come first.
    for [apart, kept, told] in [with_planar::<f64, _>(move_slowly), with_planar::<f32, _>(move_slowly)] {
        assert!(apart > 200 && 4 * kept > apart && told == apart, "{kept} and {told} of {apart}");
    }
}

/// A body that is twice as large as its form says.
struct Understated<T>(T);

impl<T: Support<Vector = Vec3<f64>>> Support for Understated<T> {
    type Vector = Vec3<f64>;

    fn support(&self, dir: Vec3<f64>) -> Vec3<f64> {
        let point = self.0.support(dir);
        point + point
    }

    fn form(&self) -> Form<'_, Vec3<f64>> {
        self.0.form()
    }
}

/// Only support points prove bodies apart, so a formula that is wrong proves nothing.
#[test]
fn a_point_beyond_the_form_of_a_body_is_not_proven_apart_from_the_body() {
    let (draw, mut counts) = (&mut Draw(19), [0; 2]);
    let cone = Understated(Cone::new(1.0, 1.5).expect("sizes"));
    let cylinder = Understated(Cylinder::new(1.0, 1.5).expect("sizes"));
    let (cone, cylinder): (&dyn Support<Vector = Vec3<f64>>, &dyn Support<Vector = Vec3<f64>>) = (&cone, &cylinder);
    for body in [cone, cylinder] {
        for _ in 0..300 {
            let place = vec3(4.0 * draw.next(), 4.0 * draw.next(), 3.0 * draw.next());
            let point = Point::new(place).expect("in range");
            let is_beyond = body.form().nearest_to(place).expect("it has a formula") != place;
            let truth = Query::new().search_only().proximity(body, &point).signed_distance();
            if !is_beyond || truth.abs() < 1e-9 {
                continue;
            }
            assert_eq!(Query::new().intersects(body, &point), truth < 0.0, "{place:?}");
            assert_eq!(Query::new().intersects(&point, body), truth < 0.0, "{place:?}");
            let lower = Query::new().distance(body, &point).lower_bound;
            assert!(lower <= truth.max(0.0) + 1e-9, "{lower} of {truth} at {place:?}");
            counts[usize::from(truth < 0.0)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

/// Long thin capsules end to end, whose margins are exactly as wide as the gap between their axes, or wider by less
/// than a rounding step. Placed in one frame, the ends are off by many times that.
#[test]
fn long_capsules_that_touch_are_not_proven_apart() {
    let (draw, mut count) = (&mut Draw(23), 0);
    let as_f64 = |v: Vec3<f32>| vec3(f64::from(v.x), f64::from(v.y), f64::from(v.z));
    let half = vec3(64.0_f32, 0.0, 0.0);
    for _ in 0..200 {
        // Both segments are along x in their frames, and B leads on from A.
        let turn = Vec3::<f32>::pose(draw, 0.0).rotation;
        let along = Vec3::ZERO.turn(&turn.rows, half);
        if along.x < 16.0 {
            continue;
        }
        let pose = Pose::new(turn, half + along.with_length(half.x + 1.0 / 1024.0)).expect("in range");
        let start_of_b = turn.rows.map(|row| as_f64(row).dot(as_f64(-half)));
        let start_of_b = as_f64(pose.position) + vec3(start_of_b[0], start_of_b[1], start_of_b[2]);
        let margin = ((0.5 * (start_of_b - as_f64(half)).length()) as f32).next_up();
        let capsule = Capsule::new(-half, half, margin).expect("sizes");
        assert!(Query::new().poses(Pose::IDENTITY, pose).intersects(&capsule, &capsule), "{pose:?} {margin}");
        assert!(Query::new().poses(pose, Pose::IDENTITY).intersects(&capsule, &capsule), "{pose:?} {margin}");
        count += 1;
    }
    assert!(count > 60, "{count}");
}

/// With a limit of zero the edges of polygons prove that these are apart, and the distance is that of two corners.
#[test]
fn the_distance_of_polygons_beyond_a_limit_is_that_of_two_points() {
    let (draw, mut counts) = (&mut Draw(29), [0; 2]);
    let polygons = [(-2.0, 0.0), (-1.0, -1.5), (1.0, -1.5), (2.0, 0.0), (0.0, 1.5)].map(|(x, y)| vec2(x, y));
    let polygon = Polygon::new(&polygons).expect("convex");
    for _ in 0..200 {
        let [pose_a, pose_b] = [0; 2].map(|_| Vec2::<f64>::pose(draw, 2.5));
        let query = || Query::new().poses(pose_a, pose_b);
        let truth = query().search_only().distance(&polygon, &polygon).distance;
        let mut seen = Seen::default();
        let found = query().limit(0.0).expect("a length").observer(&mut seen).proximity(&polygon, &polygon);
        let Proximity::Separated(gap) = found else { continue };
        assert!(gap.lower_bound <= truth + 1e-9 && truth <= gap.distance + 1e-9, "{gap:?} {truth}");
        if seen.0 == Some(Shortcut::PolygonEdges) {
            assert!(((gap.on_b - gap.on_a).length() - gap.distance).abs() < 1e-9, "{gap:?}");
            assert_eq!(gap.status, Status::DistanceLimit);
        }
        counts[usize::from(seen.0 == Some(Shortcut::PolygonEdges))] += 1;
    }
    assert!(counts[1] > 50, "{counts:?}");
}

/// A pose that is composed of several rounds by more than the sizes of the cores show.
#[test]
fn only_bodies_with_one_pose_are_seen_in_the_frames_of_their_cores() {
    let ball = Ball::new(1.0_f64).expect("a size");
    let pose = Pose::translation(vec3(0.5, 0.0, 0.0)).expect("in range");
    let posed = Posed::new(ball, pose);
    let nested = Posed::new(posed, pose);
    fn has_cores<A: Support<Vector = Vec3<f64>>, B: Support<Vector = Vec3<f64>>>(a: &A, b: &B) -> bool {
        placed_cores::<_, _, _, _, ()>((a, b), &SameFrame).is_some()
    }
    assert!(has_cores(&posed, &ball) && has_cores(&ball, &posed) && has_cores(&posed, &posed));
    assert!(!has_cores(&ball, &ball) && !has_cores(&nested, &nested));
    assert!(!has_cores(&nested, &ball) && !has_cores(&ball, &nested) && !has_cores(&nested, &posed));
}
