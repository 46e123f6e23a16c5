//! Curved bodies described in `f64`, their support points from first principles, and the shapes of the crate for them.

use crate::common::number::{Number, P, Space, add, dot, length, max_abs, scale};
use gjk::{
    Affine, Capsule, Cone, ConvexHull, Cylinder, Hint, HullOfTwo, NBall, NCuboid, NEllipsoid, Pose, Posed, Poses,
    Proximity, Query, Rounded, Support, SupportFn, Transformed, Vec2, Vec3, Vector, Workspace, vec2, vec3,
};

/// A body about its own origin. Its numbers are exact in the scalar that it is drawn for.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    Cylinder {
        half_height: f64,
        radius: f64,
    },
    Cone {
        half_height: f64,
        radius: f64,
    },
    /// An ellipsoid with these radii; in the plane an ellipse.
    Ellipsoid(P),
    /// In the plane a circle.
    Ball(f64),
    /// A ball given by its support function.
    Sphere(f64),
    /// A ball under the linear map of the given rows.
    Stretched([P; 3], f64),
    /// A body swept by a ball.
    Rounded(Box<Body>, f64),
    /// The hull of a body and a ball at another place.
    Hull(Box<Body>, P, f64),
    /// A box with these half extents.
    Cuboid(P),
    /// A segment along x with this half length, swept by a ball.
    Capsule(f64, f64),
    /// The hull of some points.
    Points(Vec<P>),
}

impl Body {
    /// The point that lies farthest along a direction, which is not zero.
    pub fn support(&self, along: P) -> P {
        let [x, y, z] = along;
        // On a disc in the plane of x and y.
        let rim = |radius: f64, height: f64| {
            let across = x.hypot(y);
            if across > 0.0 { [x / across * radius, y / across * radius, height] } else { [0.0, 0.0, height] }
        };
        let ball = |radius: f64, along: P| scale(along, radius / length(along));
        match self {
            &Self::Cylinder { half_height, radius } => rim(radius, half_height.copysign(z)),
            &Self::Cone { half_height, radius } => {
                let (apex, base) = ([0.0, 0.0, half_height], rim(radius, -half_height));
                if dot(apex, along) > dot(base, along) { apex } else { base }
            }
            Self::Ellipsoid(radii) => {
                let ball = [x * radii[0], y * radii[1], z * radii[2]];
                let reach = length(ball);
                if reach > 0.0 { [0, 1, 2].map(|i| radii[i] * ball[i] / reach) } else { [0.0; 3] }
            }
            &Self::Ball(radius) | &Self::Sphere(radius) => ball(radius, along),
            &Self::Stretched(rows, radius) => {
                let local = apply_back(rows, along);
                if local == [0.0; 3] { local } else { apply(rows, ball(radius, local)) }
            }
            Self::Rounded(core, radius) => add(core.support(along), ball(*radius, along)),
            Self::Hull(body, centre, radius) => {
                let (one, other) = (body.support(along), add(*centre, ball(*radius, along)));
                if dot(one, along) > dot(other, along) { one } else { other }
            }
            Self::Cuboid(half) => [0, 1, 2].map(|i| half[i].copysign(along[i])),
            &Self::Capsule(half_length, radius) => add([half_length.copysign(x), 0.0, 0.0], ball(radius, along)),
            Self::Points(points) => {
                let highest = points.iter().max_by(|p, q| dot(**p, along).total_cmp(&dot(**q, along)));
                *highest.expect("points")
            }
        }
    }

    /// An upper bound of the factor by which a linear map within the body lengthens a vector; zero without a map.
    pub fn norm(&self) -> f64 {
        match self {
            Self::Stretched(rows, _) => rows.iter().flatten().map(|x| x * x).sum::<f64>().sqrt(),
            _ => 0.0,
        }
    }

    /// The largest distance of a point of the body from its origin, or a little less.
    pub fn extent(&self) -> f64 {
        match self {
            &Self::Cylinder { half_height, radius } | &Self::Cone { half_height, radius } => half_height.hypot(radius),
            &Self::Ellipsoid(radii) => max_abs(radii),
            &Self::Ball(radius) | &Self::Sphere(radius) => radius,
            &Self::Stretched(rows, radius) => {
                let columns = (0..3).map(|i| length([rows[0][i], rows[1][i], rows[2][i]]));
                radius * columns.fold(0.0, f64::max)
            }
            Self::Rounded(core, radius) => core.extent() + radius,
            Self::Hull(body, centre, radius) => body.extent().max(length(*centre) + radius),
            Self::Cuboid(half) => length(*half),
            Self::Capsule(half_length, radius) => half_length + radius,
            Self::Points(points) => points.iter().map(|&p| length(p)).fold(0.0, f64::max),
        }
    }

    /// The body with all lengths multiplied by a factor.
    pub fn scaled(&self, factor: f64) -> Self {
        match self {
            Self::Cylinder { half_height, radius } => {
                Self::Cylinder { half_height: half_height * factor, radius: radius * factor }
            }
            Self::Cone { half_height, radius } => {
                Self::Cone { half_height: half_height * factor, radius: radius * factor }
            }
            Self::Ellipsoid(radii) => Self::Ellipsoid(scale(*radii, factor)),
            Self::Ball(radius) => Self::Ball(radius * factor),
            Self::Sphere(radius) => Self::Sphere(radius * factor),
            Self::Stretched(rows, radius) => Self::Stretched(*rows, radius * factor),
            Self::Rounded(core, radius) => Self::Rounded(Box::new(core.scaled(factor)), radius * factor),
            Self::Hull(body, centre, radius) => {
                Self::Hull(Box::new(body.scaled(factor)), scale(*centre, factor), radius * factor)
            }
            Self::Cuboid(half) => Self::Cuboid(scale(*half, factor)),
            Self::Capsule(half_length, radius) => Self::Capsule(half_length * factor, radius * factor),
            Self::Points(points) => Self::Points(points.iter().map(|&p| scale(p, factor)).collect()),
        }
    }

    /// The body as a shape of the crate.
    pub fn shape<V: Room>(&self) -> Shape<V> {
        let ball = |radius: f64| NBall::<V>::new(V::Scalar::of(radius)).expect("a size");
        match self {
            &Self::Cylinder { half_height, radius } => V::revolved(false, half_height, radius),
            &Self::Cone { half_height, radius } => V::revolved(true, half_height, radius),
            &Self::Ellipsoid(radii) => Shape::of(NEllipsoid::new(V::of(radii)).expect("sizes")),
            &Self::Ball(radius) => Shape::of(ball(radius)),
            &Self::Sphere(radius) => {
                let radius = V::Scalar::of(radius);
                Shape::of(SupportFn::new(move |along: V| along.with_length(radius)))
            }
            &Self::Stretched(rows, radius) => Shape::of(Transformed::new(ball(radius), V::linear(rows))),
            Self::Rounded(core, radius) => {
                Shape::of(Rounded::new(core.shape(), V::Scalar::of(*radius)).expect("a size"))
            }
            Self::Hull(body, centre, radius) => {
                let there = Pose::translation(V::of(*centre)).expect("in range");
                Shape::of(HullOfTwo::new(body.shape(), Posed::new(ball(*radius), there)))
            }
            &Self::Cuboid(half) => Shape::of(NCuboid::new(V::of(half)).expect("sizes")),
            &Self::Capsule(half_length, radius) => {
                let end = |x: f64| V::of([x, 0.0, 0.0]);
                Shape::of(Capsule::new(end(-half_length), end(half_length), V::Scalar::of(radius)).expect("a size"))
            }
            // A hull borrows its points, and a shape lives as long as the program: a few points a test are lost.
            Self::Points(points) => {
                let points: Vec<V> = points.iter().map(|&p| V::of(p)).collect();
                Shape::of(ConvexHull::new(points.leak()).expect("points"))
            }
        }
    }
}

pub fn apply(rows: [P; 3], p: P) -> P {
    rows.map(|row| dot(row, p))
}

pub fn apply_back(rows: [P; 3], p: P) -> P {
    (0..3).fold([0.0; 3], |sum, i| add(sum, scale(rows[i], p[i])))
}

/// Any shape of the crate.
pub struct Shape<V>(Box<dyn Support<Vector = V>>);

impl<V: Vector> Shape<V> {
    fn of(shape: impl Support<Vector = V> + 'static) -> Self {
        Self(Box::new(shape))
    }
}

impl<V: Vector> Support for Shape<V> {
    type Vector = V;

    fn support(&self, along: V) -> V {
        self.0.support(along)
    }

    fn margin(&self) -> V::Scalar {
        self.0.margin()
    }

    fn center(&self) -> V {
        self.0.center()
    }

    fn is_polytope(&self) -> bool {
        self.0.is_polytope()
    }

    fn support_from(&self, along: V, hint: &mut Hint) -> V {
        self.0.support_from(along, hint)
    }
}

/// The vector types of curved bodies, and the shapes that only space has.
pub trait Room: Space {
    /// A cylinder or cone, which only space has.
    fn revolved(is_cone: bool, half_height: f64, radius: f64) -> Shape<Self>;

    /// A linear map from its rows.
    fn linear(rows: [P; 3]) -> Affine<Self>;

    /// The answer of a query with a workspace of the given number of vertices.
    fn with_room(
        vertices: usize,
        query: Query<'_, Self, Poses<Self>>,
        a: &dyn Support<Vector = Self>,
        b: &dyn Support<Vector = Self>,
    ) -> Proximity<Self>;
}

macro_rules! with_room {
    ($vertices:ident, $query:ident, $a:ident, $b:ident; $($count:literal $facets:literal),+) => {
        match $vertices {
            $($count => $query.workspace(&mut Workspace::<_, $count, $facets>::new()).proximity($a, $b),)+
            _ => unreachable!("no such workspace"),
        }
    };
}

impl<S: Number> Room for Vec2<S> {
    fn revolved(_: bool, _: f64, _: f64) -> Shape<Self> {
        unreachable!("the plane has no bodies of revolution")
    }

    fn linear([x, y, _]: [P; 3]) -> Affine<Self> {
        Affine::new([Self::of(x), Self::of(y)], vec2(S::NIL, S::NIL)).expect("in range")
    }

    fn with_room(
        vertices: usize,
        query: Query<'_, Self, Poses<Self>>,
        a: &dyn Support<Vector = Self>,
        b: &dyn Support<Vector = Self>,
    ) -> Proximity<Self> {
        with_room!(vertices, query, a, b; 4 4, 5 5, 6 6, 8 8, 12 12, 16 16, 24 24, 32 32, 64 64, 128 128, 256 256)
    }
}

impl<S: Number> Room for Vec3<S> {
    fn revolved(is_cone: bool, half_height: f64, radius: f64) -> Shape<Self> {
        let (half_height, radius) = (S::of(half_height), S::of(radius));
        if is_cone {
            Shape::of(Cone::new(half_height, radius).expect("sizes"))
        } else {
            Shape::of(Cylinder::new(half_height, radius).expect("sizes"))
        }
    }

    fn linear(rows: [P; 3]) -> Affine<Self> {
        Affine::new(rows.map(Self::of), vec3(S::NIL, S::NIL, S::NIL)).expect("in range")
    }

    fn with_room(
        vertices: usize,
        query: Query<'_, Self, Poses<Self>>,
        a: &dyn Support<Vector = Self>,
        b: &dyn Support<Vector = Self>,
    ) -> Proximity<Self> {
        with_room!(vertices, query, a, b; 4 4, 5 6, 6 8, 8 12, 12 20, 16 28, 24 44, 32 60, 64 124, 128 252, 256 508)
    }
}
