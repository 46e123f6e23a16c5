//! The arm, its path, and the obstacles. Lengths are in millimetres.
//!
//! Fixed point has no trigonometry, and the arm needs none: the position of a joint is t = tan(angle / 2), in whole
//! encoder steps, and its rotation is the quaternion (t · axis, 1). Whole numbers are exact in every scalar.

use gjk::{Capsule, ConvexHull, Cuboid, Error, Pose, Pose3, Rotation3, Scalar, Support, Vec3, vec3};

/// Any scalar of the library that holds 16 bits: `f32`, `f64`, `I16F16`, `I32F32` and others.
pub trait Number: Scalar + From<i16> + core::fmt::Display {}
impl<S: Scalar + From<i16> + core::fmt::Display> Number for S {}

/// A body of any shape. With `dyn`, one copy of the library serves all shapes; generic code would be a little faster.
pub type Body<'b, S> = &'b dyn Support<Vector = Vec3<S>>;

pub const LINKS: [&str; 3] = ["upper arm", "forearm", "gripper"];
pub const OBSTACLES: [&str; 2] = ["post", "person"];

/// The bodies, each about its own origin.
pub struct Shapes<'p, S: Scalar> {
    upper_arm: Capsule<Vec3<S>>,
    forearm: Cuboid<S>,
    gripper: ConvexHull<'p, Vec3<S>>,
    post: Cuboid<S>,
    person: Capsule<Vec3<S>>,
}

/// A point, or half extents, in millimetres.
pub fn mm<S: Number>(x: i16, y: i16, z: i16) -> Vec3<S> {
    vec3(x.into(), y.into(), z.into())
}

/// The corners of the gripper: its flange, and its fingers.
pub fn gripper<S: Number>() -> [Vec3<S>; 8] {
    [
        mm(-50, -40, 0),
        mm(-50, 40, 0),
        mm(50, -40, 0),
        mm(50, 40, 0),
        mm(-60, -15, 150),
        mm(-60, 15, 150),
        mm(60, -15, 150),
        mm(60, 15, 150),
    ]
}

impl<'p, S: Number> Shapes<'p, S> {
    /// Builds all bodies when the program starts, so that an invalid size fails here.
    pub fn new(gripper: &'p [Vec3<S>]) -> Result<Self, Error> {
        Ok(Self {
            upper_arm: Capsule::new(mm(0, 0, 0), mm(0, 0, 400), 55.into())?,
            forearm: Cuboid::new(mm(45, 45, 175))?,
            gripper: ConvexHull::new(gripper)?,
            post: Cuboid::new(mm(60, 60, 500))?,
            person: Capsule::upright(650.into(), 200.into())?,
        })
    }

    pub fn links(&self) -> [Body<'_, S>; LINKS.len()] {
        [&self.upper_arm, &self.forearm, &self.gripper]
    }

    pub fn obstacles(&self) -> [Body<'_, S>; OBSTACLES.len()] {
        [&self.post, &self.person]
    }
}

/// Waist, shoulder, elbow and wrist, in steps of tan(angle / 2).
pub type Joints = [i16; 4];
/// The number of steps for t = 1.
const ONE: i16 = 8192;

/// The path: pick, lift, swing, place, and back. A leg leads from each position to the next.
const PATH: [Joints; 6] = [
    [-4600, 4200, 3000, 0],
    [-3800, 1800, 4400, 1600],
    [600, 1500, 4600, 3300],
    [4400, 4000, 3200, 1600],
    [3400, 1600, 4600, 0],
    [-400, 2300, 4300, -1600],
];
/// Steps of progress on one leg.
const LEG: u32 = 2048;

/// The joints after some progress on the path.
pub fn joints(progress: u32) -> Joints {
    let (leg, part) = ((progress / LEG) as usize, (progress % LEG) as i32);
    let (from, to) = (PATH[leg % PATH.len()], PATH[(leg + 1) % PATH.len()]);
    core::array::from_fn(|joint| {
        let (from, to) = (i32::from(from[joint]), i32::from(to[joint]));
        (from + (to - from) * part / LEG as i32) as i16
    })
}

/// Forward kinematics: the poses of the links.
pub fn forward<S: Number>(joints: Joints) -> Result<[Pose3<S>; LINKS.len()], Error> {
    let zero = S::Unit::NIL;
    let steps = joints.map(|steps| S::from(steps).fraction(ONE.into()));
    let [waist, shoulder, elbow, wrist] = steps;
    let about_y = |t| Rotation3::from_quaternion(zero, t, zero, S::Unit::ONE);
    let about_z = |t| Rotation3::from_quaternion(zero, zero, t, S::Unit::ONE);

    let shoulder = Pose::new(about_z(waist)? * about_y(shoulder)?, mm(0, 0, 300))?;
    let elbow = shoulder * Pose::new(about_y(elbow)?, mm(0, 0, 400))?;
    // The origin of the forearm is its middle.
    let forearm = elbow * Pose::translation(mm(0, 0, 175))?;
    let gripper = elbow * Pose::new(about_z(wrist)?, mm(0, 0, 350))?;
    Ok([shoulder, forearm, gripper])
}

/// The poses of the obstacles in a tick. The post stays; the person walks into the arm, waits and walks away, at a
/// millimetre per tick.
pub fn obstacles<S: Number>(tick: u32) -> Result<[Pose3<S>; OBSTACLES.len()], Error> {
    let turned = Rotation3::from_quaternion(S::Unit::NIL, S::Unit::NIL, S::Unit::HALF, S::Unit::ONE)?;
    let post = Pose::new(turned, mm(825, 0, 500))?;
    let walked = tick.saturating_sub(1300).min(4000_u32.saturating_sub(tick)).min(532) as i16;
    let person = Pose::translation(mm(500, 1400 - walked, 850))?;
    Ok([post, person])
}
