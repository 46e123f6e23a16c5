//! Scenes set in motion, and how far apart their bodies are at any time.
//!
//! B is moved back along its velocity, so that it would be where the scene has it at the time [`TOGETHER`], and then
//! moved aside at random. About half of the pairs meet.

use crate::common::number::{Number, P, Space, add, cross, dot, length, scale, sub};
use crate::common::reference::{Swept, signed_distance};
use crate::common::scene::{Any, Family, Rng, Scene, pose};
use gjk::{Impact, Motion, Pose, Query, Vec2, Vec3};

/// Bodies within so many rounding steps of contact count as in contact.
pub const CLOSE: u32 = 64;
/// The time at which the bodies would be as the scene has them if B were not moved aside.
pub const TOGETHER: f64 = 1.0;
/// The time at which the motion ends.
pub const END: f64 = 2.0;

/// A scene set in motion.
pub struct Moving<V: Space, F = Any> {
    pub scene: Scene<V, F>,
    pub velocity: V,
}

/// The scene with B moved back and aside, and the velocity of B.
pub fn moving<V: Space, F: Family>(scene: &Scene<V, F>) -> (Scene<V, F>, V) {
    let rng = &mut Rng::new(!scene.seed);
    let speed = scene.size() * rng.uniform(0.5, 3.0);
    let velocity = V::of(scale(rng.direction(V::DIMENSION), speed));
    let aside = rng.point(scene.size() * 3.0 / (V::DIMENSION + 1) as f64, V::DIMENSION);
    let start = add(sub(scene.pose_b.position().value(), scale(velocity.value(), TOGETHER)), aside);
    (scene.with_poses(scene.pose_a, pose(scene.pose_b.rotation(), start)), velocity)
}

impl<V: Space, F: Family> Moving<V, F> {
    pub fn new(scene: &Scene<V, F>) -> Self {
        let (scene, velocity) = moving(scene);
        Self { scene, velocity }
    }

    pub fn cast(&self) -> Option<Impact<V>> {
        self.cast_by(&mut Query::new().poses(self.scene.pose_a, self.scene.pose_b))
    }

    pub fn cast_by(&self, query: &mut Query<'_, V, gjk::Poses<V>>) -> Option<Impact<V>> {
        let (a, b) = (self.scene.a.shape(), self.scene.b.shape());
        query.shape_cast(&*a, &*b, self.velocity, V::Scalar::of(END)).expect("a velocity and a time")
    }

    pub fn close(&self) -> f64 {
        close(&self.scene, self.velocity.value())
    }
}

/// The distance within which bodies count as in contact: [`CLOSE`] rounding steps. In floats a step is that of the size
/// plus the distance travelled; in fixed point it is the distance travelled in a step of time, if that is more.
pub fn close<V: Space, F: Family>(scene: &Scene<V, F>, velocity: P) -> f64 {
    let speed = length(velocity);
    if V::Scalar::is_float() {
        V::Scalar::steps(CLOSE, scene.largest() + END * speed)
    } else {
        f64::from(CLOSE) * V::Scalar::ABSOLUTE_STEP * speed.max(1.0)
    }
}

/// An interval that holds the signed distance at a time.
pub fn apart_at<V: Space, F: Family>(scene: &Scene<V, F>, velocity: P, time: f64) -> (f64, f64) {
    let (a, mut b) = scene.placed();
    b.core.iter_mut().for_each(|point| *point = add(*point, scale(velocity, time)));
    signed_distance(&a, &b, V::DIMENSION)
}

/// The times before the end at which a test looks where the bodies are.
pub fn on_the_way(end: f64) -> impl Iterator<Item = f64> {
    let parts = (0..16).map(|i| f64::from(i) / 16.0).chain([0.99, 0.999, 0.9999]);
    parts.map(move |part| part * end).filter(move |&time| time < end)
}

/// A point rotated by a rotation vector (Rodrigues).
fn turned([x, y, z]: P, p: P) -> P {
    let angle = length([x, y, z]);
    if angle == 0.0 {
        return p;
    }
    let k = scale([x, y, z], 1.0 / angle);
    let (sin, cos) = angle.sin_cos();
    add(add(scale(p, cos), scale(cross(k, p), sin)), scale(k, dot(k, p) * (1.0 - cos)))
}

/// Bodies that move and turn.
pub struct Tumbling<V: Space> {
    pub scene: Scene<V>,
    pub motions: [Motion<V>; 2],
    linear: [P; 2],
    angular: [P; 2],
}

/// An angular velocity from a vector, in the plane from its last component, and its value after rounding.
pub trait Spin: Space {
    fn spin(rates: P) -> (gjk::AngularOf<Self>, P);
}

impl<S: Number> Spin for Vec2<S> {
    fn spin([_, _, rate]: P) -> (S, P) {
        (S::of(rate), [0.0, 0.0, S::of(rate).value()])
    }
}

impl<S: Number> Spin for Vec3<S> {
    fn spin(rates: P) -> (Self, P) {
        let rates = <Self as Space>::of(rates);
        (rates, rates.value())
    }
}

impl<V: Spin> Tumbling<V> {
    pub fn new(scene: &Scene<V>) -> Self {
        let (scene, velocity) = moving(scene);
        let rng = &mut Rng::new(scene.seed ^ 0x5eed);
        let common = V::of(rng.point(scene.size() / 2.0, V::DIMENSION));
        let mut body = |linear: V| {
            let rates = scale(rng.direction(3), if rng.percent(20) { 0.0 } else { rng.uniform(0.1, 8.0) });
            let (angular, rates) = V::spin(rates);
            (Motion::new(linear, angular).expect("in range"), linear.value(), rates)
        };
        let (a, b) = (body(common), body(common + velocity));
        Self { scene, motions: [a.0, b.0], linear: [a.1, b.1], angular: [a.2, b.2] }
    }

    /// The bodies at a time.
    pub fn at(&self, time: f64) -> [Swept; 2] {
        let Scene { a, b, pose_a, pose_b, .. } = &self.scene;
        [(a, pose_a, 0), (b, pose_b, 1)].map(|(body, start, i)| {
            let turned_at_start = body.at(Pose::rotated(start.rotation()));
            let position = add(start.position().value(), scale(self.linear[i], time));
            let place = |p: &P| add(position, turned(scale(self.angular[i], time), *p));
            Swept { core: turned_at_start.core.iter().map(place).collect(), radius: turned_at_start.radius }
        })
    }

    pub fn apart_at(&self, time: f64) -> (f64, f64) {
        let [a, b] = self.at(time);
        signed_distance(&a, &b, V::DIMENSION)
    }

    pub fn close(&self) -> f64 {
        let Scene { a, b, .. } = &self.scene;
        let turning = [a, b].into_iter().zip(&self.angular).map(|(body, w)| length(*w) * body.local().extent());
        let speed: f64 = self.linear.iter().map(|v| length(*v)).sum::<f64>() + turning.sum::<f64>();
        let size = self.scene.world_size() + END * speed;
        // Fixed point rounds angular velocities to a step: the error grows with the size and with the time.
        if V::Scalar::is_float() { V::Scalar::steps(CLOSE, size) } else { V::Scalar::steps(CLOSE, 0.0) * size.max(1.0) }
    }
}
