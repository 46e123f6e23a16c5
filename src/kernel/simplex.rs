//! The simplex of GJK: at most four points of the CSO, and the part of them nearest to the origin.
//!
//! Symbols: a is the newest point, b c d the kept ones, ab = b − a and so on, n a normal, axis the direction from the
//! origin to the nearest point, height = axis·a, norm = axis·axis; the distance is height/√norm. Axes come from cross
//! products, each scaled to a direction by one power of two, which is exact for floats; fixed point rounds to the bits
//! of a direction. So no product has more than two factors of the size of a length, and the error of an axis does not
//! grow as the distance shrinks to a few rounding steps. Slivers, whose cross product loses digits, are straightened
//! (`weights.rs`).
//!
//! The newest point lies on the origin's side of the plane through the previous nearest point at right angles to the
//! axis, so the nearest feature contains it: only features with a are tested (Cameron 1997; van den Bergen 1999). The
//! reduction has no tolerance: the progress rules of `gjk.rs`, which drives it, catch what rounding spoils.
//!
//! This file is the container. The part nearest to the origin follows in `nearest.rs`, the tests that find it in
//! `planar.rs` and `spatial.rs`, the barycentric coordinates in `shares.rs` and `weights.rs`. `outlook.rs` is for
//! simplices that rounding spoils.

use crate::kernel::difference::CsoPoint;
use crate::kernel::simplex::nearest::{ALL, Nearest, nearest_edge};
use crate::kernel::simplex::shares::Shares;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector, by_dimension};
use heapless::Vec;

pub mod nearest;
mod outlook;
mod planar;
pub mod shares;
mod spatial;
#[cfg(test)]
mod tests;
mod weights;

/// A squared height over a line counts as zero up to this many rounding steps of the squared length of the line.
const SQUARED_NOISE_STEPS: u32 = 64;

by_dimension! {
    /// Of the simplex that two or three kept points and the newest span, the part nearest to the origin. `axis`, the
    /// direction from the origin to the nearest point of the kept ones, only decides where to look first.
    fn reduce['s](newest: V, kept: &'s [CsoPoint<V>], axis: V) -> Nearest<V> = planar::reduce, spatial::reduce
}

by_dimension! {
    /// The shares of three points in the foot of the origin on their plane (see [`Shares`]). With a normal, their
    /// shares in the origin, everything projected along that normal; in 2D only the first two points are used then.
    /// Points passed by value would be copied, which takes 3.9 % more stack for a distance in `f32` on a Cortex-M4F.
    pub fn triangle_shares['p](points: &'p [V; 3], normal: Option<V>) -> Shares<V>
        = planar::triangle_shares, spatial::triangle_shares
}

/// Up to four points of the CSO. In GJK their hull contains the point nearest to the origin, all of them are needed for
/// that, and the newest is the last; in EPA they are the corners of a facet.
#[derive(Debug, Default)]
pub struct Simplex<V> {
    points: Vec<CsoPoint<V>, 4>,
}

impl<V: Vector> Simplex<V> {
    pub fn points(&self) -> &[CsoPoint<V>] {
        &self.points
    }

    pub fn contains(&self, w: V) -> bool {
        self.points.iter().any(|point| point.w == w)
    }

    /// Of the simplex that these points and `newest` span, the part nearest to the origin. `axis` leads from the origin
    /// to the nearest point of these points alone; it only decides where to look first.
    #[cfg_attr(feature = "speed", inline(always))]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn reduce(&self, newest: V, axis: V) -> Nearest<V> {
        match self.points.as_slice() {
            kept @ ([] | [_]) => nearest_edge(newest, kept, ALL),
            kept => reduce(newest, kept, axis),
        }
    }

    /// Of the simplex that these points and `newest` span, the part nearest to the origin, if all of them are needed
    /// for it. `None` also if the simplex contains the origin.
    pub fn carried_with(&self, newest: V) -> Option<Nearest<V>> {
        let found = self.reduce(newest, V::ZERO);
        let is_carried_by_all = (0..self.points.len()).all(|index| found.kept >> index & 1 != 0);
        (found.is_outside() && !found.is_hidden() && is_carried_by_all).then_some(found)
    }

    /// Reduces the simplex to `newest` and those of its points that have their bit set in `kept`.
    #[cfg_attr(feature = "speed", inline)]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn keep(&mut self, kept: u32, newest: &CsoPoint<V>) {
        self.retain(kept);
        self.push(newest);
    }

    /// Keeps the points that have their bit set in `kept`. They move to the front in ascending order, so none is
    /// overwritten before it is read.
    #[inline]
    pub fn retain(&mut self, kept: u32) {
        let mut len = 0;
        for index in 0..self.points.len() {
            if kept >> index & 1 != 0 {
                self.replace(len, index);
                len += 1;
            }
        }
        self.points.truncate(len);
    }

    pub fn clear(&mut self) {
        self.points.clear();
    }

    /// Adds a point. There is room for four; a fifth is ignored.
    pub fn push(&mut self, point: &CsoPoint<V>) {
        let _ = self.points.push(point.each());
    }

    /// The largest magnitude of a coordinate of the points.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn extent(&self) -> V::Scalar {
        self.points.iter().fold(V::Scalar::NIL, |extent, point| extent.max(point.w.max_abs()))
    }

    /// Copies the points of another simplex, one by one. A clone would move them as a whole, for which `memcpy` is
    /// linked: 900 bytes of flash on a Cortex-M4F. One copy of this for all callers takes 80 bytes less there.
    #[inline(never)]
    pub fn assign(&mut self, other: &Self) {
        self.points.clear();
        other.points.iter().for_each(|point| self.push(point));
    }

    /// Exchanges the first and the last point.
    pub fn swap_ends(&mut self) {
        if let [first, .., last] = self.points.as_mut_slice() {
            core::mem::swap(first, last);
        }
    }

    /// Exchanges the point at the index `place`, if there is one, for `point`.
    pub fn exchange(&mut self, place: usize, point: &mut CsoPoint<V>) {
        if let Some(slot) = self.points.get_mut(place) {
            core::mem::swap(slot, point);
        }
    }

    /// Moves the point farthest from `a` or, if `ab` is not zero, from the line through `a` along `ab` out of the
    /// simplex into `taken`. Returns false, and moves nothing, if no point is off by more than rounding.
    pub fn take_farthest(&mut self, a: V, ab: V, taken: &mut CsoPoint<V>) -> bool {
        let length_squared = ab.dot(ab);
        // The squared height is a difference of squares, good to a few rounding steps of the larger one.
        let noise = length_squared.portion(V::Scalar::ROUNDING);
        let mut best = (0..SQUARED_NOISE_STEPS.ilog2()).fold(noise, |sum, _| sum + sum);
        let mut found = None;
        for (i, p) in self.points.iter().enumerate() {
            let ap = p.w - a;
            let mut height_squared = ap.dot(ap);
            if ab != V::ZERO {
                height_squared = height_squared - ap.dot(ab).squared_per(length_squared);
            }
            if height_squared > best {
                (best, found) = (height_squared, Some(i));
            }
        }
        let Some((index, point)) = found.and_then(|index| Some((index, self.points.get(index)?))) else { return false };
        taken.assign(point);
        self.remove(index);
        true
    }

    /// Removes the point at an index; the last point takes its place.
    pub fn remove(&mut self, index: usize) {
        let last = self.points.len().saturating_sub(1);
        self.replace(index, last);
        self.points.truncate(last);
    }

    /// Copies the point at the index `by`, which is not less than `place`, to `place`.
    #[inline]
    fn replace(&mut self, place: usize, by: usize) {
        if let Some([slot, .., point]) = self.points.get_mut(place..by + 1) {
            slot.assign(point);
        }
    }

    /// The least and the largest product of the points with a direction.
    pub fn range(&self, direction: V) -> (AreaOfVector<V>, AreaOfVector<V>) {
        let products = self.points.iter().map(|point| direction.dot(point.w));
        products.fold((AreaOfVector::<V>::MAX, -AreaOfVector::<V>::MAX), |(least, most), product| {
            (least.min(product), most.max(product))
        })
    }
}
