// The shapes that a body can have, as a case names them, and their sizes.

/** A shape with rounding is `{shape: "rounded", radius, of}`. */
const isRounded = (shape) => shape.shape === "rounded";
export const core = (shape) => (isRounded(shape) ? shape.of : shape);
export const rounding = (shape) => (isRounded(shape) ? shape.radius : 0);
export const rounded = (shape, radius) => (radius > 0 ? { shape: "rounded", radius, of: shape } : shape);

/** Points spread evenly over an ellipsoid or an ellipse. */
function spread(count, radii) {
  return Array.from({ length: count }, (_, i) => {
    if (radii.length === 2) {
      const angle = (2 * Math.PI * (i + 0.25)) / count;
      return [radii[0] * Math.cos(angle), radii[1] * Math.sin(angle)].map(tidy);
    }
    const height = 1 - (2 * i + 1) / count;
    const [radius, angle] = [Math.sqrt(1 - height * height), i * Math.PI * (3 - Math.sqrt(5))];
    return [radii[0] * radius * Math.cos(angle), radii[1] * radius * Math.sin(angle), radii[2] * height].map(tidy);
  });
}

/** Rounds to six decimals: enough for a made-up shape, and short in a link. */
const tidy = (x) => Math.round(x * 1e6) / 1e6;

const triangle = (dim) => ({
  shape: "hull",
  points: [
    [-1, -0.75],
    [1.25, -0.5],
    [0, 1],
  ].map((p) => (dim === 2 ? p : [...p, 0])),
});
const hull = (dim) => ({ shape: "hull", points: spread(dim === 2 ? 7 : 32, dim === 2 ? [1.25, 1] : [1.25, 1, 0.9]) });

/** The shapes to choose from: the name of the type in Rust, and a shape to begin with. */
export const KINDS = {
  2: {
    circle: ["Circle", () => ({ shape: "circle", radius: 1 })],
    box: ["Rectangle", () => ({ shape: "box", half: [1.25, 0.75] })],
    capsule: ["Capsule", () => ({ shape: "capsule", radius: 0.5, half_height: 1 })],
    ellipse: ["Ellipse", () => ({ shape: "ellipse", radii: [1.5, 0.75] })],
    triangle: ["ConvexHull of 3", () => triangle(2)],
    hull: ["ConvexHull", () => hull(2)],
    segment: ["Segment", () => ({ shape: "segment", half_length: 1.25 })],
    point: ["Point", () => ({ shape: "point" })],
  },
  3: {
    sphere: ["Ball", () => ({ shape: "sphere", radius: 1 })],
    box: ["Cuboid", () => ({ shape: "box", half: [1.25, 0.75, 0.5] })],
    capsule: ["Capsule", () => ({ shape: "capsule", radius: 0.5, half_height: 1 })],
    cylinder: ["Cylinder", () => ({ shape: "cylinder", radius: 0.75, half_height: 1 })],
    cone: ["Cone", () => ({ shape: "cone", radius: 1, half_height: 1 })],
    ellipsoid: ["Ellipsoid", () => ({ shape: "ellipsoid", radii: [1.5, 1, 0.6] })],
    triangle: ["ConvexHull of 3", () => triangle(3)],
    hull: ["ConvexHull", () => hull(3)],
    segment: ["Segment", () => ({ shape: "segment", half_length: 1.25 })],
    point: ["Point", () => ({ shape: "point" })],
  },
};

export function kindOf(shape) {
  const { shape: name, points } = core(shape);
  return name === "hull" && points.length === 3 ? "triangle" : name;
}

/** The name of a shape in Rust. */
export function nameOf(shape, dim) {
  const [name] = KINDS[dim][kindOf(shape)];
  return isRounded(shape) ? `Rounded ${name}` : name;
}

/** The names to choose from, by kind; a case calls some shapes otherwise than Rust, and that name follows in quotes. */
export function choices(dim) {
  return Object.fromEntries(
    Object.entries(KINDS[dim]).map(([kind, [name, make]]) => {
      const inCase = make().shape;
      return [kind, name.toLowerCase() === inCase ? name : `${name} ("${inCase}")`];
    }),
  );
}

const AXES = ["x", "y", "z"];
const LABELS = { radius: "Radius", half_height: "Half height", half_length: "Half length" };

/** The numbers of a shape: the label of each, its value, and a function that makes the shape with another value. */
export function sizes(shape) {
  const inner = core(shape);
  const wrap = (other) => rounded(other, rounding(shape));
  const found = [];
  for (const [key, value] of Object.entries(inner)) {
    if (key in LABELS) {
      found.push({ label: LABELS[key], value, set: (size) => wrap({ ...inner, [key]: size }) });
    } else if (key === "half" || key === "radii") {
      value.forEach((size, i) => {
        const set = (next) => wrap({ ...inner, [key]: value.map((old, k) => (k === i ? next : old)) });
        found.push({ label: `${key === "half" ? "Half extent" : "Radius"} ${AXES[i]}`, value: size, set });
      });
    } else if (key === "points" && value.length !== 3) {
      const set = (count) => wrap({ shape: "hull", points: spread(count, reach(value)) });
      found.push({ label: "Points", value: value.length, isCount: true, set });
    }
  }
  found.push({ label: "Rounding", value: rounding(shape), set: (radius) => rounded(inner, radius) });
  return found;
}

/** The largest absolute coordinate of points along each axis; one where that is zero. */
const reach = (points) => points[0].map((_, i) => tidy(Math.max(...points.map((point) => Math.abs(point[i]))) || 1));

/** The shape made larger or smaller. */
export function resized(shape, factor) {
  const scale = (value) => {
    if (typeof value === "number") return value * factor;
    if (Array.isArray(value)) return value.map(scale);
    return typeof value === "object" ? resized(value, factor) : value;
  };
  return Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, scale(value)]));
}
