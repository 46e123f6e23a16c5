//! Sharpens the normal of curved bodies, once the bounds of the depth have met.
//!
//! Along a normal n that is off by an angle φ the support value is too large by (R − U)·φ²/2 only, where R is the
//! radius of curvature of the CSO and U the depth. So the bounds meet while the normal is off by the root of the
//! tolerance. But the residual w − U·n, which is zero at the minimum, has the length (R − U)·φ: to first order it is a
//! linear function of n, with the symmetric matrix H − U·I (see `star.rs`). It is measured at a star of three normals
//! nᵢ (two in the plane), about as far from n as n is off, and the spot is one of three kinds:
//!
//! - Smooth: the shares of the origin in the triangle of the residuals, seen along n, are those of the sought normal in
//!   the nᵢ. If the residual of that normal is not small enough, it replaces one of the nᵢ: a secant step.
//! - Ruled: the CSO contains a line, and the support point jumps from end to end. A fourth normal completes a
//!   rectangle, with two normals for each end. Let x be the component of nᵢ − n across the line, y that of nᵢ along it,
//!   and r and s the same components of the residual. Two normals of one end differ in x: their differences of r and s
//!   are the entries of the matrix in the column of x, and by symmetry in the row. They lead to the r of that end at
//!   y = 0 and any x. The line passes through U·n where the r of both ends, weighted by how near they are, sum to zero;
//!   and it is at right angles to the normal. It turns with x, as its ends have different curvatures: with Δr and Δs
//!   from end to end, y = −x·Δr/Δs.
//! - Flat: the support points are those of a face, and the normal is at right angles to it.
//!
//! A convex edge or corner is never such a spot: where a radius of curvature is less than U, the support value falls
//! as n turns. Any normal's support value bounds the depth, so whatever a step is worth, the bounds hold.

use crate::kernel::difference::{CsoPoint, Difference, Fault};
use crate::kernel::epa::outcome::{DepthGoal, Outcome};
use crate::kernel::epa::star::Probe;
use crate::kernel::polytope::{MET_STEPS, Polytope};
use crate::kernel::secant;
use crate::kernel::simplex::{Simplex, triangle_shares};
use crate::kernel::tuning::{MAX_DEPTH_SECANTS, MAX_SHARP_STARS};
use crate::number::rounding::steps_at;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, unit_length};

#[cfg(test)]
mod tests;

/// Two support points may be the ends of a line if they are more than 2^LINE_BITS times as far apart as on a ball of
/// the size of the bodies with the same normals.
const LINE_BITS: u32 = 3;
/// Support points that are more than 2^SURE_BITS times as far apart are the ends of a line; for others the spot may be
/// smooth, and that is tried first.
const SURE_BITS: u32 = 8;
/// In the direction in which a line is expected, the rectangle of normals is 2^−NARROW_BITS times as long as across.
/// Along a line the support value grows in proportion to the tilt of the normal, so there the bounds alone determine
/// the normal. And the closer the normals of both ends are, the less the curvature spoils the direction from end to
/// end.
const NARROW_BITS: u32 = 2;
/// A star from which the zero of the residual cannot be extrapolated is repeated, 2^STEP_BITS times as large, or as
/// small where the CSO has a line.
const STEP_BITS: u32 = 3;
/// Where the CSO has a line or a bent face, a star leaves up to 2^−SETTLED_BITS of its step, because the curvature
/// changes within it.
const SETTLED_BITS: u32 = 6;
/// The part of the root of the rounding step by which a normal may be off: 2^−FINE_BITS. Heights show the root.
const FINE_BITS: u32 = 4;

/// Sharpens the normal of the answer in `found`, whose bounds have met, and takes points for its facet there. A normal
/// for which the bounds would not have met is not taken.
pub fn sharpen<V: Vector>(
    found: &mut Outcome<V>,
    cso: &mut dyn Difference<V>,
    polytope: &Polytope<'_, V>,
    goal: &DepthGoal<V>,
) -> Result<(), Fault> {
    let extent = polytope.extent;
    let gap = (found.upper - found.lower).max(polytope.resolution(1)).min(extent);
    if is_certain(&found.facet, gap) {
        return Ok(());
    }
    let mut radius = gap.fraction(extent).times(UnitOfVector::<V>::ONE).sqrt();
    let mut line = longest_edge(&found.facet);
    let whole = found.lower + goal.margin;
    let most = found.upper.max(V::Scalar::blend(found.lower, [whole], [goal.tolerance]));
    let (normal, depth) = (found.normal, found.upper);
    let mut star = Star { arms: [Probe::default(); 4], normal, depth, most, size: extent };
    for _ in 0..MAX_SHARP_STARS {
        (star.normal, star.depth) = (found.normal.with_length(unit_length::<V>()), found.upper);
        star.aim(cso, radius, line)?;
        let [a, b, c, _] = star.arms.each_ref().map(|arm| arm.point.w);
        let sure = star.lines(SURE_BITS);
        let is_doubtful = sure == [false; 3];
        let mut is_sharp = is_doubtful && star.secants(cso, found)?;
        let lines = if is_doubtful { star.lines(LINE_BITS) } else { sure };
        if !is_sharp && lines == [true; 3] {
            // In the plane a line of the CSO is a face.
            is_sharp = star.flat(cso, found)? || V::DIM == 2;
        }
        // The ends of a line may be so bent that the points of one end are far apart, too.
        let is_line = matches!(lines, [false, true, _] | [true, true, true]);
        if !is_sharp && is_line {
            line = a - c;
            is_sharp = star.ruled(cso, found, line)?;
        }
        let step = (found.normal - star.normal).length().fraction(unit_length::<V>());
        if is_sharp && step.scaled(UnitOfVector::<V>::halved(SETTLED_BITS)) <= fine::<V>() {
            return Ok(());
        }
        // The next star is smaller, so that what the curvature changes between its normals counts less, or its narrow
        // side is along the line, or it is wider.
        match lines {
            _ if is_sharp || is_line => radius = radius.scaled(UnitOfVector::<V>::halved(STEP_BITS)),
            [true, ..] => line = a - b,
            _ => radius = (0..STEP_BITS).fold(radius, |radius, _| radius + radius),
        }
    }
    Ok(())
}

/// The angle by which a normal may be off: twice the tolerance, or a part of the root of the rounding step if that is
/// larger, as it is in `f32`.
fn fine<V: Vector>() -> UnitOfVector<V> {
    let root = UnitOfVector::<V>::ROUNDING.times(UnitOfVector::<V>::ONE).sqrt();
    let part = root.scaled(UnitOfVector::<V>::halved(FINE_BITS));
    part.max(V::Scalar::CURVED_TOLERANCE + V::Scalar::CURVED_TOLERANCE)
}

/// Does the facet prove the normal, given the gap between the bounds? The sought normal has no point of the CSO beyond
/// the depth. So where a facet contains the foot of the origin with a disc of radius r around it, the angle between the
/// two normals is at most the gap over r, up to terms of second order. Where the foot is outside, the nearest point of
/// the facet is on an edge, so r is zero within rounding: less than the gap, which is at least a rounding step.
fn is_certain<V: Vector>(facet: &Simplex<V>, gap: V::Scalar) -> bool {
    gap <= disc(facet, facet.nearest_point()).scaled(fine::<V>())
}

/// The radius of the largest disc around a point of a facet that the facet contains. In the plane the disc is a segment
/// between two corners.
fn disc<V: Vector>(facet: &Simplex<V>, center: V) -> V::Scalar {
    let mut radius = V::Scalar::MAX;
    let mut from = facet.points().last();
    for point in facet.points() {
        let edge = from.filter(|_| V::DIM > 2).map_or(V::ZERO, |from| point.w - from.w);
        let rest = center - point.w;
        radius = radius.min(rest.blend([edge], [-rest.dot(edge).ratio(edge.dot(edge))]).length());
        from = Some(point);
    }
    radius
}

/// The longest edge of a facet; zero if it has none.
fn longest_edge<V: Vector>(facet: &Simplex<V>) -> V {
    let (mut longest, mut from) = (V::ZERO, facet.points().last());
    for point in facet.points() {
        let edge = from.map_or(V::ZERO, |from| point.w - from.w);
        if edge.dot(edge) > longest.dot(longest) {
            longest = edge;
        }
        from = Some(point);
    }
    longest
}

/// Normals around that of the answer.
struct Star<V: Vector> {
    /// A corner of the rectangle, its neighbors along the wide and along the narrow side, and the corner opposite to
    /// it. In the plane only the first two are used.
    arms: [Probe<V>; 4],
    /// The normal of the answer, of [`unit_length`].
    normal: V,
    /// The support value of the answer.
    depth: V::Scalar,
    /// The largest support value for which the bounds meet.
    most: V::Scalar,
    /// The largest coordinate of the points met.
    size: V::Scalar,
}

impl<V: Vector> Star<V> {
    /// Tries the normals of the star, except the last one, at about the given distance from that of the answer. The
    /// narrow side of the rectangle is along a line.
    fn aim(&mut self, cso: &mut dyn Difference<V>, radius: UnitOfVector<V>, line: V) -> Result<(), Fault> {
        let length = unit_length::<V>();
        let across = self.normal.across(line);
        let across = if across == V::ZERO { self.normal.around()[0] } else { across };
        let wide = across.with_length(length);
        let along = self.normal.across(across);
        let narrow = if along == V::ZERO {
            along
        } else {
            V::ZERO.blend([along.with_length(length)], [UnitOfVector::<V>::halved(NARROW_BITS)])
        };
        for (arm, side) in self.arms.iter_mut().zip([wide + narrow, narrow - wide, wide - narrow, -wide - narrow]) {
            arm.normal = self.normal.blend([side], [radius]).with_length(length);
        }
        for arm in self.arms.iter_mut().take(V::DIM) {
            arm.aim(cso, arm.normal)?;
            self.size = self.size.max(arm.point.size());
        }
        Ok(())
    }

    /// Are the support points of the first and the second normal 2^`bits` times as far apart as on a ball of the size;
    /// those of the first and third; those of the second and third? In the plane the first answer stands for all.
    fn lines(&self, bits: u32) -> [bool; 3] {
        let [a, b, c, _] = self.arms.each_ref();
        let is_line = |one: &Probe<V>, other: &Probe<V>| {
            let turn = (one.normal - other.normal).length().fraction(unit_length::<V>());
            let reach = (0..bits).fold(turn, |reach, _| reach + reach);
            !(one.point.w - other.point.w).is_within(self.size.scaled(reach))
        };
        let first = is_line(a, b);
        if V::DIM > 2 { [first, is_line(a, c), is_line(b, c)] } else { [first; 3] }
    }

    /// Takes a normal as the answer if the bounds meet with it, within rounding. Points for the facet are its support
    /// point and some others.
    fn take(&self, found: &mut Outcome<V>, probe: &Probe<V>, others: &[CsoPoint<V>]) -> bool {
        let is_good = probe.height <= self.most + steps_at(MET_STEPS, self.size);
        if is_good {
            (found.normal, found.upper) = (probe.normal, probe.height);
            found.facet.clear();
            found.facet.push(&probe.point);
            others.iter().for_each(|point| found.facet.push(point));
        }
        is_good
    }

    /// Tries the normal of a face through the support points. Returns false if they are not of a face: the normal is
    /// too high, or the CSO goes so far beyond the face that its normal may be off by more than it may.
    fn flat(&self, cso: &mut dyn Difference<V>, found: &mut Outcome<V>) -> Result<bool, Fault> {
        let points = self.arms.each_ref().map(|arm| arm.point);
        let [a, b, c, _] = points;
        let normal = if V::DIM > 2 { V::triangle_axis(a.w, b.w, c.w) } else { (a.w - b.w).around()[0] };
        let normal = if normal.dot(self.normal) < AreaOfVector::<V>::ZERO { -normal } else { normal };
        if normal == V::ZERO {
            return Ok(true);
        }
        let mut probe = Probe::default();
        probe.aim(cso, normal.with_length(unit_length::<V>()))?;
        // Within rounding the facet of the polytope is as good.
        let rounding = steps_at(MET_STEPS, self.size);
        if probe.height + rounding < self.depth {
            self.take(found, &probe, [b, a, c].get(..V::DIM - 1).unwrap_or_default());
        }
        // The argument of `is_certain`, with a disc around another point: a, b and c are corners of one face.
        let mut face = Simplex::default();
        points.iter().take(V::DIM).for_each(|point| face.push(point));
        let (least, _) = face.range(probe.normal);
        let gap = probe.height - least.per(probe.normal.length());
        let center = a.w.blend([b.w - a.w, c.w - a.w], [UnitOfVector::<V>::halved(2); 2]);
        let allowed = disc(&face, center).scaled(fine::<V>()).max(rounding);
        Ok(probe.height <= self.most + rounding && gap <= allowed)
    }

    /// Takes secant steps towards the zero of the residual. Returns false if that is too far for the star, or if the
    /// spot is not smooth.
    fn secants(&self, cso: &mut dyn Difference<V>, found: &mut Outcome<V>) -> Result<bool, Fault> {
        let length = unit_length::<V>();
        let [mut a, mut b, mut c, _] = self.arms;
        let (mut probe, mut last, mut least) = (Probe::default(), None, V::Scalar::MAX);
        for _ in 0..MAX_DEPTH_SECANTS {
            let residuals = [&a, &b, &c].map(|arm| arm.eroded(self.depth));
            let shares = triangle_shares(&residuals, Some(self.normal)).shares;
            let target = secant::combined([a.normal, b.normal, c.normal], shares);
            if target == V::ZERO {
                break;
            }
            let target = target.with_length(length);
            // The next step is the error of the last one.
            let is_near = |last: V| {
                let step = (target - last).length();
                step <= length.scaled(fine::<V>())
            };
            if last.is_some_and(is_near) {
                break;
            }
            probe.aim(cso, target)?;
            let residual = probe.eroded(self.depth).length();
            let [at_a, at_b, at_c] = residuals.map(V::length);
            let at_c = if V::DIM > 2 { at_c } else { V::Scalar::NIL };
            let is_less = residual < at_a && residual < at_b && (residual < at_c || V::DIM == 2);
            if !is_less || residual >= least || !self.take(found, &probe, &[]) {
                break;
            }
            (last, least) = (Some(target), residual);
            let worst = if at_a >= at_b && at_a >= at_c {
                &mut a
            } else if at_b >= at_c {
                &mut b
            } else {
                &mut c
            };
            *worst = probe;
        }
        Ok(last.is_some())
    }

    /// Takes the normal of a line whose ends are the support points of the first two normals and of the other two.
    /// Returns false if another star is needed: the line is not along the narrow side of the rectangle, or the normal
    /// is too high. Of the second kind a normal may be taken, around which the next star is.
    fn ruled(&mut self, cso: &mut dyn Difference<V>, found: &mut Outcome<V>, line: V) -> Result<bool, Fault> {
        let length = unit_length::<V>();
        let [.., last] = &mut self.arms;
        last.aim(cso, last.normal)?;
        let line = line.with_length(length);
        let across = self.normal.across(line).with_length(length);
        let [a, b, c, d] = &self.arms;
        let x = |arm: &Probe<V>| across.dot(arm.normal - self.normal).per(length);
        let y = |arm: &Probe<V>| line.dot(arm.normal).per(length);
        let r = |arm: &Probe<V>| across.dot(arm.eroded(self.depth)).per(length);
        let s = |arm: &Probe<V>| line.dot(arm.eroded(self.depth)).per(length);
        let (skew, width) = ((x(a) - x(c)).abs(), (x(a) - x(b)).abs());
        if skew + skew + skew + skew > width {
            return Ok(false);
        }
        let share = (-s(c)).fraction(s(a) - s(c));
        let (mut value, mut slope) = (V::Scalar::NIL, V::Scalar::NIL);
        // From the first end to the second: what r changes at x = y = 0, and its slope.
        let (mut rise, mut steeper) = (V::Scalar::NIL, V::Scalar::NIL);
        for (one, other, share) in [(a, b, share), (c, d, UnitOfVector::<V>::ONE - share)] {
            let entry = |difference: V::Scalar| difference.times(length).per(x(one) - x(other));
            let (straight, mixed) = (entry(r(one) - r(other)), entry(s(one) - s(other)));
            let at_zero = r(one) - straight.times(x(one)).per(length) - mixed.times(y(one)).per(length);
            value = V::Scalar::blend(value, [at_zero], [share]);
            slope = V::Scalar::blend(slope, [straight], [share]);
            (rise, steeper) = (at_zero - rise, straight - steeper);
        }
        let is_minimum = slope > V::Scalar::NIL;
        if !is_minimum {
            return Ok(false);
        }
        let turn = -value.fraction(slope);
        let turned = self.normal.blend([across], [turn]);
        let apart = V::Scalar::blend(rise, [steeper], [turn]).fraction(s(a) - s(c));
        let tilt = UnitOfVector::<V>::blend(-line.dot(turned).per(length).fraction(length), [apart], [turn]);
        let upright = turned.blend([line], [tilt]);
        let mut probe = Probe::default();
        probe.aim(cso, upright.with_length(length))?;
        let others = |probe: &Probe<V>| {
            let is_at_first = (s(probe) - s(a)).abs() < (s(probe) - s(c)).abs();
            if is_at_first { [c.point, d.point] } else { [a.point, b.point] }
        };
        if self.take(found, &probe, &others(&probe)) {
            return Ok(true);
        }
        // This end is too high, by an error of second order. It sinks if the normal turns away from it along the line.
        let tilt = (probe.height - self.depth).fraction(s(&probe));
        probe.aim(cso, probe.normal.blend([line], [-tilt]).with_length(length))?;
        self.take(found, &probe, &others(&probe));
        Ok(false)
    }
}
