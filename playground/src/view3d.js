// A view of space: bodies as WebGL meshes, everything else drawn over them. It has the methods of view2d.js.
//
// WebGL has single precision, so coordinates are moved and scaled first: large and far bodies look like small and near
// ones.

import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { toCreasedNormals } from "three/addons/utils/BufferGeometryUtils.js";
import { Pen, ROLES } from "./annotate.js";
import { add, apply, box, dot, length, sub, times, unit } from "./pose.js";

const FIELD = (35 * Math.PI) / 180;
/** Faces that meet at a smaller angle form one surface: of a sampled smooth body, and of a polytope. */
const CREASE = (18 * Math.PI) / 180;
const FLAT_CREASE = (2 * Math.PI) / 180;
/** Radians by which a drag of one pixel turns a body. */
const TURN = 0.01;
const DASHED = new Set(["b", "ghost", "ghostA"]);

export class SpaceView {
  constructor(element, theme, { redraw, hasGround }) {
    this.element = element;
    this.theme = theme;
    this.renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true });
    this.overlay = document.createElement("canvas");
    this.overlay.className = "overlay";
    element.replaceChildren(this.renderer.domElement, this.overlay);
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(35, 1, 0.01, 200);
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(2.2, -4.4, 2.4);
    const light = new THREE.DirectionalLight(0xffffff, 1.6);
    light.position.set(-1, 2, 3);
    this.camera.add(light);
    this.scene.add(this.camera, new THREE.HemisphereLight(0xffffff, 0x8888a0, 2));
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.addEventListener("change", redraw);
    this.bodies = new THREE.Group();
    this.scene.add(this.bodies);
    if (hasGround) {
      this.ground = new THREE.GridHelper(8, 16);
      this.ground.rotation.x = Math.PI / 2;
      this.ground.material.transparent = true;
      this.scene.add(this.ground);
    }
    this.geometries = new WeakMap();
    this.center = [0, 0, 0];
    this.scale = 1;
    this.figures = [];
    this.paint = () => {};
  }

  dispose() {
    this.controls.dispose();
    this.clear();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  clear() {
    this.bodies.traverse((object) => object.material?.dispose());
    this.bodies.clear();
  }

  /** Takes the figures, each with its vertices, faces, placement and role, and what to paint over them. */
  show(figures, paint) {
    this.figures = figures;
    this.paint = paint;
    this.isStale = true;
  }

  /** The surface of a figure, of about unit size, and its edges; made once for each figure. */
  geometry(figure, isFlat) {
    let made = this.geometries.get(figure);
    if (!made) {
      const size = Math.max(...figure.vertices.map((vertex) => Math.max(...vertex.map(Math.abs)))) || 1;
      const vertices = figure.vertices.map((vertex) => times(vertex, 1 / size));
      const indexed = new THREE.BufferGeometry();
      indexed.setAttribute("position", new THREE.Float32BufferAttribute(vertices.flat(), 3));
      indexed.setIndex(figure.faces.flat());
      const edges = new THREE.BufferGeometry();
      edges.setAttribute(
        "position",
        new THREE.Float32BufferAttribute(
          sharpEdges(vertices, figure.faces, figure.flat ? FLAT_CREASE : CREASE).flat(2),
          3,
        ),
      );
      new THREE.LineSegments(edges).computeLineDistances();
      made = { size, surface: isFlat ? indexed : toCreasedNormals(indexed, CREASE), edges };
      this.geometries.set(figure, made);
    }
    return made;
  }

  build() {
    const colors = this.theme();
    this.clear();
    for (const { figure, place, role, side } of this.figures) {
      if (figure.faces.length === 0) continue;
      // A difference changes with every move: smoothing it each time would cost too much.
      const isFlat = figure.flat || role === "core" || role === "whole";
      const { size, surface, edges } = this.geometry(figure, isFlat);
      const { color, alpha } = ROLES[role];
      const mesh = new THREE.Mesh(
        surface,
        new THREE.MeshLambertMaterial({
          color: colors[color],
          transparent: true,
          opacity: Math.min(0.5, 2.4 * alpha),
          depthWrite: false,
          flatShading: isFlat,
        }),
      );
      const style = { color: colors[color], transparent: true, opacity: role === "core" ? 0.4 : 0.7 };
      const line = DASHED.has(role)
        ? new THREE.LineDashedMaterial({ ...style, dashSize: 0.07, gapSize: 0.05 })
        : new THREE.LineBasicMaterial(style);
      const outline = new THREE.LineSegments(edges, line);
      const t = times(sub(place.t, this.center), this.scale);
      const rows = place.rows.map((row) => times(row, size * this.scale));
      const matrix = new THREE.Matrix4().set(...rows.flatMap((row, i) => [...row, t[i]]), 0, 0, 0, 1);
      // A difference with margins is round everywhere and has no edges.
      for (const object of role === "whole" ? [mesh] : [mesh, outline]) {
        object.matrixAutoUpdate = false;
        object.matrix.copy(matrix);
        this.bodies.add(object);
      }
      mesh.userData.side = side;
    }
    if (this.ground) {
      this.ground.material.color.set(colors.ink);
      this.ground.material.vertexColors = false;
      this.ground.material.opacity = 0.12;
    }
    this.isStale = false;
  }

  /** Brings points into view and keeps the direction of the camera. */
  fit(points) {
    const { least, most } = box(points);
    this.center = times(add(least, most), 0.5);
    this.scale = 1 / (length(sub(most, least)) / 2 || 1);
    const { clientWidth: width, clientHeight: height } = this.element;
    const distance = 1.05 / Math.sin(FIELD / 2) / Math.min(1, width / height || 1);
    this.controls.target.set(0, 0, 0);
    this.camera.position.setLength(distance);
    this.controls.update();
    if (this.ground) this.ground.position.z = (least[2] - this.center[2]) * this.scale;
    this.isStale = true;
  }

  inner(point) {
    return new THREE.Vector3(...times(sub(point, this.center), this.scale));
  }

  project(point) {
    const { x, y } = this.inner(point).project(this.camera);
    return [((x + 1) / 2) * this.element.clientWidth, ((1 - y) / 2) * this.element.clientHeight];
  }

  /** The part of a segment in front of the camera; nothing if all of it lies behind. */
  inFront([from, to]) {
    const { near } = this.camera;
    const [first, last] = [from, to].map((point) => this.depth(this.inner(point)));
    if (first >= near && last >= near) return [from, to];
    if (!(first >= near || last >= near)) return [];
    const cut = add(from, times(sub(to, from), (near - first) / (last - first)));
    return first >= near ? [from, cut] : [cut, to];
  }

  /** The size in pixels of a unit of the world at a depth. */
  density(depth) {
    return (this.element.clientHeight / (2 * Math.tan(FIELD / 2) * depth)) * this.scale;
  }

  depth(place) {
    return -place.clone().applyMatrix4(this.camera.matrixWorldInverse).z;
  }

  axes() {
    const [x, y, z] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
    this.camera.matrixWorld.extractBasis(x, y, z);
    return [x.toArray(), y.toArray()];
  }

  /** The displacement in the world of a displacement on the screen, at the depth of a point. */
  displacement([dx, dy], at) {
    const [right, up] = this.axes();
    const density = this.density(this.depth(this.inner(at)));
    return add(times(right, dx / density), times(up, -dy / density));
  }

  /** The quaternion by which a drag turns a body: the drag rolls a ball around it. */
  turn(from, to) {
    const [right, up] = this.axes();
    const [dx, dy] = sub(to, from);
    const turn = new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(...up), dx * TURN);
    return turn.multiply(new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(...right), dy * TURN)).toArray();
  }

  pick([px, py], slack) {
    const { clientWidth: width, clientHeight: height } = this.element;
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2((px / width) * 2 - 1, 1 - (py / height) * 2), this.camera);
    const hit = ray.intersectObjects(this.bodies.children, false).find(({ object }) => object.userData.side);
    if (hit) return hit.object.userData.side;
    const isNear = ({ figure, place }) =>
      figure.vertices.some((vertex) => {
        const [x, y] = this.project(apply(place, vertex));
        return Math.hypot(x - px, y - py) <= slack;
      });
    return this.figures.filter((item) => item.side).find(isNear)?.side;
  }

  plate(center, normal, pixels) {
    const n = unit(normal);
    const least = n.reduce((found, x, i) => (Math.abs(x) < Math.abs(n[found]) ? i : found), 0);
    const side = new THREE.Vector3(...n).cross(new THREE.Vector3().setComponent(least, 1)).normalize();
    const other = new THREE.Vector3(...n).cross(side);
    const half = this.pixels(pixels);
    return [
      [1, 1],
      [1, -1],
      [-1, -1],
      [-1, 1],
    ].map(([u, v]) => add(center, add(times(side.toArray(), u * half), times(other.toArray(), v * half))));
  }

  pixels(count) {
    return count / this.density(this.depth(this.controls.target));
  }

  draw() {
    const { element, overlay, renderer, camera } = this;
    const [width, height, ratio] = [element.clientWidth, element.clientHeight, devicePixelRatio];
    if (width === 0 || height === 0) return;
    if (overlay.width !== Math.round(width * ratio) || overlay.height !== Math.round(height * ratio)) {
      [overlay.width, overlay.height] = [Math.round(width * ratio), Math.round(height * ratio)];
      renderer.setPixelRatio(ratio);
      renderer.setSize(width, height);
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
    }
    if (this.isStale) this.build();
    renderer.render(this.scene, camera);
    const context = overlay.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const pen = new Pen(context, this, this.theme());
    for (const { figure, place, role } of this.figures) {
      if (figure.faces.length === 0)
        pen.figure(
          figure.vertices.map((vertex) => apply(place, vertex)),
          role,
        );
    }
    this.paint(pen);
    this.compass(pen, height);
    pen.finish();
    this.handles = pen.handles;
    this.labels = pen.labels;
    this.segments = pen.segments;
  }

  /** The axes of the world, in a corner. */
  compass(pen, height) {
    const basis = this.camera.matrixWorldInverse;
    ["x", "y", "z"].forEach((name, i) => {
      const direction = new THREE.Vector3().setComponent(i, 1).transformDirection(basis);
      const from = [34, height - 34];
      const to = [from[0] + 20 * direction.x, from[1] - 20 * direction.y];
      pen.context.beginPath();
      pen.context.moveTo(...from);
      pen.context.lineTo(...to);
      pen.stroke("axis", 1.5, "solid");
      pen.text([from[0] + 29 * direction.x, from[1] - 29 * direction.y], name, "muted", "center");
    });
  }
}

/** The edges whose faces meet at an angle above the crease, as pairs of points. */
function sharpEdges(vertices, faces, crease) {
  const normals = faces.map(([a, b, c]) => unit(cross(sub(vertices[b], vertices[a]), sub(vertices[c], vertices[a]))));
  const beside = new Map();
  const found = [];
  faces.forEach((corners, face) => {
    corners.forEach((from, i) => {
      const to = corners[(i + 1) % 3];
      const other = beside.get(to * vertices.length + from);
      if (other === undefined) beside.set(from * vertices.length + to, face);
      else if (dot(normals[face], normals[other]) < Math.cos(crease)) found.push([vertices[from], vertices[to]]);
    });
  });
  return found;
}

const cross = ([ax, ay, az], [bx, by, bz]) => [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
