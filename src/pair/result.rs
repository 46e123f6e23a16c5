//! The results of queries: what users get.

use crate::number::scalar::Scalar as _;
use crate::number::vector::Vector;

/// How a query ended. Every bound in a result holds whatever the status, except that [`Separation::distance`] may be
/// too small on [`BadSupport`](Self::BadSupport). The methods [`Query::distance`](crate::Query::distance) and
/// [`Query::penetration`](crate::Query::penetration) say what each status means for their results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Status {
    /// The bounds met within the tolerance, or within rounding.
    Converged,
    /// Contact within rounding: neither separation nor overlap could be proven. The lower bound of a distance is zero;
    /// the bounds of a depth lie on both sides of zero.
    Undecided,
    /// The bodies are proven farther apart than [`Query::limit`](crate::Query::limit), and the search stopped there:
    /// the lower bound is above the limit, and the distance is an upper bound.
    DistanceLimit,
    /// Rounding stopped the search before the tolerance was met. The answer is the best known.
    Stalled,
    /// GJK, EPA or a cast used up its iterations. The answer is the best known.
    IterationLimit,
    /// The [`Workspace`](crate::Workspace) has no room for another vertex. For curved bodies the depth has then been
    /// refined nevertheless, and only its lower bound lags behind; without the feature `speed` it may rarely belong to
    /// a local minimum, and be larger than the true depth, within the bounds.
    ///
    /// With the default workspace that happens to bodies whose least support values form a ring or a sphere: to bodies
    /// of revolution that are nearly coaxial, and to coaxial ones if a type of yours gives no
    /// [`form`](crate::Support::form). It also happens to polytopes of many vertices; in fixed point and without the
    /// feature `speed` to all coaxial bodies of revolution; and to a few other pairs of curved bodies, in floats with
    /// `speed` to one in three hundred thousand.
    BufferFull,
    /// A support function returned NaN, infinity or a point too far beyond [`Scalar::LIMIT`](crate::Scalar::LIMIT) to
    /// compute with; there is room for at least 8 times that in floats, and 6 times in fixed point. The answer is what
    /// was known before that point.
    BadSupport,
}

/// The distance between two bodies, or the best that is known of it.
///
/// Points and normal are in the frame of the query: the world if it has poses, else the frame that both bodies share.
/// Lengths are in the unit of the input.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
#[must_use]
pub struct Separation<V: Vector> {
    /// The distance between the witness points `on_a` and `on_b`, an upper bound of the distance between the bodies.
    /// Zero if they overlap.
    pub distance: V::Scalar,
    /// A lower bound of the distance between the bodies: no two points of them are nearer than this. Positive if the
    /// bodies are proven apart, else zero. If the query converged, it agrees with `distance`, to the tolerance or to
    /// rounding.
    pub lower_bound: V::Scalar,
    /// Unit vector from A to B. The gap along it is at least `lower_bound`; where that is zero, it is the best axis
    /// known, along which the bodies may overlap.
    ///
    /// If the query converged at a distance of at least a thousandth of the size of the bodies, it is exact to rounding
    /// for polytopes and their rounded forms. Where a core is curved, it is exact to 1e-7 radians in `f64`, and in
    /// `f32` to 1e-4 plus some rounding steps of the size over the distance; about one answer in five hundred of random
    /// pairs in `f32`, and one in two thousand in `f64`, is off by a few times as much, nearly always at a distance of
    /// less than a hundredth of the size. With a set [tolerance](crate::Query::tolerance) e that is larger than that of
    /// such a normal, it is exact to √(2e), and so it is without the feature `speed`, where e is the default tolerance.
    pub normal: V::UnitVector,
    /// The point of A nearest to B, as far as it is known. If they are known to overlap, a common point, which `on_b`
    /// equals.
    pub on_a: V,
    /// The point of B nearest to A, as far as it is known: at `distance` from `on_a`.
    pub on_b: V,
    /// The number of rounds of GJK after the first; zero also if a shortcut answered.
    pub iterations: u32,
    /// How the query ended.
    pub status: Status,
}

/// How deep two bodies overlap, or the best that is known of it: they overlap or touch, or could not be proven apart.
///
/// Points and normal are in the frame of the query: the world if it has poses, else the frame that both bodies share.
/// Lengths are in the unit of the input.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
#[must_use]
pub struct Penetration<V: Vector> {
    /// The distance between the witness points `on_a` and `on_b`: the length of the shortest translation that separates
    /// the bodies, as far as it is known; at least zero. When the query converged it agrees with both bounds, to the
    /// tolerance or to rounding.
    pub depth: V::Scalar,
    /// A lower bound of the depth: no shorter translation separates the bodies. Positive if the overlap is proven
    /// strict; negative if the bodies may be apart by that much; minus the largest value of the scalar if nothing is
    /// known.
    pub lower_bound: V::Scalar,
    /// A translation of B by this length along `normal` separates the bodies for certain, up to rounding; the largest
    /// value of the scalar if no such length is known.
    pub upper_bound: V::Scalar,
    /// Unit vector from A to B: the direction in which B has to move to get out.
    pub normal: V::UnitVector,
    /// A point of A: if the query [converged](Status::Converged), the point deepest inside B.
    pub on_a: V,
    /// The point at the distance `depth` from `on_a`, against `normal`: up to rounding where the bounds met within
    /// rounding. Elsewhere `normal` is that of the best plane known, and deviates from the direction between the points
    /// by an angle of the size of the square root of the relative gap between the bounds.
    ///
    /// If the query converged it is the point of B deepest inside A: to rounding where both cores are polytopes, else
    /// to the tolerance. In the latter case it may lie beside B if a small workspace ended the search early or several
    /// directions out are equally short. On any other status it need not be a point of B, nor near one. The lengths
    /// hold all the same.
    pub on_b: V,
    /// The number of rounds of GJK after the first; zero also if a shortcut answered.
    pub iterations: u32,
    /// The number of rounds of EPA after the first, and of the refinement of curved bodies that may follow; zero also
    /// if only margins overlap or a shortcut answered.
    pub epa_iterations: u32,
    /// How the query ended.
    pub status: Status,
}

impl<V: Vector> Penetration<V> {
    /// The minimum translation vector, `depth` times `normal`: moving B by it leaves the bodies touching, to the
    /// tolerance or to rounding. To separate them, move B by `upper_bound` along `normal`, and by sixteen
    /// [rounding steps](crate::guide::bounds#rounding-steps) more for a gap that queries can prove.
    ///
    /// ```
    /// use gjk::{Ball, Pose, vec3};
    ///
    /// let ball = Ball::new(1.0)?;
    /// let overlap = gjk::penetration(&ball, &ball.at(Pose::translation(vec3(0.0, 1.5, 0.0))?)).expect("they overlap");
    /// assert_eq!(overlap.mtv(), vec3(0.0, 0.5, 0.0));
    /// assert_eq!(overlap.on_a - overlap.on_b, overlap.mtv());
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn mtv(&self) -> V {
        V::ZERO.advance(self.depth, self.normal)
    }

    /// This result, copied component by component: a copy of the whole goes through memory.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn by_components(self) -> Self {
        Self { normal: self.normal.each(), on_a: self.on_a.each(), on_b: self.on_b.each(), ..self }
    }
}

/// The first time at which a ray meets a body, or two moving bodies come as near as the target distance. If the search
/// had to stop early, it is how far the search got: `time` is then a lower bound only, and `status` says why.
///
/// Points and normal are in the frame of the query: the world if it has poses, else the frame that both bodies share.
/// Times are in the unit of time of the given velocities; bounds hold up to eight rounding steps of length, of the
/// larger of size and distance travelled. In fixed point time has steps, too: at `time` the bodies and the points may
/// be farther apart by as much as they approach in two steps of time, and so may they at `upper_bound` in casts without
/// rotation, or where thin bodies pass by each other between two neighboring times of the scalar.
///
/// If the search converged, and no tolerance was set, the bodies at `time` are within these eight steps of the target
/// distance; where rounding stops the last distance query early, within four times that, plus the default tolerance of
/// curved distances. The time is early by what is left of the gap, divided by the rate at which the gap shrinks. So the
/// time of bodies that graze each other is less exact than the gap: where the gap is κ·s²/2 at a time s before the
/// contact, a gap of e is a time of √(2e/κ).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
#[must_use]
pub struct Impact<V: Vector> {
    /// The time of first contact, as far as it is known, approached from below: to move for this time is safe. Zero if
    /// there is contact at the start. Bodies that turn and graze each other may need more poses than
    /// [`Query::max_cast_iterations`](crate::Query::max_cast_iterations) permits: the status is then `IterationLimit`.
    pub time: V::Scalar,
    /// Before this time the bodies are proven farther apart than the target distance. Equal to `time`.
    pub lower_bound: V::Scalar,
    /// At this time the bodies are as near as the target distance, up to rounding and tolerance: `time` or a few steps
    /// later if the search converged. The largest value of the scalar if no contact is known. After a search that
    /// converged, that is so only for bodies that graze each other, where rounding hides whether they come near enough.
    pub upper_bound: V::Scalar,
    /// Do the bodies overlap at the start, or are they nearer than the target distance then? False if they only touch.
    /// For a ray: does it start inside the body or on it?
    pub initially_overlapping: bool,
    /// Unit vector from A to B at the contact: the normal of the plane that kept the bodies apart until then. For
    /// bodies that overlap or touch at the start, the normal of their penetration.
    pub normal: V::UnitVector,
    /// The point of A where contact is made, at the last pose that the search examined: usually the pose at `time`.
    pub on_a: V,
    /// The point of B that meets `on_a` at that pose; for a ray, the point that it has reached then.
    pub on_b: V,
    /// The number of poses that the search examined after the first.
    pub iterations: u32,
    /// How the search ended.
    pub status: Status,
}

impl<V: Vector> Impact<V> {
    /// Has the contact been found, so that at `time` the bodies are as near as the target distance?
    pub(crate) fn is_contact(&self) -> bool {
        self.status == Status::Converged
    }

    /// This result, copied component by component: a copy of the whole goes through memory.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn by_components(self) -> Self {
        Self { normal: self.normal.each(), on_a: self.on_a.each(), on_b: self.on_b.each(), ..self }
    }
}

/// The distance or the depth of two bodies, whichever applies. [`Query::proximity`](crate::Query::proximity) gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[must_use]
pub enum Proximity<V: Vector> {
    /// The bodies are proven apart: the lower bound of the distance is positive.
    Separated(Separation<V>),
    /// The bodies overlap or touch, or are not proven apart.
    Overlapping(Penetration<V>),
}

impl<V: Vector> Proximity<V> {
    /// Unit vector from A to B, in the frame of the query: the world if it has poses, else the frame that both bodies
    /// share.
    #[must_use]
    pub fn normal(&self) -> V::UnitVector {
        match self {
            Self::Separated(separation) => separation.normal,
            Self::Overlapping(penetration) => penetration.normal,
        }
    }

    /// The distance if the bodies are proven apart, else minus the depth. In the unit of the input.
    #[must_use]
    pub fn signed_distance(&self) -> V::Scalar {
        match self {
            Self::Separated(separation) => separation.distance,
            // Not a negation, which would make a depth of zero −0.0.
            Self::Overlapping(penetration) => V::Scalar::NIL - penetration.depth,
        }
    }

    /// How the query ended.
    #[must_use]
    pub fn status(&self) -> Status {
        match self {
            Self::Separated(separation) => separation.status,
            Self::Overlapping(penetration) => penetration.status,
        }
    }
}
