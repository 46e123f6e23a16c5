//! Formulas of the forms of bodies: the point nearest to a given one, the plane through which a moving point enters,
//! and how far a body reaches along a direction.
//!
//! Each formula is a constant `None` for the forms that do not have it, so code that known types do not need is not
//! linked.

use crate::body::form::{Core, Form};
use crate::body::hint::Hint;
use crate::body::shape::rim;
use crate::body::support::{ScalarOf, Support, form_of};
use crate::number::rounding;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{
    AreaOfVector, Vec2, Vec3, Vector, by_dimension, eighth_displacement, foot_on_segment, vec2,
};
use crate::shortcut::entry;

impl<V: Vector> Form<'_, V> {
    /// The point of the core nearest to `point`, up to rounding; always a point of the core. `None` for forms without
    /// a formula, among them polygons of more than [`entry::MAX_ENTRY_CORNERS`] corners, which have too many edges to
    /// test.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn nearest_to(&self, point: V) -> Option<V> {
        if self.is_typed { self.nearest_inlined(point) } else { self.nearest_shared(point) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nearest_inlined(&self, point: V) -> Option<V> {
        match &self.pose {
            None => nearest(&self.core, point),
            Some(pose) => Some(pose.apply(nearest(&self.core, pose.apply_inverse(point))?)),
        }
    }

    /// [`nearest_inlined`](Self::nearest_inlined) in one copy for all trait objects: 24 kB less flash in
    /// `tests/firmware` on a Cortex-M0.
    #[inline(never)]
    fn nearest_shared(&self, point: V) -> Option<V> {
        self.nearest_inlined(point)
    }

    /// Does the form have the formula of [`nearest_to`](Self::nearest_to)?
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn has_nearest(&self) -> bool {
        match self.core {
            Core::Other | Core::Ellipsoid(_) | Core::Mesh(_) => false,
            Core::Polygon(corners) => corners.len() <= entry::MAX_ENTRY_CORNERS as usize,
            _ => true,
        }
    }

    /// The outward normal of the core, as a direction, where a point that moves from `start` along `dir` enters it.
    /// For a point that passes by, the normal of a plane that keeps it out. `None` if the form has no formula, or if
    /// it gives no normal, as inside a box.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn entry_normal(&self, start: V, dir: V) -> Option<V> {
        let Some(pose) = &self.pose else { return entry_normal(&self.core, start, dir) };
        let rows = &pose.rotation.rows;
        let normal = entry_normal(&self.core, pose.apply_inverse(start), V::turn_back(rows, dir))?;
        Some(V::ZERO.turn(rows, normal))
    }

    /// The result of [`entry_normal`](Self::entry_normal) for a form that finds the facet quickly, a polygon or a
    /// mesh, and three points of the core between which the point enters; in the plane, between the first two. The
    /// hint is left near the facet.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn entry_facet(&self, start: V, dir: V, hint: &mut Hint) -> Option<(V, [V; 3])> {
        let Some(pose) = &self.pose else { return entry_facet(&self.core, start, dir, hint) };
        let rows = &pose.rotation.rows;
        let (normal, corners) = entry_facet(&self.core, pose.apply_inverse(start), V::turn_back(rows, dir), hint)?;
        Some((V::ZERO.turn(rows, normal), corners.map(|corner| pose.apply(corner))))
    }
}

/// How far the core of a body reaches along `dir`. Returns (dir·p, e), with p the support point, which need not be
/// determined: the true value is at most dir·p + e·max|dirᵢ|. The search for p begins at the hint.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn reach<T: Support + ?Sized>(body: &T, dir: T::Vector, hint: Hint) -> (AreaOfVector<T::Vector>, ScalarOf<T>) {
    match form_of(body) {
        Form { core: Core::Box(half), pose: None, .. } => {
            (dir.component_abs().dot(half), rounding::of_distance(half.max_abs()))
        }
        Form { core: Core::Mesh(mesh), pose: None, .. } => mesh.reach(dir, hint),
        _ => reach_of_support(body, dir, hint),
    }
}

/// [`reach`] by the support function.
fn reach_of_support<T: Support + ?Sized>(
    body: &T,
    dir: T::Vector,
    mut hint: Hint,
) -> (AreaOfVector<T::Vector>, ScalarOf<T>) {
    let point = body.support_from(dir, &mut hint);
    (dir.dot(point), rounding::of_distance(point.max_abs()))
}

/// [`Form::nearest_to`] in the frame of the core.
#[cfg_attr(not(debug_assertions), inline(always))]
fn nearest<V: Vector>(core: &Core<'_, V>, point: V) -> Option<V> {
    match *core {
        Core::Point(center) => Some(center),
        Core::Segment(a, b) => Some(foot_on_segment(a, b, point)),
        Core::Box(half) => Some(point.component_min(half).component_max(-half)),
        Core::Polygon(_) | Core::Cylinder { .. } | Core::Cone { .. } => nearest_of_other(core, point),
        Core::Other | Core::Ellipsoid(_) | Core::Mesh(_) => None,
    }
}

by_dimension! {
    fn nearest_of_other['c, 'a: 'c](core: &'c Core<'a, V>, point: V) -> Option<V> = nearest_in_plane, nearest_in_space
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn nearest_in_plane<S: Scalar>(core: &Core<'_, Vec2<S>>, point: Vec2<S>) -> Option<Vec2<S>> {
    if let Core::Polygon(corners) = core { nearest_of_polygon(corners, point) } else { None }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn nearest_in_space<S: Scalar>(core: &Core<'_, Vec3<S>>, point: Vec3<S>) -> Option<Vec3<S>> {
    match *core {
        Core::Cylinder { half_height, radius } => Some(nearest_of_cylinder(half_height, radius, point)),
        Core::Cone { half_height, radius } => Some(nearest_of_cone(half_height, radius, point)),
        _ => None,
    }
}

/// The point of a polygon nearest to `point`: on the corner or the edge whose Voronoi region contains it, or `point`
/// itself if it is inside. `None` if there are too many edges to test.
fn nearest_of_polygon<S: Scalar>(corners: &[Vec2<S>], point: Vec2<S>) -> Option<Vec2<S>> {
    let count = corners.len();
    if count > entry::MAX_ENTRY_CORNERS as usize {
        return None;
    }
    // How far the point is ahead of `of`, an end of an edge, times the length of the edge.
    let ahead = |edge: Vec2<S>, of: Vec2<S>| eighth_displacement(of, point).dot(edge);
    let [mut from, second] = [*corners.last()?, *corners.get(count.saturating_sub(2))?];
    let mut is_past = ahead(eighth_displacement(second, from), from) >= S::Area::ZERO;
    for &to in corners {
        let edge = eighth_displacement(from, to);
        let is_ahead = ahead(edge, from) > S::Area::ZERO;
        if is_past && !is_ahead {
            return Some(from);
        }
        is_past = ahead(edge, to) >= S::Area::ZERO;
        if is_ahead && !is_past && edge.perp_dot(eighth_displacement(from, point)) < S::Area::ZERO {
            return Some(foot_on_segment(from, to, point));
        }
        from = to;
    }
    Some(point)
}

/// The point of a cylinder nearest to `point`: height and distance from the axis are clamped separately.
#[inline]
fn nearest_of_cylinder<S: Scalar>(half_height: S, radius: S, point: Vec3<S>) -> Vec3<S> {
    let across = point.truncate();
    let is_inside = across.is_within(radius) && across.length() <= radius;
    let foot = if is_inside { across } else { rim(radius, across) };
    foot.extend(point.z.min(half_height).max(-half_height))
}

/// The point of a cone nearest to `point`. In the half-plane of the axis and the point, the side is a segment from
/// the rim to the apex.
fn nearest_of_cone<S: Scalar>(half_height: S, radius: S, point: Vec3<S>) -> Vec3<S> {
    let across = point.truncate();
    let beside = across.length();
    let (apex, rim_point) = (vec2(S::NIL, half_height), vec2(radius, -half_height));
    let seen = vec2(beside, point.z);
    let outward = eighth_displacement(apex, rim_point).perp();
    if point.z < -half_height && beside <= radius {
        return across.extend(-half_height);
    }
    // A cone without height or radius lies on the line of its side, and so may points beside it: the extents tell
    // which points are inside.
    let is_level = point.z.is_within(half_height) && beside <= radius;
    if is_level && eighth_displacement(apex, seen).dot(outward) <= S::Area::ZERO {
        return point;
    }
    let foot = foot_on_segment(apex, rim_point, seen);
    rim(foot.x, across).extend(foot.y)
}

/// [`Form::entry_normal`] in the frame of the core.
#[cfg_attr(not(debug_assertions), inline(always))]
fn entry_normal<V: Vector>(core: &Core<'_, V>, start: V, dir: V) -> Option<V> {
    match *core {
        Core::Box(half) => entry::of_box(half, start, dir),
        Core::Polygon(_) | Core::Cylinder { .. } | Core::Cone { .. } => entry_of_other(core, start, dir),
        _ => None,
    }
}

by_dimension! {
    fn entry_of_other['c, 'a: 'c](core: &'c Core<'a, V>, start: V, dir: V) -> Option<V>
    = entry_in_plane, entry_in_space
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn entry_in_plane<S: Scalar>(core: &Core<'_, Vec2<S>>, start: Vec2<S>, dir: Vec2<S>) -> Option<Vec2<S>> {
    if let Core::Polygon(corners) = core { Some(entry::of_polygon(corners, start, dir)?.0) } else { None }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn entry_in_space<S: Scalar>(core: &Core<'_, Vec3<S>>, start: Vec3<S>, dir: Vec3<S>) -> Option<Vec3<S>> {
    match *core {
        Core::Cylinder { half_height, radius } => Some(entry::of_cylinder(half_height, radius, start, dir)),
        Core::Cone { half_height, radius } => entry::of_cone(half_height, radius, start, dir),
        _ => None,
    }
}

/// [`Form::entry_facet`] in the frame of the core.
#[cfg_attr(not(debug_assertions), inline(always))]
fn entry_facet<V: Vector>(core: &Core<'_, V>, start: V, dir: V, hint: &mut Hint) -> Option<(V, [V; 3])> {
    match *core {
        Core::Mesh(mesh) => mesh.entry_facet(start, dir, hint),
        // There are no polygons in space.
        Core::Polygon(corners) if V::IS_PLANAR => {
            let (normal, number) = entry::of_polygon(corners, start, dir)?;
            let from = *corners.get(number)?;
            let to = corners.get(number + 1).or(corners.first()).copied()?;
            *hint = Hint::new(number as u32);
            Some((normal, [from, to, to]))
        }
        _ => None,
    }
}
