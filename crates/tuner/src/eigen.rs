//! Eigenvectors of small symmetric matrices.

/// A square matrix, row by row.
pub(crate) type Matrix = Vec<Vec<f64>>;

/// The identity matrix.
pub(crate) fn identity(size: usize) -> Matrix {
    (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect()
}

/// Eigenvalues of a symmetric matrix, and its eigenvectors as columns, by Jacobi rotations.
pub(crate) fn eigen(mut matrix: Matrix) -> (Vec<f64>, Matrix) {
    /// Sweeps over all elements; a few are enough for convergence.
    const SWEEPS: usize = 30;
    let size = matrix.len();
    let mut vectors = identity(size);
    for _ in 0..SWEEPS {
        let off_diagonal: f64 =
            (0..size).flat_map(|p| (0..p).map(move |q| (p, q))).map(|(p, q)| matrix[p][q].powi(2)).sum();
        if off_diagonal < 1e-30 {
            break;
        }
        for p in 0..size {
            for q in p + 1..size {
                if matrix[p][q] != 0.0 {
                    rotate(&mut matrix, &mut vectors, p, q);
                }
            }
        }
    }
    ((0..size).map(|index| matrix[index][index]).collect(), vectors)
}

/// Makes the element in row `p` and column `q` zero.
fn rotate(matrix: &mut Matrix, vectors: &mut Matrix, p: usize, q: usize) {
    let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
    let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    let rotate = |a: &mut f64, b: &mut f64| (*a, *b) = (cosine * *a - sine * *b, sine * *a + cosine * *b);
    for row in matrix.iter_mut().chain(vectors) {
        if let Ok([a, b]) = row.get_disjoint_mut([p, q]) {
            rotate(a, b);
        }
    }
    if let Ok([row_p, row_q]) = matrix.get_disjoint_mut([p, q]) {
        row_p.iter_mut().zip(row_q).for_each(|(a, b)| rotate(a, b));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_and_values_make_the_matrix() {
        let matrix: Matrix = vec![
            vec![4.0, 1.0, -2.0, 0.5],
            vec![1.0, 3.0, 0.0, 0.1],
            vec![-2.0, 0.0, 5.0, 1.5],
            vec![0.5, 0.1, 1.5, 2.0],
        ];
        let (values, vectors) = eigen(matrix.clone());
        for row in 0..4 {
            for column in 0..4 {
                let product: f64 = (0..4).map(|k| vectors[row][k] * values[k] * vectors[column][k]).sum();
                assert!((product - matrix[row][column]).abs() < 1e-9, "{row}, {column}: {product}");
                let dot: f64 = (0..4).map(|k| vectors[k][row] * vectors[k][column]).sum();
                assert!((dot - f64::from(u8::from(row == column))).abs() < 1e-9);
            }
        }
    }
}
