//! Nearest points of two boxes in fixed point, by alternating projections at a scale of their own.
//!
//! Fixed point rounds by the same step whatever the size. So the boxes are scaled by a power of two that leaves them
//! no more room than the query needs, as a search does. A rounding step is then a small part of the step of the
//! input, and alternating projections converge as they do in floats. Both boxes are given relative to their centers,
//! and the frame is that of A. The result is brought back to the scale of the input and rounded there once.

use crate::body::form::{Core, Form};
use crate::body::support::{Body, Support, form_of};
use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vector};
use crate::pair::place::{Placement, Stand};
use crate::shortcut::alternate::Alternation;
use crate::shortcut::certificate::{Certificate, Margins};

/// The certificate of two boxes in fixed point, found by alternating projections at a finer scale. `known` and `ends`
/// are those of [`alternate::by_alternation`](crate::shortcut::alternate::by_alternation). `None` also for other
/// bodies.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn by_alternation<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    (a, b): (&A, &B),
    placement: &impl Placement<V>,
    known: Option<V>,
    ends: (UnitOfVector<V>, V::Scalar),
) -> Option<Certificate<V>> {
    let (half_a, half_b) = (form_of(a).half_extents()?, form_of(b).half_extents()?);
    let sides = [Sides { half: half_a, margin: a.margin() }, Sides { half: half_b, margin: b.margin() }];
    let stand = Turned { rows: placement.rows(), origin: placement.origin() };
    let gap = by_alternation_from_centers(sides, stand, known, ends)?;
    // These fields are set anew because their values are known here: reading them from the returned certificate would
    // take 3 to 5 % more instructions for boxes on x86-64.
    let (margins, is_of_b, has_direction, has_point) = (Margins::of(a, b), false, true, false);
    Some(Certificate { margins, is_of_b, has_direction, has_point, ..gap })
}

/// [`by_alternation`] for boxes about their centers. Not inlined: one copy serves all kinds of placement.
#[inline(never)]
fn by_alternation_from_centers<V: Vector>(
    [a, b]: [Sides<V>; 2],
    Turned { rows, origin }: Turned<V>,
    known: Option<V>,
    (tolerance, limit): (UnitOfVector<V>, V::Scalar),
) -> Option<Certificate<V>> {
    let nil = V::Scalar::NIL;
    let extent = a.half.max_abs().max(b.half.max_abs()).max(origin.max_abs()).max(a.margin).max(b.margin);
    // Near the end of the working range scaling gains no bits, and the search takes over; so it does for negative
    // sizes.
    let most = V::Scalar::WORKING_LIMIT.scaled(V::Scalar::halved(SPARE_BITS));
    let are_sizes = a.half.is_nonnegative() && b.half.is_nonnegative() && a.margin >= nil && b.margin >= nil;
    if !are_sizes || extent > most {
        return None;
    }
    let zoom = V::Scalar::zoom_for(extent);
    let scaled = |sides: Sides<V>| Sides { half: sides.half.zoom_in(zoom), margin: sides.margin.zoom_in(zoom) };
    let stand = Turned { rows, origin: origin.zoom_in(zoom) };
    let resolution = V::Scalar::STEP.zoom_in(zoom).scaled(V::Scalar::halved(FINE_BITS));
    let turns = Alternation { a: &scaled(a), b: &scaled(b), stand: &stand, resolution };
    // The point of a warm start was on A in an earlier query, and need not be on it now.
    let start = form_of(&a).nearest_to(known.unwrap_or(origin))?.zoom_in(zoom);
    let gap = turns.certificate(start, tolerance, limit.zoom(zoom))?;
    let [upper, lower] = [gap.upper, gap.lower].map(|bound| bound.zoom_back(zoom));
    Some(Certificate {
        margins: Margins::of(&a, &b),
        witness: gap.witness.zoom_back(zoom),
        upper,
        lower,
        // Each bound is rounded by half a step.
        slack: gap.slack.zoom_back(zoom) + V::Scalar::STEP,
        // Bounds that have met at the finer scale have met.
        allowed_gap: if gap.have_met() { upper - lower } else { nil },
        ..gap
    })
}

/// Half extents, margins and the displacement between the centers are at most the working limit times 2^−this.
const SPARE_BITS: u32 = 2;

/// A distance is found to 2^−this of a step of the input, before it is rounded to that step.
const FINE_BITS: u32 = 3;

/// A box about the origin, and its margin.
#[derive(Clone, Copy)]
struct Sides<V: Vector> {
    half: V,
    margin: V::Scalar,
}

impl<V: Vector> Support for Sides<V> {
    type Vector = V;

    fn support(&self, dir: V) -> V {
        self.half.with_signs_of(dir)
    }

    fn margin(&self) -> V::Scalar {
        self.margin
    }

    fn form(&self) -> Form<'_, V> {
        Form::of(Core::Box(self.half))
    }
}

/// Where box B stands in A's frame, both relative to their centers. The points that it turns are so far from the ends
/// of the range of fixed point that unchecked sums fit.
struct Turned<V: Vector> {
    rows: V::UnitRows,
    origin: V,
}

impl<V: Vector> Stand<V> for Turned<V> {
    fn origin(&self) -> V {
        self.origin
    }

    fn place(&self, point: V) -> V {
        self.origin.turn_unchecked(&self.rows, point)
    }

    fn back(&self, point: V) -> V {
        V::turn_back_unchecked(&self.rows, point - self.origin)
    }

    fn direction_back(&self, dir: V) -> V {
        V::turn_back_unchecked(&self.rows, dir)
    }

    fn turn(&self, vector: V) -> V {
        V::ZERO.turn_unchecked(&self.rows, vector)
    }

    fn turn_unit(&self, direction: V::UnitVector) -> V::UnitVector {
        V::turn_unit(&self.rows, direction)
    }
}
