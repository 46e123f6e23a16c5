//! What a query answers.

use crate::number::vector::Vector;

/// How a query ended. Bounds hold whatever the status; what a status means for an answer is told at
/// [`distance`](crate::distance) and [`penetration`](crate::penetration).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Status {
    /// The bounds met within the tolerance, or within rounding.
    Converged,
    /// Contact within rounding: neither separation nor overlap could be proven. The bounds of a depth lie on both sides
    /// of zero; that of a distance is zero.
    Undecided,
    /// The bodies are proven farther apart than [`Query::limit`](crate::Query::limit): the lower bound is beyond it.
    DistanceLimit,
    /// Rounding stopped the search before the tolerance was met. The answer is the best known.
    Stalled,
    /// GJK or EPA used up its rounds. The answer is the best known.
    IterationLimit,
    /// The [`Workspace`](crate::Workspace) has no room for another vertex. For curved bodies the depth has then been
    /// refined and only its lower bound is left behind.
    BufferFull,
    /// A support function returned NaN, infinity or a point too far beyond [`Scalar::LIMIT`](crate::Scalar::LIMIT) to
    /// compute with; there is room for at least 8 times that in floats, and 6 times in fixed point. What was known
    /// before it is the answer.
    BadSupport,
}

/// Two bodies apart, or the best that is known of them.
///
/// Points and normal are in the frame of the query: the world if it has poses, else the frame both bodies share.
/// Lengths are in the unit of the input.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
#[must_use]
pub struct Separation<V: Vector> {
    /// The distance of the witness points `on_a` and `on_b`, an upper bound of the distance of the bodies. Zero if they
    /// overlap.
    pub distance: V::Scalar,
    /// No two points of the bodies are nearer than this; positive if the bodies are proven apart, else zero. When the
    /// query converged it agrees with `distance`, to the tolerance or to rounding.
    pub lower_bound: V::Scalar,
    /// Unit vector from A to B. The gap along it is at least `lower_bound`.
    pub normal: V::UnitVector,
    /// The point of A nearest to B.
    pub on_a: V,
    /// The point of B nearest to A.
    pub on_b: V,
    /// Rounds of GJK.
    pub iterations: u32,
    /// How the query ended.
    pub status: Status,
}

/// Two bodies that overlap or touch, or that could not be proven apart.
///
/// Points and normal are in the frame of the query: the world if it has poses, else the frame both bodies share.
/// Lengths are in the unit of the input.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
#[must_use]
pub struct Penetration<V: Vector> {
    /// The distance of the witness points `on_a` and `on_b`: the length of the shortest translation that separates the
    /// bodies, as far as it is known; at least zero. When the query converged it agrees with both bounds, to the
    /// tolerance or to rounding.
    pub depth: V::Scalar,
    /// No shorter translation separates the bodies. Positive if the overlap is proven strict; negative if the bodies
    /// may be apart by that much; minus the largest value of the scalar if nothing is known.
    pub lower_bound: V::Scalar,
    /// A translation of B by this length along `normal` separates the bodies for certain, up to rounding; the largest
    /// value of the scalar if none is known.
    pub upper_bound: V::Scalar,
    /// Unit vector from A to B: the direction in which B has to move.
    pub normal: V::UnitVector,
    /// A point of A: if the query [converged](Status::Converged) the one deepest inside B.
    pub on_a: V,
    /// The point `depth` away from `on_a` and against `normal`: up to rounding where the bounds met within it. Else
    /// `normal` is that of the best plane known, and leans from the way between the points by an angle of the size of
    /// the square root of the relative gap between the bounds.
    ///
    /// If the query converged it is the point of B deepest inside A: to rounding where both cores are polytopes, else
    /// to the tolerance; there it may lie beside B if a small workspace ended the search early or several ways out are
    /// as short. On any other status it need not be a point of B, nor near one. The lengths hold all the same.
    pub on_b: V,
    /// Rounds of GJK.
    pub iterations: u32,
    /// Rounds of EPA and of the refinement; zero if only margins overlap.
    pub epa_iterations: u32,
    /// How the query ended.
    pub status: Status,
}

impl<V: Vector> Penetration<V> {
    /// The minimum translation vector, `depth` times `normal`: moving B by it leaves the bodies touching, to the
    /// tolerance or to rounding. A move by `upper_bound` along `normal` is the one that separates for certain.
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

    /// The same, copied component by component.
    #[inline(always)]
    pub(crate) fn by_components(self) -> Self {
        Self { normal: self.normal.each(), on_a: self.on_a.each(), on_b: self.on_b.each(), ..self }
    }
}

/// The first time at which a ray meets a body, or two moving bodies come as near as asked for. If the search could not
/// go on, how far it came: `time` is then a lower bound, and `status` says so.
///
/// Points and normal are in the frame of the query: the world if it has poses, else the frame both bodies share. Times
/// are in units of the velocities given; bounds hold up to eight rounding steps of length, of the larger of size and
/// distance travelled. In fixed point time has a step, too: at `time` the bodies and the points may be apart by as much
/// more as they come in two steps of time, and so may they at `upper_bound` in casts without rotation, or where thin
/// bodies pass by each other between two times of the scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
#[must_use]
pub struct Impact<V: Vector> {
    /// The time of first contact, as far as it is known, from the left: a move for this time is safe. Zero if there is
    /// contact at the start.
    pub time: V::Scalar,
    /// Before this the bodies are proven farther apart than the target. It is `time`.
    pub lower_bound: V::Scalar,
    /// At this time the bodies are as near as the target, up to rounding and tolerance: `time` or a few steps later if
    /// the search converged. The largest value of the scalar if no contact is known: where it converged, only for
    /// bodies that graze each other at a distance that is not known to be within rounding.
    pub upper_bound: V::Scalar,
    /// Do the bodies overlap at the start, or are they nearer than the target then? False if they no more than touch.
    /// For a ray: does it start inside the body or on it?
    pub initially_overlapping: bool,
    /// Unit vector from A to B at the contact, of the plane that kept the bodies apart until then. For bodies that
    /// overlap or touch at the start that of their penetration.
    pub normal: V::UnitVector,
    /// The point of A where it is met, at the last pose that was looked at: mostly that at `time`.
    pub on_a: V,
    /// The point of B that meets it; of a ray, the point where it is then.
    pub on_b: V,
    /// Poses looked at on the way, after the first.
    pub iterations: u32,
    /// How the search ended.
    pub status: Status,
}

impl<V: Vector> Impact<V> {
    /// The same, copied component by component.
    #[inline(always)]
    pub(crate) fn by_components(self) -> Self {
        Self { normal: self.normal.each(), on_a: self.on_a.each(), on_b: self.on_b.each(), ..self }
    }
}

/// Two bodies apart or overlapping.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[must_use]
pub enum Proximity<V: Vector> {
    /// Proven apart.
    Separated(Separation<V>),
    /// Overlapping, touching, or not proven apart.
    Overlapping(Penetration<V>),
}

impl<V: Vector> Proximity<V> {
    /// Unit vector from A to B, in the frame of the query.
    #[must_use]
    pub fn normal(&self) -> V::UnitVector {
        match self {
            Self::Separated(separation) => separation.normal,
            Self::Overlapping(penetration) => penetration.normal,
        }
    }

    /// The distance if apart, else minus the depth. In the unit of the input.
    #[must_use]
    pub fn signed_distance(&self) -> V::Scalar {
        match self {
            Self::Separated(separation) => separation.distance,
            Self::Overlapping(penetration) => -penetration.depth,
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
