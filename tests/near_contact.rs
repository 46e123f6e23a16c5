//! Claims about bodies whose cores or surfaces nearly meet: distances and depths are right to 1.5 rounding steps (2 for
//! cones) at every gap of 0 to 20 steps between cores, and of −20 to 20 between surfaces. At these gaps the answer
//! whether bodies touch, and a signed distance, may be off by 4 steps. With the search alone only the signed distance
//! is checked.

use crate::common::number::{Number, P, Space, add, dot, length, scale, sub};
use crate::common::scene::{bounds, pose, signed};
use fixed::types::{I16F16, I32F32};
use gjk::{
    Capsule, Cone, Contact, ConvexHull, Cylinder, Faceted, NBall, NCuboid, Point, Polygon, Pose, Query, Support,
    SupportExt, Triangle, Vec2, Vec3,
};

claims! {
    gaps_between_cores_count,
    gaps_between_surfaces_count,
}

/// The number of steps by which a distance, a depth or a bound may be off.
const STEPS: f64 = 1.5;
/// How many steps a distance, a depth or a bound of a pair with a cone may be off by.
const CONE_STEPS: f64 = 2.0;
/// Bodies count as touching unless they are proven apart by more than rounding, which takes a gap of up to this many
/// steps.
const CLASS_STEPS: f64 = 4.0;

/// The half extent of shapes, and the margin of each body.
const HALF: f64 = 0.5;
const MARGIN: f64 = 0.25;

/// A position of B at which the cores touch, and a displacement that separates them: moving by t·out leaves them
/// t·|out| apart.
#[derive(Clone, Copy)]
struct Meeting {
    start: P,
    out: P,
}

/// A body as a trait object: queries are then compiled once for all shapes of a scalar, which makes the test build
/// faster.
type Shape<'s, V> = &'s dyn Faceted<Vector = V>;

/// Looks at a pair of bodies.
trait Look<V: Space> {
    fn pair(&mut self, name: &str, size: f64, a: Shape<'_, V>, b: Shape<'_, V>, meeting: Meeting);
}

/// Shapes that only one of plane and space has.
trait Shapes: Space {
    fn own_pairs(size: f64, look: &mut impl Look<Self>);
}

impl<S: Number> Shapes for Vec2<S> {
    fn own_pairs(size: f64, look: &mut impl Look<Self>) {
        let margin = S::of(MARGIN * size);
        let along_x = Meeting { start: [2.0 * HALF, 0.0, 0.0], out: [1.0, 0.0, 0.0] };
        let ball = NBall::<Self>::new(margin).expect("a size");
        let outline = [[-1.0, 0.0], [0.0, -1.0], [1.0, -0.5], [1.0, 0.5], [0.0, 1.0]];
        let corners = outline.map(|[x, y]| Self::of([x * HALF * size, y * HALF * size, 0.0]));
        let polygon = Polygon::new(&corners).expect("convex").rounded(margin).expect("a size");
        let tile = NCuboid::new(Self::of([HALF * size; 3])).expect("sizes").rounded(margin).expect("a size");
        let edge = Meeting { start: [HALF, 0.0, 0.0], out: [1.0, 0.0, 0.0] };
        look.pair("polygon, circle", size, &polygon, &ball, edge);
        look.pair("polygon, tile", size, &polygon, &tile, along_x);
        look.pair("polygon, polygon", size, &polygon, &polygon, along_x);
        let upright = Capsule::new(Self::of([0.0; 3]), Self::of([0.0, HALF * size, 0.0]), margin).expect("sizes");
        look.pair("polygon, capsule", size, &polygon, &upright, edge);
    }
}

impl<S: Number> Shapes for Vec3<S> {
    fn own_pairs(size: f64, look: &mut impl Look<Self>) {
        let [half, margin] = [HALF, MARGIN].map(|x| S::of(x * size));
        let ball = NBall::<Self>::new(margin).expect("a size");
        let box_of = NCuboid::new(Self::of([HALF * size; 3])).expect("sizes").rounded(margin).expect("a size");
        let cylinder = Cylinder::new(half, half).expect("sizes").rounded(margin).expect("a size");
        let cone = Cone::new(half, half).expect("sizes").rounded(margin).expect("a size");
        let [above, top] = [2.0 * HALF, HALF].map(|z| Meeting { start: [0.0, 0.0, z], out: [0.0, 0.0, 1.0] });
        let beside = Meeting { start: [HALF, 0.0, 0.0], out: [1.0, 0.0, 0.0] };
        look.pair("cylinder, ball above", size, &cylinder, &ball, top);
        look.pair("cylinder, ball beside", size, &cylinder, &ball, beside);
        look.pair("cone, ball", size, &cone, &ball, top);
        look.pair("cylinder, box", size, &cylinder, &box_of, above);
        look.pair("cylinder, cylinder", size, &cylinder, &cylinder, above);
        look.pair("cone, box", size, &cone, &box_of, above);
        let capsule = |end: P| {
            let end = scale(end, HALF * size);
            Capsule::new(Self::of(scale(end, -1.0)), Self::of(end), margin).expect("sizes")
        };
        let [along_y, along_z, askew] = [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.5, 1.0]].map(capsule);
        let out = Meeting { start: [0.0; 3], out: [1.0, 0.0, 0.0] };
        look.pair("capsules that cross", size, &along_y, &along_z, out);
        look.pair("capsules askew", size, &along_y, &askew, out);
    }
}

/// All pairs of bodies of a size.
fn pairs<V: Shapes>(size: f64, look: &mut impl Look<V>) {
    let number = |x: f64| V::Scalar::of(x * size);
    let vector = |point: P| V::of(scale(point, size));
    let is_plane = V::DIMENSION == 2;
    let flat = |[x, y, z]: P| [x, y, if is_plane { 0.0 } else { z }];
    let margin = number(MARGIN);
    let (along_x, diagonal, aslant) = ([1.0, 0.0, 0.0], flat([1.0; 3]), [3.0, 4.0, 0.0]);
    let ball = NBall::<V>::new(margin).expect("a size");
    let cuboid = NCuboid::new(vector([HALF; 3])).expect("sizes").rounded(margin).expect("a size");
    let bar = Capsule::new(vector([0.0, -HALF, 0.0]), vector([0.0, HALF, 0.0]), margin).expect("sizes");
    let corners = [[0.0; 3], [-HALF, HALF, 0.0], [-HALF, -HALF, 0.0]].map(vector);
    let triangle =
        Triangle::new(corners[0], corners[1], corners[2]).expect("in range").rounded(margin).expect("a size");
    let hull = ConvexHull::new(&corners).expect("points").rounded(margin).expect("a size");
    let point = Point::new(vector([0.0; 3])).expect("in range").rounded(margin).expect("a size");

    for (name, out) in [("along x", along_x), ("diagonally", diagonal), ("aslant", aslant)] {
        look.pair(&format!("balls {name}"), size, &ball, &ball, Meeting { start: [0.0; 3], out });
    }
    look.pair("ball, point", size, &ball, &point, Meeting { start: [0.0; 3], out: along_x });
    let face = Meeting { start: [HALF, 0.125, 0.0], out: along_x };
    let corner = Meeting { start: flat([HALF; 3]), out: diagonal };
    let edge = Meeting { start: [HALF, HALF, 0.0], out: [1.0, 1.0, 0.0] };
    for (name, meeting) in [("face", face), ("corner", corner), ("edge", edge)] {
        look.pair(&format!("box, ball at a {name}"), size, &cuboid, &ball, meeting);
        let Meeting { start, out } = meeting;
        let twice = Meeting { start: start.map(|x| if x == HALF { 2.0 * HALF } else { x }), out };
        look.pair(&format!("boxes at a {name}"), size, &cuboid, &cuboid, twice);
    }
    look.pair("box, capsule", size, &cuboid, &bar, face);
    look.pair("capsules side by side", size, &bar, &bar, Meeting { start: [0.0, 0.125, 0.0], out: along_x });
    look.pair("capsules end to end", size, &bar, &bar, Meeting { start: [0.0, 2.0 * HALF, 0.0], out: [0.0, 1.0, 0.0] });
    look.pair("capsule, ball", size, &bar, &ball, Meeting { start: [0.0, 0.125, 0.0], out: along_x });
    look.pair("triangle, ball", size, &triangle, &ball, Meeting { start: [0.0; 3], out: along_x });
    look.pair("triangle, box", size, &triangle, &cuboid, Meeting { start: [HALF, 0.125, 0.0], out: along_x });
    look.pair("hull, ball", size, &hull, &ball, Meeting { start: [0.0; 3], out: along_x });
    V::own_pairs(size, look);
}

/// Asks all pairs, and notes which answers are off.
struct Checker {
    /// Where the gaps begin: how far apart the cores are there.
    distance: f64,
    faults: Vec<String>,
}

impl<V: Shapes> Look<V> for Checker {
    fn pair(&mut self, name: &str, size: f64, a: Shape<'_, V>, b: Shape<'_, V>, Meeting { start, out }: Meeting) {
        let step = V::Scalar::steps(1, size);
        let zero_tolerance = V::Scalar::unit_of(0.0);
        let is_of_surfaces = self.distance > 0.0;
        for count in if is_of_surfaces { -20..=20 } else { 0..=20 } {
            let apart = self.distance * size / length(out) + f64::from(count) * step;
            let position = V::of(add(scale(start, size), scale(out, apart))).value();
            let distance = dot(sub(position, scale(start, size)), out) / length(out);
            let gap = distance - 2.0 * MARGIN * size;
            let (depth, distance_or_zero) = ((-gap).max(0.0), gap.max(0.0));
            let place = pose::<V>(Default::default(), position);
            let query = || Query::new().poses(Pose::IDENTITY, place).tolerance(zero_tolerance).expect("in range");
            let manifold = query().manifold(a, b);
            // All but the manifold is asked as other files ask it, which is compiled once.
            let [a, b]: [&dyn Support<Vector = V>; 2] = [a, b];
            let found = query().proximity(a, b);
            let bounds = bounds(&found);
            let deepest = |contacts: &[Contact<V>]| contacts.iter().fold(0.0, |most: f64, c| most.max(c.depth.value()));
            let mut check = |what: &str, off: f64, most: f64| {
                if off.abs() > most * step {
                    self.faults.push(format!("{what}: {name}, of size {size:e}, at {count}: {:.1} steps", off / step));
                }
            };
            let steps = if name.starts_with("cone") { CONE_STEPS } else { STEPS };
            let class_steps = if is_of_surfaces { CLASS_STEPS } else { steps };
            check("proximity", signed(&found) - gap, class_steps);
            check("bounds", (bounds.0 - gap).max(gap - bounds.1).max(0.0), steps);
            check("penetration", query().penetration(a, b).map_or(0.0, |found| found.depth.value()) - depth, steps);
            check("distance", query().distance(a, b).distance.value() - distance_or_zero, steps);
            check("manifold", deepest(manifold.points()) - depth, steps);
            check("intersects", if query().intersects(a, b) == (gap <= 0.0) { 0.0 } else { gap }, class_steps);
            let searched = query().search_only().proximity(a, b);
            check("search alone", signed(&searched) - gap, class_steps);
        }
    }
}

fn ask_all<V: Shapes>(distance: f64) {
    let mut checker = Checker { distance, faults: Vec::new() };
    let exponents: &[f64] = if V::Scalar::is_float() { &[0.0, -20.0, 20.0] } else { &[0.0, 4.0] };
    exponents.iter().for_each(|exponent| pairs::<V>(exponent.exp2(), &mut checker));
    assert!(checker.faults.is_empty(), "{}", checker.faults.join("\n"));
}

fn gaps_between_cores_count<V: Shapes>() {
    ask_all::<V>(0.0);
}

fn gaps_between_surfaces_count<V: Shapes>() {
    ask_all::<V>(2.0 * MARGIN);
}
