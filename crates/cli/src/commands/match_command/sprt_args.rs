//! The sequential test of a match: its options and its result.

use arena::{Hypothesis, SequentialTest, Sprt};
use clap::Args;

use crate::error::CliError;
use crate::output::{Value, json};

/// Options of a sequential test.
#[derive(Args)]
pub(super) struct SprtArgs {
    /// End the match when a sequential test decides between these differences in logistic Elo
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,

    /// Probability that --sprt accepts ELO1 although the difference is ELO0
    #[arg(long, value_name = "P", requires = "sprt", default_value_t = Sprt::DEFAULT_ERROR)]
    alpha: f64,

    /// Probability that --sprt accepts ELO0 although the difference is ELO1
    #[arg(long, value_name = "P", requires = "sprt", default_value_t = Sprt::DEFAULT_ERROR)]
    beta: f64,
}

impl SprtArgs {
    pub(super) fn is_given(&self) -> bool {
        self.sprt.is_some()
    }

    /// The test, if the match has one.
    pub(super) fn test(&self) -> Result<Option<SequentialTest>, CliError> {
        let Some([elo0, elo1]) = self.sprt.as_deref() else { return Ok(None) };
        Ok(Some(SequentialTest::new(Sprt::new(*elo0, *elo1, self.alpha, self.beta)?)))
    }
}

/// Log-likelihood ratio and bounds of a test.
pub(super) fn llr_text(test: &SequentialTest) -> String {
    let [lower, upper] = test.sprt().bounds();
    format!("LLR {:.2} ({lower:.2}, {upper:.2})", test.llr())
}

/// Line of a test in the result of its match.
pub(super) fn result_text(test: &SequentialTest) -> String {
    let [elo0, elo1] = test.sprt().elo();
    let decision = match test.accepted() {
        Some(Hypothesis::H0) => format!("H0 accepted (at most {elo0:+})"),
        Some(Hypothesis::H1) => format!("H1 accepted (at least {elo1:+})"),
        None => "undecided".to_owned(),
    };
    let pairs = test.pairs();
    format!(
        "SPRT of logistic Elo {elo0:+} against {elo1:+}: {decision}, {} after {pairs} pairs",
        llr_text(test)
    )
}

/// Object of a test in the result of its match.
pub(super) fn object(test: &SequentialTest) -> Value {
    let ([elo0, elo1], [alpha, beta]) = (test.sprt().elo(), test.sprt().errors());
    let [lower, upper] = test.sprt().bounds();
    let accepted = test.accepted().map(|hypothesis| match hypothesis {
        Hypothesis::H0 => "H0",
        Hypothesis::H1 => "H1",
    });
    json!({
        "model": "logistic", "elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta,
        "llr": test.llr(), "lower": lower, "upper": upper, "pairs": test.pairs(), "accepted": accepted,
    })
}
