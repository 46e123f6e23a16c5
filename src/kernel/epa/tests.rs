//! Tests of `foot.rs` and `curved_foot.rs`, which find the facet with the foot of the origin, and of `start.rs`, which
//! builds the polytope.

use crate::kernel::difference::{CsoPoint, Difference, Fault, Given, hull_of};
use crate::kernel::epa::outcome::{DepthEnd, DepthGoal, Outcome};
use crate::kernel::epa::{self, curved_foot};
use crate::kernel::polytope::{self, Workspace};
use crate::kernel::simplex::Simplex;
use crate::number::draw::Draw;
use crate::number::vector::{Vec3, vec3};

#[test]
fn the_facet_with_the_foot_is_found_among_those_of_one_plane() {
    let mut workspace = Workspace::<Vec3<f64>>::new();
    // A pyramid whose square top at the height 2 has two facets; the foot (0, 0, 2) lies in one of them.
    let at = |w| CsoPoint { w, on_a: w };
    let corners = [vec3(-3.0, -1.0, 2.0), vec3(1.0, -1.0, 2.0), vec3(1.0, 3.0, 2.0)].map(at);
    let (far, apex) = (at(vec3(-3.0, 3.0, 2.0)), at(vec3(-1.0, 0.0, -4.0)));
    let [a, b, c] = corners;
    let mut polytope = workspace.polytope();
    polytope.clear();
    for point in &corners {
        polytope.push_vertex(point).expect("there is room");
    }
    polytope::start(&mut polytope).expect("there is room");
    polytope.extend(&apex, 1).expect("the apex sees the lower side");
    let goal = DepthGoal { tolerance: 0.0, max_iterations: 9, margin: 0.0 };
    // The facet of the polytope, and the one that was found, if it contains the foot.
    for facet in [[a, c, far], [b, c, a]] {
        let mut found = Outcome::unknown();
        facet.iter().for_each(|point| found.facet.push(point));
        (found.normal, found.upper) = (vec3(0.0, 0.0, 1.0), 2.0);
        found.set_foot(&mut polytope, &goal, &mut hull_of(&[a, b, c, far, apex]));
        assert!(found.facet.points() == [b, c, a]);
    }
}

#[test]
fn a_full_polytope_keeps_its_vertices() {
    let mut workspace = Workspace::<Vec3<f64>, 4, 4>::new();
    let at = |w| CsoPoint { w, on_a: w };
    let corners = [vec3(0.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0)].map(at);
    let mut polytope = workspace.polytope();
    polytope.clear();
    for point in &corners {
        polytope.push_vertex(point).expect("there is room");
    }
    polytope::start(&mut polytope).expect("there is room");
    for height in [1.0, 2.0] {
        polytope.adopt(&at(vec3(0.0, 0.0, height)));
        assert_eq!(polytope.vertices.len(), 4, "{height}");
    }
}

#[test]
fn a_fault_leaves_the_facet_of_curved_bodies_as_it_was() {
    let mut workspace = Workspace::<Vec3<f64>>::new();
    let mut polytope = workspace.polytope();
    polytope.clear();
    polytope.extent = 4.0;
    let corners = [vec3(3.0, 0.0, 2.0), vec3(3.0, 1.0, 2.0), vec3(4.0, 0.0, 2.0)].map(|w| CsoPoint { w, on_a: w });
    let goal = DepthGoal { tolerance: 0.0, max_iterations: 9, margin: 0.0 };
    // The foot (0, 0, 2) is far from all of them, so corners nearer to it are sought.
    for count in 1..=corners.len() {
        let mut found =
            Outcome { end: DepthEnd::Stalled, normal: vec3(0.0, 0.0, 1.0), upper: 2.0, ..Outcome::unknown() };
        corners.iter().take(count).for_each(|point| found.facet.push(point));
        let mut mute = Given { is_curved: true, support: |_, _: &mut CsoPoint<Vec3<f64>>| Err(Fault::Support) };
        curved_foot::finish(&mut found, &mut mute, &polytope, &goal);
        assert!(Some(found.facet.points()) == corners.get(..count), "{:?}", found.facet);
    }
}

/// The facets of hulls that are long, narrow and flat are tilted. The support point of the nearest may be a vertex
/// already, though the bounds have not met. Then its distance is raised to what its corners prove, or the search ends,
/// with the best normal that it has tried.
#[test]
fn a_search_ends_at_a_tilted_facet_that_cannot_move() {
    // In each of these something of that happens: in the first four a distance is raised, in the others the last normal
    // is not the best one, or is.
    for seed in [2659, 4779, 10891, 29391, 708, 858, 4611, 4693, 4890, 5434, 7604, 1, 2, 3] {
        let draw = &mut Draw(seed);
        draw.next();
        let points = [0; 9].map(|_| {
            let (x, y, z) = (draw.next(), draw.next() / 4096.0, draw.next() / 65536.0);
            let (x, y, z) = (x + 0.3 * y + 0.2 * z, 0.7 * x - y + 0.1 * z, 0.4 * x + 0.2 * y + z);
            let w = vec3(x as f32, y as f32, z as f32);
            CsoPoint { w, on_a: Vec3::ZERO }
        });
        let mut simplex = Simplex::default();
        points.iter().take(4).for_each(|point| simplex.push(point));
        let mut workspace = Workspace::<Vec3<f32>>::new();
        let goal = DepthGoal { tolerance: 0.0, max_iterations: 99, margin: 0.0 };
        let (mut hull, mut least) = (hull_of(&points), f32::MAX);
        let support = |dir: Vec3<f32>, point: &mut CsoPoint<Vec3<f32>>| {
            hull.support(dir, point)?;
            least = least.min(dir.dot(point.w) / dir.length());
            Ok(())
        };
        let mut cso = Given { is_curved: false, support };
        let mut found = Outcome::unknown();
        epa::run(&mut cso, &simplex, (&goal, None), &mut workspace.polytope(), &mut (), &mut found)
            .expect("the scale is right");
        assert!(found.end != DepthEnd::Iterations, "{seed}: {found:?}");
        // Up to the rounding of two support values.
        let close = 2.0 * f32::EPSILON * found.extent;
        assert!((least..=least + close).contains(&found.upper), "{seed}: {found:?}, not {least}");
        assert!(found.lower <= found.upper, "{seed}: {found:?}");
    }
}
