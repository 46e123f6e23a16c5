//! GJK: the distance of the origin from a CSO, with a lower bound that travels along.
//!
//! Gilbert, Johnson and Keerthi (1988), in the distance form of van den Bergen (1999). Each round asks for the support
//! point w against the axis from the origin to the nearest point of the simplex. The plane through w bounds the
//! distance from below by axis·w/|axis|, the simplex bounds it from above by height/|axis|; both bounds only improve.
//!
//! What ends it, in this order:
//! - the plane passes the distance limit, or the simplex comes closer than asked for (intersection queries);
//! - the bounds meet within the tolerance, or within two rounding steps of the product axis·w;
//! - w is a vertex already: for a polytope the exact answer;
//! - the simplex contains the origin;
//! - the distance rose by more than rounding, or did not fall for the fifth time in a row: rounding lets it go no
//!   further. In single precision a real step may leave the distance as it is, so a strict decrease is not demanded.
//!
//! A certificate decides: once a plane separates by more than rounding, a simplex that seems to contain the origin is
//! the work of rounding, and so is one that is farther than the last. Then every feature with the new point is looked
//! at, whatever side tests say, and if none is as near the answer is the last simplex.

use crate::cso::{Cso, Fault, Placement, Rescale};
use crate::observer::{DistanceStep, Observer};
use crate::scalar::{Area, Scalar};
use crate::simplex::{Nearest, Reduction, Simplex};
use crate::support::{CsoPoint, Support};
use crate::vector::{AreaOfVector, UnitOfVector, Vector};

/// Steps in a row that may leave the distance as it is, up to rounding.
const LEVEL_STEPS: u32 = 4;
/// Rounding steps of the coordinates that a distance may be off by, with a margin: its height is a sum of three products.
const ROUNDING_STEPS: u32 = 4;

/// A number of steps of the same length; the number is a power of two.
pub fn steps<V: Vector>(count: u32, step: V::Scalar) -> V::Scalar {
    (0..count.ilog2()).fold(step, |sum, _| sum + sum)
}

/// When to stop, all lengths scaled as the CSO is.
#[derive(Clone, Copy, Debug)]
pub struct Goal<V: Vector> {
    /// The relative gap between the bounds that is good enough.
    pub tolerance: UnitOfVector<V>,
    /// Rounds.
    pub max_iterations: u32,
    /// The sum of the margins: the distance of cores at which the bodies touch.
    pub touch: V::Scalar,
    /// Its square.
    pub touch_squared: AreaOfVector<V>,
    /// A lower bound of the distance of the bodies beyond this is enough; this length alone is not scaled.
    pub limit: V::Scalar,
    /// The square of the distance of the cores that it amounts to.
    pub enough_squared: AreaOfVector<V>,
    /// Is it enough to know whether the bodies touch?
    pub only_touch: bool,
}

/// How the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The bounds met, or no vertex is nearer.
    Converged,
    /// The lower bound passed what was asked for.
    Limit,
    /// The simplex contains the origin.
    Contact,
    /// The simplex is nearer than the margins reach.
    Touching,
    /// Rounding stopped it.
    Stalled,
    /// The rounds are used up.
    Iterations,
    /// A support point was not a number in range.
    Support,
}

/// What is known at the end, scaled as the CSO is.
#[derive(Clone, Debug)]
pub struct Outcome<V: Vector> {
    /// How it ended.
    pub end: End,
    /// The points that carry the nearest point, or that contain the origin.
    pub simplex: Simplex<V>,
    /// The nearest point; none if the simplex contains the origin or there is no simplex.
    pub nearest: Option<Nearest<V>>,
    /// A proven distance: zero if no plane separates.
    pub lower: V::Scalar,
    /// The axis of the plane that proves it, or the last one tried.
    pub axis: V,
    /// Rounds taken.
    pub iterations: u32,
}

impl<V: Vector> Outcome<V> {
    /// The distance of the nearest point.
    pub fn upper(&self) -> V::Scalar {
        self.nearest.map_or(V::Scalar::NIL, |nearest| nearest.distance())
    }
}

/// The best separating plane seen, at the distance reach/√norm; reach is not positive if none separates.
struct Plane<V: Vector> {
    axis: V,
    reach: AreaOfVector<V>,
    norm: AreaOfVector<V>,
    squared: AreaOfVector<V>,
}

impl<V: Vector> Plane<V> {
    /// Takes the newer of two planes unless it is worse by more than rounding: its axis belongs to the simplex.
    #[inline(always)]
    fn improve(&mut self, axis: V, reach: AreaOfVector<V>, norm: AreaOfVector<V>) {
        let squared = reach.max(AreaOfVector::<V>::ZERO).squared_per(norm);
        let rounding = self.squared.portion(V::Scalar::ROUNDING);
        let is_better = reach > AreaOfVector::<V>::ZERO || !self.separates();
        if is_better && squared >= self.squared - rounding - rounding {
            *self = Self { axis, reach, norm, squared };
        }
    }

    fn separates(&self) -> bool {
        self.reach > AreaOfVector::<V>::ZERO
    }

    fn distance(&self) -> V::Scalar {
        self.reach.max(AreaOfVector::<V>::ZERO).per(self.norm.sqrt())
    }

    /// Is it farther than a goal? Squares are quick, and the length as the caller sees it has the last word.
    fn is_beyond(&self, goal: &Goal<V>, zoom: <V::Scalar as Scalar>::Zoom) -> bool {
        self.separates()
            && self.squared >= goal.enough_squared
            && (self.distance() - goal.touch).unzoom(zoom) > goal.limit
    }
}

/// Runs GJK from a first axis, which is not zero, and the support point against it. Fails if the CSO must be scaled
/// anew.
pub fn run<V, A, B, P, O>(
    cso: &mut Cso<'_, A, B, P, V>,
    first_axis: V,
    first: Result<CsoPoint<V>, Fault>,
    goal: &Goal<V>,
    observer: &mut O,
) -> Result<Outcome<V>, Rescale>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
    O: Observer<V>,
{
    let zero = AreaOfVector::<V>::ZERO;
    let (mut axis, mut norm) = (first_axis, first_axis.dot(first_axis));
    let mut plane = Plane { axis, reach: zero, norm, squared: zero };
    let mut simplex = Simplex::default();
    let mut nearest: Option<Nearest<V>> = None;
    let mut squared = AreaOfVector::<V>::MAX;
    let mut iterations = 0;
    let mut level_steps = 0;

    let mut sought = first;
    let end = loop {
        let point = match sought {
            Ok(point) => point,
            Err(Fault::Scale) => return Err(Rescale),
            Err(Fault::Support) => break End::Support,
        };
        let reach = axis.dot(point.w);
        // What a product with w can be off by: w comes from two points, each good to a rounding step of its size.
        let size = point.w.max_abs().max(point.on_a.max_abs());
        let product = axis.max_abs().times(size);
        let is_proof = reach > product.portion(V::Scalar::PRODUCT_ROUNDING);
        plane.improve(axis, if is_proof { reach } else { reach.min(zero) }, norm);
        if O::ACTIVE {
            let lower = plane.distance();
            observer.distance_step(&DistanceStep::new(cso.zoom(), simplex.points(), point, axis, nearest, lower));
        }
        if let Some(found) = &nearest {
            let gap = found.height - reach;
            let rounding = product.portion(V::Scalar::ROUNDING);
            let is_met = reach > zero && gap <= found.height.portion(goal.tolerance);
            let is_close = is_met || gap <= rounding + rounding;
            // Where the margins decide the sign, go on until the bounds agree about it.
            let is_open = plane.squared < goal.touch_squared && goal.touch_squared < squared;
            if (is_close && !is_open) || simplex.contains(point.w) {
                break End::Converged;
            }
        }
        let slack = || steps::<V>(ROUNDING_STEPS, V::Scalar::blend(cso.input_step(), [size], [V::Scalar::ROUNDING]));
        let reduction = match simplex.reduce(point.w) {
            Reduction::Contains(feature) if nearest.is_none() || plane.distance() <= slack() => {
                simplex.keep(feature, point);
                (nearest, plane.reach) = (None, zero);
                break End::Contact;
            }
            Reduction::Outside(found) if found.squared() < squared => Some(found),
            reduction => {
                let most = nearest.map(|last| last.distance() + slack());
                let is_level = |found: &Nearest<V>| most.is_none_or(|most| found.distance() <= most);
                let found = match reduction {
                    Reduction::Outside(found) if is_level(&found) => Some(found),
                    _ => simplex.nearest_of_all(point.w).filter(is_level),
                };
                level_steps += 1;
                found.filter(|found| found.squared() < squared || level_steps <= LEVEL_STEPS)
            }
        };
        let Some(found) = reduction else { break End::Stalled };
        if found.squared() < squared {
            (squared, level_steps) = (found.squared(), 0);
        }
        simplex.keep(found.feature, point);
        (axis, norm) = (found.axis, found.norm);
        nearest = Some(found);
        if plane.is_beyond(goal, cso.zoom()) {
            break End::Limit;
        }
        if goal.only_touch && squared <= goal.touch_squared && found.distance() <= goal.touch {
            break End::Touching;
        }
        if iterations == goal.max_iterations {
            break End::Iterations;
        }
        iterations += 1;
        sought = cso.support(-axis);
    };
    Ok(Outcome { end, simplex, nearest, lower: plane.distance(), axis: plane.axis, iterations })
}
