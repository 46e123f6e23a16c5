//! A robot: links with bodies, the joints between them, and forward kinematics.
//!
//! Links and joints form a tree. A joint carries its child at
//!
//! ```text
//! pose of child = pose of parent · origin · motion(value)
//! ```
//!
//! where the motion turns about the joint's axis or slides along it. Every joint that moves is driven by a *variable*,
//! its own or, if it mimics another joint, that joint's: `value = multiplier · variable + offset`. Lengths are in
//! metres, angles in radians. Everything here is `f64`; [`check`](crate::check) converts poses.

use crate::refusal::Refusal;
use gjk::{Pose, Pose3, Rotation3, vec3};
use std::collections::HashMap;
use std::fmt;

/// A robot whose joints form a tree.
#[derive(Clone, Debug)]
pub struct Robot {
    pub name: String,
    pub links: Vec<Link>,
    pub joints: Vec<Joint>,
    /// The joints that have a variable of their own, in the order of the file: the columns of a trajectory.
    pub variables: Vec<usize>,
    /// All joints, parents before children.
    order: Vec<usize>,
    /// For each link the joint that carries it; `None` for the root.
    carriers: Vec<Option<usize>>,
}

/// Two links by their indices, the smaller first.
pub type LinkPair = (usize, usize);

/// A joint on the path between two links, crossed from one of its links to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    pub joint: usize,
    pub from: usize,
    pub to: usize,
}

/// A rigid part.
#[derive(Clone, Debug)]
pub struct Link {
    pub name: String,
    /// Empty for a bare frame.
    pub bodies: Vec<Body>,
}

/// A convex body of a link.
#[derive(Clone, Debug)]
pub struct Body {
    /// In the frame of the link.
    pub origin: Pose3<f64>,
    pub shape: Shape,
}

/// A shape about its own origin. The axes of cylinders and capsules are along z.
#[derive(Clone, Debug)]
pub enum Shape {
    Box {
        half: [f64; 3],
    },
    Cylinder {
        half_height: f64,
        radius: f64,
    },
    Capsule {
        half_height: f64,
        radius: f64,
    },
    Ball {
        radius: f64,
    },
    /// The convex hull of these points.
    Hull {
        points: Vec<[f64; 3]>,
    },
}

/// The kind and the sizes, for messages.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Box { half: [x, y, z] } => write!(f, "box of {:?} x {:?} x {:?} m", 2.0 * x, 2.0 * y, 2.0 * z),
            Self::Cylinder { half_height, radius } => {
                write!(f, "cylinder of radius {radius:?} m and length {:?} m", 2.0 * half_height)
            }
            Self::Capsule { half_height, radius } => {
                write!(f, "capsule of radius {radius:?} m and length {:?} m", 2.0 * half_height)
            }
            Self::Ball { radius } => write!(f, "sphere of radius {radius:?} m"),
            Self::Hull { points } => write!(f, "mesh of {} points", points.len()),
        }
    }
}

/// A joint between two links, as [`Robot`] keeps it.
#[derive(Clone, Debug)]
pub struct Joint {
    pub name: String,
    pub kind: Kind,
    /// Indices of links.
    pub parent: usize,
    pub child: usize,
    pub origin: Pose3<f64>,
    /// The axis may have any length; a fixed joint does not use it.
    pub axis: [f64; 3],
    /// `None` for a fixed joint.
    pub drive: Option<Drive>,
}

/// How a joint moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Fixed,
    /// Turns without limits.
    Continuous,
    /// Turns between a lower and an upper limit.
    Revolute(f64, f64),
    /// Slides between a lower and an upper limit.
    Prismatic(f64, f64),
}

/// The source of a joint's value: `multiplier · variable + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// An index into [`Robot::variables`].
    pub variable: usize,
    pub multiplier: f64,
    pub offset: f64,
}

/// A joint as a file gives it, with links and the joint that it mimics by name.
#[derive(Clone, Debug)]
pub struct JointInput {
    pub name: String,
    pub kind: Kind,
    pub parent: String,
    pub child: String,
    pub origin: Pose3<f64>,
    pub axis: [f64; 3],
    pub mimic: Option<Mimic>,
}

/// A joint that follows another one.
#[derive(Clone, Debug)]
pub struct Mimic {
    pub joint: String,
    pub multiplier: f64,
    pub offset: f64,
}

/// The pose of a position and of roll, pitch and yaw: turns about the fixed axes x, y, z, in this order.
pub fn pose(xyz: [f64; 3], rpy: [f64; 3]) -> Result<Pose3<f64>, gjk::Error> {
    let turn = |axis, angle: f64| Rotation3::from_axis_cos_sin(axis, angle.cos(), angle.sin());
    let (x, y, z) = (vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0));
    let rotation = turn(z, rpy[2])? * turn(y, rpy[1])? * turn(x, rpy[0])?;
    Pose::new(rotation, vec3(xyz[0], xyz[1], xyz[2]))
}

impl Robot {
    /// Puts links and joints together. Refuses joints that do not form a tree.
    pub fn new(name: String, links: Vec<Link>, inputs: Vec<JointInput>) -> Result<Self, Refusal> {
        let link_index = index("link", links.iter().map(|link| link.name.as_str()))?;
        let joint_index = index("joint", inputs.iter().map(|joint| joint.name.as_str()))?;
        let (drives, variables) = drives(&inputs, &joint_index)?;
        let mut carriers = vec![None; links.len()];
        let mut joints = Vec::with_capacity(inputs.len());
        for (number, (input, drive)) in inputs.iter().zip(drives).enumerate() {
            let of_joint = |problem: String| Refusal::at(format!("joint {}", input.name), problem);
            let link = |role, name: &str| {
                let unknown = || of_joint(format!("its {role} {name} is no link of the robot"));
                link_index.get(name).copied().ok_or_else(unknown)
            };
            let (parent, child) = (link("parent", &input.parent)?, link("child", &input.child)?);
            if let Some(other) = carriers[child].replace(number) {
                let other = &inputs[other].name;
                return Err(of_joint(format!("its child {} is already carried by joint {other}", input.child)));
            }
            check_motion(input).map_err(of_joint)?;
            let JointInput { name, kind, origin, axis, .. } = input.clone();
            joints.push(Joint { name, kind, parent, child, origin, axis, drive });
        }
        let mut robot = Self { name, links, joints, variables, order: Vec::new(), carriers };
        robot.order = robot.parents_first()?;
        Ok(robot)
    }

    /// All joints, parents before children.
    fn parents_first(&self) -> Result<Vec<usize>, Refusal> {
        let names =
            |links: &[usize]| links.iter().map(|&link| self.links[link].name.as_str()).collect::<Vec<_>>().join(", ");
        let roots: Vec<usize> = (0..self.links.len()).filter(|&link| self.carriers[link].is_none()).collect();
        match roots[..] {
            [] if self.links.is_empty() => return Err(Refusal::new("the robot has no links")),
            [] => return Err(Refusal::new("the joints go round in a circle: every link is the child of one")),
            [_] => {}
            _ => return Err(Refusal::new(format!("links {} are all roots: no joint joins them", names(&roots)))),
        }
        let mut order = Vec::with_capacity(self.joints.len());
        let mut reached = roots;
        while let Some(link) = reached.pop() {
            for (number, joint) in self.joints.iter().enumerate().filter(|(_, joint)| joint.parent == link) {
                order.push(number);
                reached.push(joint.child);
            }
        }
        if order.len() < self.joints.len() {
            let circle: Vec<usize> = (0..self.joints.len()).filter(|joint| !order.contains(joint)).collect();
            let links: Vec<usize> = circle.iter().map(|&joint| self.joints[joint].child).collect();
            return Err(Refusal::new(format!("links {} hang together in a circle", names(&links))));
        }
        Ok(order)
    }

    /// The pair of links of two names, in any order.
    pub fn link_pair(&self, a: &str, b: &str) -> Result<LinkPair, String> {
        let link = |name: &str| {
            let found = self.links.iter().position(|link| link.name == name);
            found.ok_or_else(|| format!("{} has no link {name}", self.name))
        };
        let (a, b) = (link(a)?, link(b)?);
        Ok((a.min(b), a.max(b)))
    }

    /// The joints that have a variable, in the order of the variables.
    pub fn driven(&self) -> impl ExactSizeIterator<Item = &Joint> {
        self.variables.iter().map(|&joint| &self.joints[joint])
    }

    /// Forward kinematics: the poses of all links in the frame of the root, for one value for each variable.
    pub fn forward(&self, values: &[f64], poses: &mut Vec<Pose3<f64>>) -> Result<(), Refusal> {
        poses.clear();
        poses.resize(self.links.len(), Pose::IDENTITY);
        for joint in self.order.iter().map(|&joint| &self.joints[joint]) {
            let value = joint.value(values);
            let motion = joint.motion(value).map_err(|error| {
                Refusal::at(format!("joint {}", joint.name), format!("it cannot move to {value}: {error}"))
            })?;
            poses[joint.child] = poses[joint.parent] * joint.origin * motion;
        }
        Ok(())
    }

    /// Are two links neighbours: does no other link with bodies lie between them, or can no joint between them move?
    pub fn are_neighbours(&self, a: usize, b: usize) -> bool {
        let way = self.way(a, b);
        let mut between = way.iter().map(|crossing| crossing.to).filter(|&link| link != b);
        between.all(|link| self.links[link].bodies.is_empty())
            || way.iter().all(|crossing| self.joints[crossing.joint].kind == Kind::Fixed)
    }

    /// The joints on the path from link a to link b.
    pub fn way(&self, a: usize, b: usize) -> Vec<Crossing> {
        let (mut up, mut down) = (self.way_to_root(a), self.way_to_root(b));
        // Both paths end at the root; the part that they share is not between a and b.
        while up.last().is_some_and(|last| down.last() == Some(last)) {
            up.pop();
            down.pop();
        }
        let back = |Crossing { joint, from, to }| Crossing { joint, from: to, to: from };
        up.into_iter().chain(down.into_iter().rev().map(back)).collect()
    }

    /// The joints on the path from a link to the root.
    fn way_to_root(&self, link: usize) -> Vec<Crossing> {
        let carrier = |link: usize| {
            let joint = self.carriers[link]?;
            Some(Crossing { joint, from: link, to: self.joints[joint].parent })
        };
        std::iter::successors(carrier(link), |crossing| carrier(crossing.to)).collect()
    }
}

impl Joint {
    /// The value of the joint, given the values of the variables.
    pub fn value(&self, values: &[f64]) -> f64 {
        self.drive.map_or(0.0, |drive| drive.multiplier * values[drive.variable] + drive.offset)
    }

    /// Does the joint turn, rather than slide or stay?
    pub fn turns(&self) -> bool {
        matches!(self.kind, Kind::Continuous | Kind::Revolute(..))
    }

    /// The motion of the child from where the joint's value is zero.
    fn motion(&self, value: f64) -> Result<Pose3<f64>, gjk::Error> {
        let [x, y, z] = self.axis;
        match self.kind {
            Kind::Fixed => Ok(Pose::IDENTITY),
            Kind::Continuous | Kind::Revolute(..) => {
                Ok(Pose::rotated(Rotation3::from_axis_cos_sin(vec3(x, y, z), value.cos(), value.sin())?))
            }
            Kind::Prismatic(..) => {
                let along = vec3(x, y, z).try_normalize().ok_or(gjk::Error::ZeroDirection)?;
                Pose::translation(along * value)
            }
        }
    }
}

impl Kind {
    /// The lower and the upper limit; infinite for a continuous joint.
    pub fn limits(self) -> (f64, f64) {
        match self {
            Self::Fixed => (0.0, 0.0),
            Self::Continuous => (f64::NEG_INFINITY, f64::INFINITY),
            Self::Revolute(lower, upper) | Self::Prismatic(lower, upper) => (lower, upper),
        }
    }
}

/// Checks the axis and the limits of a joint.
fn check_motion(joint: &JointInput) -> Result<(), String> {
    let (lower, upper) = joint.kind.limits();
    if joint.kind == Kind::Fixed {
        return Ok(());
    }
    if !joint.axis.iter().all(|x| x.is_finite()) || joint.axis == [0.0; 3] {
        let [x, y, z] = joint.axis;
        return Err(format!("its axis {x} {y} {z} is no direction"));
    }
    if lower.is_nan() || upper.is_nan() || lower > upper {
        return Err(format!("its lower limit {lower} is not below its upper limit {upper}"));
    }
    Ok(())
}

/// The drive of each joint, and the joints that have a variable of their own.
fn drives(inputs: &[JointInput], index: &HashMap<&str, usize>) -> Result<(Vec<Option<Drive>>, Vec<usize>), Refusal> {
    let is_free = |joint: &JointInput| joint.kind != Kind::Fixed && joint.mimic.is_none();
    let variables: Vec<usize> = (0..inputs.len()).filter(|&number| is_free(&inputs[number])).collect();
    let drive = |start: &JointInput| {
        let refusal = |problem: String| Refusal::at(format!("joint {}", start.name), problem);
        if start.kind == Kind::Fixed {
            return Ok(None);
        }
        let (mut joint, mut multiplier, mut offset) = (start, 1.0, 0.0);
        for _ in inputs {
            let Some(mimic) = &joint.mimic else { break };
            let unknown = || refusal(format!("it mimics {}, which is no joint of the robot", mimic.joint));
            joint = &inputs[*index.get(mimic.joint.as_str()).ok_or_else(unknown)?];
            offset += multiplier * mimic.offset;
            multiplier *= mimic.multiplier;
        }
        match variables.iter().position(|&number| inputs[number].name == joint.name) {
            Some(variable) => Ok(Some(Drive { variable, multiplier, offset })),
            None if joint.kind == Kind::Fixed => Err(refusal(format!("it mimics {}, which is fixed", joint.name))),
            None => Err(refusal("the joints that it mimics go round in a circle".into())),
        }
    };
    Ok((inputs.iter().map(drive).collect::<Result<_, _>>()?, variables))
}

/// The index of each name. Refuses names that occur twice.
fn index<'n>(what: &str, names: impl Iterator<Item = &'n str>) -> Result<HashMap<&'n str, usize>, Refusal> {
    let mut index = HashMap::new();
    for (number, name) in names.enumerate() {
        if index.insert(name, number).is_some() {
            return Err(Refusal::at(format!("{what} {name}"), "there are two of this name"));
        }
    }
    Ok(index)
}
