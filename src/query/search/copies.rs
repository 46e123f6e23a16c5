//! The functions that this crate compiles for builds with debug assertions, so that the crates of users need not.
//!
//! A generic function is compiled in each crate that uses it. The exception is a function that is never inlined: it is
//! taken from a crate that has compiled it for the same types, which is why some functions are never inlined with debug
//! assertions. Compiled here are the searches of floats for all shapes, and the tables of methods through which they
//! ask hulls and memories. So a debug build that optimizes this crate has fast searches. For hulls at poses the whole
//! of distance and depth is compiled: the code that runs before their search would take longer than the search.

use crate::body::combine::Posed;
use crate::body::shape::{Polygon, Polyhedron};
use crate::kernel::epa::Curved;
use crate::kernel::gjk::secant_steps::Secants;
use crate::kernel::observer::Watch;
use crate::kernel::polytope::Polytope;
use crate::number::pose::Pose;
use crate::number::scalar::Scalar;
use crate::number::vector::{Vec2, Vec3, Vector};
use crate::pair::place::{Placed, Placement, Relative, SameFrame};
use crate::pair::poses::Poses;
use crate::pair::warm::{Memory, WarmStart};
use crate::query::Query;
use crate::query::erased::{AnyQuestion, Erased};
use crate::query::search::{
    Tools, any_distance, any_measure, any_measure_on_the_stack, any_record, any_secants, any_touch,
};

type Search<V, P> = fn(AnyQuestion<'_, V, P>, &Poses<V>, &mut WarmStart<V>, &mut dyn Watch<V>, &mut Polytope<'_, V>);
type Searches<V> = (Search<V, SameFrame>, Search<V, Relative<V>>);
type Hulls<'b, S> = fn(Query<'_, Vec3<S>, Poses<Vec3<S>>>, &'b Polyhedron<'b, S>, &'b Polygon<'b, S>);

/// Functions to which a static item refers are compiled.
#[used]
static PLANAR: (Searches<Vec2<f32>>, Searches<Vec2<f64>>) = ((search, search), (search, search));
#[used]
static SPATIAL: (Searches<Vec3<f32>>, Searches<Vec3<f64>>) = ((search, search), (search, search));
#[used]
static HULLS: (Hulls<'_, f32>, Hulls<'_, f64>) = (hulls, hulls);

fn search<V: Vector, P: Placement<V>>(
    question: AnyQuestion<'_, V, P>,
    poses: &Poses<V>,
    warm: &mut WarmStart<V>,
    watch: &mut dyn Watch<V>,
    polytope: &mut Polytope<'_, V>,
) {
    let _ = poses.each().placement();
    let mut memory = warm;
    let (record, secants) = (&mut memory.record(), &mut Secants::default());
    any_touch(question, Tools { record: any_record(record), secants: None, watch });
    let _ = any_distance(question, Tools { record: any_record(record), secants: Some(any_secants(secants)), watch });
    let _ = any_measure(
        question,
        polytope,
        Some(Curved::with(&|_| ())),
        Tools { record: any_record(record), secants: None, watch },
    );
    let _ = any_measure_on_the_stack(question, None, Tools { record: any_record(&mut ()), secants: None, watch });
}

fn hulls<'b, S: Scalar>(
    mut query: Query<'_, Vec3<S>, Poses<Vec3<S>>>,
    hull: &'b Polyhedron<'b, S>,
    polygon: &'b Polygon<'b, S>,
) {
    let _ = (query.distance(hull, hull), query.penetration(hull, hull));
    let (own, borrowed) = (&Posed::new(*hull, Pose::IDENTITY), &Posed::new(hull, Pose::IDENTITY));
    let _ =
        (Erased::new(&polygon, true), Erased::new(&hull, true), Erased::new(&own, true), Erased::new(&borrowed, true));
}
