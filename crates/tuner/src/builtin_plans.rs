//! The plans that come with the program.

/// A plan that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinPlan {
    /// Its name.
    pub name: &'static str,
    /// A description in a sentence.
    pub about: &'static str,
    /// Its file.
    pub text: &'static str,
}

/// All plans that come with the program.
pub const PLANS: &[BuiltinPlan] = &[
    BuiltinPlan {
        name: "narrad",
        about: "The source's genetic algorithm: 50 generations of 20 players at depth 2.",
        text: include_str!("../plans/narrad.toml"),
    },
    BuiltinPlan {
        name: "narrad-fast",
        about: "The same at depth 1.",
        text: include_str!("../plans/narrad-fast.toml"),
    },
    BuiltinPlan {
        name: "narrad-careful",
        about: "The genetic algorithm at depth 1 with paired dice, extra games for close pairs and elites judged anew.",
        text: include_str!("../plans/narrad-careful.toml"),
    },
    BuiltinPlan {
        name: "narrad-cma-es",
        about: "Covariance matrix adaptation at depth 1.",
        text: include_str!("../plans/narrad-cma-es.toml"),
    },
    BuiltinPlan {
        name: "narrad-spsa",
        about: "Simultaneous perturbation at depth 1.",
        text: include_str!("../plans/narrad-spsa.toml"),
    },
    BuiltinPlan {
        name: "chess-values",
        about: "Values of chess pieces for any army, by simultaneous perturbation.",
        text: include_str!("../plans/chess-values.toml"),
    },
    BuiltinPlan {
        name: "halma",
        about: "Weights of Halma's evaluation, by simultaneous perturbation.",
        text: include_str!("../plans/halma.toml"),
    },
];

/// The plan with this name.
pub fn find(name: &str) -> Option<&'static BuiltinPlan> {
    PLANS.iter().find(|plan| plan.name.eq_ignore_ascii_case(name))
}
