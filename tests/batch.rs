//! Claims about batches: every answer and every state is that of a single query, bit for bit, and slots behind the last
//! answer are not written.

use crate::common::number::{Number, Space, add, scale};
use crate::common::scene::{Body, Rng, Scene, pose};
use core::fmt::Debug;
use fixed::types::{I16F16, I32F32};
use gjk::{Bodies, DistanceStep, Observer, Pose, Query, Support, Vec2, Vec3, WarmStart, Workspace};

claims! {
    answers_and_states_are_those_of_single_queries,
    options_hold_for_every_pair,
    the_shortest_list_ends_it,
    a_pair_that_names_no_body_ends_it,
}

const PAIRS: usize = 40;

/// Pairs of bodies, some of which meet, and each body with the next pair.
struct Crowd<V: Space> {
    bodies: Vec<Body<V>>,
    poses: Vec<Pose<V>>,
    pairs: Vec<(usize, usize)>,
}

impl<V: Space> Crowd<V> {
    fn new() -> Self {
        let scenes: Vec<_> = (0..PAIRS as u64).map(Scene::<V>::new).collect();
        let poses = scenes.iter().flat_map(|scene| [scene.pose_a, scene.pose_b]).collect();
        let bodies: Vec<_> = scenes.into_iter().flat_map(|scene| [scene.a, scene.b]).collect();
        let pairs = (1..bodies.len()).map(|b| (b - 1, b)).collect();
        Self { bodies, poses, pairs }
    }

    /// Moves and turns every body a little.
    fn stir(&mut self, rng: &mut Rng) {
        for (body, place) in self.bodies.iter().zip(&mut self.poses) {
            let turn = V::rotation([0.02, 0.01, 0.01, 1.0]).compose(place.rotation());
            let step = scale(rng.direction(V::DIMENSION), body.local().extent() / 64.0);
            *place = pose(turn, add(place.position().value(), step));
        }
    }

    fn ask<R>(&self, ask: impl FnOnce(Bodies<'_, &dyn Support<Vector = V>>) -> R) -> R {
        let shapes: Vec<_> = self.bodies.iter().map(Body::shape).collect();
        let shapes: Vec<_> = shapes.iter().map(|shape| &**shape).collect();
        ask(Bodies::new(&shapes, &self.poses))
    }
}

/// Floats are printed so that every bit shows, also the sign of a zero.
fn bits(value: &impl Debug) -> String {
    format!("{value:?}")
}

fn answers_and_states_are_those_of_single_queries<V: Space>() {
    let (mut crowd, rng) = (Crowd::<V>::new(), &mut Rng::new(1));
    let count = crowd.pairs.len();
    let mut states = vec![WarmStart::<V>::new(); 3 * count];
    let mut expected_states = states.clone();
    let (mut gaps, mut found, mut touching) = (vec![None; count], vec![None; count], vec![false; count]);
    let mut meetings = 0;
    for _ in 0..6 {
        crowd.stir(rng);
        let pairs = || crowd.pairs.iter().copied();
        crowd.ask(|bodies| {
            let [first, second, third] = states.chunks_mut(count).collect::<Vec<_>>().try_into().expect("three");
            assert_eq!(Query::new().distances(bodies, pairs(), first, &mut gaps), count);
            assert_eq!(Query::new().proximities(bodies, pairs(), second, &mut found), count);
            assert_eq!(Query::new().intersections(bodies, pairs(), third, &mut touching), count);
        });
        for (i, (a, b)) in pairs().enumerate() {
            let (shape_a, shape_b) = (crowd.bodies[a].shape(), crowd.bodies[b].shape());
            let query = || Query::new().poses(crowd.poses[a], crowd.poses[b]);
            let mut expected = expected_states[i..].iter_mut().step_by(count);
            let mut state = || expected.next().expect("one for each question");
            let gap = query().warm_start(state()).distance(&*shape_a, &*shape_b);
            let proximity = query().warm_start(state()).proximity(&*shape_a, &*shape_b);
            let touches = query().warm_start(state()).intersects(&*shape_a, &*shape_b);
            assert_eq!(bits(&gaps[i]), bits(&Some(gap)));
            assert_eq!(bits(&found[i]), bits(&Some(proximity)));
            assert_eq!(touching[i], touches);
            meetings += usize::from(touches);
        }
        assert_eq!(bits(&states), bits(&expected_states));
    }
    let share = meetings * 100 / (6 * count);
    assert!((20..=80).contains(&share), "{share} % of the pairs meet");
}

/// Counts rounds of GJK.
struct Count(usize);

impl<V: Space> Observer<V> for Count {
    fn distance_step(&mut self, _: &DistanceStep<'_, V>) {
        self.0 += 1;
    }
}

fn options_hold_for_every_pair<V: Space>() {
    let crowd = Crowd::<V>::new();
    let limit = V::Scalar::of(0.125);
    let mut rounds = (Count(0), Count(0));
    let (mut room, mut own_room) = (Workspace::<V, 8, 12>::new(), Workspace::<V, 8, 12>::new());
    let mut states = vec![WarmStart::new(); crowd.pairs.len()];
    let mut found = vec![None; crowd.pairs.len()];
    let query = Query::new().limit(limit).expect("a length").max_iterations(3).max_epa_iterations(2);
    let query = query.workspace(&mut room).observer(&mut rounds.0).search_only();
    crowd.ask(|bodies| query.proximities(bodies, crowd.pairs.iter().copied(), &mut states, &mut found));
    for (&(a, b), found) in crowd.pairs.iter().zip(&found) {
        let mut state = WarmStart::new();
        let query = Query::new().limit(limit).expect("a length").max_iterations(3).max_epa_iterations(2);
        let query = query.workspace(&mut own_room).observer(&mut rounds.1).search_only().warm_start(&mut state);
        let (shape_a, shape_b) = (crowd.bodies[a].shape(), crowd.bodies[b].shape());
        let expected = query.poses(crowd.poses[a], crowd.poses[b]).proximity(&*shape_a, &*shape_b);
        assert_eq!(bits(found), bits(&Some(expected)));
    }
    assert_eq!(rounds.0.0, rounds.1.0);
    assert!(rounds.0.0 > crowd.pairs.len());
}

fn the_shortest_list_ends_it<V: Space>() {
    let crowd = Crowd::<V>::new();
    for (pair_count, state_count, answer_count) in [(2, 5, 5), (5, 2, 5), (5, 5, 2), (0, 5, 5), (5, 0, 5), (5, 5, 0)] {
        let shortest = pair_count.min(state_count).min(answer_count);
        let mut pairs = crowd.pairs.iter().copied().take(pair_count);
        let mut states = vec![WarmStart::new(); state_count];
        let mut gaps = vec![None; answer_count];
        let answered = crowd.ask(|bodies| Query::new().distances(bodies, &mut pairs, &mut states, &mut gaps));
        assert_eq!(answered, shortest);
        assert_eq!(pairs.len(), pair_count - shortest, "no pair is taken without an answer");
        assert!(gaps.iter().take(shortest).all(Option::is_some));
        assert!(gaps.iter().skip(shortest).all(Option::is_none));
        assert!(states.iter().skip(shortest).all(|state| *state == WarmStart::new()));
    }
}

fn a_pair_that_names_no_body_ends_it<V: Space>() {
    let crowd = Crowd::<V>::new();
    let last = crowd.bodies.len() - 1;
    for stray in [(0, last + 1), (last + 1, 0), (usize::MAX, usize::MAX)] {
        let mut states = [WarmStart::new(); 3];
        let mut gaps = [None; 3];
        let pairs = [(0, last), stray, (0, 1)];
        let answered = crowd.ask(|bodies| Query::new().distances(bodies, pairs, &mut states, &mut gaps));
        assert_eq!(answered, 1);
        assert!(gaps[0].is_some() && gaps[1].is_none() && gaps[2].is_none());
    }
}
