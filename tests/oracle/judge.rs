//! Checks the answers of the kernel for one pair of integer bodies against the exact truth.
//!
//! A *step* is a rounding step of the scalar at the size of a pair, which is the radius of the larger body about its
//! own origin, or the distance if that is longer; in fixed point it is the last digit.

use crate::common::number::{Number, P, Space, length, scale, sub, unit};
use crate::common::reference::{Swept, signed_distance};
use crate::exact::{self, Point, Relation, Truth, root};
use gjk::{
    Capsule, ConvexHull, NBall, NCuboid, Penetration, Point as Dot, Pose, Proximity, Query, Rounded, Scalar, Segment,
    Separation, Status, Support, Triangle,
};

/// The most steps by which a bound may miss the truth.
const BOUND: u32 = 4;

/// Steps by which points and normals may miss what they stand for: those of a bound, of the points, of the check.
const WITNESS: u32 = 16;

/// Rounds of GJK that polytopes of this size may take.
const ROUNDS: u32 = 32;

/// Radians by which a normal may be off where it is unique.
const ANGLE: f64 = 1e-3;

/// Steps by which the answer may miss the truth.
pub fn bar<S: Number>() -> u32 {
    match (S::is_float(), S::ABSOLUTE_STEP > f64::from(f32::EPSILON)) {
        (true, _) => 8,
        (false, true) => 4,
        (false, false) => 64,
    }
}

/// Steps by which the answer may miss the truth for a pair of [`pairs::near`](crate::pairs::near), half of what the
/// documentation promises. Distances and margins are added once, and the sum is rounded.
const NEAR: u32 = 2;

/// The hull of some points, swept by a ball.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    pub points: Vec<Point>,
    pub radius: i64,
}

/// Two bodies and the truth about them.
#[derive(Clone, Debug)]
pub struct Pair {
    pub a: Body,
    pub b: Body,
    pub truth: Truth,
}

impl Pair {
    pub fn new(a: Vec<Point>, b: Vec<Point>, dimension: usize) -> Self {
        let truth = Truth::new(&a, &b, dimension);
        Self { a: Body { points: a, radius: 0 }, b: Body { points: b, radius: 0 }, truth }
    }

    /// The pair with all points and lengths multiplied by an integer.
    pub fn scaled(mut self, by: i64) -> Self {
        for body in [&mut self.a, &mut self.b] {
            body.points.iter_mut().flatten().for_each(|x| *x *= by);
            body.radius *= by;
        }
        self.truth = self.truth.scaled(by);
        self
    }

    /// The pair with its bodies swept by balls of the given radii.
    pub fn rounded(&self, a: i64, b: i64) -> Self {
        let mut rounded = self.clone();
        (rounded.a.radius, rounded.b.radius) = (a, b);
        rounded.truth.margin = a + b;
        rounded
    }
}

/// How a pair is presented to the kernel. All transformations are exact, and bits of zero leave the pair as it is.
#[derive(Clone, Debug)]
struct View {
    swapped: bool,
    /// Are hulls of few points, boxes and polygons shapes of their own?
    plain: bool,
    /// Which coordinate goes where, and its sign.
    axes: [usize; 3],
    signs: [i64; 3],
    shift: Point,
    /// All lengths are multiplied by a power of two.
    exponent: i32,
    /// Are the bodies given about their middles, turned by these quarter turns, and posed by the query?
    turns: Option<[[f64; 4]; 2]>,
}

impl View {
    fn new<V: Space>(mut bits: u64, pair: &Pair) -> Self {
        let mut draw = |count: usize| {
            let drawn = bits % count as u64;
            bits /= count as u64;
            drawn as usize
        };
        let planar = V::DIMENSION == 2;
        let swapped = draw(2) == 1;
        let plain = draw(2) == 0;
        let axes = match draw(if planar { 2 } else { 6 }) {
            0 => [0, 1, 2],
            1 => [1, 0, 2],
            2 => [1, 2, 0],
            3 => [2, 0, 1],
            4 => [0, 2, 1],
            _ => [2, 1, 0],
        };
        let signs = [1 - 2 * draw(2) as i64, 1 - 2 * draw(2) as i64, if planar { 1 } else { 1 - 2 * draw(2) as i64 }];
        let turns: [[f64; 4]; 4] = if planar {
            [[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, -1.0]]
        } else {
            [[0.0, 0.0, 0.0, 1.0], [0.5, 0.5, 0.5, 0.5], [-0.5, -0.5, -0.5, 0.5], [0.5, 0.0, 0.0, 0.5]]
        };
        let turns = (draw(2) == 1).then(|| [turns[draw(4)], turns[draw(4)]]);
        let reach = [0, 64, 10_000][draw(3)];
        let mut shift = [0; 3];
        shift[..V::DIMENSION].fill_with(|| draw(2 * reach + 1) as i64 - reach as i64);
        let whole = [&pair.a, &pair.b].into_iter().flat_map(|body| body.points.iter().flatten());
        let most = whole.map(|x| x.abs()).max().unwrap_or(0) + pair.truth.margin + reach as i64;
        // Fixed point holds the integers and reads them within its limits; an answer then fits `f64`.
        let (least, largest, span) = if V::Scalar::is_float() {
            (-V::Scalar::SCALINGS, V::Scalar::SCALINGS, V::Scalar::SCALINGS)
        } else {
            let room = (0.7 * V::Scalar::LIMIT.value()).min(f64::from(1 << 18)) / most.max(1) as f64;
            (V::Scalar::ABSOLUTE_STEP.log2() as i32, room.log2().floor() as i32, 8)
        };
        let drawn = draw(2 * span as usize + 1) as i32;
        let exponent = if drawn % 2 == 0 { -drawn / 2 } else { (drawn + 1) / 2 };
        Self { swapped, plain, axes, signs, shift, exponent: exponent.clamp(least, largest), turns }
    }

    fn turned(&self, point: Point) -> Point {
        [0, 1, 2].map(|i| self.signs[i] * point[self.axes[i]])
    }

    fn factor(&self) -> f64 {
        2.0_f64.powi(self.exponent)
    }

    fn side<V: Space>(&self, body: &Body, index: usize) -> Side<V> {
        let points: Vec<Point> = body.points.iter().map(|&p| exact::add(self.turned(p), self.shift)).collect();
        let real = |p: Point| scale(p.map(|x| x as f64), self.factor());
        let core = points.iter().map(|&p| real(p)).collect();
        let radius = body.radius as f64 * self.factor();
        let world = Swept { core, radius };
        let Some(turns) = self.turns else {
            return Side { points, pose: Pose::IDENTITY, world, factor: self.factor(), plain: self.plain };
        };
        let bounds =
            |pick: fn(i64, i64) -> i64| [0, 1, 2].map(|i| points.iter().map(|p| p[i]).reduce(pick).unwrap_or(0));
        let (low, high) = (bounds(i64::min), bounds(i64::max));
        let middle = exact::add(low, high).map(|x| x / 2);
        let rotation = V::rotation(turns[index]);
        let rows = V::rows(rotation).map(|row| row.map(|x| x.round() as i64));
        assert_eq!(rows.map(|row| row.map(|x| x as f64)), V::rows(rotation), "a quarter turn is exact");
        // Back by the transposed matrix.
        let back = |p: Point| (0..3).fold([0; 3], |sum, i| exact::add(sum, exact::scale(rows[i], p[i])));
        let points = points.iter().map(|&p| back(exact::sub(p, middle))).collect();
        let pose = Pose::new(rotation, V::of(real(middle))).expect("in range");
        Side { points, pose, world, factor: self.factor(), plain: self.plain }
    }
}

/// A body as it is passed to the kernel.
struct Side<V: Space> {
    /// In its own frame, before the factor.
    points: Vec<Point>,
    pose: Pose<V>,
    /// In the world.
    world: Swept,
    factor: f64,
    plain: bool,
}

impl<V: Space> Side<V> {
    fn of(&self, p: Point) -> V {
        V::of(scale(p.map(|x| x as f64), self.factor))
    }

    fn vertices(&self) -> Vec<V> {
        self.points.iter().map(|&p| self.of(p)).collect()
    }

    /// The largest distance of a point of the body from its own origin.
    fn extent(&self) -> f64 {
        self.points.iter().map(|&p| length(p.map(|x| x as f64))).fold(0.0, f64::max) * self.factor + self.world.radius
    }

    /// Twice the middle and twice the half extents, if the points are the corners of a box.
    fn as_box(&self) -> Option<(Point, Point)> {
        let (mut corners, least, most) = (self.points.clone(), *self.points.iter().min()?, *self.points.iter().max()?);
        corners.sort_unstable();
        corners.dedup();
        let is_corner = |p: &Point| (0..3).all(|i| p[i] == least[i] || p[i] == most[i]);
        let is_box = corners.len() == 1 << V::DIMENSION && corners.iter().all(is_corner);
        is_box.then(|| (exact::add(least, most), exact::sub(most, least)))
    }

    fn shape<'s>(&self, vertices: &'s [V]) -> Box<dyn Support<Vector = V> + 's> {
        let radius = V::Scalar::of(self.world.radius);
        let is_sharp = self.world.radius == 0.0;
        let hull = || ConvexHull::new(vertices).expect("points");
        if !self.plain {
            return if is_sharp { Box::new(hull()) } else { Box::new(Rounded::new(hull(), radius).expect("a size")) };
        }
        if let Some((middle, half)) = self.as_box().filter(|both| [both.0, both.1].iter().flatten().all(|x| x % 2 == 0))
        {
            let cuboid = NCuboid::new(self.of(half.map(|x| x / 2))).expect("sizes");
            let pose = Pose::translation(self.of(middle.map(|x| x / 2))).expect("in range");
            return Box::new(Rounded::new(cuboid.at(pose), radius).expect("a size"));
        }
        match *vertices {
            [p] if is_sharp => Box::new(Dot::new(p).expect("a point")),
            [p] => Box::new(NBall::new(radius).expect("a size").at(Pose::translation(p).expect("in range"))),
            [p, q] if is_sharp => Box::new(Segment::new(p, q).expect("points")),
            [p, q] => Box::new(Capsule::new(p, q, radius).expect("points")),
            [p, q, r] => Box::new(Rounded::new(Triangle::new(p, q, r).expect("points"), radius).expect("a size")),
            _ if is_sharp => V::polygon(vertices).unwrap_or_else(|| Box::new(hull())),
            _ => Box::new(Rounded::new(hull(), radius).expect("a size")),
        }
    }
}

/// An answer as plain numbers.
#[derive(Debug)]
struct Answer {
    value: f64,
    lower: f64,
    upper: f64,
    normal: P,
    on_a: P,
    on_b: P,
    iterations: u32,
    status: Status,
}

impl Answer {
    fn of_gap<V: Space>(gap: &Separation<V>) -> Self {
        Self {
            value: gap.distance.value(),
            lower: gap.lower_bound.value(),
            upper: gap.distance.value(),
            normal: V::unit_value(gap.normal),
            on_a: gap.on_a.value(),
            on_b: gap.on_b.value(),
            iterations: gap.iterations,
            status: gap.status,
        }
    }

    fn of_overlap<V: Space>(overlap: &Penetration<V>) -> Self {
        Self {
            value: -overlap.depth.value(),
            lower: -overlap.upper_bound.value(),
            upper: -overlap.lower_bound.value(),
            normal: V::unit_value(overlap.normal),
            on_a: overlap.on_a.value(),
            on_b: overlap.on_b.value(),
            iterations: overlap.iterations,
            status: overlap.status,
        }
    }
}

/// The answers of all queries.
struct Answers<V: Space> {
    proximity: Proximity<V>,
    distance: Separation<V>,
    penetration: Option<Penetration<V>>,
    intersects: bool,
}

impl<V: Space> Answers<V> {
    fn ask(a: &Side<V>, b: &Side<V>, posed: bool) -> Self {
        let (of_a, of_b) = (a.vertices(), b.vertices());
        let shapes = (a.shape(&of_a), b.shape(&of_b));
        let (on, other) = (&*shapes.0, &*shapes.1);
        if posed {
            let mut query = Query::new().poses(a.pose, b.pose);
            return Self {
                proximity: query.proximity(on, other),
                distance: query.distance(on, other),
                penetration: query.penetration(on, other),
                intersects: query.intersects(on, other),
            };
        }
        Self {
            proximity: gjk::proximity(on, other),
            distance: gjk::distance(on, other),
            penetration: gjk::penetration(on, other),
            intersects: gjk::intersects(on, other),
        }
    }
}

/// A pair seen in one way, with what is needed to judge an answer.
struct Trial<'t, V: Space> {
    a: Side<V>,
    b: Side<V>,
    truth: &'t Truth,
    view: View,
    /// The signed distance.
    signed: f64,
    /// One step.
    step: f64,
    /// One step of the coordinates in the world.
    world_step: f64,
    /// Steps by which the answer may miss the truth.
    bar: u32,
}

/// Asks everything about a pair, shown in the way that the bits choose. The largest error in steps.
pub fn judge<V: Space>(pair: &Pair, bits: u64) -> Result<f64, String> {
    judge_view::<V>(pair, bits, View::new::<V>(bits, pair), bar::<V::Scalar>())
}

/// [`judge`] with a bar of two steps, for a pair whose integers are steps: fixed point reads them so, and floats if
/// they have a radius of this size.
pub fn judge_near<V: Space>(pair: &Pair, bits: u64) -> Result<f64, String> {
    let mut view = View::new::<V>(bits, pair);
    if !V::Scalar::is_float() {
        view.exponent = V::Scalar::ABSOLUTE_STEP.log2() as i32;
    }
    judge_view::<V>(pair, bits, view, NEAR)
}

fn judge_view<V: Space>(pair: &Pair, bits: u64, view: View, bar: u32) -> Result<f64, String> {
    let (first, second) = if view.swapped { (&pair.b, &pair.a) } else { (&pair.a, &pair.b) };
    let (a, b) = (view.side::<V>(first, 0), view.side::<V>(second, 1));
    let signed = pair.truth.signed() * view.factor();
    let step = V::Scalar::steps(1, a.extent().max(b.extent()).max(signed.abs()));
    let world_step = V::Scalar::steps(1, a.world.extent().max(b.world.extent()));
    let trial = Trial { a, b, truth: &pair.truth, view, signed, step, world_step, bar };
    trial.verdict().map_err(|error| {
        let (scalar, Trial { view, .. }) = (V::Scalar::NAME, &trial);
        format!("{scalar} in {}D, {pair:?}, signed distance {signed:e}, {view:?}, bits {bits}: {error}", V::DIMENSION)
    })
}

macro_rules! ensure {
    ($holds:expr, $($message:tt)+) => {
        let holds: bool = $holds;
        if !holds {
            return Err(format!($($message)+));
        }
    };
}

impl<V: Space> Trial<'_, V> {
    fn steps(&self, count: u32) -> f64 {
        f64::from(count) * self.step
    }

    fn verdict(&self) -> Result<f64, String> {
        let Answers { proximity, distance, penetration, intersects } =
            Answers::ask(&self.a, &self.b, self.view.turns.is_some());
        let is_apart = self.truth.relation() == Relation::Apart;
        // Bodies so close that the query need not find a plane between them.
        let is_close = self.signed <= self.steps(self.bar);

        let (answer, says_apart) = match &proximity {
            Proximity::Separated(gap) => (Answer::of_gap(gap), true),
            Proximity::Overlapping(overlap) => (Answer::of_overlap(overlap), false),
        };
        ensure!(is_apart || !says_apart, "proximity says apart: {answer:?}");
        ensure!(is_apart || intersects, "they intersect, says intersects not");
        ensure!(is_close || says_apart, "proximity says not apart: {answer:?}");
        // Sharp bodies of fixed point are judged as they are: every plane between them counts.
        let is_exact = is_apart && !V::Scalar::is_float() && self.truth.margin == 0;
        ensure!((is_close && !is_exact) || !intersects, "they are apart, intersects says not");
        ensure!(is_apart || penetration.is_some(), "they overlap, penetration says none");
        ensure!(is_close || penetration.is_none(), "they are apart, penetration says {penetration:?}");

        let mut worst = self.check("proximity", &answer)?;
        if let Some(overlap) = &penetration {
            worst = worst.max(self.check("penetration", &Answer::of_overlap(overlap))?);
        }
        let gap = Answer::of_gap(&distance);
        if is_apart {
            worst = worst.max(self.check("distance", &gap)?);
        } else {
            ensure!(gap.lower == 0.0, "distance has a bound above zero: {gap:?}");
            let most = if gap.status == Status::Undecided { self.rounding() } else { 0.0 };
            ensure!(gap.value <= most, "distance is above zero: {gap:?}");
            self.ends_well("distance", &gap)?;
            self.points("distance", &gap)?;
        }
        Ok(worst)
    }

    /// An answer against the signed distance; its error in steps.
    fn check(&self, name: &str, answer: &Answer) -> Result<f64, String> {
        let above = |value: f64| self.truth.error(value / self.view.factor()) * self.view.factor();
        let off = above(answer.value).abs();
        ensure!(off <= self.steps(self.bar), "{name} is off by {} steps: {answer:?}", off / self.step);
        let (lower, upper) = (above(answer.lower), above(answer.upper));
        ensure!(
            lower <= self.steps(BOUND),
            "{name}: the lower bound is {} steps too high: {answer:?}",
            lower / self.step
        );
        ensure!(
            -upper <= self.steps(BOUND),
            "{name}: the upper bound is {} steps too low: {answer:?}",
            -upper / self.step
        );
        ensure!(answer.lower <= answer.value && answer.value <= answer.upper, "{name}: bounds astray: {answer:?}");
        self.ends_well(name, answer)?;
        self.points(name, answer)?;
        self.normal(name, answer)?;
        // The step of points at one place is zero.
        Ok(if off > 0.0 { off / self.step } else { 0.0 })
    }

    /// The rounding that an answer is allowed: four steps, and four more if the query has poses.
    fn rounding(&self) -> f64 {
        self.steps(if self.view.turns.is_some() { 2 * BOUND } else { BOUND })
    }

    /// The distance up to which rounding may leave undecided whether bodies touch. In floats, where there are margins,
    /// a plane has to separate by four steps of the points of the Minkowski difference, which are up to twice as large
    /// as the bodies.
    fn undecided(&self) -> f64 {
        if V::Scalar::is_float() && self.truth.margin > 0 { self.steps(2 * BOUND) } else { self.rounding() }
    }

    /// Rounding may leave undecided whether bodies touch. A distance of zero, within rounding, does not tell how deep
    /// the bodies overlap.
    fn ends_well(&self, name: &str, answer: &Answer) -> Result<(), String> {
        let is_contact = self.signed.abs() <= self.undecided() || name == "distance" && self.signed <= 0.0;
        let ends_well = answer.status == Status::Converged || answer.status == Status::Undecided && is_contact;
        ensure!(ends_well, "{name} ends as {:?}: {answer:?}", answer.status);
        ensure!(answer.iterations <= ROUNDS, "{name} takes {} rounds: {answer:?}", answer.iterations);
        Ok(())
    }

    /// The witness points are as far apart as the answer says, and on the bodies.
    fn points(&self, name: &str, answer: &Answer) -> Result<(), String> {
        let close = f64::from(WITNESS) * (self.step + self.world_step);
        let apart = length(sub(answer.on_a, answer.on_b));
        ensure!((apart - answer.value.abs()).abs() <= close, "{name}: witness points are {apart} apart: {answer:?}");
        for (point, body, which) in [(answer.on_a, &self.a.world, "A"), (answer.on_b, &self.b.world, "B")] {
            let (outside, _) = signed_distance(&Swept { core: vec![point], radius: 0.0 }, body, V::DIMENSION);
            ensure!(
                outside <= close,
                "{name}: witness point {} steps outside {which}: {answer:?}",
                outside / self.step
            );
        }
        Ok(())
    }

    /// The gap along the normal is what the bounds say; where the normal is unique it is the one. A distance that may
    /// be zero has the best axis known.
    fn normal(&self, name: &str, answer: &Answer) -> Result<(), String> {
        if name == "distance" && answer.lower == 0.0 {
            return Ok(());
        }
        let (a, b) = (&self.a.world, &self.b.world);
        // From a point of A, which keeps rounding relative to the bodies.
        let origin = a.core[0];
        let reach = |body: &Swept, along: P| {
            let core = body.core.iter().map(|&p| sub(p, origin)).collect();
            Swept { core, radius: body.radius }.reach(along)
        };
        let gap = -reach(b, scale(answer.normal, -1.0)) - reach(a, answer.normal);
        let short = answer.lower - gap;
        ensure!(short <= self.steps(WITNESS), "{name}: the gap along the normal is {gap}: {answer:?}");

        let Some(normal) = self.truth.normal.filter(|_| self.is_distinct()) else { return Ok(()) };
        let sense = if self.view.swapped { -1 } else { 1 };
        let normal = exact::scale(self.view.turned(normal), sense).map(|x| x as f64);
        let (truth, given) = (unit(normal).unwrap_or_default(), unit(answer.normal).unwrap_or_default());
        let angle = 2.0 * (length(sub(truth, given)) / 2.0).min(1.0).asin();
        // Along a normal that is off by an angle the gap is shorter by half its square.
        let core = (self.signed + self.truth.margin as f64 * self.view.factor()).abs();
        let blur = if self.truth.cores_apart { (2.0 * self.steps(self.bar) / core).sqrt() } else { 0.0 };
        ensure!(angle <= ANGLE + blur, "{name}: the normal is off by {angle} rad, is {truth:?}: {answer:?}");
        Ok(())
    }

    /// Is every other normal worse by so much that rounding cannot take it for the best?
    fn is_distinct(&self) -> bool {
        let ahead = |second| (root(second) - root(&self.truth.squared)) * self.view.factor();
        let enough = self.steps(2 * self.bar) / ANGLE;
        self.truth.cores_apart || self.truth.second.as_ref().is_none_or(|second| ahead(second) > enough)
    }
}
