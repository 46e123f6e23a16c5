//! Rotation in the plane and in space: angular velocities, the rotation after a time, and moments.
//!
//! At time t a body's rotation is exp(t·ω) times its rotation at the start. Sine and cosine are computed in the
//! scalar's own arithmetic: the angle, a product of two lengths, is reduced to an eighth of a turn
//! ([`Scalar::quarters`]), and Taylor polynomials do the rest.
//!
//! Error of sine and cosine: for floats two rounding steps, plus half a step of the angle if the angle is above one;
//! for fixed point a few steps of the unit fraction, 2^−30 or 2^−60.
//!
//! *The rate* |ω| of fixed point is kept with more digits than a length has, because over a long time the half step
//! that is lost by rounding to a length would become a large angle. With r the rate rounded to a step and x the
//! remainder in steps,
//!
//! ```text
//! ω·ω = (r + x)²   ⇒   x = (ω·ω − r²)/2r − x²/2r,
//! ```
//!
//! only the division rounds in the first term. In the second term an x with error e adds an error of x·e/r. The first x
//! is the product of ω with its unit vector, less r. Its error is at most r times a few steps of the unit fraction, so
//! the final error of x is a few steps of the unit fraction.
//!
//! To express a rotation in a rotated frame, the axis is rotated and not ω, because the axis has all digits of the unit
//! fraction.

use crate::number::scalar::{Area, Scalar, saturating_sum};
use crate::number::vector::{AreaOfVector, Vec2, Vec3, Vector, vec2, vec3};
use core::fmt::Debug;
use core::ops::Neg;

#[cfg(test)]
mod tests;

/// The type of angular velocities, in radians per unit of time, that belongs to a vector type: a number in the plane,
/// counter-clockwise; in space a vector along the axis, by the right-hand rule.
pub type AngularOf<V> = <<V as Vector>::Turning as Turning<V>>::Angular;

/// The type of axes of rotation that belongs to a vector type.
pub type AxisOf<V> = <<V as Vector>::Turning as Turning<V>>::Axis;

/// Rotation in the plane or in space, of the vectors `V`.
pub trait Turning<V: Vector> {
    /// An angular velocity, in radians per unit of time: a number in the plane, counter-clockwise; a vector in space.
    type Angular: Copy + Debug + Default + PartialEq + Neg<Output = Self::Angular> + Send + Sync + 'static;

    /// The axis about which a body turns: a sign in the plane, a unit vector in space; zero if it does not turn.
    type Axis: Copy + Debug;

    /// The components of an angular velocity. In the plane the angular velocity is the first, and the second is zero.
    fn components(angular: Self::Angular) -> V;

    /// An axis expressed in another frame, given the function that changes the frame of a unit vector.
    fn in_frame(axis: Self::Axis, change: impl FnOnce(V::UnitVector) -> V::UnitVector) -> Self::Axis;

    /// Splits an angular velocity into its axis and its rate.
    fn split(angular: Self::Angular) -> (Self::Axis, Rate<V::Scalar>);

    /// The rows of the matrix that rotates about an axis by an angle, which is the product of a rate and a time.
    fn rows_after(axis: Self::Axis, angle: AreaOfVector<V>) -> V::UnitRows;

    /// The vector whose scalar product with a point is the speed of that point along `normal`, at a rate of one.
    fn lever(normal: V::UnitVector, axis: Self::Axis) -> V::UnitVector;

    /// The moment `arm × unit`. Its scalar product with a small rotation is, to first order, the distance by which the
    /// rotation moves the point at `arm` along `unit`. Fixed point rounds once and saturates.
    fn moment(arm: V, unit: V::UnitVector) -> Self::Angular;

    /// The scalar product of a moment and a rotation.
    fn work(moment: Self::Angular, turn: Self::Angular) -> V::Scalar;

    /// The scalar product of a vector and a unit vector. Fixed point rounds once and saturates.
    fn along(vector: V, unit: V::UnitVector) -> V::Scalar;
}

/// The angular speed of a body, in radians per unit of time.
#[derive(Clone, Copy, Debug)]
pub struct Rate<S: Scalar> {
    /// The angular speed, not negative; fixed point rounds it to a step. It is zero only if the body does not rotate.
    pub rounded: S,
    /// The exact angular speed less `rounded`, in steps.
    rest: S::Unit,
}

impl<S: Scalar> Rate<S> {
    /// A rate without a remainder: an exact one, or a float.
    fn of(rounded: S) -> Self {
        Self { rounded, rest: S::Unit::NIL }
    }

    /// The angle by which a body rotates in a time.
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

/// The rows of the matrix that rotates counter-clockwise by an angle with the given cosine and sine.
pub fn planar_rows<U: Scalar>(Vec2 { x: cos, y: sin }: Vec2<U>) -> [Vec2<U>; 2] {
    [vec2(cos, -sin), vec2(sin, cos)]
}

/// The rows of the matrix that rotates about a unit vector k by an angle with the given cosine and sine: cos·I +
/// sin·[k]× + (1 − cos)·k kᵀ (Rodrigues' formula).
pub fn spatial_rows<U: Scalar<Unit = U>>(unit: Vec3<U>, Vec2 { x: cos, y: sin }: Vec2<U>) -> [Vec3<U>; 3] {
    let scaled = |factor: U| unit.map(|c| c.scaled(factor));
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
        // The velocity of the point r is axis·perp(r), and n·perp(r) = −perp(n)·r.
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
        // The first x, from the unit vector.
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
