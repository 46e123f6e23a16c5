//! Signed distances by closed forms, independent of the library.
//!
//! For a unit vector n let gap(n) be the least of n·b − n·a over the points a of A and b of B. The signed distance is
//! the largest gap: the distance if it is positive, else minus the depth. For polytopes it is attained along one of
//! finitely many n: normals of faces, directions perpendicular to two edges, and for bodies apart also the directions
//! from vertex to vertex and from edge to vertex. No other n gives a larger gap, so trying more directions than
//! necessary is harmless.

/// A core, and the radius of the ball that is swept over it.
pub struct Body {
    pub core: Core,
    pub margin: f64,
}

pub enum Core {
    /// The hull of points. Edges and faces are given by indices of points.
    Hull { points: Vec<[f64; 3]>, edges: Vec<[usize; 2]>, faces: Vec<[usize; 3]> },
    /// A cylinder about `axis`, a unit vector.
    Cylinder { center: [f64; 3], axis: [f64; 3], half_height: f64, radius: f64 },
}

pub fn add(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|i| a[i] + b[i])
}

pub fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|i| a[i] - b[i])
}

pub fn scale(a: [f64; 3], by: f64) -> [f64; 3] {
    a.map(|x| x * by)
}

pub fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

pub fn unit(a: [f64; 3]) -> [f64; 3] {
    scale(a, 1.0 / length(a))
}

/// The component of `a` perpendicular to `n`.
fn reject(a: [f64; 3], n: [f64; 3]) -> [f64; 3] {
    sub(a, scale(n, dot(a, n) / dot(n, n)))
}

impl Body {
    /// The smallest and the largest n·x over the points x of the core.
    fn range(&self, n: [f64; 3]) -> [f64; 2] {
        match &self.core {
            Core::Hull { points, .. } => points.iter().fold([f64::MAX, f64::MIN], |[least, most], &point| {
                let along = dot(n, point);
                [least.min(along), most.max(along)]
            }),
            Core::Cylinder { center, axis, half_height, radius } => {
                let across = reject(n, *axis);
                let (middle, reach) = (dot(n, *center), half_height * dot(n, *axis).abs() + radius * length(across));
                [middle - reach, middle + reach]
            }
        }
    }

    fn edges(&self) -> Vec<[f64; 3]> {
        match &self.core {
            Core::Hull { points, edges, .. } => edges.iter().map(|&[i, j]| sub(points[j], points[i])).collect(),
            Core::Cylinder { .. } => Vec::new(),
        }
    }
}

/// The signed distance: the distance if positive, minus the depth if negative. Bodies in the plane have z = 0
/// everywhere.
pub fn signed_distance(a: &Body, b: &Body, planar: bool) -> f64 {
    // The larger of the gaps along n and −n.
    let gap = |n: [f64; 3]| {
        let ([a_least, a_most], [b_least, b_most]) = (a.range(n), b.range(n));
        (b_least - a_most).max(a_least - b_most) / length(n)
    };
    let cores = match (&a.core, &b.core) {
        (Core::Cylinder { axis: first, .. }, Core::Cylinder { axis: second, .. }) => {
            largest_of_cylinders(*first, *second, gap)
        }
        _ => largest_of_hulls(a, b, planar, gap),
    };
    cores - a.margin - b.margin
}

fn largest_of_hulls(a: &Body, b: &Body, planar: bool, gap: impl Fn([f64; 3]) -> f64) -> f64 {
    let (Core::Hull { points: p, edges: e, faces: f }, Core::Hull { points: q, edges: g, faces: h }) =
        (&a.core, &b.core)
    else {
        unreachable!("both are hulls, or both are cylinders")
    };
    let mut largest = f64::MIN;
    // A vector much shorter than `whole` is skipped, because it is the product of nearly parallel vectors.
    let mut try_normal = |n: [f64; 3], whole: f64| {
        if dot(n, n) > 1e-20 * whole {
            largest = largest.max(gap(n));
        }
    };
    for (points, faces) in [(p, f), (q, h)] {
        for &[i, j, k] in faces {
            try_normal(cross(sub(points[j], points[i]), sub(points[k], points[i])), 0.0);
        }
    }
    let (ours, theirs) = (a.edges(), b.edges());
    if planar {
        ours.iter().chain(&theirs).for_each(|u| try_normal([-u[1], u[0], 0.0], 0.0));
    } else {
        for &u in &ours {
            theirs.iter().for_each(|&v| try_normal(cross(u, v), dot(u, u) * dot(v, v)));
        }
    }
    for &x in p {
        q.iter().for_each(|&y| try_normal(sub(y, x), 0.0));
    }
    for (points, others, edges) in [(p, q, g), (q, p, e)] {
        for &[i, j] in edges {
            for &x in points {
                let way = sub(x, others[i]);
                try_normal(reject(way, sub(others[j], others[i])), dot(way, way));
            }
        }
    }
    largest
}

/// The largest gap of two cylinders. The gap is a smooth function of n except where n is parallel or perpendicular to
/// an axis. Those directions are treated separately: the axes, the direction perpendicular to both, and the two circles
/// perpendicular to an axis, by a search along each. The other directions are searched over the sphere.
fn largest_of_cylinders(first: [f64; 3], second: [f64; 3], gap: impl Fn([f64; 3]) -> f64) -> f64 {
    // The number of directions that are tried on each circle, and of those from which a search starts.
    const STARTS: usize = 16;
    const BEST: usize = 4;
    // The last step of a search. The error of the gap is of the order of its square.
    const LEAST: f64 = 1e-8;
    let climb = |mut n: [f64; 3], ways: &dyn Fn([f64; 3]) -> Vec<[f64; 3]>| {
        let (mut best, mut step) = (gap(n), 0.25);
        while step > LEAST {
            let tried = ways(n).into_iter().map(|way| unit(add(n, scale(way, step))));
            match tried.map(|n| (gap(n), n)).max_by(|x, y| x.0.total_cmp(&y.0)) {
                Some((value, better)) if value > best => (n, best) = (better, value),
                _ => step *= 0.5,
            }
        }
        best
    };
    let best = |starts: Vec<[f64; 3]>| {
        let mut starts: Vec<_> = starts.into_iter().map(|n| (gap(n), n)).collect();
        starts.sort_by(|x, y| y.0.total_cmp(&x.0));
        starts.into_iter().take(BEST).map(|(_, n)| n)
    };
    let mut largest = gap(first).max(gap(second)).max(gap(cross(first, second)));
    for axis in [first, second] {
        let (x, y) = tangents(axis);
        let along_circle = |n| vec![unit(cross(axis, n)), unit(cross(n, axis))];
        for start in best(around(x, y, STARTS)) {
            largest = largest.max(climb(start, &along_circle));
        }
        let anywhere = |n| {
            let (x, y) = tangents(n);
            around(x, y, 8)
        };
        // Half of the sphere suffices, because `gap` takes the better of n and −n.
        let heights = [0.2, 0.4, 0.8, 1.6, 3.2];
        let starts =
            heights.iter().flat_map(|&z| around(x, y, STARTS).into_iter().map(move |n| add(n, scale(axis, z))));
        for start in best(starts.map(unit).collect()) {
            largest = largest.max(climb(start, &anywhere));
        }
    }
    largest
}

/// Two unit vectors perpendicular to `n` and to each other.
fn tangents(n: [f64; 3]) -> ([f64; 3], [f64; 3]) {
    let other = if n[0].abs() < 0.6 * length(n) { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let x = unit(cross(n, other));
    (x, unit(cross(n, x)))
}

/// Unit vectors all around, in the plane of two vectors.
fn around(x: [f64; 3], y: [f64; 3], count: usize) -> Vec<[f64; 3]> {
    let turn = std::f64::consts::TAU / count as f64;
    (0..count).map(|i| add(scale(x, (turn * i as f64).cos()), scale(y, (turn * i as f64).sin()))).collect()
}
