//! The number of rounds that a query takes, what its observer is shown, and the limits that end it early.

use gjk::{
    Cone, ConvexHull, Cuboid, Cylinder, DepthStep, DistanceStep, Ellipsoid, Error, Observer, Pose, Pose3, Query,
    Rotation3, Status, Support, SupportExt, Vec3, vec3,
};

/// Counts the steps that it sees.
#[derive(Default)]
struct Count {
    distance: u32,
    depth: u32,
}

impl Observer<Vec3<f64>> for Count {
    fn distance_step(&mut self, _: &DistanceStep<'_, Vec3<f64>>) {
        self.distance += 1;
    }

    fn depth_step(&mut self, _: &DepthStep<'_, Vec3<f64>>) {
        self.depth += 1;
    }
}

fn boxes() -> Result<(Cuboid<f64>, Cuboid<f64>), Error> {
    Ok((Cuboid::new(vec3(1.0, 2.0, 3.0))?, Cuboid::new(vec3(0.5, 0.7, 0.9))?))
}

fn askew(position: Vec3<f64>) -> Result<Pose3<f64>, Error> {
    Pose::new(Rotation3::from_quaternion(0.1, 0.2, 0.3, 0.9)?, position)
}

#[test]
fn every_round_is_seen_and_counted() -> Result<(), Error> {
    let (a, b) = boxes()?;
    let mut count = Count::default();
    let apart = Query::new()
        .poses(Pose::IDENTITY, askew(vec3(3.0, 2.5, 4.0))?)
        .observer(&mut count)
        .search_only()
        .distance(&a, &b);
    // The observer also sees the first support point, which is not counted as an iteration.
    assert_eq!((count.distance, count.depth), (apart.iterations + 1, 0), "{apart:?}");
    assert!(apart.iterations > 0);

    let mut count = Count::default();
    let mut query = Query::new().poses(Pose::IDENTITY, askew(vec3(0.4, 0.3, 0.2))?).observer(&mut count).search_only();
    let overlap = query.penetration(&a, &b).expect("they overlap");
    assert_eq!((count.distance, count.depth), (overlap.iterations + 1, overlap.epa_iterations + 1), "{overlap:?}");
    assert!(overlap.epa_iterations > 0);
    Ok(())
}

#[test]
fn an_observer_may_be_missing() -> Result<(), Error> {
    let (a, b) = boxes()?;
    let pose = askew(vec3(0.4, 0.3, 0.2))?;
    let ask = |observer: Option<&mut Count>| {
        Query::new()
            .poses(Pose::IDENTITY, pose)
            .observer(observer)
            .search_only()
            .penetration(&a, &b)
            .expect("they overlap")
    };
    let mut count = Count::default();
    let overlap = ask(Some(&mut count));
    assert_eq!((count.distance, count.depth), (overlap.iterations + 1, overlap.epa_iterations + 1), "{overlap:?}");
    assert_eq!(ask(None), overlap);
    Ok(())
}

/// Notes the shortcut that answers. A query that takes one has no steps, and its answer counts none.
#[cfg(feature = "speed")]
#[derive(Default)]
struct Told(Option<gjk::Shortcut>);

#[cfg(feature = "speed")]
impl<V: gjk::Vector> Observer<V> for Told {
    fn shortcut(&mut self, shortcut: gjk::Shortcut) {
        assert_eq!(self.0.replace(shortcut), None);
    }

    fn distance_step(&mut self, _: &DistanceStep<'_, V>) {
        panic!("a search for a distance");
    }

    fn depth_step(&mut self, _: &DepthStep<'_, V>) {
        panic!("a search for a depth");
    }
}

/// Notes all shortcuts, and whether there are steps.
#[cfg(feature = "speed")]
#[derive(Default)]
struct Noted {
    shortcuts: Vec<gjk::Shortcut>,
    has_steps: bool,
}

#[cfg(feature = "speed")]
impl Observer<Vec3<f64>> for Noted {
    fn shortcut(&mut self, shortcut: gjk::Shortcut) {
        self.shortcuts.push(shortcut);
    }

    fn distance_step(&mut self, _: &DistanceStep<'_, Vec3<f64>>) {
        self.has_steps = true;
    }
}

/// A cast goes on from pose to pose. It tells which closed form moves it and which gives the distance at a pose.
#[cfg(feature = "speed")]
#[test]
fn a_cast_tells_which_closed_forms_move_it() -> Result<(), Error> {
    use gjk::{Ball, Motion, Point, Shortcut};

    let (ball, drum, cube) = (Ball::new(1.0)?, Cylinder::new(1.0, 1.0)?, Cuboid::new(vec3(1.0, 1.0, 1.0))?);
    let dot = Point::new(vec3(0.0, 0.0, 0.0))?;
    let (there, down) = (askew(vec3(0.3, 0.2, 6.0))?, vec3(0.0, 0.0, -1.0));
    let mut noted = Noted::default();
    let hit = Query::new().poses(Pose::IDENTITY, there).observer(&mut noted).shape_cast(&drum, &dot, down, 9.0)?;
    assert!(hit.is_some_and(|hit| hit.status == Status::Converged) && !noted.has_steps);
    assert!(noted.shortcuts.starts_with(&[Shortcut::Entry]), "{:?}", noted.shortcuts);

    let turning = Motion::new(down, vec3(0.5, 0.0, 0.0))?;
    let mut noted = Noted::default();
    let mut query = Query::new().poses(Pose::IDENTITY, there).observer(&mut noted);
    let hit = query.time_of_impact(&ball, &cube, &Motion::still(), &turning, 9.0)?;
    assert!(hit.is_some_and(|hit| hit.status == Status::Converged) && !noted.has_steps);
    assert!(noted.shortcuts.len() > 1 && noted.shortcuts.iter().all(|&shortcut| shortcut == Shortcut::Points));
    Ok(())
}

#[cfg(feature = "speed")]
#[test]
fn the_observer_is_told_which_shortcut_answers() -> Result<(), Error> {
    use gjk::{Ball, Polygon, Ray, Rotation2, Shortcut, WarmStart, vec2};

    let told = |ask: &dyn Fn(Option<&mut Told>)| {
        let mut told = Told::default();
        ask(Some(&mut told));
        told.0
    };
    // For bodies that are apart: touch, distance, both.
    macro_rules! apart {
        ($a:expr, $b:expr, $there:expr) => {
            [
                told(&|it| assert!(!Query::new().poses(Pose::IDENTITY, $there).observer(it).intersects($a, $b))),
                told(&|it| {
                    let found = Query::new().poses(Pose::IDENTITY, $there).observer(it).distance($a, $b);
                    assert!(found.distance > 0.0 && found.iterations == 0);
                }),
                told(&|it| {
                    let found = Query::new().poses(Pose::IDENTITY, $there).observer(it).proximity($a, $b);
                    assert!(found.signed_distance() > 0.0);
                }),
            ]
        };
    }
    macro_rules! overlap {
        ($a:expr, $b:expr, $there:expr) => {
            told(&|it| {
                let found = Query::new().poses(Pose::IDENTITY, $there).observer(it).penetration($a, $b);
                assert!(found.is_some_and(|found| found.depth > 0.0 && found.iterations + found.epa_iterations == 0));
            })
        };
    }
    let (ball, cube, drum) = (Ball::new(1.0)?, Cuboid::new(vec3(1.0, 1.0, 1.0))?, Cylinder::new(1.0, 1.0)?);
    let (away, near) = (askew(vec3(4.0, 1.0, 2.0))?, askew(vec3(1.2, 0.1, 0.2))?);
    for found in [apart!(&ball, &cube, away), apart!(&ball, &ball, away), apart!(&drum, &ball, away)] {
        assert_eq!(found, [Some(Shortcut::Points); 3]);
    }
    assert_eq!(overlap!(&ball, &cube, near), Some(Shortcut::Points));
    assert_eq!(overlap!(&ball, &ball, near), Some(Shortcut::Points));
    let contact = told(&|it| {
        let found = Query::new().poses(Pose::IDENTITY, near).observer(it).distance(&ball, &ball);
        assert!(found.distance == 0.0 && found.iterations == 0);
    });
    assert_eq!(contact, Some(Shortcut::Points));
    let [touch, distance, both] = apart!(&cube, &cube, away);
    assert_eq!((touch, distance), (Some(Shortcut::SeparatingAxes), Some(Shortcut::Alternation)));
    assert_eq!(both, Some(Shortcut::Alternation));
    assert_eq!(overlap!(&cube, &cube, near), Some(Shortcut::SeparatingAxes));
    assert_eq!(apart!(&drum, &drum, away), [Some(Shortcut::Alternation); 3]);

    let house = [vec2(1.0, 1.0), vec2(0.0, 2.0), vec2(-1.0, 1.0), vec2(-1.0, -1.0), vec2(1.0, -1.0)];
    let house = &Polygon::new(&house)?;
    let turn = Rotation2::from_cos_sin(8.0, 1.0)?;
    let (away, near) = (Pose::new(turn, vec2(6.0, 0.25))?, Pose::new(turn, vec2(1.5, 0.25))?);
    let gap = told(&|it| {
        let _ = Query::new().poses(Pose::IDENTITY, away).observer(it).distance(house, house);
    });
    let both = told(&|it| {
        let _ = Query::new().poses(Pose::IDENTITY, away).observer(it).proximity(house, house);
    });
    assert_eq!((gap, both), (Some(Shortcut::Calipers), Some(Shortcut::Calipers)));
    assert_eq!(overlap!(house, house, near), Some(Shortcut::PolygonEdges));

    let hull = [vec3(1.0, 0.0, 0.1), vec3(-1.0, 0.2, 0.0), vec3(0.0, 1.0, 0.3), vec3(0.0, 0.1, 1.0)];
    let (hull, pose, mut state) = (ConvexHull::new(&hull)?, askew(vec3(4.0, 1.0, 2.0))?, WarmStart::new());
    let _ = Query::new().poses(Pose::IDENTITY, pose).warm_start(&mut state).distance(&hull, &hull);
    let kept = told(&|it| {
        let mut state = state;
        let _ = Query::new().poses(Pose::IDENTITY, pose).observer(it).warm_start(&mut state).distance(&hull, &hull);
    });
    let both = told(&|it| {
        let mut state = state;
        let _ = Query::new().poses(Pose::IDENTITY, pose).observer(it).warm_start(&mut state).proximity(&hull, &hull);
    });
    assert_eq!((kept, both), (Some(Shortcut::KeptVertices), Some(Shortcut::KeptVertices)));

    let ray = Ray::new(vec3(-4.0, 0.1, 0.2), vec3(1.0, 0.0, 0.0), 10.0)?;
    let hit = told(&|it| assert!(Query::new().observer(it).ray_cast(&drum, &ray).is_some()));
    let moving = told(&|it| {
        let query = Query::new().poses(Pose::IDENTITY, pose).observer(it);
        assert!({ query }.shape_cast(&cube, &ball, vec3(-4.0, -1.0, -2.0), 1.0).is_ok_and(|hit| hit.is_some()));
    });
    assert_eq!((hit, moving), (Some(Shortcut::Ray), Some(Shortcut::Ray)));
    Ok(())
}

/// Checks the steps against the answer of the search, which is within a few rounding steps of the truth.
struct Shown<'q> {
    bodies: [&'q Cuboid<f64>; 2],
    pose: Pose3<f64>,
    answer: f64,
    last: f64,
}

impl Shown<'_> {
    const CLOSE: f64 = 1e-13;

    /// How far A − B reaches along a direction.
    fn reach(&self, dir: Vec3<f64>) -> f64 {
        let [a, b] = self.bodies;
        let b = b.at(self.pose);
        dir.dot(a.support(dir)) - dir.dot(b.support(-dir))
    }
}

impl Observer<Vec3<f64>> for Shown<'_> {
    fn distance_step(&mut self, step: &DistanceStep<'_, Vec3<f64>>) {
        let truth = self.answer.max(0.0) + Self::CLOSE;
        assert!(0.0 <= step.lower_bound && step.lower_bound <= truth);
        assert!(step.upper_bound.is_none_or(|upper| upper >= self.answer - Self::CLOSE));
        assert!((step.newest.w.dot(-step.axis) - self.reach(-step.axis)).abs() < Self::CLOSE * step.axis.length());
        assert_eq!(step.upper_bound.is_some(), step.simplex().next().is_some());
        if let Some(newest) = step.simplex().next() {
            // The simplex before this round ends at the support point of the last one.
            assert!((newest.w.length() - self.last).abs() < Self::CLOSE);
        }
        self.last = step.newest.w.length();
    }

    fn depth_step(&mut self, step: &DepthStep<'_, Vec3<f64>>) {
        assert!(step.lower_bound <= -self.answer + Self::CLOSE && -self.answer <= step.upper_bound + Self::CLOSE);
        let length = step.normal.length();
        assert!((step.newest.w.dot(step.normal) - self.reach(step.normal)).abs() < Self::CLOSE * length);
        let vertices: Vec<_> = step.vertices().collect();
        let mut facets = 0;
        for (number, corners, distance) in step.facets() {
            facets += 1;
            let &[a, b, c] = corners.as_ref() else { panic!("a facet in space has three corners") };
            let [a, b, c] = [a, b, c].map(|corner| vertices[corner].w);
            let normal = (b - a).cross(c - a);
            assert!((normal.dot(a) - distance * normal.length()).abs() < Self::CLOSE * normal.length(), "its plane");
            assert!(distance >= step.lower_bound);
            if number == step.nearest {
                assert_eq!(distance, step.lower_bound);
                let along = normal.dot(step.normal);
                assert!((along - normal.length() * length).abs() < Self::CLOSE * along);
            }
        }
        // Euler's formula for triangles; a face that appears twice is that of a polytope without volume.
        assert!(facets >= 2 && facets % 2 == 0, "{facets} facets");
        assert!(step.facets().any(|(number, ..)| number == step.nearest));
    }
}

#[test]
fn what_an_observer_is_shown_is_true() -> Result<(), Error> {
    let (a, b) = boxes()?;
    for position in [vec3(3.0, 2.5, 4.0), vec3(0.4, 0.3, 0.2), vec3(1.1, -1.7, 2.0)] {
        let pose = askew(position)?;
        let answer = Query::new().poses(Pose::IDENTITY, pose).search_only().proximity(&a, &b).signed_distance();
        let shown = Shown { bodies: [&a, &b], pose, answer, last: 0.0 };
        let watched = Query::new().poses(Pose::IDENTITY, pose).observer(shown).search_only().proximity(&a, &b);
        assert_eq!(watched.signed_distance(), answer);
    }
    Ok(())
}

#[test]
fn a_cap_ends_the_search_after_as_many_rounds() -> Result<(), Error> {
    let (a, b) = (Ellipsoid::new(vec3(2.0, 1.5, 1.0))?, Ellipsoid::new(vec3(0.5, 0.7, 1.0))?);
    let pose = askew(vec3(4.0, 2.5, 3.0))?;
    let full = Query::new().poses(Pose::IDENTITY, pose).distance(&a, &b);
    assert!(full.iterations > 2 && full.status == Status::Converged, "{full:?}");
    for cap in 0..full.iterations {
        let capped = Query::new().poses(Pose::IDENTITY, pose).max_iterations(cap).distance(&a, &b);
        assert_eq!((capped.iterations, capped.status), (cap, Status::IterationLimit), "{capped:?}");
        assert!(capped.distance >= full.distance && capped.lower_bound <= full.distance, "{capped:?}");
    }
    for cap in [full.iterations, full.iterations + 1] {
        assert_eq!(Query::new().poses(Pose::IDENTITY, pose).max_iterations(cap).distance(&a, &b), full);
    }
    Ok(())
}

#[test]
fn a_cap_ends_the_growth_of_the_polytope() -> Result<(), Error> {
    let (a, b) = boxes()?;
    let pose = askew(vec3(0.4, 0.3, 0.2))?;
    let full = Query::new().poses(Pose::IDENTITY, pose).search_only().penetration(&a, &b).expect("they overlap");
    assert!(full.epa_iterations > 2 && full.status == Status::Converged, "{full:?}");
    for cap in 0..full.epa_iterations {
        let mut query = Query::new().poses(Pose::IDENTITY, pose).search_only().max_epa_iterations(cap);
        let capped = query.penetration(&a, &b).expect("they overlap");
        assert_eq!((capped.epa_iterations, capped.status), (cap, Status::IterationLimit), "{capped:?}");
        assert!(capped.upper_bound >= full.depth && capped.lower_bound <= full.depth, "{capped:?}");
    }
    for cap in [full.epa_iterations, full.epa_iterations + 1] {
        let mut query = Query::new().poses(Pose::IDENTITY, pose).search_only().max_epa_iterations(cap);
        assert_eq!(query.penetration(&a, &b), Some(full));
    }
    Ok(())
}

#[test]
fn intersects_ends_as_soon_as_it_knows() -> Result<(), Error> {
    let drum = Cylinder::new(1.0, 2.0)?;
    // Far apart, the first supporting plane separates the bodies; with a large margin, the first near point proves
    // contact.
    for (margin, position) in [(0.0, vec3(40.0, 25.0, 30.0)), (3.0, vec3(3.5, 1.5, 3.0))] {
        let (a, b) = (drum.rounded(margin)?, drum.rounded(margin)?);
        let (mut quick, mut whole) = (Count::default(), Count::default());
        let pose = askew(position)?;
        let intersect = Query::new().poses(Pose::IDENTITY, pose).observer(&mut quick).search_only().intersects(&a, &b);
        let answer = Query::new().poses(Pose::IDENTITY, pose).observer(&mut whole).search_only().proximity(&a, &b);
        assert_eq!(intersect, answer.signed_distance() <= 0.0, "{answer:?}");
        assert!(quick.distance < whole.distance, "{} of {} steps", quick.distance, whole.distance);
    }
    Ok(())
}

/// Rounds of GJK alone would take 16 per pair on average to this tolerance, and up to 40.
#[test]
fn a_search_on_curved_bodies_ends_faster_than_by_halves() -> Result<(), Error> {
    let (a, b) = (Ellipsoid::new(vec3(1.0, 2.0, 0.7))?, Cylinder::new(1.0, 0.6)?);
    let mut rounds = 0;
    for place in 0..64_u32 {
        let [x, y, z] = [place & 3, place >> 2 & 3, place >> 4].map(|step| 0.3 * f64::from(step) - 0.4);
        let pose = Pose::new(Rotation3::from_quaternion(x, 0.3, z, 0.9)?, vec3(1.6 + x, 1.5 + y, 0.4 + z))?;
        let apart = Query::new().poses(Pose::IDENTITY, pose).tolerance(1e-8)?.distance(&a, &b);
        assert_eq!(apart.status, Status::Converged, "{apart:?}");
        assert!(apart.lower_bound <= apart.distance && apart.distance - apart.lower_bound <= 1e-8, "{apart:?}");
        rounds += apart.iterations;
    }
    assert!(rounds <= 64 * 13, "{rounds} for 64 pairs");
    Ok(())
}

/// Without secants a cast would examine 3.5 poses on average, each with a distance query.
#[test]
fn a_cast_of_curved_bodies_mostly_looks_at_one_pose() -> Result<(), Error> {
    let (drum, hat) = (Cylinder::new(1.0, 0.6)?, Cone::new(0.8, 0.7)?);
    let (mut hits, mut poses) = (0, 0);
    for place in 0..64_u32 {
        let [x, y, z] = [place & 3, place >> 2 & 3, place >> 4].map(|step| 0.3 * f64::from(step) - 0.4);
        let start = Pose::new(Rotation3::from_quaternion(x, 0.3, z, 0.9)?, vec3(3.0 + x, y, 2.0 + z))?;
        let mut query = Query::new().poses(Pose::IDENTITY, start);
        let velocity = vec3(-3.0, 0.2 - y, -2.0 + z);
        let Some(impact) = query.shape_cast(&drum, &hat, velocity, 2.0)? else { continue };
        (hits, poses) = (hits + 1, poses + impact.iterations);
        let there = Pose::new(start.rotation(), start.position() + velocity * impact.time)?;
        let gap = Query::new().poses(Pose::IDENTITY, there).tolerance(0.0)?.distance(&drum, &hat);
        assert!(gap.lower_bound <= 1e-14 && gap.distance <= 1e-14, "{impact:?} {gap:?}");
        assert_eq!(impact.status, Status::Converged);
        assert!(impact.upper_bound - impact.lower_bound <= 1e-14, "{impact:?}");
    }
    assert!(hits > 40 && poses <= hits + hits / 16, "{poses} for {hits} hits");
    Ok(())
}

/// Two hulls with a corner at the origin, which is the first support point of both and tells nothing of their size: the
/// search begins at the largest scale, and starts over at smaller ones until the bodies fit.
#[test]
fn bodies_whose_first_points_are_at_the_origin_have_any_size() -> Result<(), Error> {
    for exponent in [-100_i16, -66, -33, 0, 33, 56] {
        let unit = f32::from(exponent).exp2();
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 1.0]];
        let corners = corners.map(|[x, y, z]| vec3(x * unit, y * unit, z * unit));
        let mirrored = corners.map(|corner| -corner);
        let (a, b) = (ConvexHull::new(&corners)?, ConvexHull::new(&mirrored)?);
        let touch = Query::new().direction(vec3(-1.0, -1.0, -1.0))?.proximity(&a, &b);
        assert_eq!((touch.signed_distance(), touch.status()), (0.0, Status::Converged), "2^{exponent}: {touch:?}");
    }
    Ok(())
}
