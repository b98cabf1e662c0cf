//! The measurements as a picture.

use std::fmt::Write;

use crate::measurement::Measurement;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 170.0;
const TOP: f64 = 40.0;

/// Bars of the latency and of the processor time, side by side, for each number of sockets.
pub fn draw(rows: &[Measurement]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fbf7ef\"/>\n"
    );
    let latency: Vec<f64> = rows.iter().map(|row| row.latencies[1]).collect();
    let cpu: Vec<f64> = rows.iter().map(|row| row.cpu_per_move).collect();
    let sockets: Vec<usize> = rows.iter().map(|row| row.sockets).collect();
    bars(&mut svg, LEFT, "p99 from move to opponent, ms", &sockets, &latency, "#2f5d50");
    bars(&mut svg, LEFT + WIDTH / 2.0, "CPU of the server per move, ms", &sockets, &cpu, "#8a3b2a");
    svg.push_str("</svg>\n");
    svg
}

fn bars(svg: &mut String, left: f64, title: &str, sockets: &[usize], values: &[f64], colour: &str) {
    let max = values.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    // Writing into a text does not fail.
    let _ = writeln!(svg, "<text x=\"{left}\" y=\"24\" fill=\"#333\">{title}</text>");
    for (index, (sockets, value)) in sockets.iter().zip(values).enumerate() {
        let x = left + 75.0 * index as f64;
        let height = (BOTTOM - TOP) * value / max;
        let y = BOTTOM - height;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y:.1}\" width=\"48\" height=\"{height:.1}\" fill=\"{colour}\"/>"
        );
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{:.1}\" fill=\"#333\">{value:.2}</text>", y - 4.0);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\" fill=\"#333\">{sockets}</text>", BOTTOM + 16.0);
    }
    let _ = writeln!(svg, "<text x=\"{left}\" y=\"{}\" fill=\"#777\">sockets</text>", BOTTOM + 34.0);
}
