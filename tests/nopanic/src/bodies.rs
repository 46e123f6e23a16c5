//! Calls all constructors of shapes and combined bodies, and every query on each of them.

use crate::{Input, Space, calls};
use core::hint::black_box;
use gjk::{
    Affine, Capsule, Cone, ConvexHull, Cylinder, DepthStep, DistanceStep, Error, Faceted, Feature, Hint, HullOfTwo,
    MinkowskiSum, Motion, NBall, NCuboid, NEllipsoid, Observer, Penetration, Point, Polygon, PolygonBuilder,
    Polyhedron, PolyhedronBuilder, PolyhedronParts, Pose, Posed, Poses, Proximity, Query, Ray, Rounded, Scalar,
    Segment, Support, SupportExt, SupportFn, Transformed, Triangle, Vec2, Vec3, Vector, WarmStart, Workspace,
};

/// An observer that reads everything that a step shows.
struct Watch;

impl<V: Vector> Observer<V> for Watch {
    fn distance_step(&mut self, step: &DistanceStep<'_, V>) {
        black_box((step.newest, step.axis, step.lower_bound, step.upper_bound));
        step.simplex().for_each(|point| _ = black_box(point));
    }

    fn depth_step(&mut self, step: &DepthStep<'_, V>) {
        black_box((step.nearest, step.newest, step.normal, step.lower_bound, step.upper_bound));
        step.vertices().for_each(|point| _ = black_box(point));
        for (number, corners, distance) in step.facets() {
            black_box((number, distance));
            corners.as_ref().iter().for_each(|corner| _ = black_box(*corner));
        }
    }
}

/// A body whose methods return arbitrary values, against the contract of `Support`.
struct Anything<'i, V: Vector>(&'i Input<'i, V>);

impl<V: Vector> Support for Anything<'_, V> {
    type Vector = V;

    fn support(&self, dir: V) -> V {
        black_box(dir);
        self.0.vector()
    }

    fn margin(&self) -> V::Scalar {
        self.0.length()
    }

    fn center(&self) -> V {
        self.0.vector()
    }

    fn is_polytope(&self) -> bool {
        self.0.number() == 0
    }

    fn support_from(&self, dir: V, hint: &mut Hint) -> V {
        *hint = Hint::new(self.0.number() ^ hint.number());
        self.support(dir)
    }

    fn vertex(&self, hint: Hint) -> Option<V> {
        (self.0.number() == hint.number()).then(|| self.0.vector())
    }
}

impl<V: Vector> Faceted for Anything<'_, V> {
    fn feature(&self, dir: V) -> Feature<V> {
        black_box(dir);
        let start = Feature::new(self.0.number());
        let feature =
            self.0.points().iter().fold(start, |feature, &corner| feature.with_corner(self.0.number(), corner));
        feature.with_corner(self.0.number(), self.0.vector())
    }
}

/// Calls the four main queries, each on a new query.
macro_rules! ask {
    ($prefix:expr, $body:ident, $query:expr) => {
        calls! { concat!($prefix, " ", stringify!($query)) =>
            $query.map(|mut query| query.intersects($body, $body));
            $query.map(|mut query| query.distance($body, $body));
            $query.map(|mut query| query.penetration($body, $body));
            $query.map(|mut query| query.proximity($body, $body));
        }
    };
}

/// Calls the methods of a body, every option of a query on the body as a `dyn Support`, and if `$typed` also the free
/// functions and a query with poses on the body's own type.
macro_rules! body {
    ($typed:ident, $input:ident, $($name:literal: $body:expr;)+) => {$({
        let body = &$body;
        let pose = || Pose::new(Space::rotation($input)?, $input.vector());
        let mut hint = Hint::new($input.number());
        calls! { $name =>
            body.support($input.vector());
            body.support_from($input.vector(), &mut hint);
            Support::vertex(body, hint);
            body.margin();
            body.center();
            body.is_polytope();
            body.form();
            body.feature($input.vector());
        }
        if $typed {
            calls! { $name =>
                gjk::intersects(body, body);
                gjk::distance(body, body);
                gjk::penetration(body, body);
                gjk::proximity(body, body);
                gjk::manifold(body, body);
            }
            let posed = || Ok::<_, Error>(Query::new().poses(pose()?, pose()?));
            ask!($name, body, posed());
            calls! { $name => posed().map(|mut query| query.manifold(body, body)); }
        }
        // `black_box` hides the type from the compiler.
        let erased: &dyn Support<Vector = _> = black_box(body);
        answers($input, erased);
        options($input, erased);
        casts($input, erased);
        manifolds($input, black_box(body));
    })+};
}

/// Calls the methods of answers.
#[inline(never)]
fn answers<V: Space>(input: &Input<'_, V>, body: &dyn Support<Vector = V>) {
    let (proximity, again) = (gjk::proximity(body, body), gjk::proximity(body, body));
    calls! { "dyn" => gjk::check_support(body); }
    calls! { "Proximity" =>
        proximity.normal();
        proximity.signed_distance();
        proximity.status();
        proximity == again;
    }
    let gradient = || proximity.gradient(input.vector());
    calls! { "Gradient" =>
        gradient();
        -gradient();
        gradient().rate(input.vector(), <V as Space>::angular(input));
        gradient() == gradient();
    }
    if let Proximity::Separated(separation) = proximity {
        calls! { "Gradient" => separation.gradient(input.vector()); }
    }
    if let Proximity::Overlapping(penetration) = proximity {
        calls! { "Penetration" =>
            Penetration::mtv(&penetration);
            penetration.gradient(input.vector());
        }
    }
}

/// Calls queries with each option alone, and with all options.
#[inline(never)]
fn options<V: Space>(input: &Input<'_, V>, body: &dyn Support<Vector = V>) {
    let pose = || Pose::new(V::rotation(input)?, input.vector());
    let mut watch = Watch;
    let new = || Ok::<_, Error>(Query::<V>::new());
    ask!("dyn", body, new());
    ask!("dyn", body, new().and_then(|query| query.tolerance(input.unit())));
    ask!("dyn", body, new().map(|query| query.max_iterations(input.number())));
    ask!("dyn", body, new().map(|query| query.max_epa_iterations(input.number())));
    ask!("dyn", body, new().and_then(|query| query.limit(input.length())));
    ask!("dyn", body, new().and_then(|query| query.direction(input.vector())));
    ask!("dyn", body, new().map(|query| query.observer(Watch)));
    ask!("dyn", body, new().and_then(|query| Ok(query.poses(pose()?, pose()?))));
    ask!("dyn", body, new().and_then(|query| Ok(query.poses(pose()?, pose()?).observer(&mut watch))));

    // The smallest workspace of space, a usual one, and the default one.
    let (mut least, mut small, mut usual) =
        (Workspace::<V, 4, 4>::new(), Workspace::<V, 16, 28>::new(), Workspace::<V>::default());
    ask!("dyn", body, new().map(|query| query.workspace(&mut least)));
    ask!("dyn", body, new().map(|query| query.workspace(&mut small)));
    ask!("dyn", body, new().map(|query| query.workspace(&mut usual)));

    let mut warm = WarmStart::default();
    calls! { "WarmStart" => warm; warm == WarmStart::new(); }
    ask!("dyn", body, new().map(|query| query.warm_start(black_box(&mut warm))));

    ask!("dyn", body, everything(input, &mut small, &mut warm));
}

/// Calls the queries about motion: with the defaults, with the options for motion, and with every option.
macro_rules! casts {
    ($($name:literal: $input:ident, $body:expr;)+) => {$({
        let (input, body) = ($input, $body);
        let (velocity, time) = (|| input.vector(), || input.length());
        let ray = || Ray::new(input.vector(), input.vector(), input.length());
        let motion = || Motion::new(input.vector(), Space::angular(input));
        calls! { $name =>
            gjk::has_clearance(body, body, time());
            ray().map(|ray| gjk::ray_cast(body, &ray));
            gjk::shape_cast(body, body, velocity(), time());
            motion().and_then(|motion| gjk::time_of_impact(body, body, &motion, &motion, time()));
        }
        let (mut memory, mut warm) = (Workspace::<_, 16, 28>::new(), WarmStart::new());
        let query = || Ok::<_, Error>(Query::new().target_distance(time())?.max_cast_iterations(input.number()));
        calls! { concat!($name, ", target") =>
            query().map(|mut query| query.has_clearance(body, body, time()));
            query().and_then(|mut query| Ok(query.ray_cast(body, &ray()?)));
            query().and_then(|mut query| query.shape_cast(body, body, velocity(), time()));
            query().and_then(|mut query| query.time_of_impact(body, body, &motion()?, &motion()?, time()));
        }
        calls! { concat!($name, ", everything") =>
            everything(input, &mut memory, &mut warm).map(|mut query| query.has_clearance(body, body, time()));
            everything(input, &mut memory, &mut warm).and_then(|mut query| Ok(query.ray_cast(body, &ray()?)));
            everything(input, &mut memory, &mut warm)
                .and_then(|mut query| query.shape_cast(body, body, velocity(), time()));
            everything(input, &mut memory, &mut warm)
                .and_then(|mut query| query.time_of_impact(body, body, &motion()?, &motion()?, time()));
        }
    })+};
}

/// Calls the queries about motion on bodies whose type the compiler does not know.
#[inline(never)]
fn casts<V: Space>(input: &Input<'_, V>, body: &dyn Support<Vector = V>) {
    casts! { "dyn": input, body; }
}

/// A query with every option.
type Everything<'w, 's, V> = Query<'w, V, Poses<V>, Watch, &'s mut WarmStart<V>>;

/// Makes a query with every option. The compiler does not know the content of the warm start.
fn everything<'w, 's, V: Space>(
    input: &Input<'_, V>,
    memory: &'w mut Workspace<V, 16, 28>,
    warm: &'s mut WarmStart<V>,
) -> Result<Everything<'w, 's, V>, Error> {
    let pose = || Pose::new(V::rotation(input)?, input.vector());
    let query = Query::new().max_iterations(input.number()).max_epa_iterations(input.number()).workspace(memory);
    let query = query.tolerance(input.unit())?.limit(input.length())?.direction(input.vector())?;
    let query = query.target_distance(input.length())?.max_cast_iterations(input.number());
    Ok(query.poses(pose()?, pose()?).observer(Watch).warm_start(black_box(warm)))
}

/// Calls manifolds and the methods of their results.
#[inline(never)]
fn manifolds<V: Space>(input: &Input<'_, V>, body: &dyn Faceted<Vector = V>) {
    let pose = || Pose::new(V::rotation(input)?, input.vector());
    let (mut memory, mut warm) = (Workspace::<V, 16, 28>::new(), WarmStart::new());
    let erased: &dyn Support<Vector = V> = &Anything(input);
    calls! { "dyn Faceted" =>
        gjk::manifold(body, body);
        gjk::manifold(body, erased);
        Query::new().limit(input.length()).map(|mut query| query.manifold(body, body));
        Ok::<_, Error>(Query::new()).and_then(|query| Ok(query.poses(pose()?, pose()?).manifold(body, body)));
        everything(input, &mut memory, &mut warm).map(|mut query| query.manifold(body, body));
    }
    let manifold = gjk::manifold(body, body);
    calls! { "Manifold" =>
        manifold.proximity();
        manifold.normal();
        manifold.patch_area();
        manifold == gjk::manifold(body, body);
    }
    for contact in manifold.points() {
        calls! { "Contact" =>
            (contact.on_a, contact.on_b, contact.depth);
            (contact.id, contact.id.a < contact.id.b);
        }
    }
    let feature = body.feature(input.vector());
    calls! { "Feature" =>
        feature.number();
        feature.map(|corner| corner + input.vector());
        Feature::vertex(input.vector());
        feature == body.feature(input.vector());
    }
    for (number, corner) in feature.corners() {
        black_box((number, corner));
    }
}

/// Calls everything on the bodies that exist in both dimensions.
pub fn common<V: Space, const TYPED: bool>(input: &Input<'_, V>) -> Result<(), Error> {
    let ball = || NBall::<V>::new(input.length());
    let cuboid = || NCuboid::<V>::new(input.vector());
    let capsule = || Capsule::<V>::new(input.vector(), input.vector(), input.length());
    let ellipsoid = || NEllipsoid::<V>::new(input.vector());
    let point = || Point::<V>::new(input.vector());
    let segment = || Segment::<V>::new(input.vector(), input.vector());
    let triangle = || Triangle::<V>::new(input.vector(), input.vector(), input.vector());
    let hull = || ConvexHull::<V>::new(input.points());
    calls! { "constructor" => ball(); cuboid(); capsule(); ellipsoid(); point(); segment(); triangle(); hull(); }

    let (ball, cuboid, capsule, ellipsoid) = (ball()?, cuboid()?, capsule()?, ellipsoid()?);
    let (point, segment, triangle, hull) = (point()?, segment()?, triangle()?, hull()?);
    calls! { "getter" =>
        ball.radius();
        cuboid.half_extents();
        capsule.ends();
        capsule.radius();
        ellipsoid.radii();
        point.position();
        segment.ends();
        triangle.points();
    }

    let pose = Pose::new(V::rotation(input)?, input.vector())?;
    let map = Affine::new(input.rows(), input.vector())?;
    calls! { "at" =>
        ball.at(pose);
        cuboid.at(pose);
        capsule.at(pose);
        ellipsoid.at(pose);
        point.at(pose);
        segment.at(pose);
        triangle.at(pose);
        hull.at(pose);
    }
    calls! { "combinator" =>
        Rounded::new(cuboid, input.length());
        MinkowskiSum::new(cuboid, ellipsoid);
        HullOfTwo::new(ball, capsule);
        Posed::new(cuboid, pose);
        Transformed::new(ball, map);
        cuboid.rounded(input.length());
        cuboid.plus(ellipsoid);
        ball.hull_with(capsule);
        SupportExt::at(cuboid, pose);
        ball.transformed(map);
    }
    body! { TYPED, input,
        "Ball": ball;
        "Cuboid": cuboid;
        "Capsule": capsule;
        "Ellipsoid": ellipsoid;
        "Point": point;
        "Point::ORIGIN": Point::<V>::ORIGIN;
        "Segment": segment;
        "Triangle": triangle;
        "ConvexHull": hull;
        "Rounded": hull.rounded(input.length())?;
        "MinkowskiSum": cuboid.plus(ellipsoid);
        "HullOfTwo": ball.hull_with(capsule);
        "Posed": cuboid.at(pose);
        "Transformed": capsule.transformed(map);
        "all combinators": ball.transformed(map).at(pose).hull_with(cuboid.plus(hull)).rounded(input.length())?;
        "SupportFn": SupportFn::new(|_: V| input.vector());
        "Anything": Anything(input);
    }
    // Only a polytope and a curved body, because each type compiles another copy of all casts.
    if TYPED {
        casts! { "Cuboid": input, &cuboid; "Ellipsoid": input, &ellipsoid; }
    }
    Ok(())
}

/// Calls everything on the bodies that exist only in the plane.
pub fn planar<S: Scalar, const TYPED: bool>(
    input: &Input<'_, Vec2<S>>,
    builder: &mut PolygonBuilder<S, 64, 16>,
) -> Result<(), Error> {
    let polygon = || Polygon::new(input.points());
    calls! { "constructor" => polygon(); }
    let mut least = PolygonBuilder::<S, 0, 0>::default();
    let mut fresh = const { PolygonBuilder::<S, 8, 8>::new() };
    calls! { "PolygonBuilder" =>
        PolygonBuilder::<S, 64, 16>::new();
        fresh.build(input.points()).map(|polygon| polygon.vertices().len());
        least.build(input.points()).map(|polygon| polygon.vertices().len());
        builder.build(input.points()).map(|polygon| polygon.vertices().len());
        builder.build_at_most(input.number() as usize, input.points()).map(|simplified| simplified.error);
        builder.build_at_most(4, input.points()).and_then(|simplified| simplified.outer()).map(|outer| outer.margin());
    }
    let polygon = polygon()?;
    calls! { "getter" => polygon.vertices(); }
    calls! { "at" => polygon.at(Pose::default()); }
    let built = builder.build(input.points())?;
    calls! { "PolygonBuilder" => built.vertices(); built == polygon; }
    body! { TYPED, input, "Polygon": polygon; }
    Ok(())
}

/// Calls everything on the bodies that exist only in space.
pub fn spatial<S: Scalar, const TYPED: bool>(
    input: &Input<'_, Vec3<S>>,
    builder: &mut PolyhedronBuilder<S, 64, 16>,
) -> Result<(), Error> {
    let upright = || Capsule::upright(input.length(), input.length());
    let cylinder = || Cylinder::new(input.length(), input.length());
    let cone = || Cone::new(input.length(), input.length());
    calls! { "constructor" => upright(); cylinder(); cone(); }
    let (upright, cylinder, cone) = (upright()?, cylinder()?, cone()?);
    calls! { "getter" => cylinder.half_height(); cylinder.radius(); cone.half_height(); cone.radius(); }
    calls! { "at" => cylinder.at(Pose::default()); cone.at(Pose::default()); }
    polyhedra::<S, TYPED>(input, builder)?;
    body! { TYPED, input,
        "Capsule::upright": upright;
        "Cylinder": cylinder;
        "Cone": cone;
    }
    Ok(())
}

/// Calls everything on polyhedra from arbitrary data, and from builders.
#[inline(never)]
fn polyhedra<S: Scalar, const TYPED: bool>(
    input: &Input<'_, Vec3<S>>,
    builder: &mut PolyhedronBuilder<S, 64, 16>,
) -> Result<(), Error> {
    let parts = || PolyhedronParts {
        vertices: input.lengths(),
        ends: input.numbers(),
        neighbors: input.numbers(),
        starts: [input.number() as u16; 8],
        cells: input.numbers(),
        center: input.vector(),
        noise: input.length(),
    };
    let broken = Polyhedron::from_parts(parts());
    let mut least = PolyhedronBuilder::<S, 0, 0>::default();
    let mut fresh = const { PolyhedronBuilder::<S, 8, 8>::new() };
    calls! { "Polyhedron" =>
        Polyhedron::from_parts(parts());
        Polyhedron::new(parts());
        broken.validate();
        broken.parts();
        broken.len();
        broken.is_empty();
        broken.vertex(input.number() as usize);
        broken.neighbors(input.number() as usize);
        broken.vertices().for_each(|vertex| _ = black_box(vertex));
        broken.faces().for_each(|face| _ = black_box(face));
        broken.at(Pose::default());
    }
    calls! { "PolyhedronBuilder" =>
        PolyhedronBuilder::<S, 64, 16>::new();
        fresh.build(input.points()).map(|hull| hull.len());
        least.build(input.points()).map(|hull| hull.len());
        builder.build(input.points()).map(|hull| hull.len());
        builder.build_at_most(input.number() as usize, input.points()).map(|simplified| simplified.error);
        builder.build_at_most(4, input.points()).and_then(|simplified| simplified.outer()).map(|outer| outer.margin());
    }
    let built = builder.build(input.points())?;
    body! { TYPED, input,
        "Polyhedron": broken;
        "PolyhedronBuilder": built;
    }
    calls! { "Polyhedron" => broken == built; }
    if TYPED {
        casts! { "Polyhedron": input, &broken; }
    }
    Ok(())
}
