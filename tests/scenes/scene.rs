//! A pair of bodies with its signed distance, and the checks of every answer about it.

use super::body::{Body, Placed, Room, X, Z, apply, ball, cube, cylinder, matrix, then};
use crate::common::number::{Number, P, add, dot, length, max_abs, scale, sub};
use crate::common::scene::{Verdict, bounds, normal, overlaps, planes, same_but_scaled, signed, witnesses};
use fixed::types::{I16F16, I32F32};
use gjk::{Posed, Proximity, Query, Scalar, Status, Vec2, Vec3};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Two bodies and what is known about them.
#[derive(Clone, Debug)]
pub struct Scene {
    a: Body,
    b: Body,
    dimension: usize,
    truth: f64,
    /// How far the truth may be from the number given.
    uncertainty: f64,
    normal: Option<P>,
    points: Option<(P, P)>,
    /// Where both bodies are moved before a scalar rounds their positions.
    offset: P,
}

pub fn in_space(a: Body, b: Body) -> Scene {
    let (truth, uncertainty, normal, points) = (f64::NAN, 0.0, None, None);
    Scene { a, b, dimension: 3, truth, uncertainty, normal, points, offset: [0.0; 3] }
}

pub fn in_the_plane(a: Body, b: Body) -> Scene {
    Scene { dimension: 2, ..in_space(a, b) }
}

/// A turn whose matrix holds only zeros and ones, and one that is nothing in particular.
const QUARTER_TURN: [[f64; 4]; 2] = [[1.0, 0.0, 0.0, 0.0], [0.5, 0.5, 0.5, 0.5]];
const TURN: [f64; 4] = [0.28, -0.46, 0.17, 0.82];

/// A place far away.
const FAR: P = [1e5, 1e5, 1e5];

impl Scene {
    /// Demands this normal, from A to B. It must be unique.
    pub fn along(self, normal: P) -> Self {
        Self { normal: Some(scale(normal, 1.0 / length(normal))), ..self }
    }

    /// Demands these witness points on A and B. They must be unique.
    pub fn witnesses(self, on_a: P, on_b: P) -> Self {
        Self { points: Some((on_a, on_b)), ..self }
    }

    /// Says how far the truth may be from the number given.
    pub fn within(self, uncertainty: f64) -> Self {
        Self { uncertainty, ..self }
    }

    /// Holds the scene as it is, in one scalar, against its signed distance. For scenes by the thousand.
    pub fn measures_in<V: Room>(self, truth: f64) {
        let scene = Self { truth, ..self };
        if let Some(Err(error)) = Pair::<V>::new(&scene).map(|pair| pair.check()) {
            panic!("{}: {error}\n  {scene:?}", V::Scalar::NAME);
        }
    }

    /// Holds the scene, and all that it becomes by moving, against its signed distance.
    pub fn measures(self, truth: f64) {
        let scene = Self { truth, ..self };
        if scene.dimension == 2 {
            scene.check_in::<Vec2<f32>>();
            scene.check_in::<Vec2<f64>>();
            scene.check_in::<Vec2<I16F16>>();
            scene.check_in::<Vec2<I32F32>>();
        } else {
            scene.check_in::<Vec3<f32>>();
            scene.check_in::<Vec3<f64>>();
            scene.check_in::<Vec3<I16F16>>();
            scene.check_in::<Vec3<I32F32>>();
        }
    }

    fn check_in<V: Room>(&self) {
        let hold = |name: &str, verdict: Verdict| {
            if let Err(error) = verdict {
                panic!("{} in {}D, {name}: {error}\n  {self:?}", V::Scalar::NAME, V::DIMENSION);
            }
        };
        let Some(told) = Pair::<V>::new(self) else { return };
        hold("as told", told.check());
        hold("asked otherwise", told.check_options());
        hold("scaled", told.check_scales());
        for (name, scene) in [
            ("swapped", self.swapped()),
            ("a quarter turned", self.turned(QUARTER_TURN[V::DIMENSION - 2])),
            ("turned", self.turned(TURN)),
        ] {
            if let Some(pair) = Pair::<V>::new(&scene) {
                hold(name, pair.check());
            }
        }
        if V::Scalar::is_float() {
            let far = Self { offset: if self.dimension == 2 { [FAR[0], FAR[1], 0.0] } else { FAR }, ..self.clone() };
            hold("far away", Pair::<V>::new(&far).map_or(Ok(()), |pair| pair.check()));
        }
    }

    fn swapped(&self) -> Self {
        let (a, b) = (self.b.clone(), self.a.clone());
        let (normal, points) = (self.normal.map(|n| scale(n, -1.0)), self.points.map(|(p, q)| (q, p)));
        Self { a, b, normal, points, ..self.clone() }
    }

    fn turned(&self, turn: [f64; 4]) -> Self {
        let rows = matrix(turn, self.dimension);
        let turned = |body: &Body| body.clone().turned(then(body.turn, turn)).at(apply(rows, body.position));
        let (a, b) = (turned(&self.a), turned(&self.b));
        let (normal, points) =
            (self.normal.map(|n| apply(rows, n)), self.points.map(|(p, q)| (apply(rows, p), apply(rows, q))));
        // The turned poses are rounded in f64: up to three products and sums per entry.
        let lengths: f64 = [&a, &b].map(|body| body.extent() + length(body.position)).iter().sum();
        let rounding = if turn == TURN { 4.0 * f64::EPSILON * lengths } else { 0.0 };
        Self { a, b, normal, points, uncertainty: self.uncertainty + rounding, ..self.clone() }
    }
}

/// A scene as a scalar holds it.
struct Pair<'s, V: Room> {
    scene: &'s Scene,
    a: Placed<V>,
    b: Placed<V>,
    /// The truth about the numbers that the library sees is no farther than this from the truth of the scene: a
    /// signed distance changes by no more than the bodies move.
    slack: f64,
}

/// Rounding steps granted to a distance, and to a bound.
const CLOSE: u32 = 8;
const BOUND: u32 = 4;
/// Bounds of polytopes this many steps apart have met.
const MET: u32 = 16;
/// Rounds in which GJK is done with polytopes.
const ROUNDS: u32 = 32;

impl<'s, V: Room> Pair<'s, V> {
    /// None if the scene leaves the range of the scalar.
    fn new(scene: &'s Scene) -> Option<Self> {
        let apart = length(sub(scene.b.position, scene.a.position));
        let from_origin = [&scene.a, &scene.b].map(|body| length(add(body.position, scene.offset)));
        let size = scene.a.extent() + scene.b.extent() + apart + from_origin[0].max(from_origin[1]);
        (size < V::Scalar::LIMIT.value()).then(|| {
            let (a, b) = (Placed::<V>::new(&scene.a, scene.offset), Placed::<V>::new(&scene.b, scene.offset));
            let slack = scene.uncertainty + a.error + b.error;
            Self { scene, a, b, slack }
        })
    }

    fn is_polytope(&self) -> bool {
        self.a.body.is_polytope() && self.b.body.is_polytope()
    }

    /// The size that a rounding step is relative to.
    fn size(&self) -> f64 {
        self.a.body.extent().max(self.b.body.extent()).max(self.scene.truth.abs())
    }

    /// How far from the truth an answer may be, beyond what the input lost.
    fn close(&self, size: f64) -> f64 {
        match (V::Scalar::NAME, self.is_polytope()) {
            ("f32", false) => 1e-4 * size,
            ("f64", false) => 1e-6 * size,
            ("I16F16", _) => V::Scalar::steps(4, size),
            ("I32F32", _) => V::Scalar::steps(64, size),
            _ => V::Scalar::steps(CLOSE, size),
        }
    }

    fn proximity(&self) -> Proximity<V> {
        Query::new().poses(self.a.pose, self.b.pose).proximity(&*self.a.shape(), &*self.b.shape())
    }

    /// All four questions, with poses.
    fn check(&self) -> Verdict {
        let found = self.proximity();
        self.holds(&found, self.size())?;
        let mut query = Query::new().poses(self.a.pose, self.b.pose);
        let (a, b) = (self.a.shape(), self.b.shape());
        let intersects = query.intersects(&*a, &*b);
        let (distance, penetration) = (query.distance(&*a, &*b), query.penetration(&*a, &*b));
        let close = 2.0 * self.close(self.size());
        let at_contact = signed(&found).abs() <= close;
        let found_overlap = overlaps(&found);
        ensure!(intersects == found_overlap || at_contact, "intersects says {intersects}: {found:?}");
        ensure!(penetration.is_some() == found_overlap || at_contact, "{penetration:?} against {found:?}");
        let d = distance.distance.value();
        ensure!((d - signed(&found).max(0.0)).abs() <= close, "{distance:?} against {found:?}");
        let depth = penetration.map_or(0.0, |p| p.depth.value());
        ensure!((depth + signed(&found).min(0.0)).abs() <= close, "{penetration:?} against {found:?}");
        let apart = length(sub(distance.on_b.value(), distance.on_a.value()));
        let coordinate = max_abs(distance.on_a.value()).max(max_abs(distance.on_b.value()));
        let slack = V::Scalar::steps(CLOSE, self.size()) + V::Scalar::steps(BOUND, coordinate);
        ensure!((apart - d).abs() <= slack, "witnesses {apart} apart: {distance:?}");
        if d > 0.0 && !found_overlap {
            self.holds(&Proximity::Separated(distance), self.size())?;
        }
        penetration.map_or(Ok(()), |p| self.holds(&Proximity::Overlapping(p), self.size()))
    }

    /// Checks answers from other first directions, with limits, and of bodies that are placed in the world.
    fn check_options(&self) -> Verdict {
        let (a, b) = (self.a.shape(), self.b.shape());
        for direction in [[1.0, 1.0, 0.0], [-1.0, 0.5, 0.25], [0.0, 1.0, 0.0]] {
            let query = Query::new().direction(V::of(direction)).expect("not zero");
            let found = query.poses(self.a.pose, self.b.pose).proximity(&*a, &*b);
            self.holds(&found, self.size()).map_err(|error| format!("first direction {direction:?}: {error}"))?;
        }
        if let Proximity::Separated(near) = self.proximity() {
            // Distance and proximity may come to the same by different ways.
            let gap = Query::new().poses(self.a.pose, self.b.pose).distance(&*a, &*b);
            for factor in [0.5, 2.0] {
                let limit = V::Scalar::of(gap.distance.value() * factor);
                let mut query = Query::new().limit(limit).expect("a size").poses(self.a.pose, self.b.pose);
                let Proximity::Separated(found) = query.proximity(&*a, &*b) else {
                    return Err(format!("limit {limit:?}: they overlap"));
                };
                for (found, gap) in [(query.distance(&*a, &*b), &gap), (found, &near)] {
                    let is_beyond = found.status == Status::DistanceLimit;
                    ensure!(!is_beyond || found.lower_bound > limit, "limit {limit:?}: {found:?}");
                    ensure!(is_beyond || found == *gap, "limit {limit:?}: {found:?} against {gap:?}");
                    ensure!(!is_beyond || factor < 1.0, "limit {limit:?}: {found:?}");
                }
            }
        }
        // In the world a coordinate has its own rounding step, not that of the body.
        let world = length(self.a.body.position).max(length(self.b.body.position)) + self.size();
        let (a, b) = (Posed::new(&*a, self.a.pose), Posed::new(&*b, self.b.pose));
        self.holds(&gjk::proximity(&a, &b), world).map_err(|error| format!("without poses: {error}"))
    }

    /// Of floats: times 2^k the answer is the answer times 2^k, bit for bit.
    fn check_scales(&self) -> Verdict {
        if !V::Scalar::is_float() {
            return Ok(());
        }
        let here = self.proximity();
        for exponent in -20..=20 {
            let factor = 2.0_f64.powi(exponent);
            let (a, b) = (self.a.scaled(factor), self.b.scaled(factor));
            let there = Pair { a, b, ..*self }.proximity();
            same_but_scaled(&here, &there, exponent)?;
        }
        Ok(())
    }

    /// Holds one answer against the truth, and against the bodies themselves.
    fn holds(&self, found: &Proximity<V>, size: f64) -> Verdict {
        let (truth, slack) = (self.scene.truth, self.slack);
        let (close, few) = (self.close(size), V::Scalar::steps(BOUND, size));
        let (value, (low, high)) = (signed(found), bounds(found));
        if truth.abs() > close + slack {
            ensure!(overlaps(found) == (truth < 0.0), "the truth is {truth:e}: {found:?}");
        }
        if truth == 0.0 && slack == 0.0 {
            ensure!(overlaps(found), "they touch: {found:?}");
        }
        let off = (value - truth).abs();
        ensure!(off <= close + slack, "{value:e} is off by {off:e}, {close:e} + {slack:e} allowed: {found:?}");
        ensure!(low <= truth + few + slack, "lower bound {low:e} above {truth:e}: {found:?}");
        ensure!(high >= truth - few - slack, "upper bound {high:e} below {truth:e}: {found:?}");
        self.ended_well(found, size)?;
        self.separates(found, size)?;
        self.agrees_with_what_is_unique(found, close)
    }

    fn ended_well(&self, found: &Proximity<V>, size: f64) -> Verdict {
        let (low, high) = bounds(found);
        let have_met = high - low <= V::Scalar::steps(MET, size);
        let at_contact = self.scene.truth.abs() <= self.close(size) + self.slack;
        let ok = match found.status() {
            Status::Converged => have_met || !self.is_polytope(),
            Status::Undecided => at_contact && low <= 0.0 && high >= 0.0 && (have_met || !self.is_polytope()),
            Status::Stalled | Status::BufferFull => !self.is_polytope(),
            _ => false,
        };
        ensure!(ok, "ended badly: {found:?}");
        let rounds = match found {
            Proximity::Separated(s) => s.iterations,
            Proximity::Overlapping(p) => p.iterations,
        };
        ensure!(rounds <= ROUNDS || !self.is_polytope(), "{rounds} rounds: {found:?}");
        Ok(())
    }

    /// The normal separates the bodies by the answer, no other plane does so by more, and the witness points are that
    /// far apart and belong to the bodies.
    fn separates(&self, found: &Proximity<V>, size: f64) -> Verdict {
        let (close, few) = (self.close(size), V::Scalar::steps(BOUND, size));
        let (value, (low, high)) = (signed(found), bounds(found));
        let from = self.a.body.position;
        let gap = |n: P| -self.b.reach(scale(n, -1.0), from) - self.a.reach(n, from);
        let normal = normal(found);
        // Unit vectors of fixed point have 30 bits or more.
        let unit_step = V::Scalar::RELATIVE_STEP.max(2.0_f64.powi(-28));
        ensure!((length(normal) - 1.0).abs() <= 4.0 * unit_step, "normal of length {}: {found:?}", length(normal));
        let along = gap(normal);
        ensure!(along >= value - close - few, "the normal separates by {along:e}: {found:?}");
        ensure!(along >= low - 2.0 * few, "the normal separates by {along:e} only: {found:?}");
        let (on_a, on_b) = witnesses(found);
        let coordinate = max_abs(on_a).max(max_abs(on_b));
        let place = V::Scalar::steps(BOUND, coordinate);
        let apart = length(sub(on_b, on_a));
        let rounding = V::Scalar::steps(CLOSE, size) + place;
        ensure!((apart - value.abs()).abs() <= rounding, "witnesses {apart:e} apart: {found:?}");
        for plane in planes(V::DIMENSION).chain([normal]) {
            let by = gap(plane);
            ensure!(by <= high + 2.0 * few, "{plane:?} separates by {by:e}: {found:?}");
            let outside = dot(plane, sub(on_a, from)) - self.a.reach(plane, from);
            ensure!(outside <= close + place, "on_a is outside by {outside:e}: {found:?}");
            let outside = dot(plane, sub(on_b, from)) - self.b.reach(plane, from);
            ensure!(outside <= close + place, "on_b is outside by {outside:e}: {found:?}");
        }
        Ok(())
    }

    fn agrees_with_what_is_unique(&self, found: &Proximity<V>, close: f64) -> Verdict {
        // A plane that turns by t loses t²/2 of a distance, so that rounding moves a normal by its square root.
        let wobble = (8.0 * (close + self.slack) / self.scene.truth.abs()).sqrt();
        if let Some(expected) = self.scene.normal
            && wobble < 0.5
        {
            let off = length(sub(normal(found), expected));
            ensure!(off <= wobble, "normal off by {off:e}, {wobble:e} allowed: {found:?}");
        }
        if let Some((on_a, on_b)) = self.scene.points {
            let size = self.size();
            let (found_a, found_b) = witnesses(found);
            // In the world a coordinate has its own rounding step.
            let place = V::Scalar::steps(BOUND, max_abs(found_a).max(max_abs(found_b)));
            let place = place + (wobble * size).min(1e-3 * size) + close + 16.0 * self.slack;
            for (point, expected) in [(found_a, on_a), (found_b, on_b)] {
                let off = length(sub(sub(point, self.scene.offset), expected));
                ensure!(off <= place, "witness off by {off:e}, {place:e} allowed: {found:?}");
            }
        }
        Ok(())
    }
}

#[test]
fn scenes_told_wrongly_are_noticed() {
    let scene = || in_space(cube(2.0), cube(2.0).at([3.0, 0.25, 0.5]));
    scene().along(X).measures(1.0);
    let wrong: [&dyn Fn(); 5] = [
        &|| scene().measures(-1.0),
        &|| scene().measures(1.0 + 16.0 * f64::EPSILON),
        &|| scene().along([1.0, 1e-3, 0.0]).measures(1.0),
        &|| in_space(ball(1.0), ball(1.0).at([0.0, 0.0, 1.5])).witnesses(Z, [0.0, 0.0, 0.501]).measures(-0.5),
        &|| in_space(cylinder(1.0, 0.5), ball(0.5).at([2.0, 0.0, 0.0])).measures(1.0 + 1e-4),
    ];
    for (number, wrong) in wrong.into_iter().enumerate() {
        assert!(catch_unwind(AssertUnwindSafe(wrong)).is_err(), "number {number} was not noticed");
    }
}
