//! Queens put anywhere by hand, and which of them attack each other.

use super::placement::{Line, Square};

/// Every pair of queens that attack each other, and the line they share; queens between them do not help.
pub fn conflicts(queens: &[Square]) -> Vec<(Square, Square, Line)> {
    let mut found = Vec::new();
    for (index, &one) in queens.iter().enumerate() {
        for &other in &queens[index + 1..] {
            found.extend(Line::between(one, other).map(|line| (one, other, line)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pairs_that_share_a_line_are_found() {
        let [a1, c1, a4, d4, b3] =
            [(0, 0), (0, 2), (3, 0), (3, 3), (2, 1)].map(|(row, column)| Square { row, column });
        assert_eq!(conflicts(&[]), []);
        assert_eq!(conflicts(&[a1, b3]), []);
        assert_eq!(conflicts(&[a1, a1]), [], "a queen does not attack her own square");
        let expected = [
            (a1, c1, Line::Row),
            (a1, a4, Line::Column),
            (a1, d4, Line::Diagonal),
            (a4, d4, Line::Row),
            (a4, b3, Line::Diagonal),
        ];
        assert_eq!(conflicts(&[a1, c1, a4, d4, b3]), expected);
    }
}
