//! Moderate scenes: the promises of the documentation for every answer, with any options and any limit on rounds.
//!
//! A *step* is a rounding step of the larger of the scene's size and the answer. The documentation allows a bound an
//! error of four steps, so two bounds on one true value may cross by eight.

use crate::number::{Number, P, Space, add, dot, length, max_abs, scale, sub};
use crate::{Bytes, Fuzzed, Held, Plan, Tame, least, pose, scaled_pose};
use gjk::{
    DepthStep, DistanceStep, Error, Observer, Penetration, Pose, Poses, Proximity, Query, SameFrame, Scalar,
    Separation, Status, Support, UnitOf, Vector, WarmStart, Workspace,
};
use std::fmt::Debug;

/// The error allowed in a bound, in steps.
const BOUND: u32 = 4;
/// The further error where the query has poses, and for each rotation inside a body: a rotation about an axis stretches
/// a vector by up to four steps, and the products are rounded.
const ROTATION: u32 = 4;
/// The error allowed in the distance between witness points and between bounds that have met, in steps.
const CLOSE: u32 = 64;
/// The smallest ratio of thickness to length of a body that is not thin.
const THIN: f64 = 1e-3;

/// Checks one claim about the scene that the bytes stand for.
///
/// # Errors
///
/// The error of a constructor that refuses its numbers: then there is no scene.
pub fn run<V: Fuzzed>(bytes: &mut Bytes<'_>) -> Result<(), Error> {
    let (claim, exponent) = (bytes.byte(), i32::from(bytes.byte() as i8) * V::Scalar::SCALINGS / 128);
    let drawn = Options::draw(bytes);
    let scene = Scene::<V>::draw(bytes)?;
    // Maps of maps may leave the range.
    if scene.a.reach().max(scene.b.reach()) > V::Scalar::LIMIT.value() {
        return Err(Error::OutOfRange);
    }
    // One claim an input: the fuzzer then sees what it leads to, and checks more of them in a second.
    if claim.is_multiple_of(CLAIMS) && V::Scalar::is_float() {
        scales(&scene, exponent)
    } else {
        check(&scene, drawn, claim)
    }
}

/// Two bodies at their poses.
#[derive(Debug)]
struct Scene<V: Vector> {
    a: Plan<V>,
    b: Plan<V>,
    poses: [Pose<V>; 2],
    /// Whether the query has the poses; otherwise the bodies carry them.
    has_poses: bool,
}

impl<V: Fuzzed> Scene<V> {
    fn draw(bytes: &mut Bytes<'_>) -> Result<Self, Error> {
        let (kind, depth) = (bytes.byte(), bytes.below(3));
        let a = Plan::draw::<Tame>(bytes, depth)?;
        // Two copies of a body meet in ways that different bodies do not: parallel faces, coincident centres.
        let b = if kind & 1 == 0 { Plan::draw::<Tame>(bytes, depth)? } else { a.clone() };
        let (to, at) = (pose::<V, Tame>(bytes)?, pose::<V, Tame>(bytes)?);
        let poses = if kind & 2 == 0 { [Pose::IDENTITY, to] } else { [at, to] };
        let scene = Self { a, b, poses, has_poses: kind & 4 == 0 };
        Ok(if scene.has_poses { scene } else { scene.placed() })
    }

    /// The scene with bodies that carry the poses themselves.
    fn placed(self) -> Self {
        let [a, b] = self.poses;
        let at = |plan: Plan<V>, pose: Pose<V>| Plan::Posed(Box::new(plan), pose);
        Self { a: at(self.a, a), b: at(self.b, b), poses: [Pose::IDENTITY; 2], has_poses: false }
    }

    fn scaled(&self, exponent: i32) -> Self {
        let poses = self.poses.map(|pose| scaled_pose(pose, exponent));
        Self { a: self.a.scaled(exponent), b: self.b.scaled(exponent), poses, has_poses: self.has_poses }
    }

    /// Another pair of these bodies: exchanged, one of them twice, or each at the other's pose.
    fn other(&self, number: u8) -> Self {
        let ([at, to], (a, b)) = (self.poses, (&self.a, &self.b));
        let (first, second, poses) = match number % 4 {
            0 => (b, a, [to, at]),
            1 => (a, a, [at, to]),
            2 => (b, b, [at, to]),
            _ => (a, b, [to, at]),
        };
        Self { a: first.clone(), b: second.clone(), poses, has_poses: self.has_poses }
    }

    /// The warm start that a query leaves behind.
    fn state(&self) -> Result<WarmStart<V>, Error> {
        let mut state = WarmStart::new();
        let [at, to] = self.poses;
        let _ = Query::new().poses(at, to).warm_start(&mut state).proximity(&self.a.build()?, &self.b.build()?);
        Ok(state)
    }

    /// An upper bound on the lengths in the query: the bodies and the displacement between them.
    fn size(&self) -> f64 {
        let [a, b] = self.poses.map(|pose| pose.position().value());
        self.a.reach().max(self.b.reach() + length(sub(a, b)))
    }

    /// The smallest size, coordinate or entry of a rotation that is not zero; infinite without one.
    fn least(&self) -> f64 {
        self.poses.map(least).into_iter().fold(self.a.least().min(self.b.least()), f64::min)
    }

    /// An upper bound on the coordinates of both bodies in the world, the frame of the answers.
    fn world_size(&self) -> f64 {
        let [a, b] = self.poses.map(|pose| length(pose.position().value()));
        (self.a.reach() + a).max(self.b.reach() + b)
    }
}

/// The options of a query.
#[derive(Clone, Copy, Debug, Default)]
struct Options {
    max_iterations: Option<u32>,
    max_epa_iterations: Option<u32>,
    /// The capacity of the workspace: 4, 8 or 16 vertices; otherwise the default workspace is used.
    vertices: u8,
    /// The limit of the distance, in eighths of the scene's size and modulo 16.
    limit: Option<u8>,
    /// The axis of the first direction, and in the bit of 4 its sign.
    direction: Option<u8>,
    is_exact: bool,
    is_searched: bool,
    /// The number of the [other pair](Scene::other) whose warm start the query begins with.
    warm: Option<u8>,
}

impl Options {
    fn draw(bytes: &mut Bytes<'_>) -> Self {
        let kind = bytes.byte();
        let mut option = |bit: u8| (kind & (1 << bit) != 0).then(|| bytes.byte());
        Self {
            max_iterations: option(0).map(|rounds| u32::from(rounds % 32)),
            max_epa_iterations: option(1).map(|rounds| u32::from(rounds % 64)),
            vertices: option(2).map_or(0, |choice| [4, 8, 16][usize::from(choice % 3)]),
            limit: option(3),
            direction: option(4),
            is_exact: kind & 32 != 0,
            is_searched: kind & 64 != 0,
            warm: (kind & 128 != 0).then_some(kind & 3),
        }
    }

    /// Whether an option may end the search early.
    fn are_capped(&self) -> bool {
        self.max_iterations.is_some() || self.max_epa_iterations.is_some() || self.vertices != 0 || self.limit.is_some()
    }
}

/// The four questions, for queries of all types.
trait Ask<V: Vector> {
    fn intersects(&mut self, a: &Held<'_, V>, b: &Held<'_, V>) -> bool;
    fn distance(&mut self, a: &Held<'_, V>, b: &Held<'_, V>) -> Separation<V>;
    fn penetration(&mut self, a: &Held<'_, V>, b: &Held<'_, V>) -> Option<Penetration<V>>;
    fn proximity(&mut self, a: &Held<'_, V>, b: &Held<'_, V>) -> Proximity<V>;
}

macro_rules! ask {
    ($($placement:ty, $memory:ty;)+) => {$(
        impl<V: Vector, O: Observer<V>> Ask<V> for Query<'_, V, $placement, O, $memory> {
            fn intersects(&mut self, a: &Held<'_, V>, b: &Held<'_, V>) -> bool {
                self.intersects(a, b)
            }
            fn distance(&mut self, a: &Held<'_, V>, b: &Held<'_, V>) -> Separation<V> {
                self.distance(a, b)
            }
            fn penetration(&mut self, a: &Held<'_, V>, b: &Held<'_, V>) -> Option<Penetration<V>> {
                self.penetration(a, b)
            }
            fn proximity(&mut self, a: &Held<'_, V>, b: &Held<'_, V>) -> Proximity<V> {
                self.proximity(a, b)
            }
        }
    )+};
}

ask! { SameFrame, (); Poses<V>, (); Poses<V>, &mut WarmStart<V>; }

/// Calls a closure with a query that has the given options.
fn with<V: Fuzzed, R>(scene: &Scene<V>, options: &Options, ask: impl FnOnce(&mut dyn Ask<V>) -> R) -> Result<R, Error> {
    let (mut least, mut few) = (Workspace::<V, 4, 4>::new(), Workspace::<V, 8, 12>::new());
    let mut some = Workspace::<V, 16, 28>::new();
    let mut query = Query::new();
    if let Some(rounds) = options.max_iterations {
        query = query.max_iterations(rounds);
    }
    if let Some(rounds) = options.max_epa_iterations {
        query = query.max_epa_iterations(rounds);
    }
    query = match options.vertices {
        4 => query.workspace(&mut least),
        8 => query.workspace(&mut few),
        16 => query.workspace(&mut some),
        _ => query,
    };
    if let Some(eighths) = options.limit {
        query = query.limit(V::Scalar::of(scene.size() / 8.0 * f64::from(eighths % 16)))?;
    }
    if let Some(axis) = options.direction {
        let sign = if axis & 4 == 0 { 1.0 } else { -1.0 };
        let mut direction = [0.0; 3];
        direction[usize::from(axis) % V::DIMENSION] = sign;
        query = query.direction(V::of(direction))?;
    }
    if options.is_exact {
        query = query.tolerance(UnitOf::<V::Scalar>::NIL)?;
    }
    // Four types of queries, not six: after every input the fuzzer looks through all code there is. Poses of a scene
    // that has none do nothing.
    let [a, b] = scene.poses;
    Ok(match options.warm {
        Some(number) => {
            let state = &mut scene.other(number).state()?;
            ask(&mut query.warm_start(state).poses(a, b))
        }
        None if options.is_searched => ask(&mut query.poses(a, b).search_only()),
        None if scene.has_poses => ask(&mut query.poses(a, b).observer(&mut Least::default())),
        None => ask(&mut query),
    })
}

/// The least distance from the origin, zero aside, of the points that a search met.
struct Least(f64);

impl Default for Least {
    fn default() -> Self {
        Self(f64::INFINITY)
    }
}

impl Least {
    fn note(&mut self, distance: f64) {
        if distance > 0.0 {
            self.0 = self.0.min(distance);
        }
    }
}

impl<V: Space> Observer<V> for Least {
    fn distance_step(&mut self, step: &DistanceStep<'_, V>) {
        self.note(max_abs(step.newest.w.value()));
        step.upper_bound.into_iter().for_each(|nearest| self.note(nearest.value()));
    }

    fn depth_step(&mut self, step: &DepthStep<'_, V>) {
        self.note(max_abs(step.newest.w.value()));
    }
}

/// The bounds of the signed distance in an answer.
fn bounds<V: Vector<Scalar: Number>>(answer: &Proximity<V>) -> (f64, f64) {
    match answer {
        Proximity::Separated(s) => (s.lower_bound.value(), s.distance.value()),
        Proximity::Overlapping(p) => (-p.upper_bound.value(), -p.lower_bound.value()),
    }
}

/// The witness points of an answer.
fn witnesses<V: Space>(answer: &Proximity<V>) -> (P, P) {
    match answer {
        Proximity::Separated(s) => (s.on_a.value(), s.on_b.value()),
        Proximity::Overlapping(p) => (p.on_a.value(), p.on_b.value()),
    }
}

/// A sum and its rounding error (Knuth 1969).
fn fine_sum(terms: &[f64]) -> (f64, f64) {
    terms.iter().fold((0.0, 0.0), |(sum, rest), term| {
        let next = sum + term;
        let added = next - sum;
        (next, rest + ((sum - (next - added)) + (term - added)))
    })
}

/// A product of two vectors and its rounding error (Ogita, Rump, Oishi 2005).
fn fine_dot(u: P, v: P) -> (f64, f64) {
    let products = [u[0] * v[0], u[1] * v[1], u[2] * v[2]];
    let errors = [0, 1, 2].map(|i| u[i].mul_add(v[i], -products[i]));
    let (sum, rest) = fine_sum(&products);
    (sum, rest + errors.iter().sum::<f64>())
}

/// A scene with its bodies built.
struct Case<'c, V: Vector> {
    scene: &'c Scene<V>,
    a: Held<'c, V>,
    b: Held<'c, V>,
    is_curved: bool,
}

impl<V: Fuzzed> Case<'_, V> {
    fn steps(&self, count: u32, answer: f64) -> f64 {
        // The largest value of the scalar stands for an unknown bound.
        let answer = if answer.abs() < V::Scalar::MAX.value() { answer.abs() } else { 0.0 };
        self.steps_of(count, self.scene.size().max(answer))
    }

    fn steps_of(&self, count: u32, size: f64) -> f64 {
        let step = V::Scalar::steps(1, size);
        f64::from(count) * step.max(V::Scalar::ABSOLUTE_STEP * self.scene.a.gain().max(self.scene.b.gain()))
    }

    /// The gap between the bodies along a unit vector of the world. Each support point supports its own body, so the
    /// result is never below the true gap. It is computed in twice the digits: for `f64` its rounding errors would
    /// count as those of the answer.
    fn gap(&self, normal: V::UnitVector) -> f64 {
        let direction = V::direction_of(normal);
        let n = V::unit_value(normal);
        let reach = |body: &Held<'_, V>, pose: Pose<V>, sign: f64| {
            let local = pose.rotation().inverse().apply(if sign > 0.0 { direction } else { -direction });
            let point = body.support(local).value();
            let turned = V::rows(pose.rotation()).map(|row| fine_dot(row, point));
            let (along, rest) = fine_dot(n, turned.map(|(whole, _)| whole));
            [-sign * along, -sign * (rest + dot(n, turned.map(|(_, rest)| rest))), -body.margin().value()]
        };
        let [at, to] = self.scene.poses;
        // The positions are subtracted first, as a query with poses does.
        let (apart, rest) = fine_dot(n, sub(to.position().value(), at.position().value()));
        let terms = [[apart, rest, 0.0], reach(&self.a, at, 1.0), reach(&self.b, to, -1.0)];
        let (whole, rest) = fine_sum(terms.as_flattened());
        whole + rest
    }

    /// The lower bound of the depth after a displacement of B; negative if the bodies may be apart.
    fn overlap_after(&self, way: P) -> f64 {
        let [at, to] = self.scene.poses;
        let (mut b, mut poses) = (self.scene.b.clone(), [at, to]);
        if self.scene.has_poses {
            poses[1] = Pose::new(to.rotation(), V::of(add(to.position().value(), way))).expect("in range");
        } else {
            b = Plan::Posed(Box::new(b), Pose::translation(V::of(way)).expect("in range"));
        }
        let scene = Scene { a: self.scene.a.clone(), b, poses, has_poses: self.scene.has_poses };
        let b = scene.b.build().expect("a body");
        let after = with(&scene, &Options::default(), |query| query.proximity(&self.a, &b)).expect("a query");
        -bounds(&after).1
    }

    /// Checks the promises that hold for every answer.
    fn answer(&self, answer: &Proximity<V>, options: &Options) {
        let context = || format!("{answer:?}\n{options:?}\n{:?}", self.scene);
        let (low, high) = bounds(answer);
        let value = answer.signed_distance().value();
        let unit_step = V::Scalar::unit_value(V::Scalar::ROUNDING).max(f64::EPSILON);
        let off = (length(V::unit_value(answer.normal())) - 1.0).abs();
        assert!(off <= 8.0 * unit_step, "the normal is off unit length by {off:e}: {}", context());
        assert!(low <= value && value <= high, "bounds cross: {}", context());

        let (on_a, on_b) = witnesses(answer);
        let close = self.steps_of(CLOSE, self.scene.world_size().max(value.abs()));
        let apart = length(sub(on_b, on_a));
        assert!((apart - value.abs()).abs() <= close, "{apart:e} apart instead of {value:e}: {}", context());

        let status = answer.status();
        assert!(status != Status::BadSupport, "{}", context());
        let scene = self.scene;
        let bound = BOUND + ROTATION * (u32::from(scene.has_poses) + scene.a.rotations() + scene.b.rotations());
        let (gap, slack) = (self.gap(answer.normal()), self.steps(bound, value));
        let met = self.steps(CLOSE, value).max(self.tolerance(options) * (value.abs() + self.margins()));
        match answer {
            Proximity::Separated(s) => {
                assert!(s.lower_bound > V::Scalar::NIL, "{}", context());
                assert!(gap >= low - slack, "the gap along the normal is {gap:e}, {slack:e} allowed: {}", context());
                assert!(status != Status::BufferFull && status != Status::Undecided, "{}", context());
                if status == Status::DistanceLimit {
                    let limit = self.scene.size() / 8.0 * f64::from(options.limit.expect("a limit") % 16);
                    assert!(s.lower_bound > V::Scalar::of(limit), "{}", context());
                }
            }
            Proximity::Overlapping(p) => {
                assert!(p.depth >= V::Scalar::NIL && status != Status::DistanceLimit, "{}", context());
                // Where only margins overlap, the witness points lie along the line between the cores, while the normal
                // is that of the best plane: bounds this far apart, rounding included, let the two lean apart by this
                // much. Where the cores overlap, the two are parallel.
                let core = self.margins() + high;
                let lean =
                    if core < -slack { 0.0 } else { (2.0 * (high - low + slack) / core.max(0.0)).sqrt().min(2.0) };
                let off = max_abs(sub(on_b, add(on_a, scale(V::unit_value(p.normal), value))));
                let allowed = close - lean * value;
                assert!(
                    off <= allowed,
                    "the witness points are {off:e} off the normal, {allowed:e} allowed: {}",
                    context()
                );
                // A gap along the normal that is too small is no fault if the translation still separates the bodies.
                if p.upper_bound < V::Scalar::MAX && gap < low - slack {
                    let remains = self.overlap_after(scale(V::unit_value(p.normal), p.upper_bound.value()));
                    assert!(remains <= slack, "moved by the upper bound, {remains:e} remains: {}", context());
                }
                assert!(status != Status::Undecided || p.lower_bound < V::Scalar::NIL, "{}", context());
                assert!(status != Status::Converged || p.lower_bound >= V::Scalar::NIL, "{}", context());
            }
        }
        if status == Status::Converged {
            assert!(high - low <= met, "converged {:e} apart, {met:e} allowed: {}", high - low, context());
        }
    }

    fn margins(&self) -> f64 {
        self.a.margin().value() + self.b.margin().value()
    }

    fn tolerance(&self, options: &Options) -> f64 {
        if options.is_exact || !self.is_curved { 0.0 } else { V::Scalar::unit_value(V::Scalar::CURVED_TOLERANCE) }
    }

    /// Checks that the bounds of two answers leave room for one true value.
    fn agree(&self, one: &Proximity<V>, other: &Proximity<V>, why: impl Debug) {
        let ((low, high), (bottom, top)) = (bounds(one), bounds(other));
        let slack = self.steps(2 * BOUND, low.abs().min(high.abs()).max(bottom.abs().min(top.abs())));
        assert!(
            low <= top + slack && bottom <= high + slack,
            "no room for the truth, {slack:e} allowed, {why:?}\n{one:?}\n{other:?}\n{:?}",
            self.scene
        );
    }
}

/// How many claims there are: scaled lengths, exchanged bodies, the four questions, and other options five times.
const CLAIMS: u8 = 8;

/// Checks the answer with default options, and one claim about it.
fn check<V: Fuzzed>(scene: &Scene<V>, drawn: Options, claim: u8) -> Result<(), Error> {
    let (a, b) = (scene.a.build()?, scene.b.build()?);
    let is_curved = !(a.is_polytope() && b.is_polytope());
    let case = Case { scene, a, b, is_curved };
    let (a, b) = (&case.a, &case.b);
    let defaults = Options::default();
    // The high bits of the claim choose among its variants.
    let variant = claim / CLAIMS;
    let options = match (claim % CLAIMS, variant) {
        // Without shortcuts, and with a tolerance of zero.
        (3, _) => Options { is_searched: true, is_exact: !variant.is_multiple_of(2), ..defaults },
        // Cut off early, by a cap or by a small workspace.
        (4, 0..8) => Options { max_iterations: Some(variant.into()), ..defaults },
        (4, 8..16) => Options { max_epa_iterations: Some((variant - 8).into()), ..defaults },
        (4, _) => Options { vertices: [4, 8, 16][usize::from(variant % 3)], ..defaults },
        // Other starts.
        (5, 0..8) => Options { direction: Some(variant), ..defaults },
        (5, _) => Options { warm: Some(variant), ..defaults },
        _ => drawn,
    };
    match claim % CLAIMS {
        1 => {
            let [at, to] = scene.poses;
            let swapped = Scene { a: scene.b.clone(), b: scene.a.clone(), poses: [to, at], has_poses: scene.has_poses };
            let full = with(scene, &defaults, |query| query.proximity(a, b))?;
            case.answer(&full, &defaults);
            let other = with(&swapped, &defaults, |query| query.proximity(b, a))?;
            case.agree(&full, &other, "swapped");
        }
        2 => questions_agree(&case, if variant.is_multiple_of(2) { &defaults } else { &options })?,
        _ => {
            let full = with(scene, &defaults, |query| query.proximity(a, b))?;
            let other = with(scene, &options, |query| query.proximity(a, b))?;
            case.answer(&other, &options);
            case.agree(&full, &other, options);
        }
    }
    Ok(())
}

/// Is the core of a body, a needle or a plate, much thinner than long? Judged by its support points along all axes and
/// diagonals: do all of them lie near one plane through the two that are farthest apart?
fn is_thin<V: Fuzzed>(body: &Held<'_, V>) -> bool {
    let sign = |number: i32| f64::from(number % 3 - 1);
    let dirs = (0..27).map(|number| V::of([sign(number), sign(number / 3), sign(number / 9)]));
    let points: Vec<P> = dirs.filter(|&dir| dir != V::ZERO).map(|dir| body.support(dir.direction()).value()).collect();
    let pairs = points.iter().flat_map(|&from| points.iter().map(move |&to| (from, sub(to, from))));
    let longest = |vectors: &mut dyn Iterator<Item = P>| {
        vectors.max_by(|&one, &other| length(one).total_cmp(&length(other))).unwrap_or_default()
    };
    let Some((from, along)) = pairs.max_by(|one, other| length(one.1).total_cmp(&length(other.1))) else { return true };
    let without = |vector: P, span: P| match dot(span, span) {
        0.0 => vector,
        square => sub(vector, scale(span, dot(vector, span) / square)),
    };
    let off_line = |point: P| without(sub(point, from), along);
    let across = longest(&mut points.iter().map(|&point| off_line(point)));
    let off_plane = longest(&mut points.iter().map(|&point| without(off_line(point), across)));
    let thickness = if V::DIMENSION == 2 { across } else { off_plane };
    length(thickness) <= THIN * length(along)
}

/// Checks that the four questions of one query agree.
fn questions_agree<V: Fuzzed>(case: &Case<'_, V>, options: &Options) -> Result<(), Error> {
    let (scene, a, b) = (case.scene, &case.a, &case.b);
    let answer = with(scene, options, |query| query.proximity(a, b))?;
    let intersects = with(scene, options, |query| query.intersects(a, b))?;
    let distance = with(scene, options, |query| query.distance(a, b))?;
    let penetration = with(scene, options, |query| query.penetration(a, b))?;
    let context = || format!("{answer:?}\n{options:?}\n{scene:?}");
    let (low, high) = bounds(&answer);
    let slack = case.steps(2 * BOUND, low.abs().min(high.abs()));
    let is_capped = options.are_capped();
    // An answer of false is proven.
    assert!(intersects || high >= -slack, "proven apart: {}", context());
    let rounds = distance.iterations;
    // A gap beyond rounding is proven, unless a cap ends the search first. At a gap g the axis is off by ε = u·L/g,
    // with u a rounding step and L the size. Along a curved surface its plane then loses up to L·ε²/2, and along a
    // thin body L·ε, which hides gaps up to u^(2/3)·L and u^(1/2)·L.
    let power = || match (is_thin(a) || is_thin(b), case.is_curved) {
        (true, _) => 1.0 / 2.0,
        (_, true) => 2.0 / 3.0,
        _ => 1.0,
    };
    let hidden = || scene.size() * V::Scalar::unit_value(V::Scalar::ROUNDING).powf(power());
    let is_provable = low > slack && !is_capped && rounds < 64 && low > hidden();
    assert!(!(intersects && is_provable), "not proven apart: {}", context());

    let (lower, upper) = (distance.lower_bound.value(), distance.distance.value());
    assert!(lower <= high.max(0.0) + slack && low <= upper + slack, "{distance:?}\n{}", context());
    if lower > 0.0 {
        case.answer(&Proximity::Separated(distance), options);
    } else {
        assert!(!is_provable, "apart, but not for distance: {distance:?}\n{}", context());
    }
    match penetration {
        Some(penetration) => {
            let penetration = Proximity::Overlapping(penetration);
            case.answer(&penetration, options);
            case.agree(&answer, &penetration, "penetration");
        }
        None => assert!(high >= -slack, "no overlap: {}", context()),
    }
    Ok(())
}

/// Checks that lengths multiplied by a power of two give the same answer, bit for bit, except for numbers that are
/// subnormal at one of the scales. This is promised while the sizes stay within 2^±20 of one (`f64`: 2^±200), so scenes
/// are not scaled down farther than that, and not at all if one of their lengths is below it or an entry of a rotation,
/// whose product with a length would be. An answer is skipped if the square of a bound, of a coordinate, or of a
/// distance that the search met is subnormal at one of the scales: the digits of that square, and whether it is zero,
/// depend on the scale.
fn scales<V: Fuzzed>(scene: &Scene<V>, exponent: i32) -> Result<(), Error> {
    let room = scene.least().log2().floor().min(0.0) + f64::from(V::Scalar::SCALINGS);
    if room < 0.0 {
        return Ok(());
    }
    let exponent = exponent.max(-(room as i32));
    let there = scene.scaled(exponent);
    let ask = |scene: &Scene<V>| {
        let (a, b, [at, to], mut least) = (scene.a.build()?, scene.b.build()?, scene.poses, Least::default());
        let answer = Query::new().poses(at, to).observer(&mut least).proximity(&a, &b);
        Ok((answer, least.0))
    };
    let is_single = V::Scalar::RELATIVE_STEP > f64::EPSILON;
    let normal = if is_single { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE };
    let least = normal * 2.0_f64.powi(exponent.abs());
    let facts = |answer: &Proximity<V>, exponent: i32| {
        let factor = 2.0_f64.powi(exponent);
        let scaled = |x: f64| if (x * factor).abs() < least { 0.0 } else { x * factor };
        let length = |x: V::Scalar| if x.abs() < V::Scalar::MAX { scaled(x.value()) } else { x.value() };
        let (lengths, points, rounds) = match answer {
            Proximity::Separated(s) => ([s.distance, s.lower_bound, s.lower_bound], [s.on_a, s.on_b], s.iterations),
            Proximity::Overlapping(p) => {
                ([p.depth, p.lower_bound, p.upper_bound], [p.on_a, p.on_b], p.iterations + 100 * p.epa_iterations)
            }
        };
        let points = points.map(|point| point.value().map(scaled));
        // A component of the normal is dropped if its product with the distance is subnormal.
        let value = answer.signed_distance().value();
        let normal = V::unit_value(answer.normal()).map(|x| if scaled(x * value) == 0.0 { 0.0 } else { x });
        (lengths.map(length), points, normal, answer.status(), rounds)
    };
    let ((one, near), (other, near_there)) = (ask(scene)?, ask(&there)?);
    let has_squares = |answer: &Proximity<V>, near: f64, factor: f64| {
        let (low, high) = bounds(answer);
        let (on_a, on_b) = witnesses(answer);
        let mut numbers = [low, high, near].into_iter().chain(on_a).chain(on_b);
        numbers.all(|x| x == 0.0 || x.abs() * factor.min(1.0) >= normal.sqrt())
    };
    let factor = 2.0_f64.powi(exponent);
    if !has_squares(&one, near, factor) || !has_squares(&other, near_there, 1.0 / factor) {
        return Ok(());
    }
    assert!(facts(&one, exponent) == facts(&other, 0), "2^{exponent}:\n{one:?}\n{other:?}\n{scene:?}");
    Ok(())
}
