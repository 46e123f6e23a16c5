//! The interface to a library in the comparison: it makes bodies and poses, and answers questions about pairs.

use crate::scene::{Pose, Scene, Shape, Shapes};
use crate::vector::Vector;
use clap::ValueEnum;
use serde::Serialize;
use std::hint::black_box;
use std::ops::Range;

/// A question about a pair of bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// Do they touch? 1 or 0.
    Intersect,
    /// How far apart are they? 0 if they touch.
    Distance,
    /// How far apart are they, with a warm start from the frame before?
    Warm,
    /// How deep do they overlap? Negative if they do not.
    Penetration,
    /// At which points do they touch? The answer is the depth of the deepest, negative if they do not.
    Manifold,
    /// When does B touch A while it moves? Infinity if not until time one.
    Cast,
    /// When does a ray meet A? Infinity if not until time one.
    Ray,
}

/// The answer of a cast that meets nothing.
pub const MISS: f64 = f64::INFINITY;

/// A library at one scalar, for one kind of pair.
///
/// Each answer goes through [`black_box`] as the library gives it, so that all of it is computed. If it is more than a
/// number it goes by reference, because the time of a copy would be attributed to the library.
pub trait Library<const N: usize> {
    /// The name in tables.
    const NAME: &'static str;
    /// The questions that it can answer.
    const QUESTIONS: &'static [Question];
    type A;
    type B;
    type Pose;
    type Vector;
    /// The state that a frame leaves for the next one.
    type Warm: Default;

    fn a(shape: &Shape<N>) -> Self::A;
    fn b(shape: &Shape<N>) -> Self::B;
    /// The pose of a body. The axis of the shape may be another one in the library than in the scene.
    fn pose(pose: &Pose<N>, shape: &Shape<N>) -> Self::Pose;
    fn vector(vector: Vector<N>) -> Self::Vector;

    fn intersect(_: Pair<'_, N, Self>) -> bool {
        unreachable!("not among the questions")
    }
    fn distance(_: Pair<'_, N, Self>) -> f64 {
        unreachable!("not among the questions")
    }
    fn warm(_: Pair<'_, N, Self>, _: &mut Self::Warm) -> f64 {
        unreachable!("not among the questions")
    }
    fn penetration(_: Pair<'_, N, Self>) -> f64 {
        unreachable!("not among the questions")
    }
    fn manifold(_: Pair<'_, N, Self>) -> f64 {
        unreachable!("not among the questions")
    }
    fn cast(_: Pair<'_, N, Self>) -> f64 {
        unreachable!("not among the questions")
    }
    fn ray(_: Pair<'_, N, Self>) -> f64 {
        unreachable!("not among the questions")
    }
}

/// A pair of bodies in a library's own types.
pub struct Pair<'p, const N: usize, L: Library<N> + ?Sized> {
    pub a: &'p L::A,
    pub b: &'p L::B,
    pub pose_a: &'p L::Pose,
    pub pose_b: &'p L::Pose,
    pub velocity: &'p L::Vector,
    pub origin: &'p L::Vector,
}

/// A scene in a library's own types.
struct Placed<P, V> {
    a: usize,
    b: usize,
    pose_a: P,
    pose_b: P,
    velocity: V,
    origin: V,
    is_new: bool,
}

/// A library with its own bodies and scenes, converted before the clock starts.
pub struct Prepared<const N: usize, L: Library<N>> {
    a: Vec<L::A>,
    b: Vec<L::B>,
    placed: Vec<Placed<L::Pose, L::Vector>>,
    warm: L::Warm,
}

/// The libraries that take part in a workload.
pub type Contestants<const N: usize> = Vec<Box<dyn Contestant<N>>>;

/// A prepared library with its types erased.
pub trait Contestant<const N: usize> {
    fn name(&self) -> &'static str;
    fn answers_to(&self, question: Question) -> bool;
    /// Loads the scenes for the next questions.
    fn load(&mut self, shapes: &Shapes<N>, scenes: &[Scene<N>]);
    /// The answer to a question about each scene.
    fn answers(&mut self, question: Question) -> Vec<f64>;
    /// Answers a question about some of the scenes and drops the answers.
    fn run(&mut self, question: Question, scenes: Range<usize>);
}

impl<const N: usize, L: Library<N> + 'static> Prepared<N, L> {
    /// A library with the bodies of a workload.
    pub fn contestant(shapes: &Shapes<N>) -> Box<dyn Contestant<N>> {
        let [a, b] = shapes;
        Box::new(Self {
            a: a.iter().map(L::a).collect(),
            b: b.iter().map(L::b).collect(),
            placed: Vec::new(),
            warm: L::Warm::default(),
        })
    }

    /// Answers a question about each of some scenes, and passes the answers to `sink`.
    #[inline(always)]
    fn each(&mut self, question: Question, scenes: Range<usize>, mut sink: impl FnMut(f64)) {
        let Self { a, b, placed, warm } = self;
        let pairs = placed[scenes].iter().map(|placed| {
            let Placed { pose_a, pose_b, velocity, origin, .. } = placed;
            (Pair::<N, L> { a: &a[placed.a], b: &b[placed.b], pose_a, pose_b, velocity, origin }, placed.is_new)
        });
        match question {
            Question::Intersect => pairs.for_each(|(pair, _)| sink(f64::from(L::intersect(pair)))),
            Question::Distance => pairs.for_each(|(pair, _)| sink(L::distance(pair))),
            Question::Warm => pairs.for_each(|(pair, is_new)| {
                if is_new {
                    *warm = L::Warm::default();
                }
                sink(L::warm(pair, warm));
            }),
            Question::Penetration => pairs.for_each(|(pair, _)| sink(L::penetration(pair))),
            Question::Manifold => pairs.for_each(|(pair, _)| sink(L::manifold(pair))),
            Question::Cast => pairs.for_each(|(pair, _)| sink(L::cast(pair))),
            Question::Ray => pairs.for_each(|(pair, _)| sink(L::ray(pair))),
        }
    }
}

impl<const N: usize, L: Library<N> + 'static> Contestant<N> for Prepared<N, L> {
    fn name(&self) -> &'static str {
        L::NAME
    }

    fn answers_to(&self, question: Question) -> bool {
        L::QUESTIONS.contains(&question)
    }

    fn load(&mut self, [a, b]: &Shapes<N>, scenes: &[Scene<N>]) {
        let place = |scene: &Scene<N>| Placed {
            a: scene.a,
            b: scene.b,
            pose_a: L::pose(&scene.pose_a, &a[scene.a]),
            pose_b: L::pose(&scene.pose_b, &b[scene.b]),
            velocity: L::vector(scene.velocity),
            origin: L::vector(scene.origin),
            is_new: scene.is_new,
        };
        self.placed = scenes.iter().map(place).collect();
    }

    fn answers(&mut self, question: Question) -> Vec<f64> {
        let mut answers = Vec::with_capacity(self.placed.len());
        self.each(question, 0..self.placed.len(), |answer| answers.push(answer));
        answers
    }

    fn run(&mut self, question: Question, scenes: Range<usize>) {
        self.each(question, scenes, |answer| {
            black_box(answer);
        });
    }
}

/// Makes the contestant for the kinds of shapes on either side, for a library that is generic over the types of bodies;
/// `None` if the kinds are not in the list.
macro_rules! by_kind {
    ($shapes:expr, $library:ident { $($kind_a:ident, $kind_b:ident: $a:ty, $b:ty;)+ }) => {
        match [&$shapes[0][0], &$shapes[1][0]] {
            $([$crate::scene::Shape::$kind_a { .. }, $crate::scene::Shape::$kind_b { .. }] => {
                Some($crate::library::Prepared::<_, $library<$a, $b>>::contestant($shapes))
            })+
            #[allow(unreachable_patterns)]
            _ => None,
        }
    };
}
pub(crate) use by_kind;
