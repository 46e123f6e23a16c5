//! Tests of the links between triangles, while a polytope grows and while vertices are given up.

use super::{FLAG_SLOT, REMOVED, after, corners, flip, half_edge, make_room, split};
use crate::kernel::difference::CsoPoint;
use crate::kernel::polytope::{self, Polytope, Stop, Workspace};
use crate::kernel::simplex::Simplex;
use crate::number::draw::Draw;
use crate::number::vector::{Vec3, Vector, vec3};

/// Coordinates are at most 4, and rounding of `f64` at this size leaves far more digits than these.
const CLOSE: f64 = 1e-12;

impl Draw {
    /// A point on a sphere of radius 2 about (0, 0, 1/2).
    fn point(&mut self) -> CsoPoint<Vec3<f64>> {
        let direction = vec3(self.next(), self.next(), self.next());
        let w = direction.with_length(2.0) + vec3(0.0, 0.0, 0.5);
        CsoPoint { w, on_a: w }
    }
}

/// Checks that the triangles form one closed surface, that the lists agree with each other, and that all planes with a
/// distance go through their corners, with the other vertices below if the polytope is `convex`. Returns how many
/// vertices the surface has.
fn check(polytope: &Polytope<'_, Vec3<f64>>, convex: bool) -> usize {
    let is_removed = |face: usize| polytope.facets[face].links.corners[FLAG_SLOT] == REMOVED;
    let live: heapless::Vec<usize, 256> = (0..polytope.facets.len()).filter(|&face| !is_removed(face)).collect();
    assert_eq!(polytope.distances.len(), polytope.facets.len());
    assert_eq!(live.len() + polytope.free.len(), polytope.facets.len());
    for &face in polytope.free.iter() {
        assert!(is_removed(face.into()) && !polytope.is_live(face.into()));
    }
    let mut is_used = [false; 256];
    for &face in &live {
        let links = &polytope.facets[face].links;
        let numbers = corners(links);
        for (corner, number) in numbers.into_iter().enumerate() {
            is_used[number] = true;
            let (other, start) = split(links.twins[corner]);
            assert!(!is_removed(other), "{face} leads to {other}, which is removed");
            let others = corners(&polytope.facets[other].links);
            assert_eq!(polytope.facets[other].links.twins[start], half_edge(face, corner));
            assert_eq!((others[start], others[after(start)]), (numbers[after(corner)], number));
        }
        if polytope.is_live(face) {
            let (normal, distance) = (polytope.normal(face), polytope.distances[face]);
            for number in numbers {
                assert!((normal.dot(polytope.point(number)) / normal.length() - distance).abs() < CLOSE);
            }
            let [a, b, c] = numbers.map(|number| polytope.point(number));
            assert!((b - a).cross(c - a).dot(normal) > 0.0, "{face} is clockwise");
        }
        if convex {
            let (normal, distance) = (polytope.normal(face), polytope.distances[face]);
            let above = |point: &CsoPoint<Vec3<f64>>| normal.dot(point.w) / normal.length() - distance;
            assert!(polytope.is_live(face) && polytope.vertices.iter().all(|point| above(point) < CLOSE));
        }
    }
    let vertices = is_used.iter().filter(|is_used| **is_used).count();
    assert!(is_used.iter().skip(polytope.vertices.len()).all(|is_used| !is_used));
    assert_eq!(2 * vertices, live.len() + 4, "Euler's formula");
    vertices
}

/// Adds points until one is not let in, and checks the polytope after each. Returns how many were added.
fn fill(polytope: &mut Polytope<'_, Vec3<f64>>, draw: &mut Draw, convex: bool) -> usize {
    let mut added = 0;
    for _ in 0..200 {
        let point = draw.point();
        let sees = |facet: &usize| polytope.is_live(*facet) && polytope.is_visible(*facet, point.w);
        let Some(seed) = (0..polytope.facets.len()).find(sees) else { continue };
        let is_full = polytope.is_full();
        if polytope.grow(&point, seed).is_err() {
            assert!(is_full || !convex);
            check(polytope, convex);
            return added;
        }
        assert!(!is_full && polytope.contains(point.w));
        added += 1;
        check(polytope, convex);
    }
    added
}

#[test]
fn triangles_stay_linked_while_vertices_come_and_go() {
    let draw = &mut Draw(1);
    for round in 0..40 {
        let mut workspace = Workspace::<Vec3<f64>, 24, 44>::new();
        let mut polytope = workspace.polytope();
        polytope.clear();
        if round % 2 == 0 {
            let mut simplex = Simplex::default();
            (0..4).for_each(|_| simplex.push(&draw.point()));
            if !polytope::enclose(&mut polytope, &simplex).expect("there is room") {
                continue;
            }
        } else {
            (0..3).for_each(|_| polytope.push_vertex(&draw.point()).expect("there is room"));
            polytope::start(&mut polytope).expect("there is room");
        }
        let begun = polytope.vertices.len();
        assert_eq!(check(&polytope, true), begun);
        assert_eq!(fill(&mut polytope, draw, true), 24 - begun);
        assert_eq!(check(&polytope, true), 24, "all points of a sphere are corners of their hull");
        // Of the whole surface only that near the lower pole, at the distance 3/2, is open.
        let (_, _, least) = polytope.nearest().expect("it has an area");
        for closed in [1.5, least + 0.25, least] {
            let open = |polytope: &Polytope<'_, Vec3<f64>>| {
                let mut open = heapless::Vec::<[Vec3<f64>; 3], 64>::new();
                for face in (0..polytope.facets.len()).filter(|&face| polytope.distances[face] < closed) {
                    let corners = corners(&polytope.facets[face].links).map(|corner| polytope.point(corner));
                    open.push(corners).expect("there is room");
                }
                open
            };
            let (before, count) = (open(&polytope), polytope.vertices.len());
            make_room(&mut polytope, least, closed);
            assert!(open(&polytope) == before, "an open facet was given up");
            check(&polytope, false);
            assert!(polytope.vertices.len() < count || !before.is_empty());
            fill(&mut polytope, draw, false);
        }
    }
}

/// A pyramid upside down whose base has four corners, two opposite ones of them higher: the ridge between these is an
/// edge. With the heights exchanged the edge is a dent, and turning it makes the ridge of the other two.
#[test]
fn a_dent_becomes_a_ridge() {
    let mut workspace = Workspace::<Vec3<f64>, 8, 12>::new();
    let mut polytope = workspace.polytope();
    polytope.clear();
    let corner = |x, y, z| CsoPoint { w: vec3(x, y, z), on_a: Vec3::ZERO };
    let heights = [0.25, 0.0, 0.25, 0.0];
    let base = |heights: [f64; 4]| {
        let [a, b, c, d] = heights;
        [corner(1.0, 0.0, a), corner(0.0, 1.0, b), corner(-1.0, 0.0, c), corner(0.0, -1.0, d)]
    };
    let [a, b, c, d] = base(heights);
    for point in [a, b, c] {
        polytope.push_vertex(&point).expect("there is room");
    }
    polytope::start(&mut polytope).expect("there is room");
    let flips = |polytope: &mut Polytope<'_, Vec3<f64>>| (0..6).filter(|&face| flip(polytope, face)).count();
    // Neither the two sides of a triangle nor the faces of a tetrahedron have an edge to turn, even if rounding has put
    // all corners beyond all planes.
    for point in [corner(0.0, 0.0, -2.0), d] {
        polytope.facets.iter_mut().for_each(|face| face.plane.threshold -= 8.0);
        assert_eq!(flips(&mut polytope), 0);
        (0..polytope.facets.len()).for_each(|face| polytope.lay_plane(face));
        let seed = (0..polytope.facets.len()).find(|&face| polytope.is_visible(face, point.w)).expect("it is outside");
        polytope.grow(&point, seed).expect("there is room");
    }
    assert_eq!(check(&polytope, true), 5);
    assert_eq!(flips(&mut polytope), 0, "every edge of a hull is a ridge");
    let [a, b, c, d] = base(heights.map(|height| 0.25 - height));
    for (vertex, point) in [(0, a), (1, b), (2, c), (4, d)] {
        polytope.vertices[vertex] = point;
    }
    (0..6).for_each(|face| polytope.lay_plane(face));
    check(&polytope, false);
    assert_eq!(flips(&mut polytope), 1);
    assert_eq!(check(&polytope, true), 5);
}

/// The faces that a vertex sees form a disc. Without vertices inside, n faces have an outline of n + 2 edges; with
/// vertices inside, of fewer, but of three at least.
#[test]
fn outlines_have_a_length_that_eulers_formula_allows() {
    let mut workspace = Workspace::<Vec3<f64>, 8, 12>::new();
    let mut polytope = workspace.polytope();
    polytope.clear();
    for gone in 1..=4 {
        polytope.free.push(0).expect("there is room");
        for edges in 0..=8 {
            polytope.horizon.clear();
            polytope.horizon.resize(edges, 0).expect("there is room");
            let is_allowed = (3..=gone + 2).contains(&edges);
            assert_eq!(
                polytope.check_horizon(0),
                if is_allowed { Ok(()) } else { Err(Stop::Broken) },
                "{gone} {edges}"
            );
        }
    }
}
