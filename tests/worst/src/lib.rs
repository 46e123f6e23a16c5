//! Cases for the search for the worst case: two bodies, a query and its iteration limits (caps). They are plain
//! numbers, which can be changed slightly, printed and parsed, on the host and on a microcontroller.

#![no_std]

use core::f32::consts::PI;
use core::fmt;
use fixed::types::{I2F30, I16F16};
use gjk::{
    Capsule, ConvexHull, Cuboid, Cylinder, Error, Observer, Penetration, Pose3, Query, Rotation3, Scalar, Separation,
    Support, Vec3, Workspace, vec3,
};

/// The index of the quaternion in a body. A body consists of three sizes, a quaternion of any length, a position, and
/// the number of its hull.
pub const TURN: usize = 3;
/// The index of the position in a body.
pub const POSITION: usize = 7;
/// The index of the number of the hull in a body.
pub const HULL: usize = 10;
const NUMBERS: usize = 11;
pub type Body = [f32; NUMBERS];

/// The number of words of a case.
const WORDS: usize = 5 + 2 * NUMBERS;
/// The bytes of a case as text: eight digits for each word, followed by a space or a line break.
pub const TEXT: usize = 9 * WORDS;
/// The number of pairs of shapes. The last pair is in fixed point.
pub const PAIRS: u32 = 7;
pub const QUERIES: u32 = 3;
/// An additional query: the displacement of B after which the bodies touch.
pub const APART: u32 = QUERIES;
/// The default caps.
pub const NO_CAPS: [u32; 2] = [64, u32::MAX];
/// The number of vertices of a hull.
const CORNERS: usize = 32;

#[derive(Clone, Copy)]
pub struct Case {
    /// The number of the pair of shapes: see [`Case::ask`].
    pub pair: u32,
    /// The number of the query: `intersects`, `distance` or `penetration`.
    pub query: u32,
    /// The instructions that a microcontroller spends on changes of the case.
    pub budget: u32,
    /// The limits of the rounds of GJK and of EPA.
    pub caps: [u32; 2],
    pub bodies: [Body; 2],
}

/// Prints the words in hexadecimal digits.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [rounds, epa_rounds] = self.caps;
        write!(f, "{:08x} {:08x} {:08x} {rounds:08x} {epa_rounds:08x}", self.pair, self.query, self.budget)?;
        self.bodies.iter().flatten().try_for_each(|number| write!(f, " {:08x}", number.to_bits()))
    }
}

impl Case {
    /// Parses a printed case.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_ascii_whitespace().map(|word| u32::from_str_radix(word, 16).ok());
        let mut next = || words.next().flatten();
        let (pair, query, budget, caps) = (next()?, next()?, next()?, [next()?, next()?]);
        let mut bodies = [[0.0; NUMBERS]; 2];
        for number in bodies.iter_mut().flatten() {
            *number = f32::from_bits(next()?);
        }
        Some(Self { pair, query, budget, caps, bodies })
    }

    /// Makes the bodies and runs the query on them.
    pub fn ask<M: Measure>(&self, measure: &M) -> Result<Cost, Error> {
        let [a, b] = &self.bodies;
        match self.pair {
            0 => self.ask_of(&capsule::<f32>(a)?, &capsule(b)?, measure),
            1 => self.ask_of(&cuboid::<f32>(a)?, &cuboid(b)?, measure),
            2 => self.ask_of(&capsule::<f32>(a)?, &cuboid(b)?, measure),
            3 => self.ask_of(&ConvexHull::new(&corners(a))?, &ConvexHull::new(&corners(b))?, measure),
            4 => self.ask_of(&cylinder::<f32>(a)?, &cylinder(b)?, measure),
            5 => self.ask_of(&cylinder::<f32>(a)?, &cuboid(b)?, measure),
            _ => self.ask_of(&cuboid::<I16F16>(a)?, &cuboid(b)?, measure),
        }
    }

    fn ask_of<S: Number, A, B, M: Measure>(&self, a: &A, b: &B, measure: &M) -> Result<Cost, Error>
    where
        A: Support<Vector = Vec3<S>>,
        B: Support<Vector = Vec3<S>>,
    {
        let [first, second] = &self.bodies;
        Ok(measure.ask(self.query, &Pair { bodies: (a, b), poses: [pose(first)?, pose(second)?], caps: self.caps }))
    }

    /// Moves B so that the bodies touch, plus a fraction `excess` of the displacement.
    pub fn touch<M: Measure>(&mut self, excess: f32, measure: &M) {
        let step = Self { query: APART, caps: NO_CAPS, ..*self }.ask(measure).map_or([0.0; 3], |cost| cost.step);
        for (number, step) in self.bodies[1][POSITION..HULL].iter_mut().zip(step) {
            *number += step * (1.0 + excess);
        }
    }

    /// The case after a few small changes.
    pub fn changed<M: Measure>(&self, random: &mut Random, measure: &M) -> Self {
        let mut next = *self;
        for _ in 0..=random.below(3) {
            let which = random.below(2) as usize;
            let (body, other) = (next.bodies[which], next.bodies[1 - which]);
            let place = random.below(NUMBERS as u32) as usize;
            let unit = if (TURN..POSITION).contains(&place) { 1.0 } else { body[0].max(body[1]).max(body[2]) };
            let number = &mut next.bodies[which][place];
            match random.below(8) {
                _ if place == HULL => *number = random.below(1 << 16) as f32,
                0 => *number = if place < TURN { other[place] } else { 0.0 },
                1 => *number = if place < TURN { body[(place + 1) % TURN] } else { other[place] },
                2 if place >= TURN => *number = -*number,
                // Coarse numbers lead to parallel edges and ties.
                3 => {
                    let grain = unit * random.power(-4, 0);
                    *number = libm::roundf(*number / grain) * grain;
                }
                4 => next.touch(random.tiny(), measure),
                _ => *number += unit * random.power(-24, 1) * random.signed(),
            }
        }
        next
    }
}

/// The cost of a query.
#[derive(Clone, Copy, Default)]
pub struct Cost {
    /// The number that the search maximizes.
    pub all: u32,
    /// The rounds of GJK and of EPA, if they are counted.
    pub rounds: [u32; 2],
    /// The displacement of B after which the bodies touch, for the query [`APART`].
    pub step: [f32; 3],
}

/// A way to run a query on two bodies and to measure its cost.
pub trait Measure {
    fn ask<S: Number, A, B>(&self, query: u32, pair: &Pair<'_, S, A, B>) -> Cost
    where
        A: Support<Vector = Vec3<S>>,
        B: Support<Vector = Vec3<S>>;
}

/// Two bodies at their poses.
pub struct Pair<'b, S: Scalar, A, B> {
    bodies: (&'b A, &'b B),
    poses: [Pose3<S>; 2],
    caps: [u32; 2],
}

// Each query is out of line, so that it is compiled without knowledge of its caller.
impl<S: Number, A: Support<Vector = Vec3<S>>, B: Support<Vector = Vec3<S>>> Pair<'_, S, A, B> {
    #[inline(never)]
    pub fn intersects<O: Observer<Vec3<S>>>(&self, watch: O) -> bool {
        let ((a, b), [at_a, at_b], [rounds, _]) = (self.bodies, self.poses, self.caps);
        Query::new().poses(at_a, at_b).max_iterations(rounds).observer(watch).intersects(a, b)
    }

    #[inline(never)]
    pub fn distance<O: Observer<Vec3<S>>>(&self, watch: O) -> Separation<Vec3<S>> {
        let ((a, b), [at_a, at_b], [rounds, _]) = (self.bodies, self.poses, self.caps);
        Query::new().poses(at_a, at_b).max_iterations(rounds).observer(watch).distance(a, b)
    }

    #[inline(never)]
    pub fn penetration<O>(&self, memory: &mut Workspace<Vec3<S>>, watch: O) -> Option<Penetration<Vec3<S>>>
    where
        O: Observer<Vec3<S>>,
    {
        let ((a, b), [at_a, at_b], [rounds, epa_rounds]) = (self.bodies, self.poses, self.caps);
        let query = Query::new().poses(at_a, at_b).max_iterations(rounds).max_epa_iterations(epa_rounds);
        query.workspace(memory).observer(watch).penetration(a, b)
    }

    /// The displacement of B after which the bodies touch.
    pub fn apart<O: Observer<Vec3<S>> + Copy>(&self, watch: O) -> Cost {
        let gap = self.distance(watch);
        let overlap = if gap.distance > S::NIL { None } else { self.penetration(&mut Workspace::new(), watch) };
        let step = overlap.map_or(gap.on_a - gap.on_b, |overlap| overlap.on_a - overlap.on_b);
        Cost { step: [step.x, step.y, step.z].map(S::to_f32), ..Cost::default() }
    }
}

/// A scalar with conversions from and to `f32`.
pub trait Number: Scalar {
    fn length(number: f32) -> Self;

    /// The unit fraction for a number in [−1, 1].
    fn unit(number: f32) -> Self::Unit;

    fn to_f32(self) -> f32;
}

macro_rules! number {
    ($scalar:ty, $length:expr, $unit:expr, $to_f32:expr) => {
        impl Number for $scalar {
            fn length(number: f32) -> Self {
                $length(number)
            }

            fn unit(number: f32) -> Self::Unit {
                $unit(number)
            }

            fn to_f32(self) -> f32 {
                $to_f32(self)
            }
        }
    };
}

number!(f32, |number| number, |number| number, |number| number);
// `as` converts NaN to zero, and saturates.
number!(
    I16F16,
    |number| I16F16::from_bits((number * I16F16::ONE.to_bits() as f32) as i32),
    |number| I2F30::from_bits((number * I2F30::ONE.to_bits() as f32) as i32),
    I16F16::to_num
);

fn capsule<S: Number>(&[half_height, radius, ..]: &Body) -> Result<Capsule<Vec3<S>>, Error> {
    Capsule::upright(S::length(half_height), S::length(radius))
}

fn cuboid<S: Number>(&[x, y, z, ..]: &Body) -> Result<Cuboid<S>, Error> {
    Cuboid::new(vec3(S::length(x), S::length(y), S::length(z)))
}

fn cylinder<S: Number>(&[half_height, radius, ..]: &Body) -> Result<Cylinder<S>, Error> {
    Cylinder::new(S::length(half_height), S::length(radius))
}

fn pose<S: Number>(&[_, _, _, i, j, k, w, x, y, z, _]: &Body) -> Result<Pose3<S>, Error> {
    let largest = [i, j, k, w].into_iter().fold(f32::MIN_POSITIVE, |most, number| most.max(number.abs()));
    let [i, j, k, w] = [i, j, k, w].map(|number| S::unit(number / largest));
    Pose3::new(Rotation3::from_quaternion(i, j, k, w)?, vec3(S::length(x), S::length(y), S::length(z)))
}

/// The vertices of a hull of one of four kinds: points spread evenly on an ellipsoid, random points on it, a prism, and
/// a grid, which also has points within its faces and edges.
fn corners(body: &Body) -> [Vec3<f32>; CORNERS] {
    let (number, mut random) = (body[HULL] as u32, Random::new(body[HULL] as u32));
    let round = |angle| [libm::cosf(angle), libm::sinf(angle)];
    core::array::from_fn(|i| {
        let (part, side) = (i as f32, if i % 2 == 0 { 1.0 } else { -1.0 });
        let ([x, y], z) = match number % 4 {
            0 => (round(part * PI * (3.0 - libm::sqrtf(5.0))), (2.0 * part + 1.0) / CORNERS as f32 - 1.0),
            1 => (round(PI * random.signed()), random.signed()),
            2 => (round(part * PI / CORNERS as f32 * 2.0), side),
            _ => ([(i / 2 % 4) as f32 / 1.5 - 1.0, (i / 8) as f32 / 1.5 - 1.0], side),
        };
        let radius = if number % 4 < 2 { libm::sqrtf(1.0 - z * z) } else { 1.0 };
        vec3(body[0] * x * radius, body[1] * y * radius, body[2] * z)
    })
}

/// A xorshift generator (Marsaglia 2003).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u32) -> Self {
        let mut random = Self(u64::from(seed) << 32 | 0x9E37_79B9);
        (0..4).for_each(|_| _ = random.below(2));
        random
    }

    pub fn below(&mut self, end: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as u32 % end
    }

    /// A number in (−1, 1).
    pub fn signed(&mut self) -> f32 {
        (self.below(1 << 24) as f32 + 0.5) / (1 << 23) as f32 - 1.0
    }

    /// Two to the power of a random exponent from `least` to `most`.
    pub fn power(&mut self, least: i32, most: i32) -> f32 {
        libm::exp2f((least + self.below((most - least + 1) as u32) as i32) as f32)
    }

    /// Zero, or a small number.
    pub fn tiny(&mut self) -> f32 {
        if self.below(2) == 0 { 0.0 } else { self.power(-24, -1) * self.signed() }
    }
}
