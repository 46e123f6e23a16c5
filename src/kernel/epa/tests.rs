//! Which facet contains the foot of the origin.

use crate::kernel::difference::CsoPoint;
use crate::kernel::epa::outcome::Outcome;
use crate::kernel::polytope::{self, Workspace};
use crate::kernel::simplex::Simplex;
use crate::number::vector::{Vec3, vec3};

#[test]
fn the_facet_with_the_foot_is_found_among_those_of_one_plane() {
    let mut workspace = Workspace::<Vec3<f64>>::new();
    // A pyramid whose square top at the height 2 has two facets; the foot (0, 0, 2) lies in one of them.
    let corners = [vec3(-3.0, -1.0, 2.0), vec3(1.0, -1.0, 2.0), vec3(1.0, 3.0, 2.0)];
    let mut polytope = workspace.polytope();
    polytope.clear();
    for w in corners {
        polytope.push_vertex(&CsoPoint { w, on_a: w }).expect("there is room");
    }
    polytope::start(&mut polytope).expect("there is room");
    let apex = vec3(-1.0, 0.0, -4.0);
    polytope.push_vertex(&CsoPoint { w: apex, on_a: apex }).expect("there is room");
    polytope::insert(&mut polytope, 1).expect("the apex sees the lower side");
    let at = |w| CsoPoint { w, on_a: w };
    let other = [at(vec3(-3.0, -1.0, 2.0)), at(vec3(1.0, 3.0, 2.0)), at(vec3(-3.0, 3.0, 2.0))];
    let mut found = Outcome::unknown(&Simplex::from_points(&other));
    (found.normal, found.upper) = (vec3(0.0, 0.0, 1.0), Some(2.0));
    let foothold = polytope.under_foot(&found, 2.0);
    assert!(foothold.has_foot() && foothold.normal.x == 0.0);
    assert!(foothold.facet.points().iter().zip(corners).all(|(point, corner)| point.w == corner));
    // If the facet that was found contains the foot, it stays.
    found.facet = Simplex::from_points(&corners.map(at));
    assert!(polytope.under_foot(&found, 2.0).has_foot());
    // No facet lies in a plane that is farther out.
    found.facet = Simplex::from_points(&other);
    assert!(!polytope.under_foot(&found, 3.0).has_foot());
}
