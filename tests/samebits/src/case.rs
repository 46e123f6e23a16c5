//! A case: two bodies at their poses, and the queries on them.

use crate::body::{Body, Kind, Space, Turn};
use crate::draw::Draw;
use crate::number::{Digits, Number, ONE};
use crate::record::Record;
use core::fmt;
use gjk::{
    Error, Faceted, Motion, Pose, Posed, Poses, Query, Ray, Scalar, ScalarOfVector, UnitOfVector, Vector, WarmStart,
    Workspace,
};

/// The relative position of the bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Apart by a few times their sizes.
    Far,
    /// Apart by a small fraction of their sizes.
    Near,
    /// In contact, as computed with integers.
    Touching,
    /// Overlapping by a small fraction of their sizes.
    Shallow,
    /// One inside the other.
    Deep,
    /// A body and its copy, at one pose.
    Coincident,
    /// At any position and rotation.
    Scattered,
    /// Of different scales, one near the centre of the other.
    Mismatched,
}

/// The number of extents of the bodies that are not zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All.
    Full,
    /// All except one.
    Flat,
    /// All except two.
    Line,
    /// No extent.
    Zero,
}

/// Workspaces of a usual size and of the smallest size that holds a polytope.
pub struct Memory<V: Vector> {
    usual: Workspace<V, 16, 28>,
    tiny: Workspace<V, 4, 4>,
}

impl<V: Vector> Memory<V> {
    pub const fn new() -> Self {
        Self { usual: Workspace::new(), tiny: Workspace::new() }
    }
}

/// Two bodies and their positions, as integers. Only the scales depend on the scalar.
pub struct Case {
    placement: Placement,
    extent: Extent,
    a: Body,
    b: Body,
    /// The position of A.
    position: [i64; 3],
    offset: [i64; 3],
    turn_a: Turn,
    turn_b: Turn,
    draw: Draw,
}

impl Case {
    /// The number of pairs of kinds, in both orders. So many consecutive cases have one of each.
    pub const fn pairs<V: Space>() -> u32 {
        (V::KINDS.len() * V::KINDS.len()) as u32
    }

    /// Makes the case with a number.
    pub fn new<V: Space>(number: u32) -> Self {
        let mut draw = Draw::new(number.into());
        let kinds = V::KINDS.len() as u32;
        let kind = |number: u32| V::KINDS[(number % kinds) as usize];
        let placement = draw.of(&[
            Placement::Far,
            Placement::Near,
            Placement::Touching,
            Placement::Shallow,
            Placement::Deep,
            Placement::Coincident,
            Placement::Scattered,
            Placement::Scattered,
            Placement::Mismatched,
        ]);
        let extent = draw.of(&[Extent::Full, Extent::Full, Extent::Full, Extent::Flat, Extent::Line, Extent::Zero]);
        let [usual, small, least, large, largest] = ScalarOfVector::<V>::SCALES;
        let scale_a = draw.of(&[usual, usual, usual, usual, small, least, large, largest]);
        let other = draw.of(&[usual, small, least, large, largest]);
        let scale_b = if placement == Placement::Mismatched { other } else { scale_a };
        let a = Body::new(kind(number), extent, scale_a, &mut draw);
        let b = match placement {
            Placement::Coincident => a,
            _ => Body::new(kind(number / kinds), extent, scale_b, &mut draw),
        };
        let [turn_a, turn_b] = placement.turns(&mut draw);
        let offset = placement.offset(&a, &b, &mut draw);
        let position = if draw.once_in(2) { [0; 3] } else { [(); 3].map(|()| draw.within(ONE)) };
        Self { placement, extent, a, b, position, offset, turn_a, turn_b, draw }
    }

    /// Displaces B slightly, as a fault that must be found.
    pub fn spoil(&mut self) {
        self.offset[0] += ONE >> 20;
    }

    /// Builds the bodies and records the answers of all queries on them.
    pub fn run<V: Space>(&mut self, memory: &mut Memory<V>, record: &mut Record<'_>) -> Result<(), Error> {
        let place = |units| V::from_units(units, self.a.exponent);
        let pose_a = Pose::new(V::rotation(self.turn_a, &mut self.draw)?, place(self.position))?;
        let rotation_b = match self.placement {
            Placement::Coincident => pose_a.rotation(),
            _ => V::rotation(self.turn_b, &mut self.draw)?,
        };
        let pose_b = Pose::new(rotation_b, place([0, 1, 2].map(|i| self.position[i] + self.offset[i])))?;
        let (offset, exponent) = (self.offset, self.a.exponent);
        let (first, second, draw) = (&self.a, &self.b, &mut self.draw);
        first.build(record, &mut |a, record| {
            second.build(record, &mut |b, record| {
                let bodies = Bodies { a, b, pose_a, pose_b, offset, exponent };
                ask(&bodies, memory, draw, record)?;
                follow(&bodies, memory, record)?;
                touch(&bodies, memory, draw, record)?;
                cast(&bodies, memory, draw, record)
            })
        })
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scales = (self.a.exponent, self.b.exponent);
        write!(f, "{:?}-{:?} {:?} {:?} 2^{}", self.a.kind, self.b.kind, self.placement, self.extent, scales.0)?;
        if scales.0 == scales.1 { Ok(()) } else { write!(f, "/2^{}", scales.1) }
    }
}

impl Body {
    fn new(kind: Kind, extent: Extent, exponent: i32, draw: &mut Draw) -> Self {
        let mut size = [(); 3].map(|()| draw.size());
        let (missing, along) = match extent {
            Extent::Full => (0, 0),
            Extent::Flat => (1, draw.below(3) as usize),
            Extent::Line => (2, draw.below(3) as usize),
            Extent::Zero => (3, 0),
        };
        for i in 0..missing {
            size[(along + i) % 3] = 0;
        }
        if kind == Kind::Point {
            size = [0; 3];
        }
        Self { kind, size, exponent, seed: draw.next() }
    }
}

impl Placement {
    /// The rotations of A and B.
    fn turns(self, draw: &mut Draw) -> [Turn; 2] {
        let choices: &[Turn] = match self {
            Self::Near | Self::Touching | Self::Shallow => &[Turn::None, Turn::Even],
            Self::Scattered => &[Turn::Any],
            _ => &[Turn::None, Turn::Even, Turn::Any],
        };
        [draw.of(choices), draw.of(choices)]
    }

    /// The displacement from A to B.
    fn offset(self, a: &Body, b: &Body, draw: &mut Draw) -> [i64; 3] {
        let reach = [0, 1, 2].map(|i| a.size[i] + b.size[i]);
        let gap = ONE >> (6 + draw.below(15));
        let along = match self {
            Self::Far => 2 * ONE + draw.size(),
            Self::Near => reach[0] + gap,
            Self::Touching => reach[0],
            Self::Shallow => reach[0] - gap,
            Self::Deep => draw.within(reach[0] / 4),
            Self::Coincident => return [0; 3],
            Self::Scattered => draw.within(ONE),
            Self::Mismatched => draw.within(a.size[0]),
        };
        let along = if draw.once_in(2) { along } else { -along };
        let across = if draw.once_in(3) { 0 } else { 2 };
        [along, draw.within(reach[1] / 8 * across), draw.within(reach[2] / 8 * across)]
    }
}

/// Two bodies at their poses.
struct Bodies<'b, V: Vector> {
    a: &'b dyn Faceted<Vector = V>,
    b: &'b dyn Faceted<Vector = V>,
    pose_a: Pose<V>,
    pose_b: Pose<V>,
    /// The displacement from A to B, in units of a scale.
    offset: [i64; 3],
    exponent: i32,
}

/// Records the poses and support points of the bodies, and the answers of queries on them.
fn ask<V: Space>(
    &Bodies { a, b, pose_a, pose_b, .. }: &Bodies<'_, V>,
    memory: &mut Memory<V>,
    draw: &mut Draw,
    record: &mut Record<'_>,
) -> Result<(), Error> {
    for (name, body, pose) in [("A", a, pose_a), ("B", b, pose_b)] {
        record.label(name);
        record.vector(pose.position());
        for row in pose.rotation().to_rows().as_ref() {
            record.vector(*row);
        }
        record.number(body.margin());
        for axis in V::AXES.as_ref() {
            record.vector(body.support(*axis));
            record.vector(body.support(-*axis));
        }
    }

    let query = || Query::new().poses(pose_a, pose_b);
    record.label("intersects");
    record.intersects = query().intersects(a, b);
    record.word(record.intersects.into());
    record.label("distance");
    record.separation(&query().distance(a, b));
    record.label("penetration");
    match query().workspace(&mut memory.usual).penetration(a, b) {
        Some(penetration) => record.penetration(&penetration),
        None => record.word(0),
    }
    record.label("proximity");
    proximity(query().workspace(&mut memory.usual), a, b, record);
    record.label("by the search alone");
    record.proximity(&query().search_only().workspace(&mut memory.usual).proximity(a, b));
    record.label("with few rounds");
    let capped = query().max_iterations(draw.below(4)).max_epa_iterations(draw.below(4));
    proximity(capped.workspace(&mut memory.usual), a, b, record);
    record.label("with tolerance zero");
    let exact = query().tolerance(UnitOfVector::<V>::NIL)?;
    proximity(exact.workspace(&mut memory.usual), a, b, record);
    record.label("with a tiny workspace");
    proximity(query().workspace(&mut memory.tiny), a, b, record);

    // The queries on posed bodies in one frame, with the remaining options.
    let (a, b): (&dyn Faceted<Vector = V>, &dyn Faceted<Vector = V>) = (&Posed::new(a, pose_a), &Posed::new(b, pose_b));
    record.label("in one frame");
    record.proximity(&Query::new().workspace(&mut memory.usual).proximity(a, b));
    record.label("with a direction and a limit");
    let direction = V::from_units([ONE, draw.within(ONE), draw.within(ONE)], 0);
    let limit = ScalarOfVector::<V>::from_units(draw.size(), 0);
    record.separation(&Query::new().direction(direction)?.limit(limit)?.distance(a, b));
    Ok(())
}

/// Records the answers of queries with a warm start while B moves slightly.
#[inline(never)]
fn follow<V: Space>(
    &Bodies { a, b, pose_a, pose_b, exponent, .. }: &Bodies<'_, V>,
    memory: &mut Memory<V>,
    record: &mut Record<'_>,
) -> Result<(), Error> {
    let way = V::from_units([ONE >> 9, -ONE >> 10, ONE >> 11], exponent);
    let mut state = WarmStart::new();
    let mut position = pose_b.position();
    for name in ["once", "again", "and again"] {
        record.label(name);
        let moved = Pose::new(pose_b.rotation(), position)?;
        let mut query = Query::new().poses(pose_a, moved).workspace(&mut memory.usual).warm_start(&mut state);
        record.proximity(&query.proximity(a, b));
        record.separation(&query.distance(a, b));
        record.word(query.intersects(a, b).into());
        position = position + way;
    }
    Ok(())
}

/// Records manifolds and gradients.
#[inline(never)]
fn touch<V: Space>(
    &Bodies { a, b, pose_a, pose_b, exponent, .. }: &Bodies<'_, V>,
    memory: &mut Memory<V>,
    draw: &mut Draw,
    record: &mut Record<'_>,
) -> Result<(), Error> {
    let limit = ScalarOfVector::<V>::from_units(draw.size(), exponent);
    let mut query = Query::new().poses(pose_a, pose_b).limit(limit)?.workspace(&mut memory.usual);
    let manifold = query.manifold(a, b);
    record.label("manifold");
    record.manifold(&manifold);
    record.label("gradient");
    record.gradient(manifold.proximity().gradient(pose_b.position()));
    record.label("clearance");
    record.word(query.has_clearance(a, b, limit).into());
    Ok(())
}

/// Records casts of a ray and of the moving bodies.
#[inline(never)]
fn cast<V: Space>(
    &Bodies { a, b, pose_a, pose_b, offset, exponent }: &Bodies<'_, V>,
    memory: &mut Memory<V>,
    draw: &mut Draw,
    record: &mut Record<'_>,
) -> Result<(), Error> {
    // The limit of poses that a cast may examine.
    const POSES: u32 = 12;
    let aside = |draw: &mut Draw, way: [i64; 3]| [way[0], way[1] + draw.within(ONE / 4), way[2] + draw.within(ONE / 4)];
    let scaled = |units: [i64; 3]| V::from_units(units, exponent);
    // A time of up to four units.
    let time = |draw: &mut Draw| ScalarOfVector::<V>::from_units(4 * draw.size(), 1);
    let target = ScalarOfVector::<V>::from_units(draw.size() / 8, exponent);

    record.label("rays");
    let eye = Pose::translation(pose_a.position())?;
    let outside = [2 * ONE - draw.size(), draw.within(ONE), draw.within(ONE)];
    let inside = [draw.within(ONE / 8), draw.within(ONE / 8), 0];
    let beside = [0, outside[0], 0];
    let ways = [aside(draw, outside.map(|x| -x)), [ONE, draw.within(ONE), 0], aside(draw, [0, -2 * outside[0], 0])];
    for (start, way) in [outside, inside, beside].into_iter().zip(ways) {
        for way in [way, [way[0], way[1], 0]] {
            let ray = Ray::new(scaled(start), scaled(way), time(draw))?;
            record.impact(Query::new().poses(pose_a, eye).max_cast_iterations(POSES).ray_cast(a, &ray));
        }
    }

    let velocity = scaled(aside(draw, offset.map(|x| -x)));
    let query = || Query::new().poses(pose_a, pose_b);
    record.label("linear");
    let mut linear = query().max_cast_iterations(POSES).workspace(&mut memory.usual);
    record.impact(linear.shape_cast(a, b, velocity, time(draw))?);
    record.label("linear with few poses");
    let mut capped = query().target_distance(target)?.max_cast_iterations(draw.below(4)).workspace(&mut memory.tiny);
    record.impact(capped.shape_cast(a, b, velocity, time(draw))?);

    record.label("turning");
    let mut motion = |velocity: V| {
        // An angular velocity, in radians per unit of time.
        let turn = V::from_units([(); 3].map(|()| draw.within(ONE)), 1);
        Motion::new(velocity, V::angular(turn))
    };
    let motions = [motion(V::ZERO)?, motion(velocity)?];
    let mut turning = query().target_distance(target)?.max_cast_iterations(POSES).workspace(&mut memory.usual);
    record.impact(turning.time_of_impact(a, b, &motions[0], &motions[1], time(draw))?);
    Ok(())
}

/// Runs `proximity`. It is out of line, so that all queries with poses share one copy of the code.
#[inline(never)]
fn proximity<V: Space>(
    mut query: Query<'_, V, Poses<V>>,
    a: &dyn Faceted<Vector = V>,
    b: &dyn Faceted<Vector = V>,
    record: &mut Record<'_>,
) {
    record.proximity(&query.proximity(a, b));
}
