//! The usual closed forms in `f32`, each written out for one pair. They show the cost of a query that knows the types
//! of its bodies, checks nothing, works only in the middle of the range of `f32`, and proves no bounds.

use crate::library::{Contestant, Contestants, Library, MISS, Pair, Question, by_kind};
use crate::scene::{self, Shape, Shapes};
use crate::vector::Vector;
use std::array::from_fn;
use std::hint::black_box;
use std::marker::PhantomData;

/// A point or a vector in `f32`; scenes have `f64`.
type Point<const N: usize> = [f32; N];

fn single<const N: usize>(vector: Vector<N>) -> Point<N> {
    vector.map(|x| x as f32)
}

#[inline(always)]
fn dot<const N: usize>(a: Point<N>, b: Point<N>) -> f32 {
    (1..N).fold(a[0] * b[0], |sum, i| sum + a[i] * b[i])
}

#[inline(always)]
fn between<const N: usize>(from: Point<N>, to: Point<N>) -> Point<N> {
    from_fn(|i| to[i] - from[i])
}

/// A point moved by a fraction of a displacement.
#[inline(always)]
fn along<const N: usize>(start: Point<N>, way: Point<N>, share: f32) -> Point<N> {
    from_fn(|i| start[i] + way[i] * share)
}

/// A pose with the rows of its rotation.
pub struct Pose<const N: usize> {
    rows: [Point<N>; N],
    position: Point<N>,
}

impl<const N: usize> Pose<N> {
    #[inline(always)]
    fn turn(&self, way: Point<N>) -> Point<N> {
        from_fn(|i| dot(self.rows[i], way))
    }

    #[inline(always)]
    fn turn_back(&self, way: Point<N>) -> Point<N> {
        from_fn(|i| dot(from_fn(|j| self.rows[j][i]), way))
    }
}

/// The distance of two bodies, with points and normal. All of it goes through `black_box`, so all of it is computed.
#[allow(dead_code)]
struct Gap<const N: usize> {
    distance: f32,
    normal: Point<N>,
    on_a: Point<N>,
    on_b: Point<N>,
}

impl<const N: usize> Gap<N> {
    /// Computes the gap from the nearest point of one core, the displacement to that of the other, and both margins.
    #[inline(always)]
    fn new(core_a: Point<N>, way: Point<N>, margins: [f32; 2]) -> Self {
        let length = dot(way, way).sqrt();
        let normal = way.map(|x| x / length);
        let (distance, on_a) = (length - margins[0] - margins[1], along(core_a, normal, margins[0]));
        Self { distance, normal, on_a, on_b: along(on_a, normal, distance) }
    }
}

/// The hit of a ray.
#[allow(dead_code)]
struct Hit<const N: usize> {
    time: f32,
    normal: Point<N>,
    point: Point<N>,
}

/// A body.
pub trait Body<const N: usize>: 'static {
    fn of(shape: &Shape<N>) -> Self;
}

/// A body with a closed form for rays in its frame, which returns the time and the normal there.
pub trait Target<const N: usize>: Body<N> {
    fn entry(&self, start: Point<N>, way: Point<N>) -> Option<(f32, Point<N>)>;
}

/// A body with closed forms for pairs with a `B`.
pub trait Known<const N: usize, B>: Target<N> {
    const QUESTIONS: &'static [Question] = &[Question::Intersect, Question::Distance, Question::Warm, Question::Ray];
    /// The nearest point of the core of A, relative to A's origin in the axes of the world, the displacement from there
    /// to the core of B, and the margins.
    fn nearest(&self, other: &B, poses: [&Pose<N>; 2]) -> (Point<N>, Point<N>, [f32; 2]);
}

macro_rules! body {
    ($([$($generic:tt)*] $body:ty, $n:tt, $pattern:pat => $made:expr;)+) => {$(
        impl<$($generic)*> Body<$n> for $body {
            fn of(shape: &Shape<$n>) -> Self {
                let $pattern = shape else { unreachable!("a workload has one kind of shape on a side") };
                $made
            }
        }
    )+};
}

/// A ball about the origin.
pub struct Ball(f32);
/// A box about the origin.
pub struct Cuboid<const N: usize>(Point<N>);
/// A capsule along the last axis.
pub struct Capsule<const N: usize> {
    ends: [Point<N>; 2],
    radius: f32,
}
/// A body that no form uses.
pub struct Unknown;

body! {
    [const N: usize] Ball, N, Shape::Ball { radius } => Self(*radius as f32);
    [const N: usize] Cuboid<N>, N, Shape::Cuboid { half_extents } => Self(single(*half_extents));
    [const N: usize] Capsule<N>, N, Shape::Capsule { half_height, radius } => {
        let end = |height: f64| from_fn(|i| if i + 1 == N { height as f32 } else { 0.0 });
        Self { ends: [end(-half_height), end(*half_height)], radius: *radius as f32 }
    };
}

impl<const N: usize> Body<N> for Unknown {
    fn of(_: &Shape<N>) -> Self {
        Self
    }
}

/// The first time at which a·t² + 2·b·t + c, which is positive at first, falls to zero.
#[inline(always)]
fn fall([a, b, c]: [f32; 3]) -> Option<f32> {
    let square = b * b - a * c;
    (b < 0.0 && square >= 0.0).then(|| (-b - square.sqrt()) / a)
}

impl<const N: usize> Target<N> for Ball {
    #[inline(always)]
    fn entry(&self, start: Point<N>, way: Point<N>) -> Option<(f32, Point<N>)> {
        let time = fall([dot(way, way), dot(start, way), dot(start, start) - self.0 * self.0])?;
        Some((time, along(start, way, time).map(|x| x / self.0)))
    }
}

impl<const N: usize> Target<N> for Cuboid<N> {
    /// The time at which the ray has entered all slabs, if that is before it leaves one.
    #[inline(always)]
    fn entry(&self, start: Point<N>, way: Point<N>) -> Option<(f32, Point<N>)> {
        let (mut last, mut first, mut normal) = (f32::MIN, f32::MAX, [0.0; N]);
        for i in 0..N {
            let (inverse, side) = (1.0 / way[i], 1f32.copysign(way[i]));
            let (enter, leave) = ((-self.0[i] * side - start[i]) * inverse, (self.0[i] * side - start[i]) * inverse);
            if enter > last {
                (last, normal) = (enter, from_fn(|j| if i == j { -side } else { 0.0 }));
            }
            first = first.min(leave);
        }
        (last <= first && last >= 0.0).then_some((last, normal))
    }
}

impl<const N: usize> Target<N> for Capsule<N> {
    /// The entry into the cylinder about the line through the ends, or, beyond an end, into the ball about it.
    #[inline(always)]
    fn entry(&self, start: Point<N>, way: Point<N>) -> Option<(f32, Point<N>)> {
        let [p, q] = self.ends;
        let (line, from_p, square) = (between(p, q), between(p, start), self.radius * self.radius);
        let (whole, pace, rise) = (dot(line, line), dot(line, way), dot(line, from_p));
        let tube = [
            whole * dot(way, way) - pace * pace,
            whole * dot(way, from_p) - rise * pace,
            whole * (dot(from_p, from_p) - square) - rise * rise,
        ];
        let time = fall(tube)?;
        let height = rise + time * pace;
        let (time, center) = if height > 0.0 && height < whole {
            (time, along(p, line, height / whole))
        } else {
            let center = if height > 0.0 { q } else { p };
            let from = between(center, start);
            (fall([dot(way, way), dot(from, way), dot(from, from) - square])?, center)
        };
        Some((time, between(center, along(start, way, time)).map(|x| x / self.radius)))
    }
}

impl<const N: usize> Known<N, Cuboid<N>> for Ball {
    #[inline(always)]
    fn nearest(&self, other: &Cuboid<N>, [pose_a, pose_b]: [&Pose<N>; 2]) -> (Point<N>, Point<N>, [f32; 2]) {
        let center = pose_b.turn_back(between(pose_b.position, pose_a.position));
        let nearest = from_fn(|i| center[i].min(other.0[i]).max(-other.0[i]));
        ([0.0; N], pose_b.turn(between(center, nearest)), [self.0, 0.0])
    }
}

impl<const N: usize> Known<N, Self> for Capsule<N> {
    /// The nearest points of two segments (Ericson, Real-Time Collision Detection, 5.1.9).
    #[inline(always)]
    fn nearest(&self, other: &Self, [pose_a, pose_b]: [&Pose<N>; 2]) -> (Point<N>, Point<N>, [f32; 2]) {
        let apart = between(pose_a.position, pose_b.position);
        let [p, p_end] = self.ends.map(|end| pose_a.turn(end));
        let [q, q_end] = other.ends.map(|end| along(apart, pose_b.turn(end), 1.0));
        let (d, e, r) = (between(p, p_end), between(q, q_end), between(q, p));
        let (dd, ee, de, dr, er) = (dot(d, d), dot(e, e), dot(d, e), dot(d, r), dot(e, r));
        let across = dd * ee - de * de;
        let s = if across > 0.0 { ((de * er - dr * ee) / across).clamp(0.0, 1.0) } else { 0.0 };
        let t = ((de * s + er) / ee).clamp(0.0, 1.0);
        let s = ((de * t - dr) / dd).clamp(0.0, 1.0);
        let on_a = along(p, d, s);
        (on_a, between(on_a, along(q, e, t)), [self.radius, other.radius])
    }
}

/// Implements `Known` for pairs on which only rays are measured.
macro_rules! rays {
    ($($n:tt $a:ty, $b:ty;)+) => {$(
        impl<const $n: usize> Known<$n, $b> for $a {
            const QUESTIONS: &'static [Question] = &[Question::Ray];
            fn nearest(&self, _: &$b, _: [&Pose<$n>; 2]) -> (Point<$n>, Point<$n>, [f32; 2]) {
                unreachable!("not among the questions")
            }
        }
    )+};
}

rays!(N Cuboid<N>, Cuboid<N>; N Ball, Unknown;);

/// The forms for bodies of two types.
pub struct Plain<A, B>(PhantomData<(A, B)>);

impl<const N: usize, A: Known<N, B>, B: Body<N>> Library<N> for Plain<A, B> {
    const NAME: &'static str = "plain f32";
    const QUESTIONS: &'static [Question] = <A as Known<N, B>>::QUESTIONS;
    type A = A;
    type B = B;
    type Pose = Pose<N>;
    type Vector = Point<N>;
    type Warm = ();

    fn a(shape: &Shape<N>) -> A {
        A::of(shape)
    }

    fn b(shape: &Shape<N>) -> B {
        B::of(shape)
    }

    fn pose(pose: &scene::Pose<N>, _: &Shape<N>) -> Pose<N> {
        Pose { rows: pose.rows.map(single), position: single(pose.position) }
    }

    fn vector(vector: Vector<N>) -> Point<N> {
        single(vector)
    }

    #[inline]
    fn intersect(Pair { a, b, pose_a, pose_b, .. }: Pair<'_, N, Self>) -> bool {
        let (_, way, [margin_a, margin_b]) = a.nearest(b, [pose_a, pose_b]);
        let touch = margin_a + margin_b;
        black_box(dot(way, way) <= touch * touch)
    }

    #[inline]
    fn distance(Pair { a, b, pose_a, pose_b, .. }: Pair<'_, N, Self>) -> f64 {
        let (core_a, way, margins) = a.nearest(b, [pose_a, pose_b]);
        let gap = Gap::new(along(pose_a.position, core_a, 1.0), way, margins);
        black_box(&gap).distance.into()
    }

    #[inline]
    fn warm(pair: Pair<'_, N, Self>, (): &mut ()) -> f64 {
        Self::distance(pair)
    }

    #[inline]
    fn ray(Pair { a, pose_a, origin, velocity, .. }: Pair<'_, N, Self>) -> f64 {
        let start = pose_a.turn_back(between(pose_a.position, *origin));
        let entry = a.entry(start, pose_a.turn_back(*velocity)).filter(|(time, _)| *time <= 1.0);
        let hit = entry.map(|(time, normal)| {
            let point = along(*origin, *velocity, time);
            Hit { time, normal: pose_a.turn(normal), point }
        });
        black_box(&hit).as_ref().map_or(MISS, |hit| hit.time.into())
    }
}

/// The forms for a workload in space.
pub fn spatial(shapes: &Shapes<3>) -> Contestants<3> {
    let contestant: Option<Box<dyn Contestant<3>>> = by_kind!(shapes, Plain {
        Cuboid, Cuboid: Cuboid<3>, Cuboid<3>;
        Ball, Cuboid: Ball, Cuboid<3>;
        Capsule, Capsule: Capsule<3>, Capsule<3>;
    });
    contestant.into_iter().collect()
}

/// The forms for a workload in the plane.
pub fn planar(shapes: &Shapes<2>) -> Contestants<2> {
    let contestant: Option<Box<dyn Contestant<2>>> = by_kind!(shapes, Plain {
        Ball, Hull: Ball, Unknown;
        Capsule, Capsule: Capsule<2>, Capsule<2>;
    });
    contestant.into_iter().collect()
}
