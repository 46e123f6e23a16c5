//! Bodies that lie. If every method returns garbage, different at each call, no query panics and every query ends. A
//! wrong center or a foreign hint costs at most time: the answer stays right.

use crate::common::number::{Number, Space};
use crate::common::scene::{Any, Rng, Scene, Verdict, bounds, check, erased, pose, signed};
use core::cell::RefCell;
use core::hint::black_box;
use fixed::types::{I16F16, I32F32};
use gjk::{
    AngularOf, Ball, Capsule, Circle, Cone, ConvexHull, Cuboid, Cylinder, Faceted, Feature, Form, Hint, HullOfTwo,
    MinkowskiSum, Motion, NBall, NCuboid, Point, Polygon, Polyhedron, PolyhedronBuilder, PolyhedronParts, Pose, Posed,
    Proximity, Query, Ray, Rounded, Scalar, ScalarOf, Segment, Status, Support, Vec2, Vec3, WarmStart, vec2, vec3,
};

/// Pairs of liars for each scalar and dimension.
const PAIRS: u32 = 1500;

/// The most poses at which a cast of liars is evaluated.
const CAST_ROUNDS: u32 = 50;

/// The most steps by which two computations of one value may differ.
const CLOSE: u32 = 64;
/// The largest default tolerance of curved bodies.
const CURVED: f64 = 1e-6;

claims! {
    lies_neither_panic_nor_go_on_for_ever,
    centers_and_hints_change_no_answer,
    centers_and_hints_of_other_shapes_change_no_answer,
}

/// A shape that lives to the end of the program, because some shapes borrow their points.
type Shape<V> = &'static dyn Support<Vector = V>;

fn kept<T: Support + 'static>(shape: T) -> Shape<T::Vector> {
    Box::leak(Box::new(shape))
}

/// The vector types, their angular quantities, and the shapes of their dimension.
trait Turned: Space {
    fn angular(rng: &mut Rng) -> AngularOf<Self>;

    /// Shapes that only this dimension has, of about this size.
    fn own_shapes(rng: &mut Rng, size: f64) -> Vec<Shape<Self>>;

    /// A shape built from nonsense, if the crate accepts it.
    fn broken(rng: &mut Rng) -> Option<Shape<Self>>;
}

impl<S: Number> Turned for Vec2<S> {
    fn angular(rng: &mut Rng) -> S {
        number(rng)
    }

    fn own_shapes(rng: &mut Rng, size: f64) -> Vec<Shape<Self>> {
        let outline = |rng: &mut Rng, count: usize| -> Option<Shape<Self>> {
            let start = rng.uniform(0.0, 1.0);
            let corners: Vec<_> = (0..count)
                .map(|i| (i as f64 + start) / count as f64 * core::f64::consts::TAU)
                .map(|angle| Self::of([size * angle.cos(), 0.5 * size * angle.sin(), 0.0]))
                .collect();
            Some(kept(Polygon::new(corners.leak()).ok()?))
        };
        [3, 4, 9, 32, 33, 50].into_iter().filter_map(|count| outline(rng, count)).collect()
    }

    fn broken(_: &mut Rng) -> Option<Shape<Self>> {
        None
    }
}

impl<S: Number> Turned for Vec3<S> {
    fn angular(rng: &mut Rng) -> Self {
        Self::new(number(rng), number(rng), number(rng))
    }

    fn own_shapes(rng: &mut Rng, size: f64) -> Vec<Shape<Self>> {
        let mut shapes: Vec<Shape<Self>> = Vec::new();
        for count in [4, 12, 60, 300] {
            let cloud: Vec<_> = (0..count).map(|_| Self::of(rng.point(size, 3))).collect();
            let builder = Box::leak(Box::new(PolyhedronBuilder::<S, 300, 300>::new()));
            shapes.push(kept(builder.build(&cloud).expect("there is room")));
        }
        for _ in 0..3 {
            let [half_height, radius] = [(); 2].map(|()| S::of(rng.uniform(0.1, size)));
            shapes.push(kept(Cylinder::new(half_height, radius).expect("sizes")));
            shapes.push(kept(Cone::new(half_height, radius).expect("sizes")));
        }
        shapes
    }

    fn broken(rng: &mut Rng) -> Option<Shape<Self>> {
        let count = rng.below(60);
        let vertices: Vec<_> = (0..count * 3).map(|_| wild::<S>(rng)).collect();
        let [ends, neighbors, cells] =
            [count, 6 * count, 32].map(|count| -> Vec<_> { (0..count).map(|_| rng.bits() as u16 % 80).collect() });
        Some(kept(Polyhedron::from_parts(PolyhedronParts {
            vertices: vertices.leak(),
            ends: ends.leak(),
            neighbors: neighbors.leak(),
            starts: [0; 8].map(|_| rng.bits() as u16 % 80),
            cells: cells.leak(),
            center: Self::new(wild(rng), wild(rng), wild(rng)),
            noise: wild(rng),
        })))
    }
}

/// A number of moderate size.
fn number<S: Number>(rng: &mut Rng) -> S {
    S::of(rng.uniform(-10.0, 10.0))
}

/// Any number of the scalar.
fn wild<S: Number>(rng: &mut Rng) -> S {
    match rng.below(8) {
        0 => S::MAX,
        1 => -S::MAX - S::STEP,
        2 => S::NIL,
        3 => S::LEAST,
        4 if S::is_float() => S::of(f64::NAN),
        5 if S::is_float() => S::of(f64::INFINITY),
        6 => S::of(rng.uniform(-1.0, 1.0) * S::LIMIT.value()),
        _ => number(rng),
    }
}

fn vector<V: Space>(rng: &mut Rng) -> V {
    V::from_axes(|_| number(rng))
}

/// Shapes of the crate, each in its own frame and at a pose.
fn shapes<V: Turned>(rng: &mut Rng, size: f64) -> Vec<Shape<V>> {
    let mut shapes = Vec::new();
    for is_posed in [false, true] {
        let mut own = V::own_shapes(rng, size);
        let mut point = || V::of(rng.point(size, V::DIMENSION));
        let (a, b, half) = (point(), point(), point().component_abs());
        let radius = V::Scalar::of(0.25 * size);
        own.push(kept(Point::new(a).expect("in range")));
        own.push(kept(NBall::new(radius).expect("a size")));
        own.push(kept(Segment::new(a, b).expect("in range")));
        own.push(kept(Capsule::new(a, b, radius).expect("in range")));
        own.push(kept(NCuboid::new(half).expect("sizes")));
        for shape in own {
            shapes.push(if is_posed { kept(Posed::new(shape, placed(rng, size))) } else { shape });
        }
    }
    shapes
}

/// A body that lies. Its bits choose how each method behaves.
struct Liar<'r, V: 'static> {
    rng: &'r RefCell<Rng>,
    bits: u64,
    /// The shapes whose forms it may return.
    shapes: &'r [Shape<V>],
}

impl<'r, V: Space> Liar<'r, V> {
    fn new(rng: &'r RefCell<Rng>, shapes: &'r [Shape<V>]) -> Self {
        Self { rng, bits: rng.borrow_mut().bits(), shapes }
    }

    fn has(&self, bit: u32) -> bool {
        self.bits >> bit & 1 == 1
    }

    fn lie(&self) -> V {
        let rng = &mut self.rng.borrow_mut();
        if rng.percent(30) { V::from_axes(|_| wild(rng)) } else { vector(rng) }
    }
}

impl<V: Space> Support for Liar<'_, V> {
    type Vector = V;

    fn support(&self, _: V) -> V {
        self.lie()
    }

    fn margin(&self) -> ScalarOf<Self> {
        let rng = &mut self.rng.borrow_mut();
        match self.bits >> 60 {
            0..8 => V::Scalar::NIL,
            8..12 => Scalar::abs(number::<V::Scalar>(rng)),
            _ => wild(rng),
        }
    }

    fn center(&self) -> V {
        self.lie()
    }

    fn is_polytope(&self) -> bool {
        self.has(0)
    }

    fn support_from(&self, _: V, hint: &mut Hint) -> V {
        *hint = Hint::new(self.rng.borrow_mut().bits() as u32);
        self.lie()
    }

    fn vertex(&self, _: Hint) -> Option<V> {
        self.has(1).then(|| self.lie())
    }

    /// No form, always the form of one shape, or another at each call.
    fn form(&self) -> Form<'_, V> {
        let number = match self.bits >> 2 & 7 {
            0 | 1 => return Form::OTHER,
            2..6 => self.bits >> 5,
            _ => self.rng.borrow_mut().bits(),
        };
        self.shapes[(number % self.shapes.len() as u64) as usize].form()
    }
}

impl<V: Space> Faceted for Liar<'_, V> {
    fn feature(&self, _: V) -> Feature<V> {
        let corners = (self.bits >> 40) as u32 % 17;
        (0..corners).fold(Feature::new(0), |feature, id| feature.with_corner(id, self.lie()))
    }
}

fn placed<V: Space>(rng: &mut Rng, reach: f64) -> Pose<V> {
    pose(V::rotation(rng.quaternion(V::DIMENSION)), rng.point(reach, V::DIMENSION))
}

fn lies_neither_panic_nor_go_on_for_ever<V: Turned>() {
    let rng = &RefCell::new(Rng::new(1));
    let mut pretended = shapes::<V>(&mut rng.borrow_mut(), 10.0);
    pretended.extend(shapes(&mut rng.borrow_mut(), V::Scalar::LIMIT.value() / 2.0));
    pretended.extend((0..10).filter_map(|_| V::broken(&mut rng.borrow_mut())));
    for _ in 0..PAIRS {
        let liars = [Liar::<V>::new(rng, &pretended), Liar::<V>::new(rng, &pretended)];
        let [a, b] = liars.each_ref().map(erased);
        let [pose_a, pose_b] = [(); 2].map(|()| placed::<V>(&mut rng.borrow_mut(), 10.0));
        let mut state = WarmStart::new();
        for _ in 0..2 {
            let query = || Query::new().poses(pose_a, pose_b).max_cast_iterations(CAST_ROUNDS);
            let size = || Scalar::abs(number::<V::Scalar>(&mut rng.borrow_mut()));
            let _ = black_box(query().warm_start(&mut state).intersects(a, b));
            let _ = black_box(query().warm_start(&mut state).distance(a, b));
            let _ = black_box(query().warm_start(&mut state).proximity(a, b));
            let _ = black_box(query().warm_start(&mut state).penetration(a, b));
            let _ = black_box(query().manifold(&liars[0], &liars[1]));
            let _ = black_box(query().has_clearance(a, b, size()));
            let way = || vector::<V>(&mut rng.borrow_mut());
            let _ = black_box(query().shape_cast(a, b, way(), size()).expect("a velocity and a time"));
            if let Ok(ray) = Ray::new(way(), way(), size()) {
                let _ = black_box(query().ray_cast(a, &ray));
            }
            let motion = || {
                let angular = V::angular(&mut rng.borrow_mut());
                Motion::new(way(), angular).expect("in range")
            };
            let _ = black_box(query().time_of_impact(a, b, &motion(), &motion(), size()).expect("a time"));
            let posed = Posed::new(a, pose_b);
            let posed = erased(&posed);
            let _ =
                black_box(query().proximity(erased(&HullOfTwo::new(posed, b)), erased(&MinkowskiSum::new(a, posed))));
            if let Ok(rounded) = Rounded::new(posed, size()) {
                let _ = black_box(query().distance(erased(&rounded), b));
            }
        }
    }
}

/// A body that keeps the contract, with its form or without. If it strays, its center, the hints that it leaves and
/// those that its shape receives are garbage.
struct Body<'r, V> {
    shape: &'r dyn Support<Vector = V>,
    has_form: bool,
    strays: Option<&'r RefCell<Rng>>,
}

impl<V: Space> Support for Body<'_, V> {
    type Vector = V;

    fn support(&self, dir: V) -> V {
        self.shape.support(dir)
    }

    fn margin(&self) -> ScalarOf<Self> {
        self.shape.margin()
    }

    fn center(&self) -> V {
        let Some(rng) = self.strays else { return self.shape.center() };
        let rng = &mut rng.borrow_mut();
        if rng.percent(50) { V::from_axes(|_| wild(rng)) } else { vector(rng) }
    }

    fn is_polytope(&self) -> bool {
        self.shape.is_polytope()
    }

    fn support_from(&self, dir: V, hint: &mut Hint) -> V {
        let Some(rng) = self.strays else { return self.shape.support_from(dir, hint) };
        let garbage = || {
            let bits = rng.borrow_mut().bits();
            Hint::new(if bits & 1 == 0 { (bits >> 32) as u32 } else { (bits >> 1) as u32 % 9 })
        };
        let point = self.shape.support_from(dir, &mut garbage());
        *hint = garbage();
        point
    }

    fn vertex(&self, hint: Hint) -> Option<V> {
        self.shape.vertex(hint)
    }

    fn form(&self) -> Form<'_, V> {
        if self.has_form { self.shape.form() } else { Form::OTHER }
    }
}

/// The answers of all queries about two bodies.
struct Told<V: Space> {
    distance: Proximity<V>,
    proximity: Proximity<V>,
    touch: bool,
    penetration: Option<Proximity<V>>,
}

impl<V: Space> Told<V> {
    fn by(
        a: &dyn Support<Vector = V>,
        b: &dyn Support<Vector = V>,
        poses: (Pose<V>, Pose<V>),
        state: Option<&WarmStart<V>>,
    ) -> Self {
        macro_rules! told {
            ($query:expr) => {
                Self {
                    distance: Proximity::Separated($query.distance(a, b)),
                    proximity: $query.proximity(a, b),
                    touch: $query.intersects(a, b),
                    penetration: $query.penetration(a, b).map(Proximity::Overlapping),
                }
            };
        }
        let query = || Query::new().poses(poses.0, poses.1);
        match state {
            None => told!(query()),
            Some(state) => told!(query().warm_start(&mut state.clone())),
        }
    }
}

/// Compares queries about two bodies, of which one or both stray, with queries about the same bodies that do not. The
/// stray queries begin without a state or with the one that the last pair left.
fn is_as_without_straying<V: Space>(
    (a, b): (&dyn Support<Vector = V>, &dyn Support<Vector = V>),
    poses: (Pose<V>, Pose<V>),
    size: f64,
    seed: u64,
) -> Verdict {
    let rng = &RefCell::new(Rng::new(!seed));
    let mut state = WarmStart::new();
    for _ in 0..8 {
        let bits = rng.borrow_mut().bits();
        let has = |bit: u32| bits >> bit & 1 == 1;
        let body = |shape, has_form, strays: bool| Body { shape, has_form, strays: strays.then_some(rng) };
        let (honest_a, honest_b) = (body(a, has(0), false), body(b, has(1), false));
        let (stray_a, stray_b) = (body(a, has(0), has(2) || !has(3)), body(b, has(1), has(3)));
        let honest = Told::by(&honest_a, &honest_b, poses, None);
        let told = Told::by(&stray_a, &stray_b, poses, has(4).then_some(&state));
        let e = signed(&honest.proximity);
        // The tolerance is relative to the distance of the cores.
        let close = V::Scalar::steps(CLOSE, size) + CURVED * (e.abs() + a.margin().value() + b.margin().value());
        let is_decided = e.abs() > close;
        let both = [(&told.distance, &honest.distance), (&told.proximity, &honest.proximity)];
        let depths = told.penetration.iter().map(|told| (told, &honest.proximity));
        for (told, honest) in both.into_iter().chain(depths) {
            let ((low, high), (least, most)) = (bounds(told), bounds(honest));
            let context = || format!("{:x}: {told:?} {honest:?}", bits & 31);
            ensure!(low <= most + close && least <= high + close, "no room for one truth, {}", context());
            let are_opposed = low > 0.0 && most < 0.0 || least > 0.0 && high < 0.0;
            ensure!(!are_opposed, "different signs, {}", context());
            // If EPA fills its memory before the depth of curved bodies is known, the bounds depend on the course of
            // the search.
            let is_known = told.status() != Status::BufferFull;
            ensure!(!is_known || (high - low) - (most - least) <= close, "the bounds are wider, {}", context());
        }
        ensure!(told.touch == honest.touch || !is_decided, "{:x}: touch is {}, {e:e} apart", bits & 31, told.touch);
        let overlaps = told.penetration.is_some();
        ensure!(overlaps == (e <= 0.0) || !is_decided, "{:x}: overlap is {overlaps}, {e:e} apart", bits & 31);
        let _ =
            Query::new().poses(poses.0, poses.1).warm_start(&mut state).distance(erased(&stray_a), erased(&stray_b));
    }
    Ok(())
}

fn centers_and_hints_change_no_answer<V: Space>() {
    check(|scene: &Scene<V, Any>| {
        let size = scene.largest();
        let (a, b) = (scene.a.shape(), scene.b.shape());
        is_as_without_straying((&*a, &*b), (scene.pose_a, scene.pose_b), size, scene.seed)
    });
}

fn centers_and_hints_of_other_shapes_change_no_answer<V: Turned>() {
    let rng = &mut Rng::new(3);
    let shapes = shapes::<V>(rng, 4.0);
    for seed in 0..300 {
        let [a, b] = [(); 2].map(|()| shapes[rng.below(shapes.len())]);
        let poses = (placed(rng, 4.0), placed(rng, 4.0));
        if let Err(error) = is_as_without_straying((a, b), poses, 40.0, seed) {
            panic!("{seed}: {error}");
        }
    }
}

/// A user's box of which only the support function is known: its middle is five away from the center that it has by
/// default.
struct Away<S>(S);

impl<S: Number> Support for Away<S> {
    type Vector = Vec3<S>;

    fn support(&self, dir: Vec3<S>) -> Vec3<S> {
        let end = |dir: S| if dir < S::NIL { -self.0 } else { self.0 };
        vec3(S::of(5.0) + end(dir.x), end(dir.y), end(dir.z))
    }
}

fn a_box_is_where_its_support_function_says<S: Number>() {
    let (cube, away) = (Cuboid::new(vec3(S::ONE, S::ONE, S::ONE)).expect("sizes"), Away(S::ONE));
    let bodies: [&dyn Support<Vector = Vec3<S>>; 2] = [&cube, &away];
    for [a, b] in [bodies, [&away, &cube]] {
        assert_eq!(gjk::distance(a, b).distance, S::of(3.0));
        assert_eq!(gjk::proximity(a, b).signed_distance(), S::of(3.0));
        assert_eq!(gjk::penetration(a, b), None);
        assert!(!gjk::intersects(a, b));
        assert!(gjk::has_clearance(a, b, S::of(2.5)) && !gjk::has_clearance(a, b, S::of(3.5)));
    }
    assert_eq!(gjk::distance(&cube, &away).distance, S::of(3.0));
    assert_eq!(gjk::penetration(&cube, &away), None);
    assert!(!gjk::intersects(&cube, &away) && !gjk::intersects(&away, &cube));
}

#[test]
fn a_box_without_a_center_is_where_its_support_function_says() {
    a_box_is_where_its_support_function_says::<f32>();
    a_box_is_where_its_support_function_says::<f64>();
    a_box_is_where_its_support_function_says::<I16F16>();
    a_box_is_where_its_support_function_says::<I32F32>();
}

/// A body with any margin.
struct Swollen<T: Support> {
    shape: T,
    margin: ScalarOf<T>,
}

impl<T: Support> Support for Swollen<T> {
    type Vector = T::Vector;

    fn support(&self, dir: T::Vector) -> T::Vector {
        self.shape.support(dir)
    }

    fn margin(&self) -> ScalarOf<T> {
        self.margin
    }

    fn center(&self) -> T::Vector {
        self.shape.center()
    }

    fn is_polytope(&self) -> bool {
        self.shape.is_polytope()
    }

    fn support_from(&self, dir: T::Vector, hint: &mut Hint) -> T::Vector {
        self.shape.support_from(dir, hint)
    }

    fn vertex(&self, hint: Hint) -> Option<T::Vector> {
        self.shape.vertex(hint)
    }

    fn form(&self) -> Form<'_, T::Vector> {
        self.shape.form()
    }
}

fn proves_nothing<V: Space, A: Support<Vector = V>, B: Support<Vector = V>>(a: &A, b: &B, apart: [f64; 3]) {
    let there = Pose::translation(V::of(apart)).expect("in range");
    let query = || Query::new().poses(Pose::IDENTITY, there);
    let margins = (a.margin(), b.margin());
    assert!(query().intersects(a, b), "{margins:?} {apart:?}");
    assert!(query().penetration(a, b).is_some(), "{margins:?} {apart:?}");
    let mut state = WarmStart::new();
    for _ in 0..2 {
        let gap = query().warm_start(&mut state).distance(a, b);
        assert!(gap.lower_bound <= V::Scalar::NIL, "{margins:?} {apart:?}: {gap:?}");
    }
}

/// Pairs that have different shortcuts.
fn a_margin_that_is_no_size_proves_nothing<S: Number>(margins: &[S])
where
    Vec2<S>: Space<Scalar = S>,
    Vec3<S>: Space<Scalar = S>,
{
    let one = S::ONE;
    let ball = Ball::new(one).expect("a size");
    let (drum, hat) = (Cylinder::new(one, one).expect("sizes"), Cone::new(one, one).expect("sizes"));
    let cube = Cuboid::new(vec3(one, one, one)).expect("sizes");
    let corners = [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::<S>::of);
    let hull = ConvexHull::new(&corners).expect("in range");
    let (nil, two) = (S::NIL, one + one);
    let house = [vec2(one, one), vec2(nil, two), vec2(-one, one), vec2(-one, -one), vec2(one, -one)];
    let (house, disc) = (Polygon::new(&house).expect("convex"), Circle::new(one).expect("a size"));
    for &margin in margins {
        for apart in [[4.0, 0.25, 0.125], [1.25, 0.25, 0.125]] {
            macro_rules! both_ways {
                ($a:expr, $b:expr) => {
                    proves_nothing(&Swollen { shape: $a, margin }, &$b, apart);
                    proves_nothing(&$b, &Swollen { shape: $a, margin }, apart);
                };
            }
            both_ways!(drum, ball);
            both_ways!(hat, ball);
            both_ways!(drum, drum);
            both_ways!(drum, cube);
            both_ways!(cube, cube);
            both_ways!(hull, hull);
            both_ways!(house, house);
            both_ways!(house, disc);
        }
    }
}

#[test]
fn margins_that_are_no_sizes_prove_nothing() {
    a_margin_that_is_no_size_proves_nothing(&[-1.0_f64, f64::NAN, f64::INFINITY]);
    a_margin_that_is_no_size_proves_nothing(&[-I16F16::ONE, I16F16::MAX]);
}
