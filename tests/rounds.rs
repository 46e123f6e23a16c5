//! The number of rounds of a query: how observers count them, and the caps that end a query early.

use gjk::{
    Cone, ConvexHull, Cuboid, Cylinder, DepthStep, DistanceStep, Ellipsoid, Error, Observer, Pose, Pose3, Query,
    Rotation3, Status, SupportExt, Vec3, vec3,
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
    // The observer also sees the first support point, which does not count as an iteration.
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
    // Far apart the first plane tells; rounded by much, the first near point does.
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

/// The rounds of GJK alone take 16 for a pair in the mean, and up to 40.
#[test]
fn a_search_on_curved_bodies_ends_faster_than_by_halves() -> Result<(), Error> {
    let (a, b) = (Ellipsoid::new(vec3(1.0, 2.0, 0.7))?, Cylinder::new(1.0, 0.6)?);
    let mut rounds = 0;
    for place in 0..64_u32 {
        let [x, y, z] = [place & 3, place >> 2 & 3, place >> 4].map(|step| 0.3 * f64::from(step) - 0.4);
        let pose = Pose::new(Rotation3::from_quaternion(x, 0.3, z, 0.9)?, vec3(1.6 + x, 1.5 + y, 0.4 + z))?;
        let apart = Query::new().poses(Pose::IDENTITY, pose).distance(&a, &b);
        assert_eq!(apart.status, Status::Converged, "{apart:?}");
        assert!(apart.lower_bound <= apart.distance && apart.distance - apart.lower_bound <= 1e-8, "{apart:?}");
        rounds += apart.iterations;
    }
    assert!(rounds <= 64 * 13, "{rounds} for 64 pairs");
    Ok(())
}

/// Without secants 3.5 in the mean, each with a distance to find.
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
