//! The self-collision check: the closest pair of links at one configuration.
//!
//! Every pair of links that are not neighbours is checked, which means all pairs of their bodies. The pair with the
//! smallest signed distance is the closest; of several, the first in the order of the file.
//!
//! Most pairs need no query. Bounding spheres give a lower bound of the distance of each pair; pairs are taken in the
//! order of these bounds, and those whose bound is beyond the smallest distance so far are left out. Each other query
//! has that distance as its limit, so that it ends as soon as its pair is proven farther. Once two links overlap, the
//! limit is zero, and every other pair that overlaps is found, too. Neither shortcut changes the answer; a brute-force
//! check takes none of them.
//!
//! Along a trajectory links move little from step to step. Each pair of bodies then has a [`WarmStart`], which begins
//! its next query where the last one ended: see [`Checker::start`].
//!
//! [`gradient`] finds how the distance changes with the joints, [`swept`] checks the segment between two steps.

pub mod gradient;
pub mod swept;

use crate::hull::HullData;
use crate::model::{Crossing, LinkPair, Robot, Shape};
use crate::real::Real;
use crate::refusal::Refusal;
use gjk::{
    Ball, Capsule, Cuboid, Cylinder, Error, Pose3, Proximity, Query, Status, Support, Vec3, WarmStart, Workspace, vec3,
};

/// A robot's hulls, in the scalar of the queries. A [`Checker`] borrows from them.
#[derive(Clone, Debug)]
pub struct Hulls<S: Real>(Vec<HullData<S>>);

impl<S: Real> Hulls<S> {
    pub fn new(robot: &Robot) -> Self {
        let hull = |shape: &Shape| match shape {
            Shape::Hull { points } => Some(HullData::new(points)),
            _ => None,
        };
        let bodies = robot.links.iter().flat_map(|link| &link.bodies);
        Self(bodies.filter_map(|body| hull(&body.shape)).collect())
    }
}

/// A robot prepared for checks.
pub struct Checker<'h, S: Real> {
    robot: &'h Robot,
    bodies: Vec<Body<'h, S>>,
    link_pairs: Vec<LinkPair>,
    /// For each pair of links the joints between them.
    ways: Vec<Vec<Crossing>>,
    body_pairs: Vec<BodyPair>,
    neighbours: usize,
    ignored: usize,
    brute: bool,
}

/// A body of a link.
struct Body<'h, S: Real> {
    link: usize,
    origin: Pose3<f64>,
    shape: BoxedShape<'h, S>,
    /// The bounding sphere, about a point of the body's own frame.
    center: Vec3<f64>,
    radius: f64,
}

/// Any of the library's shapes.
type BoxedShape<'h, S> = Box<dyn Support<Vector = Vec3<S>> + Send + Sync + 'h>;

/// Two bodies of a pair of links.
#[derive(Clone, Copy, Debug)]
struct BodyPair {
    link_pair: usize,
    a: usize,
    b: usize,
}

/// The result of a check of one configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub closest: Closest,
    /// The pairs of links in collision: those that are not proven apart. Indices into [`Checker::link_pairs`].
    pub colliding: Vec<usize>,
    /// The number of queries, each about a pair of bodies.
    pub queries: usize,
    /// The number of iterations of GJK and EPA in these queries.
    pub rounds: usize,
}

/// The closest pair of links. Points are in the frame of the root link.
#[derive(Clone, Debug, PartialEq)]
pub struct Closest {
    /// An index into [`Checker::link_pairs`].
    pub pair: usize,
    /// The pair of bodies, as [`Checker::slope`] takes it.
    pub bodies: usize,
    /// The distance, or minus the depth.
    pub signed_distance: f64,
    /// Bounds of the signed distance.
    pub lower: f64,
    pub upper: f64,
    pub on_a: [f64; 3],
    pub on_b: [f64; 3],
    /// Proven apart?
    pub is_apart: bool,
    pub status: Status,
}

/// Vertices of the polytope that finds depths: enough for deep overlaps of detailed meshes.
const VERTICES: usize = 256;
const FACETS: usize = 2 * VERTICES - 4;

/// The memory of a check, which the next one uses again.
pub struct Scratch<S: Real> {
    workspace: Box<Workspace<Vec3<S>, VERTICES, FACETS>>,
    links: Vec<Pose3<f64>>,
    poses: Vec<Pose3<S>>,
    centers: Vec<Vec3<f64>>,
    /// For each pair of bodies a lower bound of its distance, and its index.
    order: Vec<(f64, usize)>,
    /// For each pair of bodies the start of its next query; empty if every query starts anew.
    warm: Vec<WarmStart<Vec3<S>>>,
}

impl<S: Real> Default for Scratch<S> {
    fn default() -> Self {
        let workspace = Box::new(Workspace::new());
        let (links, poses, centers) = (Vec::new(), Vec::new(), Vec::new());
        Self { workspace, links, poses, centers, order: Vec::new(), warm: Vec::new() }
    }
}

/// The slack in comparisons of spheres, in rounding steps: more than a pose and a query can be off.
const SLACK: f64 = 256.0;

impl<'h, S: Real> Checker<'h, S> {
    /// Prepares all pairs of links except neighbours and those to be ignored. With `brute`, every pair is fully solved
    /// at each check.
    pub fn new(robot: &'h Robot, hulls: &'h Hulls<S>, ignored: &[LinkPair], brute: bool) -> Result<Self, Refusal> {
        let mut bodies = Vec::new();
        let mut hulls = hulls.0.iter();
        for (link, of_link) in robot.links.iter().enumerate() {
            for body in &of_link.bodies {
                let refusal = |error: Error| Refusal::at(format!("link {}: {}", of_link.name, body.shape), error);
                let shape = shape(&body.shape, &mut hulls).map_err(refusal)?;
                let (center, radius) = bounding_sphere(&body.shape);
                bodies.push(Body { link, origin: body.origin, shape, center, radius });
            }
        }
        let with_bodies: Vec<usize> = (0..robot.links.len()).filter(|&l| !robot.links[l].bodies.is_empty()).collect();
        if with_bodies.is_empty() {
            return Err(Refusal::new(
                "no link has a body for collisions: a <collision> in a URDF, a mesh in a chain file",
            ));
        }
        let all_pairs = with_bodies.iter().enumerate().flat_map(|(i, &a)| {
            let others = &with_bodies[i + 1..];
            others.iter().map(move |&b| (a, b))
        });
        let (neighbours, others): (Vec<LinkPair>, Vec<LinkPair>) =
            all_pairs.partition(|&(a, b)| robot.are_neighbours(a, b));
        let (ignored, link_pairs): (Vec<LinkPair>, Vec<LinkPair>) =
            others.into_iter().partition(|pair| ignored.contains(pair));
        if link_pairs.is_empty() {
            return Err(Refusal::new("there is nothing to check: all pairs of links are neighbours or ignored"));
        }
        let ways = link_pairs.iter().map(|&(a, b)| robot.way(a, b)).collect();
        let body_pairs = body_pairs(&bodies, &link_pairs);
        let (neighbours, ignored) = (neighbours.len(), ignored.len());
        Ok(Self { robot, bodies, link_pairs, ways, body_pairs, neighbours, ignored, brute })
    }

    /// The pairs that are checked.
    pub fn link_pairs(&self) -> &[LinkPair] {
        &self.link_pairs
    }

    /// The number of pairs of bodies, which is the number of queries of a check without shortcuts.
    pub fn body_pairs(&self) -> usize {
        self.body_pairs.len()
    }

    /// The number of pairs of links that were left out as neighbours.
    pub fn neighbours(&self) -> usize {
        self.neighbours
    }

    /// The number of pairs of links that were left out on request, and are no neighbours.
    pub fn ignored(&self) -> usize {
        self.ignored
    }

    /// The names of a pair of links.
    pub fn names(&self, pair: usize) -> (&str, &str) {
        let (a, b) = self.link_pairs[pair];
        (&self.robot.links[a].name, &self.robot.links[b].name)
    }

    /// Begins a row of configurations that follow each other: until the next start, each query starts from the last
    /// result of its pair. The distances are those of checks without it, to rounding and tolerance; where there are
    /// several nearest points, another pair of them may be found.
    pub fn start(&self, scratch: &mut Scratch<S>) {
        scratch.warm.clear();
        scratch.warm.resize(self.body_pairs.len(), WarmStart::new());
    }

    /// Checks one configuration, given by the values of the robot's variables. Fails where a body leaves the range of
    /// the scalar.
    pub fn check(&self, values: &[f64], scratch: &mut Scratch<S>) -> Result<Finding, Refusal> {
        self.place(values, scratch)?;
        self.order(scratch);
        let Scratch { workspace, poses, order, warm, .. } = scratch;
        let mut closest: Option<Closest> = None;
        let mut colliding = Vec::new();
        let (mut queries, mut rounds) = (0, 0);
        for &(bound, number) in &*order {
            let limit = closest.as_ref().map(|best| best.signed_distance.max(0.0));
            if !self.brute && limit.is_some_and(|limit| bound > limit) {
                break;
            }
            let pair = self.body_pairs[number];
            let mut query = Query::new().poses(poses[pair.a], poses[pair.b]).workspace(workspace);
            if let (false, Some(limit)) = (self.brute, limit) {
                // The limit was a distance in this scalar, so the conversion is exact.
                query = query.limit(S::from_f64(limit)).map_err(|error| Refusal::new(error.to_string()))?;
            }
            let (a, b) = (&self.bodies[pair.a].shape, &self.bodies[pair.b].shape);
            let found = match warm.get_mut(number) {
                Some(state) => query.warm_start(state).proximity(&**a, &**b),
                None => query.proximity(&**a, &**b),
            };
            queries += 1;
            rounds += match &found {
                Proximity::Separated(gap) => gap.iterations as usize,
                Proximity::Overlapping(overlap) => (overlap.iterations + overlap.epa_iterations) as usize,
            };
            if found.status() == Status::DistanceLimit {
                continue;
            }
            let found = Closest::new(pair.link_pair, number, &found);
            if !found.is_apart && !colliding.contains(&pair.link_pair) {
                colliding.push(pair.link_pair);
            }
            let is_closer = |best: &Closest| {
                found.signed_distance.total_cmp(&best.signed_distance).then(number.cmp(&best.bodies)).is_lt()
            };
            if closest.as_ref().is_none_or(is_closer) {
                closest = Some(found);
            }
        }
        colliding.sort_unstable();
        let closest = closest.expect("the first pair has no limit");
        Ok(Finding { closest, colliding, queries, rounds })
    }

    /// Computes the poses of the bodies.
    fn place(&self, values: &[f64], scratch: &mut Scratch<S>) -> Result<(), Refusal> {
        self.robot.forward(values, &mut scratch.links)?;
        scratch.poses.clear();
        scratch.centers.clear();
        for body in &self.bodies {
            let pose = scratch.links[body.link] * body.origin;
            let refusal = |error| Refusal::at(format!("link {}", self.robot.links[body.link].name), error);
            scratch.poses.push(S::pose(pose).map_err(refusal)?);
            scratch.centers.push(pose * body.center);
        }
        Ok(())
    }

    /// Orders the pairs of bodies by the distance of their spheres.
    fn order(&self, scratch: &mut Scratch<S>) {
        let Scratch { centers, order, .. } = scratch;
        order.clear();
        order.extend(self.body_pairs.iter().enumerate().map(|(number, pair)| (self.sphere_gap(pair, centers), number)));
        if !self.brute {
            order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        }
    }

    /// A lower bound of the distance of two bodies, by their spheres.
    fn sphere_gap(&self, pair: &BodyPair, centers: &[Vec3<f64>]) -> f64 {
        let (a, b) = (&self.bodies[pair.a], &self.bodies[pair.b]);
        let (from, to) = (centers[pair.a], centers[pair.b]);
        let size = from.length() + to.length() + a.center.length() + b.center.length() + a.radius + b.radius;
        from.distance(to) - a.radius - b.radius - SLACK * S::EPSILON * size
    }
}

impl Closest {
    fn new<S: Real>(pair: usize, bodies: usize, found: &Proximity<Vec3<S>>) -> Self {
        let (lower, upper, on_a, on_b, is_apart) = match found {
            Proximity::Separated(gap) => (gap.lower_bound, gap.distance, gap.on_a, gap.on_b, true),
            Proximity::Overlapping(overlap) => {
                (-overlap.upper_bound, -overlap.lower_bound, overlap.on_a, overlap.on_b, false)
            }
        };
        let number = |x: S| x.to_f64() + 0.0; // turns −0 into 0
        Self {
            pair,
            bodies,
            signed_distance: number(found.signed_distance()),
            lower: number(lower),
            upper: number(upper),
            on_a: on_a.to_array().map(number),
            on_b: on_b.to_array().map(number),
            is_apart,
            status: found.status(),
        }
    }
}

fn body_pairs<S: Real>(bodies: &[Body<'_, S>], link_pairs: &[LinkPair]) -> Vec<BodyPair> {
    let of_link = |link| bodies.iter().enumerate().filter(move |(_, body)| body.link == link).map(|(index, _)| index);
    let pairs = link_pairs.iter().enumerate().flat_map(|(link_pair, &(a, b))| {
        of_link(a).flat_map(move |a| of_link(b).map(move |b| BodyPair { link_pair, a, b }))
    });
    pairs.collect()
}

/// The library's shape. Hulls come in the order of the robot's bodies.
fn shape<'h, S: Real>(
    shape: &Shape,
    hulls: &mut impl Iterator<Item = &'h HullData<S>>,
) -> Result<BoxedShape<'h, S>, Error> {
    let real = S::from_f64;
    Ok(match *shape {
        Shape::Box { half: [x, y, z] } => Box::new(Cuboid::new(vec3(real(x), real(y), real(z)))?),
        Shape::Cylinder { half_height, radius } => Box::new(Cylinder::new(real(half_height), real(radius))?),
        Shape::Capsule { half_height, radius } => Box::new(Capsule::upright(real(half_height), real(radius))?),
        Shape::Ball { radius } => Box::new(Ball::new(real(radius))?),
        Shape::Hull { .. } => Box::new(hulls.next().ok_or(Error::NoPoints)?.hull()?),
    })
}

/// The centre and the radius of a sphere around a shape.
fn bounding_sphere(shape: &Shape) -> (Vec3<f64>, f64) {
    match shape {
        Shape::Box { half: [x, y, z] } => (Vec3::splat(0.0), vec3(*x, *y, *z).length()),
        Shape::Cylinder { half_height, radius } => (Vec3::splat(0.0), half_height.hypot(*radius)),
        Shape::Capsule { half_height, radius } => (Vec3::splat(0.0), half_height + radius),
        Shape::Ball { radius } => (Vec3::splat(0.0), *radius),
        Shape::Hull { points } => {
            let points = points.iter().map(|&point| Vec3::from_array(point));
            let least = points.clone().fold(Vec3::splat(f64::INFINITY), Vec3::min);
            let most = points.clone().fold(Vec3::splat(f64::NEG_INFINITY), Vec3::max);
            let center = least.lerp(most, 0.5);
            (center, points.map(|point| center.distance(point)).fold(0.0, f64::max))
        }
    }
}
