//! Two hulls of arbitrary points, raw bytes as floats: no panic, no loop, bounds in order.

#![no_main]

use gjk::{ConvexHull, Error, Proximity, Query, Status, Vec3, Workspace, vec3};
use libfuzzer_sys::{arbitrary, fuzz_target};

#[derive(Debug, arbitrary::Arbitrary)]
struct Input {
    a: Vec<[f32; 3]>,
    b: Vec<[f32; 3]>,
    tolerance: f32,
    rounds: u8,
}

fuzz_target!(|input: Input| {
    let _ = solve(&input);
});

fn solve(input: &Input) -> Result<(), Error> {
    let points = |list: &[[f32; 3]]| list.iter().map(|&[x, y, z]| vec3(x, y, z)).collect::<Vec<Vec3<f32>>>();
    let (a, b) = (points(&input.a), points(&input.b));
    let (a, b) = (ConvexHull::new(&a)?, ConvexHull::new(&b)?);
    let mut memory = Workspace::<Vec3<f32>, 16, 28>::new();
    let query = Query::new().tolerance(input.tolerance)?.max_iterations(input.rounds.into());
    match query.workspace(&mut memory).proximity(&a, &b) {
        Proximity::Separated(gap) => {
            assert!(gap.lower_bound > 0.0 && gap.lower_bound <= gap.distance, "{gap:?}");
        }
        Proximity::Overlapping(overlap) => {
            assert!(overlap.depth >= 0.0 && overlap.lower_bound <= overlap.depth, "{overlap:?}");
            assert!(overlap.depth <= overlap.upper_bound, "{overlap:?}");
            assert!(overlap.status != Status::BadSupport, "{overlap:?}");
        }
    }
    Ok(())
}
