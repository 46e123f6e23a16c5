//! Rotation in the plane and in space: angular velocities, the rotation after a time, and moments.
//!
//! At time t a body's rotation is exp(t·ω) times its rotation at the start. Sine and cosine are computed in the
//! scalar's own arithmetic: the angle, a product of two lengths, is reduced to an eighth of a turn
//! ([`Scalar::quarters`]), and Taylor polynomials do the rest.
//!
//! Error: floats two rounding steps, and half a step of the angle where the angle is above one; fixed point a few steps
//! of the unit fraction, 2^−30 or 2^−60.
//!
//! *The rate* |ω| of fixed point has more digits than a length: over a long time the half step that rounding to a
//! length loses would become an angle that matters. With r the rate rounded to a step and x the remainder in steps,
//!
//! ```text
//! ω·ω = (r + x)²   ⇒   x = (ω·ω − r²)/2r − x²/2r,
//! ```
//!
//! the first term is exact except for the quotient. In the second an x that is off by e adds an error of x·e/r. A first
//! x, the product of ω with its unit vector, less r, is off by no more than r times a few steps of the unit fraction;
//! so the final x is off by a few steps of the unit fraction.
//!
//! To see a rotation from a turned frame, its axis is turned and not ω: an axis has all digits of the unit fraction.

use crate::number::scalar::{Area, Scalar, saturating_sum};
use crate::number::vector::{AreaOfVector, Vec2, Vec3, Vector, vec2, vec3};
use core::fmt::Debug;
use core::ops::Neg;

#[cfg(test)]
mod tests;

/// The angular velocity that belongs to a vector type: a number in the plane, a vector in space.
pub type AngularOf<V> = <<V as Vector>::Turning as Turning<V>>::Angular;

/// The axis that belongs to a vector type.
pub type AxisOf<V> = <<V as Vector>::Turning as Turning<V>>::Axis;

/// Rotation in the plane or in space, of the vectors `V`.
pub trait Turning<V: Vector> {
    /// An angular velocity, in radians per time: a number in the plane, counter-clockwise; a vector in space.
    type Angular: Copy + Debug + Default + PartialEq + Neg<Output = Self::Angular> + Send + Sync + 'static;

    /// The axis about which a body turns: a sign in the plane, a unit vector in space; zero if it does not turn.
    type Axis: Copy + Debug;

    /// The components of an angular velocity; in the plane it is the first.
    fn components(angular: Self::Angular) -> V;

    /// An axis in another frame, given the change of frame of a unit vector.
    fn in_frame(axis: Self::Axis, change: impl FnOnce(V::UnitVector) -> V::UnitVector) -> Self::Axis;

    /// Splits an angular velocity into its axis and its rate.
    fn split(angular: Self::Angular) -> (Self::Axis, Rate<V::Scalar>);

    /// The rows of the matrix that turns by an angle about an axis; the angle is a product of rate and time.
    fn rows_after(axis: Self::Axis, angle: AreaOfVector<V>) -> V::UnitRows;

    /// The vector whose scalar product with a point is the speed of that point along `normal`, at a rate of one.
    fn lever(normal: V::UnitVector, axis: Self::Axis) -> V::UnitVector;

    /// `arm × unit`: its scalar product with a rotation is the distance by which that moves the point at `arm` along
    /// `unit`, to first order. Fixed point rounds once and saturates.
    fn moment(arm: V, unit: V::UnitVector) -> Self::Angular;

    /// The scalar product of a moment and a rotation.
    fn work(moment: Self::Angular, turn: Self::Angular) -> V::Scalar;

    /// The scalar product of a vector and a unit vector. Fixed point rounds once and saturates.
    fn along(vector: V, unit: V::UnitVector) -> V::Scalar;
}

/// How fast a body turns, in radians per time.
#[derive(Clone, Copy, Debug)]
pub struct Rate<S: Scalar> {
    /// Not negative; fixed point rounds it to a step. Zero only where a body does not turn.
    pub rounded: S,
    /// The remainder that `rounded` leaves out, in steps.
    rest: S::Unit,
}

impl<S: Scalar> Rate<S> {
    /// A rate without a remainder: an exact one, or a float.
    fn of(rounded: S) -> Self {
        Self { rounded, rest: S::Unit::NIL }
    }

    /// The angle that a body turns by in a time.
    pub fn angle(self, time: S) -> S::Area {
        let angle = self.rounded.times(time);
        if S::IS_FLOAT { angle } else { angle + S::STEP.times(time).scaled(self.rest) }
    }
}

/// The cosine and sine of an angle, a product of a rate and a time.
fn cos_sin<S: Scalar>(angle: S::Area) -> [S::Unit; 2] {
    let (quarters, rest) = S::quarters(angle);
    let square = rest.times(rest).over_one();
    let (mut cos, mut sin) = (S::Unit::NIL, S::Unit::NIL);
    for &[even, odd] in S::TAYLOR.iter().rev() {
        cos = S::Unit::blend(even, [cos], [square]);
        sin = S::Unit::blend(odd, [sin], [square]);
    }
    let sin = rest.times(sin).over_one();
    match quarters % 4 {
        0 => [cos, sin],
        1 => [-sin, cos],
        2 => [-cos, -sin],
        _ => [sin, -cos],
    }
}

/// The rows of the matrix that turns counter-clockwise, by an angle with the given cosine and sine.
pub fn planar_rows<U: Scalar>(Vec2 { x: cos, y: sin }: Vec2<U>) -> [Vec2<U>; 2] {
    [vec2(cos, -sin), vec2(sin, cos)]
}

/// The rows of the matrix that turns about a unit vector k, by an angle with the given cosine and sine:
/// cos·I + sin·[k]× + (1 − cos)·k kᵀ.
pub fn spatial_rows<U: Scalar<Unit = U>>(unit: Vec3<U>, Vec2 { x: cos, y: sin }: Vec2<U>) -> [Vec3<U>; 3] {
    let scaled = |factor: U| unit.map(|c| U::blend(U::NIL, [c], [factor]));
    let across = scaled(sin);
    // 1 − cos may exceed the range of a unit fraction, so its two parts are added one by one.
    let dyad = |k: U, start: Vec3<U>| {
        let row = scaled(k);
        start.blend([row, row], [U::ONE, -cos])
    };
    [
        dyad(unit.x, vec3(cos, -across.z, across.y)),
        dyad(unit.y, vec3(across.z, cos, -across.x)),
        dyad(unit.z, vec3(-across.y, across.x, cos)),
    ]
}

impl<S: Scalar> Turning<Self> for Vec2<S> {
    type Angular = S;
    type Axis = S::Unit;

    fn moment(arm: Vec2<S>, unit: Vec2<S::Unit>) -> S {
        S::blend(S::NIL, [arm.x, -arm.y], [unit.y, unit.x])
    }

    fn work(moment: S, turn: S) -> S {
        moment.times(turn).over_one()
    }

    fn along(vector: Vec2<S>, unit: Vec2<S::Unit>) -> S {
        S::blend(S::NIL, vector.to_array(), unit.to_array())
    }

    fn components(angular: S) -> Vec2<S> {
        vec2(angular, S::NIL)
    }

    fn in_frame(axis: S::Unit, _: impl FnOnce(Vec2<S::Unit>) -> Vec2<S::Unit>) -> S::Unit {
        axis
    }

    fn split(angular: S) -> (S::Unit, Rate<S>) {
        let axis = if angular == S::NIL { S::Unit::NIL } else { S::Unit::ONE.negated_if(angular < S::NIL) };
        (axis, Rate::of(angular.abs()))
    }

    fn rows_after(axis: S::Unit, angle: S::Area) -> [Vec2<S::Unit>; 2] {
        let [cos, sin] = cos_sin::<S>(angle);
        vec2(cos, sin.negated_if(axis < S::Unit::NIL)).try_normalize().map_or(Vec2::<S>::IDENTITY, planar_rows)
    }

    fn lever(normal: Vec2<S::Unit>, axis: S::Unit) -> Vec2<S::Unit> {
        // The point r moves at axis·perp(r), and n·perp(r) = −perp(n)·r.
        (-normal.perp()).map(|component| component.times(axis).over_one())
    }
}

impl<S: Scalar> Turning<Self> for Vec3<S> {
    type Angular = Vec3<S>;
    type Axis = Vec3<S::Unit>;

    fn moment(arm: Vec3<S>, unit: Vec3<S::Unit>) -> Vec3<S> {
        let component = |p: S, q: S, unit_q: S::Unit, unit_p: S::Unit| S::blend(S::NIL, [p, -q], [unit_q, unit_p]);
        vec3(
            component(arm.y, arm.z, unit.z, unit.y),
            component(arm.z, arm.x, unit.x, unit.z),
            component(arm.x, arm.y, unit.y, unit.x),
        )
    }

    fn work(moment: Vec3<S>, turn: Vec3<S>) -> S {
        moment.dot(turn).over_one()
    }

    fn along(vector: Vec3<S>, unit: Vec3<S::Unit>) -> S {
        S::blend(S::NIL, vector.to_array(), unit.to_array())
    }

    fn components(angular: Vec3<S>) -> Vec3<S> {
        angular
    }

    fn in_frame(axis: Vec3<S::Unit>, change: impl FnOnce(Vec3<S::Unit>) -> Vec3<S::Unit>) -> Vec3<S::Unit> {
        change(axis)
    }

    fn split(angular: Vec3<S>) -> (Vec3<S::Unit>, Rate<S>) {
        let axis = angular.normalize_or_zero();
        let rounded = angular.safe_length();
        if S::IS_FLOAT {
            return (axis, Rate::of(rounded));
        }
        // A first x, from the unit vector.
        let product = angular.x.share(axis.x) + angular.y.share(axis.y) + angular.z.share(axis.z);
        let rough = S::in_steps(product - rounded.share(S::Unit::ONE));
        // x = (ω·ω − r²)/2r − x²/2r
        let (twice, square) = (saturating_sum(rounded, rounded), rough.times(rough).over_one());
        let first = (angular.dot(angular) - rounded.times(rounded)).fraction(twice.times(S::STEP));
        let rest = S::Unit::blend(first, [-square], [S::STEP.fraction(twice)]);
        (axis, Rate { rounded, rest })
    }

    fn rows_after(axis: Vec3<S::Unit>, angle: S::Area) -> [Vec3<S::Unit>; 3] {
        let [cos, sin] = cos_sin::<S>(angle);
        match (axis.try_normalize(), vec2(cos, sin).try_normalize()) {
            (Some(unit), Some(cos_sin)) => spatial_rows(unit, cos_sin),
            _ => Vec3::<S>::IDENTITY,
        }
    }

    fn lever(normal: Vec3<S::Unit>, axis: Vec3<S::Unit>) -> Vec3<S::Unit> {
        // n·(axis × r) = (n × axis)·r
        normal.cross(axis).map(Area::over_one)
    }
}
