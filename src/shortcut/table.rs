//! The only entrance to this folder. There is a function for each question, which answers it if a shortcut can, and
//! otherwise calls the search that its caller passes in. It takes the search, instead of returning an `Option`, so
//! that what a shortcut found is written where the caller wants it: with an `Option` a distance of a ball and a box
//! in `f64` takes 8 % more instructions on x86-64.
//!
//! | | point or ball | segment or capsule | box | polygon | cylinder, cone | mesh |
//! |---|---|---|---|---|---|---|
//! | point or ball | *closed* | *closed*, ray | *closed*, ray | *points*, ray | *points*, ray | ray |
//! | segment or capsule | | *closed*, ray | alternate | calipers, edges | alternate | – |
//! | box | | | axes, alternate (1) | calipers, edges | alternate | – |
//! | polygon | | | | calipers, edges | – | – |
//! | cylinder, cone | | | | | alternate | – |
//!
//! *Closed* forms always answer: for known types of such bodies no search is linked, except for the touch of two
//! segments in fixed point, which with `speed` is searched. *Points* replace the search, except where rounding leaves
//! a doubt. Both exist without the feature `speed`, too; the other shortcuts do not. *Axes* give the touch and the
//! depth of boxes, and *alternate* their distance, (1) in fixed point as well. *Edges* are the shortcut of the module
//! `polygons`, for depths. Beside a polygon a box counts as a polygon. *Ray* means the closed forms of a ray at the
//! second body. They also are the whole answer for a moving ball at a ball, a capsule or a box, and in space for a
//! capsule at a capsule; a ball at another body gets from them the first plane of its cast. In floats a distance of
//! polytopes with numbered vertices and a warm start begins with the vertices of the last answer (`reuse_features`).
//!
//! Beside these, coaxial bodies of revolution have a lower bound of their depth (`coaxial`), for which the search asks
//! where its polytope is full: see [`narrow_depth`].
//!
//! A distance here means the distance of the cores, so shortcuts for it also give the depth of bodies that overlap
//! only in their margins. Each function tries the shortcuts in the order of its lines.
//!
//! By the program `trial` of `benches/instructions`, for most entries the search alone takes 1.5 to 28 times as many
//! instructions. The ratio is less where an entry shares its code with others that pay: the touch of capsules with
//! boxes and cylinders (1.1 to 1.9 in `f32`), of balls with cones and polygons in fixed point (1.0 to 1.5), the
//! distance of polygons far apart (1.4), the depth of polygons of many corners in fixed point (1.3).
//!
//! These were tried and are not worth their lines: the touch of polygons by their edges (as slow as the search),
//! closed forms of where a moving box or polygon enters another (1.1 to 1.2 times as fast as the portal), Newton's
//! method on casts of cylinders and cones (1.0 to 1.2 times in `f32`, 1.2 to 1.9 in `f64`), support points that are
//! sought only near the last one (1.0).

use crate::body::ray::Ray;
use crate::body::shape::Point;
use crate::body::support::{Body, Support, form_of, is_trait_object};
use crate::kernel::epa::outcome::DepthBounds;
use crate::kernel::observer::{Observer, Shortcut};
use crate::number::pose::Pose;
use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vector};
use crate::pair::place::{InA, Placed, Placement};
use crate::pair::result::{Impact, Proximity, Separation};
use crate::pair::warm::Memory;
use crate::shortcut::boxes::Boxes;
use crate::shortcut::certificate::Certificate;
use crate::shortcut::closed::HAS_SPEED;
use crate::shortcut::polygons::Polygons;
use crate::shortcut::ray::line::Missed;
use crate::shortcut::unposed::{Known, Unposed, placed_cores};
use crate::shortcut::{alternate, boxes_fixed, calipers, closed, coaxial, entry, points, ray, reuse_features};
use core::borrow::Borrow as _;
use core::iter;

/// Where the bounds of a distance are good enough: they are within a relative tolerance of each other, or beyond a
/// limit.
pub type Ends<V> = (UnitOfVector<V>, <V as Vector>::Scalar);

/// Do two bodies touch? `otherwise` is the search.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn touch<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placed<V>, O: Observer<V>, M: Memory<V>>(
    (a, b): (&A, &B),
    placed: &P,
    notes: (&mut O, &mut M),
    otherwise: impl FnOnce(&P::Placement, &mut O, &mut M) -> bool,
) -> bool {
    let Some(cores) = placed_cores::<_, _, _, _, O>((a, b), placed) else {
        return Pair { a, b, placed, frame: None }.touch(notes, otherwise);
    };
    let pair = Pair { a: &Unposed(a), b: &Unposed(b), placed: &cores, frame: form_of(a).pose };
    pair.touch(notes, |_, observer, memory| otherwise(placed.placement().borrow(), observer, memory))
}

/// The distance of two bodies; `otherwise` is the search. With `has_tried` the caller has seen the
/// [certificate](points::certificate) of a point and another core, and knows that it is not tight enough.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn distance<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placed<V>, O: Observer<V>, M: Memory<V>>(
    (a, b): (&A, &B),
    placed: &P,
    (ends, has_tried): (Ends<V>, bool),
    notes: (&mut O, &mut M),
    otherwise: impl FnOnce(&mut O, &mut M) -> Separation<V>,
) -> Separation<V> {
    // Only distances use [`Known`], which says why. A constant, so that one of the two is compiled, not both.
    if const { is_trait_object::<A>() || is_trait_object::<B>() } {
        let pair = Pair { a: &Known::new(a), b: &Known::new(b), placed, frame: None };
        return pair.distance((ends, has_tried), notes, otherwise);
    }
    let Some(cores) = placed_cores::<_, _, _, _, O>((a, b), placed) else {
        return Pair { a, b, placed, frame: None }.distance((ends, has_tried), notes, otherwise);
    };
    let pair = Pair { a: &Unposed(a), b: &Unposed(b), placed: &cores, frame: form_of(a).pose };
    pair.distance((ends, has_tried), notes, otherwise)
}

/// The distance of two bodies that are apart, or the depth of two that overlap. `otherwise` is the search; `map`
/// converts what a shortcut finds to the caller's type.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn proximity<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placed<V>, O: Observer<V>, M: Memory<V>, T>(
    (a, b): (&A, &B),
    placed: &P,
    ends: Ends<V>,
    notes: (&mut O, &mut M),
    map: impl Fn(Proximity<V>) -> T,
    otherwise: impl FnOnce(&P::Placement, &mut O, &mut M) -> T,
) -> T {
    let Some(cores) = placed_cores::<_, _, _, _, O>((a, b), placed) else {
        return Pair { a, b, placed, frame: None }.proximity(ends, notes, map, otherwise);
    };
    let pair = Pair { a: &Unposed(a), b: &Unposed(b), placed: &cores, frame: form_of(a).pose };
    pair.proximity(ends, notes, map, |_, observer, memory| otherwise(placed.placement().borrow(), observer, memory))
}

/// Is every question about a pair left to the search? Without the feature `speed` this includes questions about trait
/// objects, for which all closed forms would be linked. A constant for each pair of types.
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_searched<A: Support + ?Sized, B: Support<Vector = A::Vector> + ?Sized, O: Observer<A::Vector>>(
    a: &A,
    b: &B,
) -> bool {
    O::SEARCH_ONLY || !(HAS_SPEED || form_of(a).is_typed && form_of(b).is_typed)
}

/// Two bodies, placed as the shortcuts see them. Where the pose of A was removed ([`Unposed`]), `frame` is that pose:
/// it takes A's frame to that of the memory of the warm start. `None` where both are the same.
struct Pair<'t, A: ?Sized, B: ?Sized, P, V: Vector> {
    a: &'t A,
    b: &'t B,
    placed: &'t P,
    frame: Option<Pose<V>>,
}

impl<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placed<V>> Pair<'_, A, B, P, V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn touch<O: Observer<V>, M: Memory<V>>(
        self,
        (observer, memory): (&mut O, &mut M),
        otherwise: impl FnOnce(&P::Placement, &mut O, &mut M) -> bool,
    ) -> bool {
        let Self { a, b, placed, .. } = self;
        // In fixed point a search that knows the types is faster: in a third of the instructions it tells whether two
        // segments of `I32F32` touch.
        let is_form_sooner = V::Scalar::IS_FLOAT || !HAS_SPEED || points::has_closed_form(a, b);
        if !is_searched::<_, _, O>(a, b) && closed::is_closed(a, b) && is_form_sooner {
            observer.shortcut(Shortcut::Points);
            return closed::touching((a, b), placed);
        }
        if !is_searched::<_, _, O>(a, b)
            && let Some(is_touch) = points::touching((a, b), placed)
        {
            observer.shortcut(Shortcut::Points);
            return is_touch;
        }
        let placement = placed.placement();
        let placement = placement.borrow();
        if O::SEARCH_ONLY || !HAS_SPEED {
            return otherwise(placement, observer, memory);
        }
        if let Some(mut boxes) = Boxes::between(a, b, placement)
            && let Some(is_touch) = boxes.touches()
        {
            observer.shortcut(Shortcut::SeparatingAxes);
            return is_touch;
        }
        // If the bodies are still apart, a warm start leads the search to a separating plane at once.
        if !memory.is_warm()
            && let Some(is_touch) = alternate::touching_by_alternation((a, b), placement, self.nearest_in(memory))
        {
            observer.shortcut(Shortcut::Alternation);
            return is_touch;
        }
        otherwise(placement, observer, memory)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn distance<O: Observer<V>, M: Memory<V>>(
        self,
        (ends, has_tried): (Ends<V>, bool),
        (observer, memory): (&mut O, &mut M),
        otherwise: impl FnOnce(&mut O, &mut M) -> Separation<V>,
    ) -> Separation<V> {
        let Self { a, b, placed, .. } = self;
        let (_, limit) = ends;
        if is_searched::<_, _, O>(a, b) {
            return otherwise(observer, memory);
        }
        if closed::is_closed(a, b) {
            observer.shortcut(Shortcut::Points);
            return closed::distance((a, b), placed, limit);
        }
        if !has_tried
            && let Some(gap) = points::certificate((a, b), placed)
            && let Some(separation) = gap.known_separation(placed, limit)
        {
            observer.shortcut(Shortcut::Points);
            return separation;
        }
        if !HAS_SPEED {
            return otherwise(observer, memory);
        }
        if let Some(gap) = self.by_kept_features(ends, memory)
            && let Some(separation) = gap.known_separation(placed, limit)
        {
            observer.shortcut(Shortcut::KeptVertices);
            return separation;
        }
        // A constant for most pairs of types, so the compiler removes this block for the others. Those compute the
        // relative placement only in the search, once.
        if !V::Scalar::IS_FLOAT || calipers::suit_calipers(a, b) || alternate::can_alternate(a, b) {
            let placement = placed.placement();
            let placement = placement.borrow();
            let placed = &InA(placement);
            if let Some(gap) = self.by_calipers(placement, memory)
                && let Some(separation) = gap.known_separation(placed, limit)
            {
                observer.shortcut(Shortcut::Calipers);
                return separation;
            }
            if let Some(gap) = self.by_alternation(placement, ends, memory)
                && let Some(separation) = gap.known_separation(placed, limit)
            {
                observer.shortcut(Shortcut::Alternation);
                return separation;
            }
        }
        otherwise(observer, memory)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn proximity<O: Observer<V>, M: Memory<V>, T>(
        self,
        ends: Ends<V>,
        (observer, memory): (&mut O, &mut M),
        map: impl Fn(Proximity<V>) -> T,
        otherwise: impl FnOnce(&P::Placement, &mut O, &mut M) -> T,
    ) -> T {
        let Self { a, b, placed, .. } = self;
        let (_, limit) = ends;
        if !is_searched::<_, _, O>(a, b) && closed::is_closed(a, b) {
            observer.shortcut(Shortcut::Points);
            return map(closed::proximity((a, b), placed, limit));
        }
        if !is_searched::<_, _, O>(a, b)
            && let Some(proximity) = points::proximity((a, b), placed)
        {
            observer.shortcut(Shortcut::Points);
            return map(proximity);
        }
        let (nil, is_searched) = (V::Scalar::NIL, O::SEARCH_ONLY || !HAS_SPEED);
        if !is_searched
            && V::Scalar::IS_FLOAT
            && limit > nil
            && let Some(gap) = self.by_kept_features(ends, memory)
            && let Some(proximity) = gap.known_proximity(placed, limit)
        {
            observer.shortcut(Shortcut::KeptVertices);
            return map(proximity);
        }
        let placement = placed.placement();
        let placement = placement.borrow();
        if is_searched {
            return otherwise(placement, observer, memory);
        }
        if let Some(mut boxes) = Boxes::between(a, b, placement) {
            boxes.look();
            if let Some(proximity) = boxes.proximity(limit) {
                observer.shortcut(Shortcut::SeparatingAxes);
                return map(proximity);
            }
        }
        let placed = &InA(placement);
        if (limit > nil || a.margin() > nil || b.margin() > nil)
            && let Some(gap) = self.by_calipers(placement, memory)
            && let Some(proximity) = gap.known_proximity(placed, limit)
        {
            observer.shortcut(Shortcut::Calipers);
            return map(proximity);
        }
        // The edges give no distance for polygons that are apart. If a distance is wanted, the search comes first,
        // and EPA continues from there.
        if V::IS_PLANAR
            && limit <= nil
            && let Some(polygons) = Polygons::between(a, b, placement)
            && let Some(proximity) = polygons.proximity(limit)
        {
            observer.shortcut(Shortcut::PolygonEdges);
            return map(proximity);
        }
        // In fixed point the search does this: a second copy of the shortcut, beside that in [`distance`], would take
        // as much code again.
        if V::Scalar::IS_FLOAT
            && limit > nil
            && let Some(gap) = self.by_alternation(placement, ends, memory)
            && let Some(proximity) = gap.known_proximity(placed, limit)
        {
            observer.shortcut(Shortcut::Alternation);
            return map(proximity);
        }
        otherwise(placement, observer, memory)
    }

    /// The certificate of two polygons, by rotating calipers. They start at the corners in the memory if that
    /// succeeds, else anew, and leave in the memory the corners that they end at.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn by_calipers(&self, placement: &P::Placement, memory: &mut impl Memory<V>) -> Option<Certificate<V>> {
        if !V::IS_PLANAR || !calipers::suit_calipers(self.a, self.b) {
            return None;
        }
        let walk = |start| calipers::by_calipers((self.a, self.b), placement, start);
        let start = memory.pair(0);
        let warm = if start.is_some() { walk(start) } else { None };
        let (gap, at, to) = warm.or_else(|| walk(None))?;
        memory.keep_pairs(self.in_memory(-gap.dir()), || Some(iter::once(at).chain(to)));
        Some(gap)
    }

    /// The certificate of two cores, if alternating projections find it. They leave in the memory the nearest point
    /// of A, and for boxes the corners that it lies between.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn by_alternation(
        &self,
        placement: &P::Placement,
        ends: Ends<V>,
        memory: &mut impl Memory<V>,
    ) -> Option<Certificate<V>> {
        let (bodies, known) = ((self.a, self.b), self.nearest_in(memory));
        let gap = if V::Scalar::IS_FLOAT {
            alternate::by_alternation(bodies, placement, known, ends)?
        } else {
            boxes_fixed::by_alternation(bodies, placement, known, ends)?
        };
        memory.keep_nearest(self.frame.map_or(gap.witness, |frame| frame.apply(gap.witness)));
        let pairs = || reuse_features::pairs_of_boxes(bodies, placement, gap.witness);
        memory.keep_pairs(self.in_memory(-gap.dir()), pairs);
        Some(gap)
    }

    /// The certificate of two cores, if their nearest points lie between the vertices that those of the last answer
    /// lay between.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn by_kept_features<M: Memory<V>>(&self, ends: Ends<V>, memory: &mut M) -> Option<Certificate<V>> {
        if !M::KEEPS {
            return None;
        }
        let Self { a, b, placed, .. } = *self;
        memory.pair(0)?;
        // These pairs are left to alternating projections. A constant for most pairs of types, so the compiler removes
        // one of the branches.
        let are_boxes = form_of(a).as_box().is_some() && form_of(b).as_box().is_some();
        if alternate::can_alternate(a, b) && !are_boxes && !calipers::suit_calipers(a, b) {
            return None;
        }
        let (gap, axis) = reuse_features::by_kept_features((a, b), placed, |number| memory.pair(number), ends)?;
        memory.keep_axis(self.in_memory(axis));
        Some(gap)
    }

    /// The nearest point of A that the memory holds, in the frame of A.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nearest_in(&self, memory: &impl Memory<V>) -> Option<V> {
        let nearest = memory.nearest()?;
        Some(self.frame.map_or(nearest, |frame| frame.apply_inverse(nearest)))
    }

    /// Takes a direction from the frame of A to that of the memory.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_memory(&self, dir: V) -> V {
        self.frame.map_or(dir, |frame| V::ZERO.turn(&frame.rotation.rows, dir))
    }
}

/// The separating axes of two boxes, as [`touching_boxes`] returns them.
pub type TouchingBoxes<'q, P, V> = Boxes<'q, P, V>;

/// The separating axes of two boxes, which have yet to be evaluated. They take the place of EPA where [`proximity`]
/// left open whether the bodies touch, so that the code of EPA is not linked for boxes.
#[inline]
pub fn touching_boxes<'q, V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placement<V>, O: Observer<V>>(
    (a, b): (&A, &B),
    placement: &'q P,
) -> Option<Boxes<'q, P, V>> {
    if O::SEARCH_ONLY || !HAS_SPEED { None } else { Boxes::between(a, b, placement) }
}

/// Narrows the bounds of the depth of two cores whose polytope filled the workspace, if they are bodies of revolution
/// with one axis. In floats only: in fixed point rounding leaves the witness points of such pairs off by more than
/// bounds that meet would promise.
#[inline]
pub fn narrow_depth<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placement<V>, O: Observer<V>>(
    (a, b): (&A, &B),
    placement: &P,
    known: &mut DepthBounds<V>,
) {
    if !O::SEARCH_ONLY && HAS_SPEED && V::Scalar::IS_FLOAT {
        let supports: [&dyn Fn(V) -> V; 2] = [&|dir| a.support(dir), &|dir| b.support(dir)];
        coaxial::narrow([&form_of(a), &form_of(b)], supports, placement, known);
    }
}

/// The certificate of two bodies with a closed form of their nearest points, otherwise `None`: for casts, which
/// examine many poses.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn certificate<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placed<V>, O: Observer<V>>(
    (a, b): (&A, &B),
    placed: &P,
) -> Option<Certificate<V>> {
    if is_searched::<_, _, O>(a, b) {
        None
    } else if closed::is_closed(a, b) && (V::Scalar::IS_FLOAT || points::has_closed_form(a, b)) {
        // In fixed point casts of two segments are left to the search.
        Some(closed::certificate((a, b), placed))
    } else {
        points::certificate((a, b), placed)
    }
}

/// Where a ray meets a body enlarged by the target distance; `Some(None)` if it is proven to miss, `None` where only
/// a search can tell.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn ray<T: Body<V> + ?Sized, V: Vector, P: Placed<V>, O: Observer<V>>(
    body: &T,
    ray: &Ray<V>,
    placed: &P,
    target: V::Scalar,
    observer: &mut O,
) -> Option<Option<Impact<V>>> {
    if O::SEARCH_ONLY || !HAS_SPEED {
        return None;
    }
    let found = match placed_cores::<_, _, _, _, O>((body, &Point::ORIGIN), placed) {
        None => ray::meeting(body, ray, placed, target),
        Some(cores) => ray::meeting(&Unposed(body), ray, &cores, target),
    };
    decided(found, observer)
}

/// Where B, moving at a constant velocity in the world until a last time, comes as near to A as the target distance;
/// `Some(None)` if they are proven to stay apart, `None` where only a search can tell. `motion` is the velocity and
/// the last time.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn cast<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placed<V>, O: Observer<V>>(
    (a, b): (&A, &B),
    motion: (V, V::Scalar),
    placed: &P,
    target: V::Scalar,
    observer: &mut O,
) -> Option<Option<Impact<V>>> {
    if O::SEARCH_ONLY || !HAS_SPEED {
        return None;
    }
    let found = match placed_cores::<_, _, _, _, O>((a, b), placed) {
        None => ray::encounter((a, b), motion, placed, target),
        Some(cores) => ray::encounter((&Unposed(a), &Unposed(b)), motion, &cores, target),
    };
    decided(found, observer)
}

/// Does a pair have a closed form, [`entry_normal`], of the plane through which one body enters the other?
pub fn has_entry<A: Support + ?Sized, B: Support<Vector = A::Vector> + ?Sized>(a: &A, b: &B) -> bool {
    HAS_SPEED && points::has_closed_form(a, b)
}

/// The outward normal of A where B enters it: see [`entry::entry_normal`].
pub fn entry_normal<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    bodies: (&A, &B),
    placement: &impl Placement<V>,
    unit_velocity: V::UnitVector,
    touch: V::Scalar,
) -> Option<V> {
    entry::entry_normal(bodies, placement, unit_velocity, touch)
}

/// The nearest points of the cores of a pair that has a closed form: see [`points::nearest_points`].
pub fn nearest_points<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    bodies: (&A, &B),
    placement: &impl Placement<V>,
) -> Option<(V, V)> {
    points::nearest_points(bodies, placement)
}

/// The impact that a closed form found, or `Some(None)` if it proves that the bodies do not meet; `None` where only a
/// search can tell.
#[cfg_attr(not(debug_assertions), inline(always))]
fn decided<V: Vector>(found: Result<Impact<V>, Missed>, observer: &mut impl Observer<V>) -> Option<Option<Impact<V>>> {
    let found = match found {
        Ok(impact) => Some(impact),
        Err(Missed::Never) => None,
        Err(Missed::Unknown) => return None,
    };
    observer.shortcut(Shortcut::Ray);
    Some(found)
}
