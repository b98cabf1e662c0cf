//! Log and report of a run.

use std::sync::atomic::AtomicBool;

use tuner::{Observer, Recorded, Run, builtin_plans, ranking_log, report, run};

use crate::quadratic::Quadratic;

/// An observer that renders every state.
struct Reader<'a>(&'a tuner::Plan, usize);

impl Observer for Reader<'_> {
    type Error = rules::InputError;

    fn on_results(&mut self, _results: &[[u8; 2]]) -> Result<(), rules::InputError> {
        Ok(())
    }

    fn on_generation(&mut self, run: &Run) -> Result<bool, rules::InputError> {
        self.1 += usize::from(report::html(self.0, run).contains("not finished"));
        Ok(true)
    }

    fn on_end(&mut self, _generation: u32) -> Result<(), rules::InputError> {
        Ok(())
    }
}

#[test]
fn log_and_report_show_the_run() {
    assert!(!builtin_plans::PLANS.is_empty());
    let engine = Quadratic::new();
    for method in ["genetic", "cma-es", "spsa"] {
        let plan = engine.plan(&format!(
            "method = \"{method}\"\npopulation = 6\ngenerations = 3\nconfirm_games = 100\n[settings]\nx = \"<&>\"\n"
        ));
        let mut reader = Reader(&plan, 0);
        let stop = AtomicBool::new(false);
        let run = run(&plan, &engine, 1, Recorded::default(), &stop, &mut reader).unwrap();
        assert_eq!(reader.1, 4);
        let log = ranking_log(&plan, &run);
        assert_eq!(log.matches("\ngeneration ").count(), 4);
        assert_eq!(log.matches("\nagainst ").count(), 2, "start and best");
        let first = log.lines().find(|line| line.starts_with("   1 ")).unwrap();
        let ranked = &run.generations[0].ranking[0];
        let values = &run.candidates[ranked.candidate].values;
        assert!(
            first.ends_with(&values[3].to_string()) && first.contains(&ranked.candidate.to_string()),
            "{first}"
        );
        let page = report::html(&plan, &run);
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
        for part in [
            "complete: generation 3 of 3",
            "Spread of the parameters",
            "against <b>start</b>",
            "prefers-color-scheme",
        ] {
            assert!(page.contains(part), "{part}");
        }
        assert_eq!(page.contains("Family tree"), method == "genetic");
        assert_eq!(page.contains("Results of the last generation"), method != "spsa");
        for outside in ["http://", "https://", "<script", "NaN", "inf"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
}
