//! Outlines: straight lines and curves through points of the board.

use view::diagram::Area;

/// A point: x to the right, y down, in squares from the board's upper left corner.
pub type Point = (f32, f32);

/// How far the handles of a quarter turn reach towards its corner, so that it looks like a quarter of a circle.
const TURN: f32 = 0.552_284_8;

/// One stroke of the pen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// Lifts the pen and sets it down here.
    Move(Point),
    /// A straight line to here.
    Line(Point),
    /// A cubic curve; two handles, then where it ends.
    Curve(Point, Point, Point),
    /// A straight line back to where the pen was set down.
    Close,
}

impl Step {
    /// The points it names, handles included.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (points, count) = match *self {
            Step::Move(end) | Step::Line(end) => ([end; 3], 1),
            Step::Curve(first, second, end) => ([first, second, end], 3),
            Step::Close => ([(0.0, 0.0); 3], 0),
        };
        points.into_iter().take(count)
    }
}

/// An outline of one or several pieces.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Path {
    /// What the pen does.
    pub steps: Vec<Step>,
}

impl Path {
    /// Nothing drawn yet.
    pub fn new() -> Path {
        Path::default()
    }

    /// Lifts the pen and sets it down here.
    pub fn start(&mut self, at: Point) -> &mut Path {
        self.steps.push(Step::Move(at));
        self
    }

    /// A straight line to here.
    pub fn line(&mut self, to: Point) -> &mut Path {
        self.steps.push(Step::Line(to));
        self
    }

    /// A cubic curve with these two handles.
    pub fn curve(&mut self, first: Point, second: Point, to: Point) -> &mut Path {
        self.steps.push(Step::Curve(first, second, to));
        self
    }

    /// A quarter of an ellipse from `from`, where the pen must be, to `to`; `corner` is where its tangents meet.
    pub fn turn(&mut self, from: Point, corner: Point, to: Point) -> &mut Path {
        self.curve(between(from, corner, TURN), between(to, corner, TURN), to)
    }

    /// A straight line back to where the pen was set down.
    pub fn close(&mut self) -> &mut Path {
        self.steps.push(Step::Close);
        self
    }

    /// Adds a closed polygon.
    pub fn polygon(&mut self, corners: &[Point]) -> &mut Path {
        if let [first, rest @ ..] = corners {
            self.start(*first);
            for corner in rest {
                self.line(*corner);
            }
            self.close();
        }
        self
    }

    /// Adds a straight line of its own.
    pub fn segment(&mut self, from: Point, to: Point) -> &mut Path {
        self.start(from).line(to)
    }

    /// A closed polygon.
    pub fn of_polygon(corners: &[Point]) -> Path {
        let mut path = Path::new();
        path.polygon(corners);
        path
    }

    /// A rectangle.
    pub fn of_area(area: &Area) -> Path {
        Path::of_polygon(&corners(area))
    }

    /// A rectangle with rounded corners.
    pub fn of_rounded(area: &Area, radius: f32) -> Path {
        let radius = radius.min(area.width / 2.0).min(area.height / 2.0).max(0.0);
        let corners = corners(area);
        let mut path = Path::new();
        for (index, &corner) in corners.iter().enumerate() {
            let (previous, next) = (corners[(index + 3) % 4], corners[(index + 1) % 4]);
            let (arrival, departure) = (toward(corner, previous, radius), toward(corner, next, radius));
            if index == 0 {
                path.start(arrival);
            } else {
                path.line(arrival);
            }
            path.turn(arrival, corner, departure);
        }
        path.close();
        path
    }

    /// An ellipse that reaches this far across and down from its middle.
    pub(crate) fn of_ellipse((x, y): Point, (across, down): Point) -> Path {
        let tips = [(x, y - down), (x + across, y), (x, y + down), (x - across, y)];
        let corners = corners(&Area { x: x - across, y: y - down, width: 2.0 * across, height: 2.0 * down });
        let mut path = Path::new();
        path.start(tips[0]);
        for index in 0..4 {
            path.turn(tips[index], corners[(index + 1) % 4], tips[(index + 1) % 4]);
        }
        path.close();
        path
    }

    /// The outline that SVG writes like this, with absolute `M`, `L`, `C` and `Z` only; `None` if it says anything else.
    pub(crate) fn read(text: &str) -> Option<Path> {
        let mut path = Path::new();
        let mut rest = text;
        while let Some(command) = rest.chars().next() {
            rest = &rest[command.len_utf8()..];
            let (numbers, after) = rest.split_at(rest.find(char::is_alphabetic).unwrap_or(rest.len()));
            rest = after;
            match (command, read_points(numbers)?.as_slice()) {
                ('M', [to]) => path.start(*to),
                ('L', [to]) => path.line(*to),
                ('C', [first, second, to]) => path.curve(*first, *second, *to),
                ('Z', []) => path.close(),
                _ => return None,
            };
        }
        matches!(path.steps.first(), Some(Step::Move(_))).then_some(path)
    }

    /// The same outline with every point brought elsewhere.
    pub(crate) fn brought(&self, place: impl Fn(Point) -> Point) -> Path {
        let bring = |step: &Step| match *step {
            Step::Move(to) => Step::Move(place(to)),
            Step::Line(to) => Step::Line(place(to)),
            Step::Curve(first, second, to) => Step::Curve(place(first), place(second), place(to)),
            Step::Close => Step::Close,
        };
        Path { steps: self.steps.iter().map(bring).collect() }
    }

    /// A star with this many tips, the first pointing up.
    pub fn of_star(middle: Point, tips: usize, outer: f32, inner: f32) -> Path {
        let corners: Vec<Point> = (0..2 * tips)
            .map(|corner| {
                let radius = if corner % 2 == 0 { outer } else { inner };
                let angle = std::f32::consts::PI * corner as f32 / tips as f32;
                (middle.0 + radius * angle.sin(), middle.1 - radius * angle.cos())
            })
            .collect();
        Path::of_polygon(&corners)
    }

    /// Goes on from `points[0]`, where the pen must be, smoothly through the others.
    pub fn through(&mut self, points: &[Point]) -> &mut Path {
        for (index, leg) in points.windows(2).enumerate() {
            let (from, to) = (leg[0], leg[1]);
            let before = points[index.saturating_sub(1)];
            let after = points.get(index + 2).copied().unwrap_or(to);
            // The tangent in a point is parallel to the line between its neighbours (Catmull and Rom).
            let leave = (from.0 + (to.0 - before.0) / 6.0, from.1 + (to.1 - before.1) / 6.0);
            let arrive = (to.0 - (after.0 - from.0) / 6.0, to.1 - (after.1 - from.1) / 6.0);
            self.curve(leave, arrive, to);
        }
        self
    }
}

/// Points, as numbers with spaces between them.
fn read_points(numbers: &str) -> Option<Vec<Point>> {
    let numbers: Vec<f32> =
        numbers.split_whitespace().map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let (pairs, alone) = numbers.as_chunks::<2>();
    alone.is_empty().then(|| pairs.iter().map(|&[x, y]| (x, y)).collect())
}

/// The point this share of the way from one to the other.
pub(crate) fn between(from: Point, to: Point, share: f32) -> Point {
    (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
}

/// The middle of an area.
pub(crate) fn middle(area: &Area) -> Point {
    (area.x + area.width / 2.0, area.y + area.height / 2.0)
}

/// The area with its edges moved outwards; inwards if `by` is negative.
pub(crate) fn grown(area: &Area, by: f32) -> Area {
    Area { x: area.x - by, y: area.y - by, width: area.width + 2.0 * by, height: area.height + 2.0 * by }
}

/// The square around a point whose sides are this far away.
pub(crate) fn square_around(middle: Point, reach: f32) -> Area {
    Area { x: middle.0 - reach, y: middle.1 - reach, width: 2.0 * reach, height: 2.0 * reach }
}

/// The corners of an area, clockwise from the upper left.
pub(crate) fn corners(area: &Area) -> [Point; 4] {
    let (right, bottom) = (area.x + area.width, area.y + area.height);
    [(area.x, area.y), (right, area.y), (right, bottom), (area.x, bottom)]
}

/// The point at this distance from `from` in the direction of `to`.
fn toward(from: Point, to: Point, distance: f32) -> Point {
    let length = (to.0 - from.0).hypot(to.1 - from.1);
    if length > 0.0 { between(from, to, distance / length) } else { from }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_corners_stay_inside() {
        let area = Area { x: 1.0, y: 2.0, width: 3.0, height: 0.5 };
        for radius in [0.0, 0.1, 9.0] {
            for (x, y) in Path::of_rounded(&area, radius).steps.iter().flat_map(Step::points) {
                assert!((1.0..=4.0).contains(&x) && (2.0..=2.5).contains(&y), "{radius}: {x}, {y}");
            }
        }
    }

    #[test]
    fn nothing_makes_an_empty_outline() {
        assert_eq!(Path::of_polygon(&[]), Path::new());
        assert_eq!(Path::new().through(&[]), &Path::new());
    }

    #[test]
    fn outlines_are_read() {
        let mut triangle = Path::of_polygon(&[(0.0, 1.0), (2.5, -3.0), (4.0, 4.0)]);
        assert_eq!(Path::read("M0 1L2.5 -3L4 4Z").as_ref(), Some(&triangle));
        triangle.start((1.0, 1.0)).curve((2.0, 2.0), (3.0, 3.0), (4.0, 4.0));
        assert_eq!(Path::read("M0 1L2.5 -3L4 4ZM1 1C2 2 3 3 4 4"), Some(triangle));
        for bad in ["", "Z", "L1 1", "M1", "M1 2 3 4", "M1 1C1 1 2 2", "M1 1Z2 2", "m1 1", "M1 1é", "M1 1H4"]
        {
            assert_eq!(Path::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn ellipses_reach_as_far_as_they_should() {
        let points: Vec<Point> =
            Path::of_ellipse((1.0, 2.0), (3.0, 0.5)).steps.iter().flat_map(Step::points).collect();
        assert!(points.iter().all(|(x, y)| (-2.0..=4.0).contains(x) && (1.5..=2.5).contains(y)));
        assert!(points.contains(&(4.0, 2.0)) && points.contains(&(1.0, 1.5)));
    }
}
