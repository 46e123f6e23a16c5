//! Motion with rotation: for how long a plane that rotates with the bodies keeps them apart.
//!
//! At the time at which a plane is found, let n be its normal, x the displacement from A's origin to B's, v the
//! velocity of B's origin relative to A's, and for each body r a point relative to its origin, ω = θ'·k its angular
//! velocity, and ρ the largest |r|. After a further time s the point of B is at x + s·v + E(s)·r with E(s) = exp(s·ω).
//! Along n,
//!
//! ```text
//! n·E(s)r ≥ (n + s·θ'·l)·r − ½ s² θ'² |l| ρ,   l = n × k,
//! ```
//!
//! because the first derivative at s = 0 is n·(ω×r) = θ'·l·r, and the second, (n×ω)·(ω×E r), is at most θ'²·|l|·ρ in
//! magnitude at any time. In the plane l = −k·perp(n). With h(d), the support value, the largest d·r of all points r of
//! a core, the least of (n + s·θ'·l)·r over B is −h_B(−(n + s·θ'_B·l_B)), and the largest over A is
//! h_A(n + s·θ'_A·l_A). So
//!
//! ```text
//! F(s) = n·x + s·n·v − h_B(−(n + s·θ'_B·l_B)) − h_A(n + s·θ'_A·l_A) − ½ s² Σ θ'² |l| ρ − margins − target
//! ```
//!
//! is a lower bound of the gap less the target. Support values are convex in the direction, so F is concave: if F(0)
//! and F(s) are not negative, the bodies are apart for all the time between. One pair of support points proves a step.
//! With a fixed point of A and one of B in place of the support values, F is a parabola in s: a constant and a linear
//! term from the points, less ½ s² Σ θ'² |l| ρ. F is the least of these parabolas. If F is negative at the s that was
//! tried, the parabola of the support points found there is above F and meets it at that s; its root is the next s to
//! try (Newton's method from the right). After a few of them the chord from F(0), below F, has the last word.
//!
//! That plane keeps its direction. Where a long edge or a face turns toward the other body, a plane that rotates with
//! it lasts longer. In the frame of A the normal is n, A stands still, and the point of B is at q = E_A(−s)(x + s·v +
//! E_B(s)·r):
//!
//! ```text
//! n·q ≥ n·(x + r) + s·(n·v + θ'_B·l_B·r − θ'_A·l_A·(x + r)) − ½ s² K,
//! K = θ'_A |l_A| (θ'_A (|x| + s|v| + ρ_B) + 2 (|v| + θ'_B ρ_B)) + θ'_B² ρ_B
//! ```
//!
//! from q'' = E_A(−s)(y'' − 2 ω_A×y' + ω_A×(ω_A×y)), y = x + s·v + E_B(s)·r. This bound is concave, too, with the
//! support of B along −(n + s·θ'_B·l_B − s·θ'_A·l_A), and so is the one with A and B exchanged. The longest of the
//! three steps is taken.
//!
//! The bounds are off by terms of second order, so the steps approach a contact as those of Newton's method do. A body
//! that rotates never leaves the ball of radius ρ around its origin. Where the other body is beyond that, it takes the
//! place of the body.
//!
//! Angles are products of rate and time; fixed point keeps all bits of them.

use crate::body::support::Body;
use crate::motion::Motion;
use crate::motion::path::{Path, SeparatingPlane, slack};
use crate::motion::tuning::MAX_TRIALS;
use crate::motion::velocity::RelativeVelocity;
use crate::number::pose::Pose;
use crate::number::rotation::Rotation;
use crate::number::rounding::{SLACK_STEPS, steps_at};
use crate::number::scalar::{Area, Scalar, over, product, saturating_difference, saturating_sum};
use crate::number::vector::turning::{AxisOf, Rate, Turning as _};
use crate::number::vector::{UnitOfVector, Vector, along, as_direction, unit_along};
use crate::pair::place::{Placement, Relative};
use crate::pair::result::Impact;

/// The rotation of a body during a path.
#[derive(Clone, Copy)]
struct Spin<V: Vector> {
    axis: AxisOf<V>,
    rate: Rate<V::Scalar>,
    /// No point of the core is farther from the body's origin. The largest value of the scalar if that is not known.
    radius: V::Scalar,
}

impl<V: Vector> Spin<V> {
    fn new(body: &(impl Body<V> + ?Sized), (axis, rate): (AxisOf<V>, Rate<V::Scalar>)) -> Self {
        let (mut corner, mut is_known) = (V::ZERO, true);
        for &direction in V::AXES.as_ref() {
            let unit = direction.unit(V::Scalar::ONE);
            for dir in [direction.direction(), -direction.direction()] {
                let point = body.support(dir);
                is_known &= point.is_within(V::Scalar::SUPPORT_LIMIT);
                // The extent along this axis; together the extents are the corner of a box around the core.
                let farther = (along(unit, point).abs() - along(unit, corner)).max(V::Scalar::NIL);
                corner = corner.advance(farther, unit);
            }
        }
        // Squares of coordinates out of range may overflow, and NaN has no size.
        let radius = if is_known { corner.safe_length() } else { V::Scalar::MAX };
        Self { axis, rate, radius: saturating_sum(radius, steps_at(SLACK_STEPS, radius)) }
    }
}

/// Two bodies that move and rotate, at one time. The frame of the path is A's frame at the start, moved with A's
/// origin.
pub struct MovedPair<V: Vector> {
    placement: Relative<V>,
    /// The rotation of B in the frame of the path.
    turn_b: V::UnitRows,
    /// The displacement from A's origin to B's in the frame of the path.
    apart: V,
}

/// The path of two bodies that move and rotate.
pub struct TurningPath<'b, A: ?Sized, B: ?Sized, V: Vector> {
    a: &'b A,
    b: &'b B,
    /// The rotation of B in A's frame at the start.
    rows: V::UnitRows,
    /// The origin of B's frame in A's frame at the start.
    translation: V,
    /// The velocity of B's origin relative to A's.
    drift: RelativeVelocity<V>,
    speed: V::Scalar,
    spins: [Spin<V>; 2],
    /// The distance of the cores at contact: the sum of the margins and the target.
    touch: V::Scalar,
    end: V::Scalar,
}

impl<'b, A: Body<V> + ?Sized, B: Body<V> + ?Sized, V: Vector> TurningPath<'b, A, B, V> {
    /// A path of two bodies with these motions, given in the frame of the query; `velocity` is that of B's origin
    /// relative to A's.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn new(
        (a, b): (&'b A, &'b B),
        placement: &impl Placement<V>,
        motions: [&Motion<V>; 2],
        velocity: V,
        target: V::Scalar,
        end: V::Scalar,
    ) -> Self {
        let rows = placement.rows_to_world();
        let turn = |motion: &Motion<V>| {
            let (axis, rate) = V::Turning::split(motion.angular());
            (V::Turning::in_frame(axis, |axis| V::turn_unit(&V::transpose(&rows), axis)), rate)
        };
        let [turn_a, turn_b] = motions.map(turn);
        let (start, drift) = (Relative::in_frame_of_a(placement), RelativeVelocity::new(rows, velocity));
        let spins = [Spin::new(a, turn_a), Spin::new(b, turn_b)];
        let [speed_a, speed_b] = spins.map(|spin| product(spin.rate.rounded, spin.radius));
        let speed = saturating_sum(drift.velocity.max_abs(), saturating_sum(speed_a, speed_b));
        let touch = saturating_sum(saturating_sum(a.margin(), b.margin()), target);
        Self { a, b, rows: start.rows, translation: start.translation, drift, speed, spins, touch, end }
    }

    /// For how long the bodies stay apart if the ball of radius ρ takes the place of each that rotates; `Some(None)` if
    /// for all the time left, `None` if that proves nothing. Two balls are farthest apart along the displacement
    /// between the origins. For a ball and a body that keeps its rotation the normal of the plane takes its place.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn balls(&self, front: &SeparatingPlane<'_, MovedPair<V>, V>) -> Option<Option<V::Scalar>> {
        let MovedPair { turn_b, apart, .. } = front.pair;
        let (nil, [a, b]) = (V::Scalar::NIL, &self.spins);
        let (mut reach_a, mut reach_b, mut direction) = (a.radius, b.radius, front.normal);
        if a.rate.rounded == nil {
            // A's frame is that of the path.
            reach_a = along(direction, self.a.support(as_direction::<V>(direction)));
        } else if b.rate.rounded == nil {
            let on_b = self.b.support(V::turn_back(turn_b, -as_direction::<V>(direction)));
            reach_b = -along(direction, V::ZERO.turn(turn_b, on_b));
        } else {
            direction = unit_along(*apart)?;
        }
        let reach = saturating_sum(saturating_sum(reach_a, reach_b), self.touch);
        let gap = saturating_difference(along(direction, *apart), reach);
        (gap > front.slack).then(|| self.drift.fall(&self.drift.pace(direction), gap, front.slack, front.rest))
    }

    /// The time in which neither body rotates by more than about half a radian, and no number leaves its range.
    fn longest_step(&self) -> V::Scalar {
        let [a, b] = &self.spins;
        let rate = a.rate.rounded.max(b.rate.rounded);
        let turn = V::Scalar::ONE.times(V::Scalar::ONE).per(rate + rate);
        let speed = self.drift.velocity.max_abs();
        let in_range = if speed > V::Scalar::NIL { over(V::Scalar::LIMIT, speed) } else { V::Scalar::MAX };
        turn.min(in_range)
    }

    /// The parabola of the pair of support points that the bound of a frame takes after `time`, F for the world (see
    /// the header). At p = 1 it has the value of that bound.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn trial(&self, front: &SeparatingPlane<'_, MovedPair<V>, V>, frame: Frame, time: V::Scalar) -> Trial<V::Scalar> {
        let (normal, unit) = (front.normal, V::Scalar::ONE.times(V::Scalar::ONE));
        let MovedPair { placement: Relative { a, rows, translation }, turn_b, apart } = front.pair;
        let turn_a = &a.rotation.rows;
        let (nil, none, one) = (V::Scalar::NIL, UnitOfVector::<V>::NIL, UnitOfVector::<V>::ONE);
        let [spin_a, spin_b] = &self.spins;
        let [angle_a, angle_b] = [spin_a, spin_b].map(|spin| spin.rate.angle(time).fraction(unit));
        let [lever_a, lever_b] = [spin_a, spin_b].map(|spin| V::Turning::lever(normal, spin.axis));
        let [[a_by_a, a_by_b], [b_by_a, b_by_b]] = match frame {
            Frame::World => [[angle_a, none], [none, angle_b]],
            Frame::A => [[none, none], [-angle_a, angle_b]],
            Frame::B => [[angle_a, -angle_b], [none, none]],
        };
        let tilted = |by_a, by_b| as_direction::<V>(normal.blend([lever_a, lever_b], [by_a, by_b]));
        let on_a = self.a.support(V::turn_back(turn_a, tilted(a_by_a, a_by_b)));
        let on_b = self.b.support(V::turn_back(turn_b, -tilted(b_by_a, b_by_b)));
        // In A's frame the small difference of large numbers keeps its digits.
        let between = translation.turn(rows, on_b).blend([on_a], [-one]);
        let gap = saturating_difference(along(normal, V::ZERO.turn(turn_a, between)), self.touch);
        let (about_a, about_b) = (V::ZERO.turn(turn_a, on_a), V::ZERO.turn(turn_b, on_b));
        // In the frame of one body that body is at rest, and the points of the other rotate about its origin as well.
        let (about_a, about_b) = match frame {
            Frame::World => (about_a, about_b),
            Frame::A => (about_b.blend([*apart], [one]), about_b),
            Frame::B => (about_a, about_a.blend([*apart], [-one])),
        };
        let turning = V::Scalar::blend(nil, [along(lever_b, about_b), along(lever_a, about_a)], [angle_b, -angle_a]);
        let fall = saturating_difference(self.drift.loss(&self.drift.pace(normal), time), turning);
        let travel = product(self.drift.speed(), time);
        let apart = saturating_sum(apart.safe_length(), travel);
        let bend = match frame {
            Frame::World => saturating_sum(
                bend(spin_a.radius, [angle_a, angle_a, lever_a.length()]),
                bend(spin_b.radius, [angle_b, angle_b, lever_b.length()]),
            ),
            Frame::A => bend_within::<V::Scalar>(apart, travel, angle_a, lever_a.length(), angle_b, spin_b.radius),
            Frame::B => bend_within::<V::Scalar>(apart, travel, angle_b, lever_b.length(), angle_a, spin_a.radius),
        };
        Trial { gap, fall, bend: saturating_sum(bend, steps_at(1, bend)) }
    }

    /// For how long a plane whose normal rotates with the given frame keeps the bodies apart; `None` if for all the
    /// time left.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn planes(&self, front: &SeparatingPlane<'_, MovedPair<V>, V>, frame: Frame) -> Option<V::Scalar> {
        let nil = V::Scalar::NIL;
        let mut time = front.rest.min(self.longest_step());
        let is_last = time >= front.rest;
        for count in 0..MAX_TRIALS {
            let trial = self.trial(front, frame, time);
            let value = saturating_difference(saturating_difference(trial.gap, trial.fall), trial.bend);
            if value >= nil {
                return if is_last && count == 0 && value > front.slack { None } else { Some(time) };
            }
            let chord = || front.gap.fraction(saturating_difference(front.gap, value));
            let part = if count + 1 == MAX_TRIALS { chord() } else { trial.root() };
            time = (time.scaled(part) - V::Scalar::STEP).max(nil);
        }
        Some(time)
    }
}

/// The frame with which the normal of a plane rotates.
#[derive(Clone, Copy)]
enum Frame {
    World,
    A,
    B,
}

/// Half the product of a length and three fractions.
fn bend<S: Scalar>(length: S, [first, second, third]: [S::Unit; 3]) -> S {
    let product = first.times(second).over_one().times(third).over_one();
    let bend = length.scaled(product);
    bend.scaled(S::Unit::HALF)
}

/// The term ½ s² K (see the header) in the frame of one body. That body rotates by the angle `own`, with `lever` the
/// length of its l. The origin of the other body is at most `apart` away and moves by `travel`, and its points,
/// within `radius` of that origin, rotate by the angle `other`.
fn bend_within<S: Scalar>(apart: S, travel: S, own: S::Unit, lever: S::Unit, other: S::Unit, radius: S) -> S {
    let turning = bend(saturating_sum(apart, radius), [own, own, lever]);
    let across = saturating_sum(travel, radius.scaled(other));
    let crossing = across.scaled(own.times(lever).over_one());
    saturating_sum(saturating_sum(turning, crossing), bend(radius, [other, other, S::Unit::ONE]))
}

/// The parabola gap − p·fall − p²·bend over the part p of a time, from one pair of support points. At p = 1 it is a
/// lower bound of the gap at that time.
struct Trial<S> {
    gap: S,
    fall: S,
    bend: S,
}

impl<S: Scalar> Trial<S> {
    /// The part at which the parabola is zero, given that it is negative at one.
    fn root(&self) -> S::Unit {
        if self.gap <= S::NIL {
            return S::Unit::NIL;
        }
        // Of the two forms of the root this takes the one without a cancellation. Halves leave room for the sum of the
        // products.
        let half = self.fall.scaled(S::Unit::HALF);
        let root = (half.times(half) + self.bend.times(self.gap)).sqrt();
        if half > S::NIL {
            self.gap.fraction(saturating_sum(half, root))
        } else {
            saturating_difference(root, half).fraction(self.bend)
        }
    }
}

impl<A: Body<V> + ?Sized, B: Body<V> + ?Sized, V: Vector> Path<V> for TurningPath<'_, A, B, V> {
    type A = A;
    type B = B;
    type Pair = MovedPair<V>;

    fn bodies(&self) -> (&A, &B) {
        (self.a, self.b)
    }

    fn pair(&self, time: V::Scalar) -> MovedPair<V> {
        let [turn_a, turn_b] = self.spins.map(|spin| V::Turning::rows_after(spin.axis, spin.rate.angle(time)));
        let turn_b = V::product(&turn_b, &self.rows);
        let apart = self.drift.after(self.translation, time);
        let rows = V::product(&V::transpose(&turn_a), &turn_b);
        let (a, translation) = (Pose::rotated(Rotation { rows: turn_a }), V::turn_back(&turn_a, apart));
        MovedPair { placement: Relative { a, rows, translation }, turn_b, apart }
    }

    fn placement(pair: &MovedPair<V>) -> &impl Placement<V> {
        &pair.placement
    }

    fn end(&self) -> V::Scalar {
        self.end
    }

    fn speed(&self) -> V::Scalar {
        self.speed
    }

    fn has_speed(&self) -> bool {
        self.spins.iter().all(|spin| spin.radius < V::Scalar::MAX)
    }

    fn slack(&self, pair: &MovedPair<V>, time: V::Scalar, point: V) -> V::Scalar {
        slack(pair.apart, time, point, self.speed, self.touch)
    }

    fn closing(&self, pair: &MovedPair<V>, found: &Impact<V>) -> V::Scalar {
        let away = |spin: &Spin<V>, about: V| {
            product(along(V::Turning::lever(found.normal, spin.axis), about), spin.rate.rounded)
        };
        let [spin_a, spin_b] = &self.spins;
        let about_b = found.on_b.blend([pair.apart], [-UnitOfVector::<V>::ONE]);
        saturating_sum(
            away(spin_a, found.on_a),
            -saturating_sum(along(found.normal, self.drift.velocity), away(spin_b, about_b)),
        )
    }

    fn advance(&self, front: &SeparatingPlane<'_, MovedPair<V>, V>) -> Option<V::Scalar> {
        let [spin_a, spin_b] = &self.spins;
        let nil = V::Scalar::NIL;
        let mut longest = match self.balls(front) {
            Some(free) => free?,
            None => nil,
        };
        for (frame, is_turning) in
            [(Frame::World, true), (Frame::A, spin_a.rate.rounded > nil), (Frame::B, spin_b.rate.rounded > nil)]
        {
            if is_turning && longest < front.rest {
                longest = longest.max(self.planes(front, frame)?);
            }
        }
        Some(longest)
    }
}
