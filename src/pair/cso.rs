//! The Minkowski difference A − B of two placed bodies, in A's frame and scaled by one power of two.
//!
//! Everything a search computes is in A's frame: bodies far from the origin lose only the digits that their relative
//! translation costs. The power of two comes from the first support points, so the size of a pair has no influence on
//! its answer. If a later point leaves the working range (a long body whose near end was seen first), the query starts
//! over with a smaller power of two; each restart takes off several bits, so there are few.

use crate::body::hint::Hint;
use crate::body::support::{Body, are_polytopes};
use crate::kernel::difference::{CsoPoint, Difference, Fault};
use crate::number::scalar::Scalar;
use crate::number::vector::Vector;
use crate::pair::place::Placement;
use crate::pair::record::{Record, VertexPair};

/// The Minkowski difference of the cores of two placed bodies.
pub struct Cso<'q, A: ?Sized, B: ?Sized, P: Placement<V>, R: ?Sized, V: Vector> {
    a: &'q A,
    b: &'q B,
    placement: &'q P,
    /// The origin of B's frame in A's frame, at the scale of the query.
    origin: V,
    zoom: <V::Scalar as Scalar>::Zoom,
    /// Has the scale been chosen? The first support points do that.
    is_scaled: bool,
    /// Is the scale other than one? Usually it is one, and the search need not wait for a scaling.
    is_zoomed: bool,
    /// The larger of the two margins, not scaled: one of the lengths that the scale has to fit.
    margin: V::Scalar,
    /// The hints of both bodies: where their support functions begin to search.
    pub hints: VertexPair,
    /// Notes every point that is computed.
    pub record: &'q mut R,
}

impl<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placement<V>, R: Record<V> + ?Sized> Difference<V>
    for Cso<'_, A, B, P, R, V>
{
    #[cfg_attr(feature = "speed", inline(always))]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn support(&mut self, dir: V, point: &mut CsoPoint<V>) -> Result<(), Fault> {
        let (a, b) = self.local_support(dir);
        self.meet(&a, &b, point)
    }

    fn is_curved(&self) -> bool {
        !are_polytopes(self.a, self.b)
    }

    fn known(&self, number: usize) -> Option<&CsoPoint<V>> {
        self.record.known(number)
    }

    fn zoom(&self) -> <V::Scalar as Scalar>::Zoom {
        self.zoom
    }
}

impl<'q, V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placement<V>, R: Record<V> + ?Sized>
    Cso<'q, A, B, P, R, V>
{
    /// The difference of two bodies at the scale `zoom`. For `None` the scale is chosen to fit the first support points
    /// and `margin`, the larger margin of the two.
    pub fn new(
        a: &'q A,
        b: &'q B,
        placement: &'q P,
        zoom: Option<<V::Scalar as Scalar>::Zoom>,
        margin: V::Scalar,
        record: &'q mut R,
    ) -> Self {
        let hints = (Hint::default(), Hint::default());
        let is_scaled = zoom.is_some();
        let zoom = zoom.unwrap_or(V::Scalar::NO_ZOOM);
        let (origin, is_zoomed) = (placement.origin().zoom(zoom), zoom != V::Scalar::NO_ZOOM);
        Self { a, b, placement, origin, zoom, is_scaled, is_zoomed, margin, hints, record }
    }

    /// Sets the scale by the size of the first support points and of the larger margin. If all of these are zero, the
    /// largest scale is tried first.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn scale_for(&mut self, a: &V, b: &V) {
        let extent = a.max_abs().max(self.placement.extent(*b)).max(self.margin);
        let zoom = V::Scalar::zoom_for(extent.max(V::Scalar::LEAST));
        (self.zoom, self.origin) = (zoom, self.placement.origin().zoom(zoom));
        (self.is_scaled, self.is_zoomed) = (true, zoom != V::Scalar::NO_ZOOM);
    }

    /// The next smaller scale, for another search after [`Fault::Scale`], which means that there is one. Forgets the
    /// points noted so far.
    pub fn zoom_out(&mut self) -> <V::Scalar as Scalar>::Zoom {
        self.record.clear();
        V::Scalar::zoom_out(self.zoom).unwrap_or(self.zoom)
    }

    /// The support points of both bodies, each in its own frame.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn local_support(&mut self, dir: V) -> (V, V) {
        let dir_to_b = self.placement.direction_to_b(-dir);
        let on_a = self.a.support_from(dir, &mut self.hints.0);
        let on_b = self.b.support_from(dir_to_b, &mut self.hints.1);
        (on_a, on_b)
    }

    /// Computes and notes the pairs of vertices that carried the last answer, up to the first that is not available or
    /// out of range. With `only_touch` there are none for bodies that were apart.
    pub fn recall(&mut self, only_touch: bool) {
        let mut number = 0;
        while let Some(pair) = self.record.pair(number, only_touch) {
            let (Some(a), Some(b)) = (self.a.vertex(pair.0), self.b.vertex(pair.1)) else { return };
            self.hints = pair;
            if self.meet(&a, &b, &mut CsoPoint::default()).is_err() {
                return;
            }
            number += 1;
        }
    }

    /// Writes the difference of two points of the bodies, each in its own body's frame, and notes it in the record. The
    /// first points set the scale, unless it was given to [`new`](Self::new).
    #[cfg_attr(feature = "speed", inline(always))]
    pub fn meet(&mut self, a: &V, b: &V, point: &mut CsoPoint<V>) -> Result<(), Fault> {
        if !self.is_scaled {
            self.scale_for(a, b);
        }
        self.difference(a, b, point)?;
        self.record.note(point, self.hints);
        Ok(())
    }

    // Without this attribute the touch of hulls in `f32` takes 3 % more instructions on a Cortex-M4F.
    #[cfg_attr(feature = "speed", inline(always))]
    fn difference(&self, a: &V, b: &V, point: &mut CsoPoint<V>) -> Result<(), Fault> {
        let (zoomed_a, zoomed_b) = if self.is_zoomed || cfg!(not(feature = "speed")) {
            (a.zoom(self.zoom), b.zoom(self.zoom))
        } else {
            (*a, *b)
        };
        let (on_a, on_b) = (zoomed_a, self.placement.scaled_to_a(self.origin, zoomed_b));
        if !on_a.are_workable(on_b) {
            return Err(self.fault(a, b));
        }
        (point.w, point.on_a) = (on_a - on_b, on_a);
        Ok(())
    }

    /// The fault of two points that leave the working range. It is [`Fault::Scale`] if there is a smaller scale and
    /// both points may be those of legal bodies, which stay within the working range at the smallest scale.
    #[cold]
    fn fault(&self, a: &V, b: &V) -> Fault {
        let limit = V::Scalar::SUPPORT_LIMIT;
        let is_scale = a.is_within(limit) && b.is_within(limit) && V::Scalar::zoom_out(self.zoom).is_some();
        if is_scale { Fault::Scale } else { Fault::Support }
    }
}
