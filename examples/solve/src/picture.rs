//! Draws a case: both bodies with witness points and normal, and below them each step. A step of a distance or depth
//! shows the Minkowski difference, a step of a cast both bodies at the time until which they are proven apart.
//!
//! Nothing depends on colour. A is shaded with a solid outline, B is dashed; lines that are hidden are dotted. In space
//! the view is chosen such that the normal lies nearly in the paper.

use crate::answer::{Answer, Placed, with_bodies};
use crate::case::{Case, Question};
use crate::labels::Labels;
use crate::outline::{Flat, View, World, difference, outline, relief, world};
use crate::refusal::Refusal;
use crate::report::{Digits, counted, title};
use crate::space::Space;
use crate::stop::{Stop, later, stops};
use crate::trace::{self, Step, Trace};
use gjk::{Rotation, Vec2, Vec3};
use svg::Node;
use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Line, Path, Polygon, Rectangle, SVG, Text};

/// Width and height of the picture of the bodies, and the margin around them, in pixels.
const BODIES: (f64, f64) = (720.0, 340.0);
const ROOM: f64 = 56.0;

/// The height of a line of text, and the number of characters that fit on it.
const LINE: f64 = 17.0;
const CHARACTERS: usize = 96;

/// The number of panels in a row, the size of one without its text, the gap between two, and the margin in one.
const ROW: usize = 5;
const PANEL: f64 = 136.0;
const GAP: f64 = 10.0;
const PANEL_ROOM: f64 = 24.0;

/// The largest number of panels. Of more steps the first and the last are shown.
pub const PANELS: usize = 20;

/// The lengths of the arrows for the normal, and for a direction in a panel.
const NORMAL: f64 = 34.0;
const DIRECTION: f64 = 24.0;

/// Significant digits of the numbers below panels.
const DIGITS: usize = 5;

/// Draws a solved case.
pub fn picture(case: &Case, answer: &Answer, trace: &Trace) -> Result<SVG, Refusal> {
    if case.is_spatial { draw::<Vec3<f64>>(case, answer, trace) } else { draw::<Vec2<f64>>(case, answer, trace) }
}

fn draw<V: Space<Scalar = f64>>(case: &Case, answer: &Answer, trace: &Trace) -> Result<SVG, Refusal> {
    let (normal, on_a, on_b, time) = match answer {
        Answer::Proximity(found) => (&found.normal, &found.point_a, &found.point_b, None),
        Answer::Motion(met) => (&met.normal, &met.point_a, &met.point_b, met.time.or(max_time(&case.question))),
    };
    let is_miss = normal.is_empty();
    let view = View::showing(V::AXES.as_ref().len(), if is_miss { world(&[0.0, 0.6, 0.8]) } else { world(normal) });
    let stops = stops(case, &trace.stops)?;
    with_bodies::<V, _>(case, |bodies| {
        let mut page = Page::new(case, answer);
        let moved = match time {
            Some(time) => Some(later(case, &bodies, time)?),
            None => None,
        };
        if let Some(time) = time {
            let end = if is_miss { "the end" } else { "the contact" };
            page.line(&format!(
                "Dotted: at the start, time 0. Solid (A) and dashed (B): at {end}, time {}.",
                number(time)
            ));
        }
        let contact = (!is_miss).then(|| Contact { on_a: world(on_a), on_b: world(on_b), normal: world(normal) });
        page.bodies(&bodies, moved.as_ref(), contact, &view);
        if !trace.steps().is_empty() {
            let turned: Vec<Step> = trace.steps().iter().map(|step| turned(step, bodies[0].1.rotation())).collect();
            page.steps(&turned, &difference(&bodies, &view), &view);
        }
        if !stops.is_empty() {
            let poses = stops.iter().map(|stop| later(case, &bodies, stop.time)).collect::<Result<Vec<_>, _>>()?;
            let outlines: Vec<_> =
                poses.iter().map(|bodies| bodies.each_ref().map(|body| outline(body, &view))).collect();
            page.stops(&stops, &outlines, &view);
        }
        Ok(page.finish())
    })?
}

/// The time at which the search for a contact ends.
fn max_time(question: &Question) -> Option<f64> {
    match question {
        Question::Proximity => None,
        Question::RayCast { max_time, .. }
        | Question::ShapeCast { max_time, .. }
        | Question::TimeOfImpact { max_time, .. } => Some(*max_time),
    }
}

/// A step turned from A's frame to the axes of the world.
fn turned<V: Space<Scalar = f64>>(step: &Step, rotation: Rotation<V>) -> Step {
    let turn = |components: &Vec<f64>| {
        V::from_components(components).map_or_else(Vec::new, |vector| rotation.apply(vector).components())
    };
    Step {
        points: step.points.iter().map(turn).collect(),
        newest: turn(&step.newest),
        direction: turn(&step.direction),
        ..step.clone()
    }
}

/// The points at which bodies are nearest, or deepest in each other, and the normal there.
struct Contact {
    on_a: World,
    on_b: World,
    normal: World,
}

/// A style of lines.
#[derive(Clone, Copy)]
enum Stroke {
    Solid,
    Dashed,
    Dotted,
    Thick,
    Thin,
}

impl Stroke {
    /// The width of a line, and the lengths of its dashes and gaps.
    fn style(self) -> (f64, &'static str) {
        match self {
            Self::Solid => (1.5, "none"),
            Self::Dashed => (1.5, "7 4"),
            Self::Dotted => (0.8, "1 3"),
            Self::Thick => (2.6, "none"),
            Self::Thin => (0.7, "none"),
        }
    }
}

/// The map from flat points to pixels.
#[derive(Clone, Copy)]
struct Frame {
    scale: f64,
    from: Flat,
    to: Flat,
}

impl Frame {
    /// Brings all points into a rectangle of this size.
    fn around<'p>(points: impl Iterator<Item = &'p Flat> + Clone, (width, height): (f64, f64), room: f64) -> Self {
        let range = |of: fn(&Flat) -> f64| {
            let low = points.clone().map(of).fold(f64::INFINITY, f64::min);
            let high = points.clone().map(of).fold(f64::NEG_INFINITY, f64::max);
            (low + (high - low) / 2.0, high - low)
        };
        let ((x, wide), (y, high)) = (range(|point| point.0), range(|point| point.1));
        let scale = f64::min((width - 2.0 * room) / wide, (height - 2.0 * room) / high);
        // A single point has no extent, so any scale will do.
        Self { scale: if scale.is_finite() { scale } else { 1.0 }, from: (x, y), to: (width / 2.0, height / 2.0) }
    }

    fn place(&self, (x, y): Flat) -> Flat {
        (self.to.0 + (x - self.from.0) * self.scale, self.to.1 - (y - self.from.1) * self.scale)
    }

    fn places(&self, line: &[Flat]) -> Vec<Flat> {
        let mut places: Vec<Flat> = line.iter().map(|point| self.place(*point)).collect();
        // Many directions have the same corner as support point.
        places.dedup_by(|next, before| (next.0 - before.0).hypot(next.1 - before.1) < 0.2);
        places
    }
}

/// A coordinate rounded to a tenth of a pixel.
fn tenths(x: f64) -> f32 {
    // A sum with zero makes a plain zero of its negative.
    ((x * 10.0).round() / 10.0 + 0.0) as f32
}

fn line(start: Flat, end: Flat, stroke: Stroke) -> Line {
    let (width, dashes) = stroke.style();
    Line::new()
        .set("x1", tenths(start.0))
        .set("y1", tenths(start.1))
        .set("x2", tenths(end.0))
        .set("y2", tenths(end.1))
        .set("stroke-width", width)
        .set("stroke-dasharray", dashes)
}

fn curve(places: &[Flat], is_closed: bool, stroke: Stroke, shade: f64) -> Path {
    let mut data = Data::new();
    for (number, (x, y)) in places.iter().enumerate() {
        let place = (tenths(*x), tenths(*y));
        data = if number == 0 { data.move_to(place) } else { data.line_to(place) };
    }
    if is_closed {
        data = data.close();
    }
    let (width, dashes) = stroke.style();
    let path = Path::new().set("d", data).set("stroke-width", width).set("stroke-dasharray", dashes);
    if shade > 0.0 { path.set("fill", "#000").set("fill-opacity", shade) } else { path }
}

fn dot((x, y): Flat, radius: f64, fill: &str) -> Circle {
    Circle::new().set("cx", tenths(x)).set("cy", tenths(y)).set("r", radius).set("fill", fill)
}

fn text((x, y): Flat, anchor: &str, content: impl Into<String>) -> Text {
    let text = Text::new(content.into()).set("fill", "#000").set("stroke", "none");
    text.set("x", tenths(x)).set("y", tenths(y)).set("text-anchor", anchor)
}

/// A letter whose middle is at a place.
fn letter((x, y): Flat, name: &str) -> Text {
    // The base line is half the height of a letter below the middle.
    let text = text((x, y + 4.0), "middle", name).set("font-style", "italic");
    // A white rim parts it from lines.
    text.set("stroke", "#fff").set("stroke-width", 3).set("paint-order", "stroke")
}

/// An arrow. It returns the place of its tip.
fn arrow(group: &mut Group, from: Flat, (x, y): Flat, length: f64) -> Flat {
    let size = x.hypot(y);
    let (x, y) = if size > 0.0 { (x / size, y / size) } else { (0.0, 0.0) };
    let along = |length: f64, aside: f64| (from.0 + length * x - aside * y, from.1 + length * y + aside * x);
    group.append(line(from, along(length - 6.0, 0.0), Stroke::Solid));
    let corners = [along(length, 0.0), along(length - 8.0, 3.5), along(length - 8.0, -3.5)];
    let points = corners.map(|(x, y)| format!("{},{}", tenths(x), tenths(y))).join(" ");
    group.append(Polygon::new().set("points", points).set("fill", "#000").set("stroke", "none"));
    corners[0]
}

/// A direction on the page, where y points down.
fn on_page(view: &View, direction: World) -> Flat {
    let (x, y) = view.flat(direction);
    (x, -y)
}

/// The page from top to bottom.
struct Page {
    parts: Group,
    height: f64,
}

impl Page {
    /// A page with a title and the answer in words.
    fn new(case: &Case, answer: &Answer) -> Self {
        let mut page = Self { parts: Group::new(), height: 6.0 };
        page.line(&title(case));
        trace::answer(answer).lines().for_each(|sentence| page.line(sentence.trim()));
        page
    }

    /// A sentence, on as many lines as it needs.
    fn line(&mut self, sentence: &str) {
        let mut rest = sentence;
        while !rest.is_empty() {
            let end = rest.char_indices().nth(CHARACTERS).map_or(rest.len(), |(end, _)| end);
            // A line ends between words, unless a word is longer than the line.
            let end = if end < rest.len() { rest[..end].rfind(' ').unwrap_or(end) } else { end };
            self.height += LINE;
            self.parts.append(text((12.0, self.height), "start", &rest[..end]));
            rest = rest[end..].trim_start();
        }
    }

    /// The bodies. Those that move are dotted where they start.
    fn bodies<V: Space<Scalar = f64>>(
        &mut self,
        start: &[Placed<'_, V>; 2],
        moved: Option<&[Placed<'_, V>; 2]>,
        contact: Option<Contact>,
        view: &View,
    ) {
        let bodies = moved.unwrap_or(start);
        let outlines = [outline(&bodies[0], view), outline(&bodies[1], view)];
        let before = moved.map(|_| [outline(&start[0], view), outline(&start[1], view)]);
        let frame = Frame::around(outlines.iter().chain(before.iter().flatten()).flatten(), BODIES, ROOM);
        let mut group = Group::new().set("transform", format!("translate(0 {})", self.height));
        for outline in before.iter().flatten() {
            group.append(curve(&frame.places(outline), true, Stroke::Dotted, 0.0));
        }
        for ((_, from), (_, to)) in start.iter().zip(bodies) {
            let [from, to] = [from, to].map(|pose| frame.place(view.flat(world(&pose.position().components()))));
            group.append(line(from, to, Stroke::Dotted));
        }
        let along = contact.as_ref().map_or((0.0, -1.0), |contact| on_page(view, contact.normal));
        let (mut labels, mut names) = (Labels::new(BODIES), Vec::new());
        let strokes = [("A", Stroke::Solid, 0.08, -1.0), ("B", Stroke::Dashed, 0.0, 1.0)];
        for ((body, outline), (name, stroke, shade, side)) in bodies.iter().zip(&outlines).zip(strokes) {
            let places = frame.places(outline);
            let lines = relief(body, view);
            lines
                .hidden
                .iter()
                .for_each(|hidden| group.append(curve(&frame.places(hidden), false, Stroke::Dotted, 0.0)));
            lines.seen.iter().for_each(|seen| group.append(curve(&frame.places(seen), false, Stroke::Thin, 0.0)));
            group.append(curve(&places, true, stroke, shade));
            labels.outline(&places);
            // The name stands at the far end of a body, where the other body is not.
            let reach = |place: &Flat| side * (place.0 * along.0 + place.1 * along.1);
            let end = places.iter().copied().max_by(|p, q| reach(p).total_cmp(&reach(q))).unwrap_or(frame.to);
            names.push((end, (side * along.0, side * along.1), 16.0, name));
        }
        if let Some(contact) = contact {
            let (on_a, on_b) = (frame.place(view.flat(contact.on_a)), frame.place(view.flat(contact.on_b)));
            let aside = (-along.1, along.0);
            group.append(line(on_a, on_b, Stroke::Solid));
            // The arrow starts at the point that lies farther along the normal.
            let is_apart = (contact.on_b - contact.on_a).dot(contact.normal) > 0.0;
            let foot = if is_apart { on_b } else { on_a };
            let tip = arrow(&mut group, foot, along, NORMAL);
            group.append(dot(on_a, 3.5, "#000"));
            group.append(dot(on_b, 3.5, "#fff"));
            labels.arrow(foot, tip);
            labels.arrow(on_a, on_b);
            names.push((on_a, aside, 12.0, "a"));
            names.push((on_b, (-aside.0, -aside.1), 12.0, "b"));
            names.push((tip, along, 10.0, "n"));
        }
        for (at, towards, distance, name) in names {
            let weight = if name == "A" || name == "B" { "bold" } else { "normal" };
            group.append(letter(labels.place(at, towards, distance), name).set("font-weight", weight));
        }
        self.parts.append(group);
        self.height += BODIES.1;
    }

    /// The steps in the Minkowski difference of the cores.
    fn steps(&mut self, steps: &[Step], difference: &[Flat], view: &View) {
        self.line("The difference A \u{2212} B of the cores (dashed). O: origin. w: support point along the arrow.");
        self.line("GJK: simplex shaded, dotted line to its nearest point. EPA: nearest facet thick. Below: bounds.");
        if view.is_flat() {
            self.line(
                "The thin line through w is its supporting line: all of A \u{2212} B lies on the other side of it.",
            );
        }
        let frame = Frame::around(difference.iter().chain([&(0.0, 0.0)]), (PANEL, PANEL), PANEL_ROOM);
        self.panels(steps, |step| {
            let bounds = format!("{} .. {}", number(step.lower), step.upper.map_or("?".into(), number));
            (panel(step, difference, &frame, view), step.name.clone(), bounds)
        });
    }

    /// The bodies of a cast at the times until which they are proven apart.
    fn stops(&mut self, stops: &[Stop], outlines: &[[Vec<Flat>; 2]], view: &View) {
        self.line("How far so many poses after the first prove the bodies apart, and where they are then.");
        let frame = Frame::around(outlines.iter().flatten().flatten(), (PANEL, PANEL), PANEL_ROOM / 2.0);
        let steps: Vec<_> = stops.iter().zip(outlines).collect();
        self.panels(&steps, |(stop, [a, b])| {
            let mut group = Group::new();
            group.append(curve(&frame.places(a), true, Stroke::Solid, 0.08).set("stroke-width", 1));
            group.append(curve(&frame.places(b), true, Stroke::Dashed, 0.0).set("stroke-width", 1));
            let [on_a, on_b] =
                [&stop.measured.point_a, &stop.measured.point_b].map(|p| frame.place(view.flat(world(p))));
            group.append(line(on_a, on_b, Stroke::Thin));
            group.append(dot(on_a, 2.0, "#000"));
            group.append(dot(on_b, 2.0, "#fff"));
            (framed(group), counted(stop.poses, "pose"), format!("time {}", number(stop.time)))
        });
    }

    /// Panels in rows, each with a name and a line in small type below it.
    fn panels<T>(&mut self, steps: &[T], draw: impl Fn(&T) -> (SVG, String, String)) {
        self.height += 8.0;
        let shown = |number: usize| steps.len() <= PANELS || number < PANELS / 2 || number >= steps.len() - PANELS / 2;
        for (place, (_, step)) in steps.iter().enumerate().filter(|(number, _)| shown(*number)).enumerate() {
            if place > 0 && place % ROW == 0 {
                self.height += PANEL + 2.0 * LINE + GAP;
            }
            let left = GAP / 2.0 + (place % ROW) as f64 * (PANEL + GAP);
            let middle = left + PANEL / 2.0;
            let (panel, name, note) = draw(step);
            self.parts.append(panel.set("x", left).set("y", self.height));
            self.parts.append(text((middle, self.height + PANEL + 14.0), "middle", name));
            self.parts.append(text((middle, self.height + PANEL + 28.0), "middle", note).set("font-size", 10));
        }
        self.height += PANEL + 2.0 * LINE;
        if steps.len() > PANELS {
            self.line(&format!("{} in the middle are left out.", counted(steps.len() - PANELS, "step")));
        }
    }

    fn finish(self) -> SVG {
        let (width, height) = (BODIES.0 + 2.0 * GAP, (self.height + GAP).ceil());
        // White paper, whatever the colour of the page around the picture.
        let paper = Rectangle::new().set("width", width).set("height", height).set("fill", "#fff");
        let parts = self.parts.set("fill", "none").set("stroke", "#000").set("stroke-linejoin", "round");
        SVG::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .set("style", "max-width: 100%; height: auto")
            .set("font-family", "sans-serif")
            .set("font-size", 13)
            .add(paper)
            .add(parts)
    }
}

fn number(value: f64) -> String {
    Digits(value, DIGITS).to_string()
}

/// A step of GJK or EPA.
fn panel(step: &Step, difference: &[Flat], frame: &Frame, view: &View) -> SVG {
    let (mut group, mut labels) = (Group::new(), Labels::new((PANEL, PANEL)));
    let whole = frame.places(difference);
    labels.outline(&whole);
    group.append(curve(&whole, true, Stroke::Dashed, 0.0).set("stroke-width", 0.7));
    let place = |point: &Vec<f64>| frame.place(view.flat(world(point)));
    let corners: Vec<Flat> = step.points.iter().map(place).collect();
    let facet = |numbers: &Vec<usize>| numbers.iter().filter_map(|n| corners.get(*n)).copied().collect::<Vec<_>>();
    if step.nearest.is_none() && corners.len() > 2 {
        group.append(curve(&corners[..3], true, Stroke::Thin, 0.12));
    }
    for numbers in &step.facets {
        group.append(curve(&facet(numbers), true, Stroke::Thin, 0.0));
    }
    if let Some(nearest) = &step.nearest {
        group.append(curve(&facet(nearest), true, Stroke::Thick, 0.12));
    }
    let (origin, newest) = (frame.place((0.0, 0.0)), place(&step.newest));
    let along = on_page(view, world(&step.direction));
    if step.nearest.is_none()
        && let Some(distance) = step.upper
    {
        // The nearest point lies opposite to the direction, whose own length has no meaning.
        let direction = world(&step.direction);
        let point = direction * (-distance / direction.length());
        group.append(line(origin, frame.place(view.flat(point)), Stroke::Dotted).set("stroke-width", 1.2));
    }
    if view.is_flat() {
        let (x, y) = (along.0 / along.0.hypot(along.1), along.1 / along.0.hypot(along.1));
        // The line is long enough to leave the panel on both sides.
        let end = |length: f64| (newest.0 - length * y, newest.1 + length * x);
        group.append(line(end(2.0 * PANEL), end(-2.0 * PANEL), Stroke::Thin));
    }
    labels.arrow(origin, arrow(&mut group, origin, along, DIRECTION));
    corners.iter().for_each(|corner| group.append(dot(*corner, 2.0, "#000")));
    group.append(dot(newest, 3.0, "#fff"));
    labels.arrow(newest, newest);
    group.append(line((origin.0 - 4.0, origin.1), (origin.0 + 4.0, origin.1), Stroke::Solid));
    group.append(line((origin.0, origin.1 - 4.0), (origin.0, origin.1 + 4.0), Stroke::Solid));
    corners.iter().for_each(|corner| labels.arrow(*corner, *corner));
    group.append(letter(labels.place(newest, (9.0, -6.0), 11.0), "w"));
    group.append(letter(labels.place(origin, (-9.0, 9.0), 12.0), "O"));
    framed(group)
}

/// A panel with a border. A nested picture cuts off lines that leave it.
fn framed(group: Group) -> SVG {
    let border = Rectangle::new().set("width", PANEL).set("height", PANEL).set("stroke-width", 0.5);
    SVG::new().set("width", PANEL).set("height", PANEL).set("font-size", 11).add(border).add(group)
}
