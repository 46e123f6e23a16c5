//! Cases for the search for the worst one: two bodies, a query and its caps, as plain numbers that can be changed a bit
//! and written down, on the host and on a microcontroller.

#![no_std]

#[cfg(target_os = "none")]
#[path = "../../firmware/src/meter.rs"]
pub mod meter;

use core::f32::consts::PI;
use core::fmt;
use fixed::types::{I2F30, I16F16};
use gjk::{
    Capsule, ConvexHull, Cuboid, Cylinder, Error, Observer, Penetration, Pose3, Query, Rotation3, Scalar, Separation,
    Support, Vec3, Workspace, vec3,
};

/// Places of the numbers of a body: three sizes, a quaternion of any length, a position, and which hull it is.
pub const TURN: usize = 3;
pub const POSITION: usize = 7;
pub const HULL: usize = 10;
const NUMBERS: usize = 11;
pub type Body = [f32; NUMBERS];

/// The words of a case.
const WORDS: usize = 5 + 2 * NUMBERS;
/// Bytes of a case in text: the digits of its words, each with a space or the end of the line.
pub const TEXT: usize = 9 * WORDS;
/// The last of the pairs is in fixed point.
pub const PAIRS: u32 = 7;
pub const QUERIES: u32 = 3;
/// Vertices of a hull.
const CORNERS: usize = 32;

#[derive(Clone, Copy)]
pub struct Case {
    /// Which bodies they are: see [`Case::visit`].
    pub pair: u32,
    /// `intersects`, `distance` or `penetration`.
    pub query: u32,
    /// For how many instructions a microcontroller tries changes of the case.
    pub budget: u32,
    /// Of the rounds of GJK and of EPA.
    pub caps: [u32; 2],
    pub bodies: [Body; 2],
}

/// The words in hexadecimal digits.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.caps;
        let words = [self.pair, self.query, self.budget, first, second].into_iter();
        for (place, word) in words.chain(self.bodies.iter().flatten().map(|number| number.to_bits())).enumerate() {
            write!(f, "{}{word:08x}", if place > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl Case {
    /// Reads what was printed.
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

    /// Makes the bodies and shows them to a visitor.
    pub fn visit<V: Visitor>(&self, visitor: &V) -> Result<V::Output, Error> {
        let [a, b] = &self.bodies;
        match self.pair {
            0 => self.show(&capsule::<f32>(a)?, &capsule(b)?, visitor),
            1 => self.show(&cuboid::<f32>(a)?, &cuboid(b)?, visitor),
            2 => self.show(&capsule::<f32>(a)?, &cuboid(b)?, visitor),
            3 => self.show(&ConvexHull::new(&corners(a))?, &ConvexHull::new(&corners(b))?, visitor),
            4 => self.show(&cylinder::<f32>(a)?, &cylinder(b)?, visitor),
            5 => self.show(&cylinder::<f32>(a)?, &cuboid(b)?, visitor),
            _ => self.show(&cuboid::<I16F16>(a)?, &cuboid(b)?, visitor),
        }
    }

    fn show<S: Number, A, B, V: Visitor>(&self, a: &A, b: &B, visitor: &V) -> Result<V::Output, Error>
    where
        A: Support<Vector = Vec3<S>>,
        B: Support<Vector = Vec3<S>>,
    {
        let [first, second] = &self.bodies;
        let pair = Pair { bodies: (a, b), poses: [pose(first)?, pose(second)?], caps: self.caps };
        Ok(visitor.visit(self.query, &pair))
    }

    /// The case after a few small changes. `apart` tells by what B has to move until the bodies touch.
    pub fn changed(&self, random: &mut Random, apart: impl Fn(&Self) -> Option<[f32; 3]>) -> Self {
        let mut next = *self;
        for _ in 0..=random.below(3) {
            let which = random.below(2) as usize;
            let (body, other) = (next.bodies[which], next.bodies[1 - which]);
            let place = random.below(NUMBERS as u32) as usize;
            let unit = if (TURN..POSITION).contains(&place) { 1.0 } else { body[0].max(body[1]).max(body[2]) };
            let number = &mut next.bodies[which][place];
            let fine = random.power(-24, 1);
            match random.below(8) {
                _ if place == HULL => *number = random.below(1 << 16) as f32,
                0 => *number = if place < TURN { other[place] } else { 0.0 },
                1 => *number = if place < TURN { body[(place + 1) % TURN] } else { other[place] },
                2 if place >= TURN => *number = -*number,
                // Coarse numbers make parallel edges and ties.
                3 => {
                    let grain = unit * random.power(-4, 0);
                    *number = libm::roundf(*number / grain) * grain;
                }
                4 => {
                    let Some(step) = apart(&next) else { continue };
                    let excess = if random.below(2) == 0 { 0.0 } else { fine * random.signed() };
                    for (number, step) in next.bodies[1][POSITION..HULL].iter_mut().zip(step) {
                        *number += step * (1.0 + excess);
                    }
                }
                _ => *number += unit * fine * random.signed(),
            }
        }
        next
    }
}

/// What a program does with two bodies.
pub trait Visitor {
    type Output;

    fn visit<S: Number, A, B>(&self, query: u32, pair: &Pair<'_, S, A, B>) -> Self::Output
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

// Each query out of line, so that its instructions are its own.
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
    pub fn penetration<O: Observer<Vec3<S>>>(
        &self,
        memory: &mut Workspace<Vec3<S>>,
        watch: O,
    ) -> Option<Penetration<Vec3<S>>> {
        let ((a, b), [at_a, at_b], [rounds, epa_rounds]) = (self.bodies, self.poses, self.caps);
        let query = Query::new().poses(at_a, at_b).max_iterations(rounds).max_epa_iterations(epa_rounds);
        query.workspace(memory).observer(watch).penetration(a, b)
    }

    /// By what B has to move until the bodies touch.
    pub fn apart<O: Observer<Vec3<S>> + Copy>(&self, watch: O) -> [f32; 3] {
        let gap = self.distance(watch);
        let step = if gap.distance > S::NIL {
            gap.on_a - gap.on_b
        } else {
            self.penetration(&mut Workspace::new(), watch).map_or(Vec3::ZERO, |overlap| overlap.on_a - overlap.on_b)
        };
        [step.x, step.y, step.z].map(S::to_f32)
    }
}

/// A scalar with conversions.
pub trait Number: Scalar {
    fn length(number: f32) -> Self;

    /// Of a number in [−1, 1].
    fn unit(number: f32) -> Self::Unit;

    fn to_f32(self) -> f32;
}

impl Number for f32 {
    fn length(number: f32) -> f32 {
        number
    }

    fn unit(number: f32) -> f32 {
        number
    }

    fn to_f32(self) -> f32 {
        self
    }
}

impl Number for I16F16 {
    fn length(number: f32) -> I16F16 {
        I16F16::from_bits((number * (1 << I16F16::FRAC_NBITS) as f32) as i32)
    }

    fn unit(number: f32) -> I2F30 {
        I2F30::from_bits((number * (1 << I2F30::FRAC_NBITS) as f32) as i32)
    }

    fn to_f32(self) -> f32 {
        self.to_num()
    }
}

fn capsule<S: Number>(&[half_height, radius, ..]: &Body) -> Result<Capsule<Vec3<S>>, Error> {
    Capsule::upright(S::length(half_height), S::length(radius))
}

fn cuboid<S: Number>(&[x, y, z, ..]: &Body) -> Result<Cuboid<S>, Error> {
    Cuboid::new(vec3(S::length(x), S::length(y), S::length(z)))
}

fn cylinder<S: Number>(&[half_height, radius, ..]: &Body) -> Result<Cylinder<S>, Error> {
    Cylinder::new(S::length(half_height), S::length(radius))
}

fn pose<S: Number>(body: &Body) -> Result<Pose3<S>, Error> {
    let &[_, _, _, i, j, k, w, x, y, z, _] = body;
    let largest = [i, j, k, w].into_iter().fold(f32::MIN_POSITIVE, |most, number| most.max(number.abs()));
    let [i, j, k, w] = [i, j, k, w].map(|number| S::unit(number / largest));
    Pose3::new(Rotation3::from_quaternion(i, j, k, w)?, vec3(S::length(x), S::length(y), S::length(z)))
}

/// The vertices of a hull, of one of four kinds: evenly on an ellipsoid, at random on it, a prism, and a grid, on whose
/// faces and edges more than the corners lie.
fn corners(body: &Body) -> [Vec3<f32>; CORNERS] {
    let (number, mut random) = (body[HULL] as u32, Random::new(body[HULL] as u32));
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

fn round(angle: f32) -> [f32; 2] {
    [libm::cosf(angle), libm::sinf(angle)]
}

/// Numbers from a xorshift generator (Marsaglia 2003).
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

    /// In (−1, 1).
    pub fn signed(&mut self) -> f32 {
        let bits = self.below(1 << 24);
        (bits as f32 + 0.5) / (1 << 23) as f32 - 1.0
    }

    /// Two to the power of an exponent from `least` to `most`.
    pub fn power(&mut self, least: i32, most: i32) -> f32 {
        libm::exp2f((least + self.below((most - least + 1) as u32) as i32) as f32)
    }
}
