//! Bodies whose every hook answers anything, another thing each time: no question panics, and each ends.

mod common;

use common::number::{Number, Space};
use common::scene::{Rng, pose};
use core::cell::RefCell;
use core::hint::black_box;
use core::marker::PhantomData;
use fixed::types::{I16F16, I32F32};
use gjk::{
    AngularOf, AreaOfVector, Faceted, Feature, Hint, HullOfTwo, MinkowskiSum, Motion, Pose, Posed, Query, Ray, Rounded,
    Scalar, ScalarOf, Support, Vec2, Vec3, WarmStart,
};

/// Pairs of liars for each scalar and dimension.
const PAIRS: u32 = 1500;

/// Poses that a cast of liars looks at.
const CAST_ROUNDS: u32 = 50;

claims! {
    lies_neither_panic_nor_go_on_for_ever,
}

/// Vectors and what they turn by.
trait Turned: Space {
    fn angular(rng: &mut Rng) -> AngularOf<Self>;
}

impl<S: Number> Turned for Vec2<S> {
    fn angular(rng: &mut Rng) -> S {
        number(rng)
    }
}

impl<S: Number> Turned for Vec3<S> {
    fn angular(rng: &mut Rng) -> Self {
        Self::new(number(rng), number(rng), number(rng))
    }
}

/// A number of moderate size.
fn number<S: Number>(rng: &mut Rng) -> S {
    S::of(rng.uniform(-10.0, 10.0))
}

/// Any number at all.
fn wild<S: Number>(rng: &mut Rng) -> S {
    match rng.below(8) {
        0 => S::MAX,
        1 => -S::MAX - S::STEP,
        2 => S::NIL,
        3 => S::LEAST,
        4 if S::is_float() => S::of(f64::NAN),
        5 if S::is_float() => S::of(f64::INFINITY),
        6 => S::of(rng.uniform(-1.0, 1.0) * S::LIMIT.value()),
        _ => number(rng),
    }
}

fn vector<V: Space>(rng: &mut Rng) -> V {
    V::from_axes(|_| number(rng))
}

/// A body that lies, and has the hooks that its bits say.
struct Liar<'r, V> {
    rng: &'r RefCell<Rng>,
    hooks: u64,
    vectors: PhantomData<V>,
}

impl<'r, V: Space> Liar<'r, V> {
    fn new(rng: &'r RefCell<Rng>) -> Self {
        let [one, other] = [(); 2].map(|()| rng.borrow_mut().bits());
        // Of all hooks one in four, but the sizes at the upper end are any.
        let hooks = one & (other | !0 << 20);
        Self { rng, hooks, vectors: PhantomData }
    }

    fn has(&self, hook: u32) -> bool {
        self.hooks >> hook & 1 == 1
    }

    fn lie(&self) -> V {
        let rng = &mut self.rng.borrow_mut();
        if rng.percent(30) { V::from_axes(|_| wild(rng)) } else { vector(rng) }
    }

    /// As a normal is promised to be.
    fn direction(&self) -> V {
        vector(&mut self.rng.borrow_mut())
    }
}

impl<V: Space> Support for Liar<'_, V> {
    type Vector = V;

    fn support(&self, _: V) -> V {
        self.lie()
    }

    fn margin(&self) -> ScalarOf<Self> {
        let rng = &mut self.rng.borrow_mut();
        match self.hooks >> 60 {
            0..8 => V::Scalar::NIL,
            8..12 => Scalar::abs(number::<V::Scalar>(rng)),
            _ => wild(rng),
        }
    }

    fn center(&self) -> V {
        self.lie()
    }

    fn is_polytope(&self) -> bool {
        self.has(0)
    }

    fn support_from(&self, _: V, hint: &mut Hint) -> V {
        *hint = Hint::new(self.rng.borrow_mut().bits() as u32);
        self.lie()
    }

    fn reach_near(&self, dir: V, _: Hint) -> (AreaOfVector<V>, ScalarOf<Self>) {
        (dir.dot(self.direction()), wild(&mut self.rng.borrow_mut()))
    }

    fn vertex_from(&self, _: Hint) -> Option<V> {
        self.has(1).then(|| self.lie())
    }

    fn as_point(&self) -> Option<V> {
        self.has(2).then(|| self.lie())
    }

    fn as_segment(&self) -> Option<(V, V)> {
        self.has(3).then(|| (self.lie(), self.lie()))
    }

    fn nearest_to(&self, _: V) -> Option<V> {
        self.has(4).then(|| self.lie())
    }

    fn entry_normal(&self, _: V, _: V) -> Option<V> {
        self.has(5).then(|| self.direction())
    }

    fn entry_facet(&self, _: V, _: V, _: &mut Hint) -> Option<(V, [V; 3])> {
        self.has(6).then(|| (self.direction(), [self.lie(), self.lie(), self.lie()]))
    }

    fn as_revolved(&self) -> Option<(V, V)> {
        self.has(7).then(|| (self.lie(), self.lie()))
    }

    fn as_box(&self) -> Option<V> {
        self.has(8).then(|| self.lie())
    }

    fn corner(&self, number: u32) -> Option<V> {
        (self.has(9) && u64::from(number) < (self.hooks >> 20) % 40).then(|| self.lie())
    }
}

impl<V: Space> Faceted for Liar<'_, V> {
    fn feature(&self, _: V) -> Feature<V> {
        let corners = (self.hooks >> 40) as u32 % 17;
        (0..corners).fold(Feature::new(0), |feature, id| feature.with_corner(id, self.lie()))
    }
}

fn placed<V: Space>(rng: &mut Rng) -> Pose<V> {
    pose(V::rotation(rng.quaternion(V::DIMENSION)), rng.point(10.0, V::DIMENSION))
}

fn lies_neither_panic_nor_go_on_for_ever<V: Turned>() {
    let rng = &RefCell::new(Rng::new(1));
    for _ in 0..PAIRS {
        let (a, b) = (&Liar::<V>::new(rng), &Liar::<V>::new(rng));
        let [pose_a, pose_b] = [(); 2].map(|()| placed::<V>(&mut rng.borrow_mut()));
        let mut state = WarmStart::new();
        for _ in 0..2 {
            let query = || Query::new().poses(pose_a, pose_b).max_cast_iterations(CAST_ROUNDS);
            let size = || Scalar::abs(number::<V::Scalar>(&mut rng.borrow_mut()));
            let _ = black_box(query().warm_start(&mut state).intersects(a, b));
            let _ = black_box(query().warm_start(&mut state).distance(a, b));
            let _ = black_box(query().warm_start(&mut state).proximity(a, b));
            let _ = black_box(query().warm_start(&mut state).penetration(a, b));
            let _ = black_box(query().manifold(a, b));
            let _ = black_box(query().has_clearance(a, b, size()));
            let way = || vector::<V>(&mut rng.borrow_mut());
            let _ = black_box(query().shape_cast(a, b, way(), size()).expect("a velocity and a time"));
            if let Ok(ray) = Ray::new(way(), way(), size()) {
                let _ = black_box(query().ray_cast(a, &ray));
            }
            let motion = || {
                let angular = V::angular(&mut rng.borrow_mut());
                Motion::new(way(), angular).expect("in range")
            };
            let _ = black_box(query().time_of_impact(a, b, &motion(), &motion(), size()).expect("a time"));
            let posed = &Posed::new(a, pose_b);
            let _ = black_box(query().proximity(&HullOfTwo::new(posed, b), &MinkowskiSum::new(a, posed)));
            if let Ok(rounded) = Rounded::new(posed, size()) {
                let _ = black_box(query().distance(&rounded, b));
            }
        }
    }
}
