//! Paths of lines and cubic curves.

use view::diagram::Area;

/// A point: x to the right, y down, in squares from the board's upper left corner.
pub type Point = (f32, f32);

/// Control point distance that approximates a quarter circle by a cubic curve.
const KAPPA: f32 = 0.552_284_8;

/// A path command, as in SVG.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PathCommand {
    /// Starts a subpath.
    Move(Point),
    /// A line to a point.
    Line(Point),
    /// A cubic curve: two control points and the end.
    Curve(Point, Point, Point),
    /// Closes the subpath.
    Close,
}

impl PathCommand {
    /// Its points, control points included.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (points, count) = match *self {
            PathCommand::Move(end) | PathCommand::Line(end) => ([end; 3], 1),
            PathCommand::Curve(first, second, end) => ([first, second, end], 3),
            PathCommand::Close => ([(0.0, 0.0); 3], 0),
        };
        points.into_iter().take(count)
    }
}

/// A path of one or several subpaths.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Path {
    /// The commands.
    pub commands: Vec<PathCommand>,
}

impl Path {
    /// An empty path.
    pub fn new() -> Path {
        Path::default()
    }

    /// Starts a subpath.
    pub fn start(&mut self, at: Point) -> &mut Path {
        self.commands.push(PathCommand::Move(at));
        self
    }

    /// Adds a line.
    pub fn line(&mut self, to: Point) -> &mut Path {
        self.commands.push(PathCommand::Line(to));
        self
    }

    /// Adds a cubic curve with two control points.
    pub fn curve(&mut self, first: Point, second: Point, to: Point) -> &mut Path {
        self.commands.push(PathCommand::Curve(first, second, to));
        self
    }

    /// Adds a quarter of an ellipse from `from`, the current point, to `to`; its tangents meet at `corner`.
    pub fn quarter_arc(&mut self, from: Point, corner: Point, to: Point) -> &mut Path {
        self.curve(between(from, corner, KAPPA), between(to, corner, KAPPA), to)
    }

    /// Closes the subpath.
    pub fn close(&mut self) -> &mut Path {
        self.commands.push(PathCommand::Close);
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

    /// Adds a line as a subpath.
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
            path.quarter_arc(arrival, corner, departure);
        }
        path.close();
        path
    }

    /// An ellipse with these horizontal and vertical radii.
    pub(crate) fn of_ellipse((x, y): Point, (across, down): Point) -> Path {
        let tips = [(x, y - down), (x + across, y), (x, y + down), (x - across, y)];
        let corners = corners(&Area { x: x - across, y: y - down, width: 2.0 * across, height: 2.0 * down });
        let mut path = Path::new();
        path.start(tips[0]);
        for index in 0..4 {
            path.quarter_arc(tips[index], corners[(index + 1) % 4], tips[(index + 1) % 4]);
        }
        path.close();
        path
    }

    /// Reads SVG path data with absolute `M`, `L`, `C` and `Z` only; `None` for anything else.
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
        matches!(path.commands.first(), Some(PathCommand::Move(_))).then_some(path)
    }

    /// The same path with every point mapped.
    pub(crate) fn map_points(&self, place: impl Fn(Point) -> Point) -> Path {
        let map = |command: &PathCommand| match *command {
            PathCommand::Move(to) => PathCommand::Move(place(to)),
            PathCommand::Line(to) => PathCommand::Line(place(to)),
            PathCommand::Curve(first, second, to) => {
                PathCommand::Curve(place(first), place(second), place(to))
            }
            PathCommand::Close => PathCommand::Close,
        };
        Path { commands: self.commands.iter().map(map).collect() }
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

    /// Adds a smooth curve from `points[0]`, the current point, through the others.
    pub fn through(&mut self, points: &[Point]) -> &mut Path {
        for (index, leg) in points.windows(2).enumerate() {
            let (from, to) = (leg[0], leg[1]);
            let before = points[index.saturating_sub(1)];
            let after = points.get(index + 2).copied().unwrap_or(to);
            // Catmull-Rom spline: the tangent is parallel to the line between the neighbours.
            let leave = (from.0 + (to.0 - before.0) / 6.0, from.1 + (to.1 - before.1) / 6.0);
            let arrive = (to.0 - (after.0 - from.0) / 6.0, to.1 - (after.1 - from.1) / 6.0);
            self.curve(leave, arrive, to);
        }
        self
    }
}

/// Reads points as numbers separated by spaces.
fn read_points(numbers: &str) -> Option<Vec<Point>> {
    let numbers: Vec<f32> =
        numbers.split_whitespace().map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let (pairs, alone) = numbers.as_chunks::<2>();
    alone.is_empty().then(|| pairs.iter().map(|&[x, y]| (x, y)).collect())
}

/// Linear interpolation between two points.
pub(crate) fn between(from: Point, to: Point, share: f32) -> Point {
    (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
}

/// Centre of an area.
pub(crate) fn middle(area: &Area) -> Point {
    (area.x + area.width / 2.0, area.y + area.height / 2.0)
}

/// The area with its edges moved outwards; inwards if `by` is negative.
pub(crate) fn expanded(area: &Area, by: f32) -> Area {
    Area { x: area.x - by, y: area.y - by, width: area.width + 2.0 * by, height: area.height + 2.0 * by }
}

/// Square with this centre and half width.
pub(crate) fn square_around(middle: Point, reach: f32) -> Area {
    Area { x: middle.0 - reach, y: middle.1 - reach, width: 2.0 * reach, height: 2.0 * reach }
}

/// Corners of an area, clockwise from the upper left.
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
            for (x, y) in Path::of_rounded(&area, radius).commands.iter().flat_map(PathCommand::points) {
                assert!((1.0..=4.0).contains(&x) && (2.0..=2.5).contains(&y), "{radius}: {x}, {y}");
            }
        }
    }

    #[test]
    fn no_points_make_an_empty_path() {
        assert_eq!(Path::of_polygon(&[]), Path::new());
        assert_eq!(Path::new().through(&[]), &Path::new());
    }

    #[test]
    fn path_data_is_read() {
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
    fn ellipses_have_their_radii() {
        let points: Vec<Point> =
            Path::of_ellipse((1.0, 2.0), (3.0, 0.5)).commands.iter().flat_map(PathCommand::points).collect();
        assert!(points.iter().all(|(x, y)| (-2.0..=4.0).contains(x) && (1.5..=2.5).contains(y)));
        assert!(points.contains(&(4.0, 2.0)) && points.contains(&(1.0, 1.5)));
    }
}
