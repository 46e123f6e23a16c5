//! Tests of facets that rounding spoils, which are put into a polytope by hand.

use crate::kernel::difference::CsoPoint;
use crate::kernel::polytope::{self, Polytope, Stop, Workspace};
use crate::number::vector::{Vec2, Vec3, vec2, vec3};

/// A polytope that consists of the two sides of a triangle.
fn two_sides<'w>(workspace: &'w mut Workspace<Vec3<f64>>, corners: [Vec3<f64>; 3]) -> Polytope<'w, Vec3<f64>> {
    let mut polytope = workspace.polytope();
    polytope.clear();
    for w in corners {
        polytope.push_vertex(&CsoPoint { w, on_a: w }).expect("there is room");
    }
    polytope::start(&mut polytope).expect("there is room");
    polytope
}

#[test]
fn a_facet_without_area_is_in_sight_of_all_and_never_nearest() {
    let mut workspace = Workspace::new();
    let line = [vec3(1.0, 1.0, 1.0), vec3(2.0, 2.0, 2.0), vec3(4.0, 4.0, 4.0)];
    let polytope = two_sides(&mut workspace, line);
    assert!(polytope.nearest().is_none());
    for slot in [0, 1] {
        assert!(!polytope.is_live(slot));
        assert!(polytope.is_visible(slot, vec3(-9.0, 0.0, 0.0)) && polytope.is_visible(slot, vec3(9.0, 0.0, 0.0)));
    }
}

#[test]
fn a_point_that_sees_every_facet_changes_none() {
    let mut workspace = Workspace::new();
    let line = [vec3(1.0, 1.0, 1.0), vec3(2.0, 2.0, 2.0), vec3(4.0, 4.0, 4.0)];
    let mut polytope = two_sides(&mut workspace, line);
    let w = vec3(0.0, 0.0, 9.0);
    polytope.push_vertex(&CsoPoint { w, on_a: w }).expect("there is room");
    let corners = |polytope: &Polytope<'_, Vec3<f64>>| [0, 1].map(|slot| polytope.corners(slot).points().to_vec());
    let before = corners(&polytope);
    for seed in [0, 1] {
        assert_eq!(polytope::insert(&mut polytope, seed), Err(Stop::Broken));
        assert!(corners(&polytope) == before && polytope.facets.len() == 2 && polytope.free.is_empty());
    }
}

#[test]
fn an_edge_for_which_there_is_no_room_changes_none() {
    let mut workspace = Workspace::<Vec2<f64>, 4, 3>::new();
    let mut polytope = workspace.polytope();
    polytope.clear();
    let add = |polytope: &mut Polytope<'_, Vec2<f64>>, x, y| {
        let w = vec2(x, y);
        polytope.push_vertex(&CsoPoint { w, on_a: w })
    };
    add(&mut polytope, -1.0, -1.0).expect("there is room");
    add(&mut polytope, 1.0, -1.0).expect("there is room");
    polytope::start(&mut polytope).expect("there is room");
    add(&mut polytope, 0.0, 1.0).expect("there is room");
    let seed = |polytope: &Polytope<'_, Vec2<f64>>, w| (0..3).find(|&slot| polytope.is_visible(slot, w));
    let upper = seed(&polytope, vec2(0.0, 1.0)).expect("it is above");
    polytope::insert(&mut polytope, upper).expect("there is room");
    let before = polytope.distances.to_vec();
    add(&mut polytope, 2.0, 0.5).expect("there is room");
    let right = seed(&polytope, vec2(2.0, 0.5)).expect("it is beside");
    assert_eq!(polytope::insert(&mut polytope, right), Err(Stop::Full));
    assert!(polytope.distances[..] == before && polytope.free.is_empty());
}

#[test]
fn a_vertex_for_whose_faces_there_is_no_room_changes_none() {
    let mut workspace = Workspace::<Vec3<f64>, 8, 4>::new();
    let mut polytope = workspace.polytope();
    polytope.clear();
    let add = |polytope: &mut Polytope<'_, Vec3<f64>>, w| polytope.push_vertex(&CsoPoint { w, on_a: w });
    for w in [vec3(-1.0, -1.0, -1.0), vec3(2.0, -1.0, -1.0), vec3(-1.0, 2.0, -1.0)] {
        add(&mut polytope, w).expect("there is room");
    }
    polytope::start(&mut polytope).expect("there is room");
    let seen = |polytope: &Polytope<'_, Vec3<f64>>, w| (0..4).find(|&slot| polytope.is_visible(slot, w));
    let top = vec3(0.0, 0.0, 2.0);
    let seed = seen(&polytope, top).expect("it is above");
    add(&mut polytope, top).expect("there is room");
    polytope::insert(&mut polytope, seed).expect("there is room for four faces");
    let faces = |polytope: &Polytope<'_, Vec3<f64>>| [0, 1, 2, 3].map(|slot| polytope.corners(slot).points().to_vec());
    let (before, distances) = (faces(&polytope), polytope.distances.to_vec());
    // The first of these sees one face, the second two of them. Either way there would be two faces more.
    for w in [vec3(0.0, 0.0, -2.0), vec3(4.0, 4.0, -1.5)] {
        let seed = seen(&polytope, w).expect("it is outside");
        add(&mut polytope, w).expect("there is room");
        assert_eq!(polytope::insert(&mut polytope, seed), Err(Stop::Full));
        assert!(faces(&polytope) == before && polytope.distances[..] == distances[..] && polytope.free.is_empty());
        assert_eq!(seen(&polytope, w), Some(seed));
    }
}

#[test]
fn points_see_the_side_that_they_are_on() {
    let mut workspace = Workspace::new();
    let polytope = two_sides(&mut workspace, [vec3(-1.0, -1.0, 2.0), vec3(3.0, -1.0, 2.0), vec3(-1.0, 3.0, 2.0)]);
    assert_eq!(polytope.distances[..], [2.0, -2.0]);
    let (facet, normal, distance) = polytope.nearest().expect("it has an area");
    assert_eq!((facet, distance), (1, -2.0));
    assert!(normal.z < 0.0 && normal.x == 0.0 && normal.y == 0.0);
    for (height, sees) in [(1.0, [false, true]), (3.0, [true, false]), (2.0, [false, false])] {
        let w = vec3(0.5, 0.5, height);
        assert_eq!([polytope.is_visible(0, w), polytope.is_visible(1, w)], sees);
    }
}

#[test]
fn points_lie_in_a_plane_up_to_the_slack() {
    let mut workspace = Workspace::new();
    // Along z the corners are at 1.75, 2 and 2.25.
    let polytope = two_sides(&mut workspace, [vec3(-1.0, -1.0, 1.75), vec3(3.0, -1.0, 2.0), vec3(-1.0, 3.0, 2.25)]);
    let corners = polytope.corners(0);
    let is_coplanar = |upper, slack| polytope.is_coplanar(&corners, vec3(0.0, 0.0, 2.0), upper, slack);
    for (upper, slack) in [(2.0, 0.25), (1.875, 0.375), (2.125, 0.375)] {
        assert!(is_coplanar(upper, slack) && !is_coplanar(upper, 0.875 * slack), "{upper}");
    }
}

#[test]
fn a_tilted_facet_is_certified_by_its_corners() {
    let mut workspace = Workspace::new();
    // The nearest point is (0, 0, 2), inside the triangle.
    let mut polytope = two_sides(&mut workspace, [vec3(-1.0, -1.0, 2.0), vec3(3.0, -1.0, 2.0), vec3(-1.0, 3.0, 2.0)]);
    assert_eq!((polytope.certified_distance(0), polytope.certified(5.0)), (None, 5.0));
    // The normal leans: along it the facet lies between 2 − 1/8 and 2 + 3/8, and the plane goes through the highest
    // corner.
    let normal = vec3(0.125, 0.0, 1.0);
    polytope.facets[0].plane.normal = normal;
    polytope.facets[0].plane.threshold = normal.dot(vec3(3.0, -1.0, 2.0));
    polytope.distances[0] = 2.375 / normal.length();
    polytope.has_tilted = true;
    // Along the direction to the nearest point all of it is at the distance 2.
    assert_eq!(polytope.certified_distance(0), Some(2.0));
    assert_eq!((polytope.certified(5.0), polytope.certified(1.0)), (2.0, 1.0));
    assert_eq!(polytope.certified_distance(1), None);
    assert!(!polytope.raise(0), "its distance was claimed to be more");
    // Two rounding steps of the largest coordinate are no more than rounding.
    polytope.distances[0] = 2.0 - 2.0 * (3.0 * f64::EPSILON);
    assert!(!polytope.raise(0), "it grows by rounding only");
    polytope.distances[0] = 1.5;
    assert!(polytope.raise(0));
    assert_eq!(polytope.distances[0], 2.0);
    polytope.has_tilted = false;
    assert_eq!(polytope.certified(5.0), 5.0);
}
