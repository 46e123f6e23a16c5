// Writes the Rust code of the query that the page shows.

import { placement, position } from "./pose.js";
import { core, kindOf, rounding } from "./shapes.js";
import { motionOf, poseOf, queryOf, shapeOf } from "./state.js";

const SCALARS = { f32: "f32", f64: "f64", i16f16: "I16F16" };

/** The program of a case. */
export function snippet(case_, options) {
  return new Snippet(case_, options).text();
}

class Snippet {
  constructor(case_, options) {
    this.case = case_;
    this.options = options;
    this.dim = case_.dim;
    this.scalar = SCALARS[options.scalar];
    this.isFixed = options.scalar === "i16f16";
    this.names = new Set(["Query", `Vec${this.dim}`]);
    this.helpers = new Set();
    this.lines = [];
  }

  use(name) {
    this.names.add(name);
    return name;
  }

  number(x) {
    if (this.isFixed) {
      this.helpers.add("fn n(x: f64) -> I16F16 {\n    I16F16::from_num(x)\n}");
      return `n(${float(x)})`;
    }
    return float(x);
  }

  /** A component of a rotation, or a tolerance. */
  fraction(x) {
    if (this.isFixed) {
      this.helpers.add("fn u(x: f64) -> FixedI32<U30> {\n    FixedI32::from_num(x)\n}");
      return `u(${float(x)})`;
    }
    return float(x);
  }

  /** Components of a rotation; for fixed point a power of two scales them to about one. */
  fractions(block) {
    const exponent = this.isFixed ? Math.round(Math.log2(Math.max(...block.map(Math.abs)))) : 0;
    return block.map((x) => this.fraction(x * 2 ** -exponent)).join(", ");
  }

  vector(v) {
    return `${this.use(`vec${this.dim}`)}(${v.map((x) => this.number(x)).join(", ")})`;
  }

  /** The expression that makes a shape in its own frame. */
  shape(shape, side) {
    const inner = core(shape);
    const { dim } = this;
    const axis = (size) => (dim === 2 ? [size, 0] : [0, 0, size]);
    const ends = (size) => `${this.vector(axis(-size))}, ${this.vector(axis(size))}`;
    const one = (x) => this.number(x);
    let code;
    switch (kindOf(inner)) {
      case "point":
        code = `${this.use("Point")}::<Vec${dim}<${this.scalar}>>::ORIGIN`;
        break;
      case "segment":
        code = `${this.use("Segment")}::new(${ends(inner.half_length)})?`;
        break;
      case "capsule":
        code = `${this.use("Capsule")}::new(${ends(inner.half_height)}, ${one(inner.radius)})?`;
        break;
      case "circle":
        code = `${this.use("Circle")}::new(${one(inner.radius)})?`;
        break;
      case "sphere":
        code = `${this.use("Ball")}::new(${one(inner.radius)})?`;
        break;
      case "box":
        code = `${this.use(dim === 2 ? "Rectangle" : "Cuboid")}::new(${this.vector(inner.half)})?`;
        break;
      case "ellipse":
        code = `${this.use("Ellipse")}::new(${this.vector(inner.radii)})?`;
        break;
      case "ellipsoid":
        code = `${this.use("Ellipsoid")}::new(${this.vector(inner.radii)})?`;
        break;
      case "cylinder":
        code = `${this.use("Cylinder")}::new(${one(inner.half_height)}, ${one(inner.radius)})?`;
        break;
      case "cone":
        code = `${this.use("Cone")}::new(${one(inner.half_height)}, ${one(inner.radius)})?`;
        break;
      default: {
        const points = inner.points.map((point) => `        ${this.vector(point)},`);
        this.lines.push(`    let points_${side} = [`, ...points, "    ];");
        code = `${this.use("ConvexHull")}::new(&points_${side})?`;
      }
    }
    const radius = rounding(shape);
    return radius > 0 ? `${this.use("Rounded")}::new(${code}, ${one(radius)})?` : code;
  }

  body(side) {
    const { dim } = this;
    const pose = poseOf(this.case, side);
    let code = this.shape(shapeOf(this.case, side), side);
    if (pose.m) {
      const rows = placement(pose, dim)
        .rows.map((row) => this.vector(row))
        .join(", ");
      code = `${this.use("Transformed")}::new(${code}, ${this.use("Affine")}::new([${rows}], ${this.vector(Array(dim).fill(0))})?)`;
    }
    this.lines.push(`    let ${side} = ${code};`);
  }

  pose(side) {
    const { dim } = this;
    const pose = poseOf(this.case, side);
    const t = this.vector(position(pose, dim));
    const turn = pose.m
      ? null
      : dim === 3
        ? pose.q
        : (pose.cs ?? (pose.angle ? [Math.cos(pose.angle), Math.sin(pose.angle)] : null));
    const isTurned = turn && turn.slice(0, -1).some((x, i) => x !== (dim === 2 ? [1][i] : 0));
    this.use("Pose");
    if (!isTurned && !(dim === 2 && turn && turn[1] !== 0)) {
      this.lines.push(`    let pose_${side} = Pose::translation(${t})?;`);
      return;
    }
    const make = dim === 3 ? `${this.use("Rotation3")}::from_quaternion` : `${this.use("Rotation2")}::from_cos_sin`;
    this.lines.push(`    let pose_${side} = Pose::new(${make}(${this.fractions(turn)})?, ${t})?;`);
  }

  motion(side) {
    const { linear, angular } = motionOf(this.case, side);
    const spin = this.dim === 3 ? this.vector(angular) : this.number(angular);
    this.lines.push(`    let motion_${side} = ${this.use("Motion")}::new(${this.vector(linear)}, ${spin})?;`);
  }

  text() {
    const { case: case_, options, dim } = this;
    const query = queryOf(case_);
    const vector = `Vec${dim}<${this.scalar}>`;
    this.body("a");
    if (query !== "ray_cast") this.body("b");
    this.pose("a");
    this.pose("b");
    let set = "";
    if (options.tolerance !== null) set += `.tolerance(${this.fraction(options.tolerance)})?`;
    if (options.max_iterations !== null)
      set += `.max_iterations(${options.max_iterations}).max_epa_iterations(${options.max_iterations})`;
    if (query === "proximity" && options.capacity !== 64) {
      this.lines.push(
        `    let mut memory = ${this.use("Workspace")}::<${vector}, ${options.capacity}, ${2 * options.capacity - 4}>::new();`,
      );
      set += ".workspace(&mut memory)";
    }
    if (case_.target_distance) set += `.target_distance(${this.number(case_.target_distance)})?`;
    let call;
    switch (query) {
      case "ray_cast": {
        const { direction, max_time } = case_.ray;
        const ray = `${this.use("Ray")}::new(${this.vector(Array(dim).fill(0))}, ${this.vector(direction)}, ${this.number(max_time)})?`;
        this.lines.push(`    // In the frame of pose B, whose origin is the start of the ray.`, `    let ray = ${ray};`);
        call = "ray_cast(&a, &ray)";
        break;
      }
      case "shape_cast":
        call = `shape_cast(&a, &b, ${this.vector(case_.velocity)}, ${this.number(case_.max_time)})?`;
        break;
      case "time_of_impact":
        this.motion("a");
        this.motion("b");
        call = `time_of_impact(&a, &b, &motion_a, &motion_b, ${this.number(case_.max_time)})?`;
        break;
      default:
        call = "proximity(&a, &b)";
    }
    this.lines.push(
      `    let mut query = Query::<${vector}>::new().poses(pose_a, pose_b)${set};`,
      `    println!("{:#?}", query.${call});`,
    );
    const uses = [`use gjk::{${[...this.names].sort().join(", ")}};`];
    if (this.isFixed)
      uses.unshift(
        this.helpers.size > 1 ? "use fixed::{FixedI32, types::{I16F16, extra::U30}};" : "use fixed::types::I16F16;",
      );
    return [
      ...uses,
      "",
      ...[...this.helpers].flatMap((helper) => [helper, ""]),
      "fn main() -> Result<(), gjk::Error> {",
      ...this.lines,
      "    Ok(())",
      "}",
      "",
    ].join("\n");
  }
}

/** A number as Rust writes a float. */
function float(x) {
  const text = String(x);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
