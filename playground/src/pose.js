// Vectors of two or three numbers, and poses in the format of a case: {cs, t} or {angle, t} in the plane, {q, t} in
// space, or {m}, the rows of an affine matrix whose last column is the translation.

export const add = (u, v) => u.map((x, i) => x + v[i]);
export const sub = (u, v) => u.map((x, i) => x - v[i]);
export const times = (u, factor) => u.map((x) => x * factor);
export const dot = (u, v) => u.reduce((sum, x, i) => sum + x * v[i], 0);
export const length = (u) => Math.hypot(...u);
export const unit = (u) => times(u, 1 / (length(u) || 1));
export const zero = (dim) => Array(dim).fill(0);
export const transform = (rows, v) => rows.map((row) => dot(row, v));
const identity = (dim) => zero(dim).map((_, i) => zero(dim).map((_, k) => (i === k ? 1 : 0)));

/** The rows of the matrix of a rotation: an angle in the plane, a quaternion (x, y, z, w) in space. */
function rotationRows(turn) {
  if (!Array.isArray(turn)) {
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    return [
      [c, -s],
      [s, c],
    ];
  }
  const [x, y, z, w] = unit(turn);
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}

/** The rows of the rotation of a pose; for an affine pose, whose map belongs to the body, the identity. */
export function frame(pose, dim) {
  if (pose.m) return identity(dim);
  if (dim === 3) return rotationRows(pose.q ?? [0, 0, 0, 1]);
  return pose.cs ? rotationRows(Math.atan2(pose.cs[1], pose.cs[0])) : rotationRows(pose.angle ?? 0);
}

export function position(pose, dim) {
  return pose.m ? pose.m.map((row) => row[dim]) : (pose.t ?? zero(dim));
}

/** The linear part and the translation of a pose. */
export function placement(pose, dim) {
  const rows = pose.m ? pose.m.map((row) => row.slice(0, dim)) : frame(pose, dim);
  return { rows, t: position(pose, dim) };
}

export const apply = ({ rows, t }, point) => add(transform(rows, point), t);

/** The pose with another position. */
function movedTo(pose, place) {
  return pose.m ? { m: pose.m.map((row, i) => [...row.slice(0, -1), place[i]]) } : { ...pose, t: place };
}

export const moved = (pose, displacement, dim) => movedTo(pose, add(position(pose, dim), displacement));

const product = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];

/** The quaternion of a rotation about an axis. */
export function quaternion(axis, angle) {
  const [x, y, z] = times(unit(axis), Math.sin(angle / 2));
  return [x, y, z, Math.cos(angle / 2)];
}

/** The pose rotated about its position: by an angle in the plane, by a quaternion in space. */
export function turned(pose, turn, dim) {
  if (pose.m) {
    const rows = rotationRows(turn);
    const { rows: linear, t } = placement(pose, dim);
    return {
      m: rows.map((row, i) => [...zero(dim).map((_, k) => row.reduce((sum, x, j) => sum + x * linear[j][k], 0)), t[i]]),
    };
  }
  if (dim === 3) return { ...pose, q: unit(product(turn, pose.q ?? [0, 0, 0, 1])) };
  const [c, s] = pose.cs ?? [Math.cos(pose.angle ?? 0), Math.sin(pose.angle ?? 0)];
  const [tc, ts] = [Math.cos(turn), Math.sin(turn)];
  return { cs: unit([c * tc - s * ts, c * ts + s * tc]), t: position(pose, dim) };
}

/** The pose after a motion of some time. */
export function after(pose, { linear, angular }, time, dim) {
  const place = moved(pose, times(linear ?? zero(dim), time), dim);
  if (dim === 2) return angular ? turned(place, angular * time, dim) : place;
  const rate = length(angular ?? zero(3));
  return rate > 0 ? turned(place, quaternion(angular, rate * time), dim) : place;
}

/** The least and the largest coordinates of points. */
export function box(points) {
  const least = [...points[0]];
  const most = [...points[0]];
  for (const point of points) {
    point.forEach((x, i) => {
      if (x < least[i]) least[i] = x;
      if (x > most[i]) most[i] = x;
    });
  }
  return { least, most };
}
