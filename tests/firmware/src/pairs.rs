//! The table of pairs, and the bodies that are made from it. Sizes, points and positions are in units of 1/256.

use crate::number::Number;
use gjk::{
    Capsule, ConvexHull, Cylinder, Error, Faceted, NBall, NCuboid, Polygon, Polyhedron, Pose, Rotation, Rotation2,
    Rotation3, Vec2, Vec3, Vector,
};

pub struct Body {
    size: [i16; 3],
    /// The index of the point set of which the body is the hull.
    set: usize,
    pub points: &'static [[i16; 3]],
    turn: [i16; 4],
    position: [i16; 3],
}

pub struct Case {
    pub bodies: [Body; 2],
    pub signed_distance: f64,
}

/// The motion of the bodies of a case, with its answers. B moves to the centre of A in a unit of time. A contact is its
/// time and the rate at which the distance falls then.
pub struct Motions {
    /// The angular velocities, in units of 1/128.
    spins: [[i16; 3]; 2],
    /// The time at which the centre of B meets A.
    pub ray: f64,
    /// The contact if neither body rotates.
    pub linear: (f64, f64),
    /// The contact if both bodies rotate.
    pub turning: (f64, f64),
    /// The rate of change of the distance at the start, if only B moves and rotates.
    pub rate: f64,
    /// The distance after B was rotated and moved by [`NUDGE`].
    pub nudged: f64,
}

include!(concat!(env!("OUT_DIR"), "/pairs.rs"));

impl Body {
    /// An estimate of the largest coordinate in the world.
    pub fn extent(&self) -> f64 {
        let largest = |units: &[i16]| units.iter().map(|x| x.unsigned_abs()).max().unwrap_or(0);
        let size = self.points.iter().map(|point| largest(point)).max().unwrap_or(0).max(largest(&self.size));
        f64::from(size + largest(&self.position)) / 256.0
    }

    pub fn pose<V: Space>(&self) -> Result<Pose<V>, Error> {
        Pose::new(V::rotation(self.turn)?, V::vector(self.position))
    }
}

impl Motions {
    pub fn spins<S: Number>(&self) -> [Vec3<S>; 2] {
        self.spins.map(|spin| Vec3::vector(spin.map(|x| 2 * x)))
    }
}

/// A vector type of the plane or of space.
pub trait Space: Vector<Scalar: Number> {
    fn vector(units: [i16; 3]) -> Self;

    /// The rotation of a quaternion of any length, with components below 128.
    fn rotation(quaternion: [i16; 4]) -> Result<Rotation<Self>, Error>;
}

impl<S: Number> Space for Vec2<S> {
    fn vector([x, y, _]: [i16; 3]) -> Self {
        Self::new(S::length(x), S::length(y))
    }

    fn rotation([_, _, z, w]: [i16; 4]) -> Result<Rotation<Self>, Error> {
        Rotation2::from_cos_sin(S::unit(w * w - z * z), S::unit(2 * w * z))
    }
}

impl<S: Number> Space for Vec3<S> {
    fn vector([x, y, z]: [i16; 3]) -> Self {
        Self::new(S::length(x), S::length(y), S::length(z))
    }

    fn rotation(quaternion: [i16; 4]) -> Result<Rotation<Self>, Error> {
        let [x, y, z, w] = quaternion.map(|x| S::unit(x << 8));
        Rotation3::from_quaternion(x, y, z, w)
    }
}

/// A type of bodies.
pub trait Shape<V: Space> {
    type Body<'p>: Faceted<Vector = V>;

    /// The body of a row of the table. Its points are given as vectors.
    fn make<'p>(body: &Body, points: &'p [V]) -> Result<Self::Body<'p>, Error>;
}

macro_rules! shapes {
    ($($name:ident [$($generics:tt)*] for $vector:ty: $shape:ty =
        |$size:pat_param, $points:pat_param| $make:expr;)+) => {$(
        pub struct $name;

        // Only some of the bodies borrow the points.
        #[allow(clippy::needless_lifetimes)]
        impl<$($generics)*> Shape<$vector> for $name {
            type Body<'p> = $shape;

            fn make<'p>(body: &Body, $points: &'p [$vector]) -> Result<$shape, Error> {
                let $size = body.size;
                $make
            }
        }
    )+};
}

shapes! {
    Cuboids [V: Space] for V: NCuboid<V> = |size, _| NCuboid::new(V::vector(size));
    Balls [V: Space] for V: NBall<V> = |[_, radius, _], _| NBall::new(V::Scalar::length(radius));
    Capsules [S: Number] for Vec3<S>: Capsule<Vec3<S>> =
        |[half_height, radius, _], _| Capsule::upright(S::length(half_height), S::length(radius));
    Cylinders [S: Number] for Vec3<S>: Cylinder<S> =
        |[half_height, radius, _], _| Cylinder::new(S::length(half_height), S::length(radius));
    Hulls [V: Space] for V: ConvexHull<'p, V> = |_, points| ConvexHull::new(points);
    Polygons [S: Number] for Vec2<S>: Polygon<'p, S> = |_, points| Polygon::new(points);
}

/// Polyhedra with edges, which lie in flash.
pub struct Polyhedra;

impl<S: Number> Shape<Vec3<S>> for Polyhedra {
    type Body<'p> = Polyhedron<'static, S>;

    fn make(body: &Body, _: &[Vec3<S>]) -> Result<Polyhedron<'static, S>, Error> {
        Ok(*S::polyhedra()[body.set])
    }
}
