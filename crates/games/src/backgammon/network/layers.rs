//! A network of one hidden layer.

use super::Inputs;

/// Number of outputs.
pub const OUTPUTS: usize = 5;

/// Units of the hidden layer that are computed together.
const LANES: usize = 8;

/// Weights of a network. The hidden units are rectified, the outputs are logistic.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    inputs: usize,
    hidden: usize,
    /// Weights from each input to all hidden units, input by input.
    pub(in crate::backgammon) input_weights: Vec<f32>,
    pub(in crate::backgammon) hidden_biases: Vec<f32>,
    /// Weights from all hidden units to each output, output by output.
    pub(in crate::backgammon) output_weights: Vec<f32>,
    pub(in crate::backgammon) output_biases: [f32; OUTPUTS],
}

/// Values of the hidden units.
#[derive(Clone, Default, Debug)]
pub struct Hidden(pub(in crate::backgammon) Vec<f32>);

impl Network {
    /// A network of zeros with this number of inputs and of hidden units, a multiple of eight.
    pub fn zeros(inputs: usize, hidden: usize) -> Network {
        let hidden = hidden.next_multiple_of(LANES);
        Network {
            inputs,
            hidden,
            input_weights: vec![0.0; inputs * hidden],
            hidden_biases: vec![0.0; hidden],
            output_weights: vec![0.0; OUTPUTS * hidden],
            output_biases: [0.0; OUTPUTS],
        }
    }

    /// Number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Number of hidden units.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// All weights, in the order of the file.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let output = self.output_weights.iter_mut().chain(&mut self.output_biases);
        self.input_weights.iter_mut().chain(&mut self.hidden_biases).chain(output)
    }

    /// All weights, in the order of the file.
    pub fn weights(&self) -> impl Iterator<Item = f32> {
        let output = self.output_weights.iter().chain(&self.output_biases);
        self.input_weights.iter().chain(&self.hidden_biases).chain(output).copied()
    }

    /// The outputs for these inputs; `hidden` receives the values of the hidden layer.
    #[inline(always)]
    pub fn run(&self, inputs: &Inputs, hidden: &mut Hidden) -> [f32; OUTPUTS] {
        self.sum(inputs, hidden);
        self.finish(hidden)
    }

    /// Replaces the hidden layer by its sums for these inputs, not yet rectified.
    #[inline(always)]
    pub(super) fn sum(&self, inputs: &Inputs, hidden: &mut Hidden) {
        hidden.0.clear();
        hidden.0.extend_from_slice(&self.hidden_biases);
        self.add(inputs, hidden);
    }

    /// Adds inputs, or differences of inputs, to the sums of the hidden layer.
    #[inline(always)]
    pub(super) fn add(&self, inputs: &Inputs, hidden: &mut Hidden) {
        let Hidden(units) = hidden;
        let row = |index: u16| &self.input_weights[usize::from(index) * self.hidden..][..self.hidden];
        // Four inputs at once: the hidden units are read and written a quarter as often.
        let (indices, values) = inputs.parts();
        let (fours, rest) = indices.as_chunks::<4>();
        let (value_fours, rest_values) = values.as_chunks::<4>();
        for (&[a, b, c, d], &[va, vb, vc, vd]) in fours.iter().zip(value_fours) {
            let rows = row(a).iter().zip(row(b)).zip(row(c).iter().zip(row(d)));
            for (unit, ((a, b), (c, d))) in units.iter_mut().zip(rows) {
                *unit += (va * a + vb * b) + (vc * c + vd * d);
            }
        }
        for (&index, value) in rest.iter().zip(rest_values) {
            for (unit, weight) in units.iter_mut().zip(row(index)) {
                *unit += value * weight;
            }
        }
    }

    /// Rectifies the sums of the hidden layer and computes the outputs.
    #[inline(always)]
    pub(super) fn finish(&self, hidden: &mut Hidden) -> [f32; OUTPUTS] {
        let Hidden(units) = hidden;
        for unit in units.iter_mut() {
            *unit = unit.max(0.0);
        }
        // A loop, since a closure would not be compiled for the caller's processor.
        let mut outputs = self.output_biases;
        for (output, row) in outputs.iter_mut().zip(self.output_weights.chunks_exact(self.hidden)) {
            *output = logistic(*output + dot(units, row));
        }
        outputs
    }
}

/// The scalar product of two vectors whose length is a multiple of eight.
#[inline(always)]
fn dot(one: &[f32], two: &[f32]) -> f32 {
    // Eight partial sums, so that the compiler may add eight products at once.
    let mut sums = [0.0; LANES];
    for (one, two) in one.chunks_exact(LANES).zip(two.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += one[lane] * two[lane];
        }
    }
    sums.iter().sum()
}

#[inline(always)]
fn logistic(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}
