//! Plan files.

use search::EngineName;
use tuner::{MethodName, Plan, PlanFile, builtin_plans};

/// Opens a plan with the engine it names.
fn open(text: &str) -> Result<Plan, String> {
    let file = PlanFile::read(text).map_err(|error| error.to_string())?;
    let settings: String = file.settings.iter().map(|(_, key, value)| format!("{key} = {value}\n")).collect();
    let tunable =
        tuner::open(&file.game, &settings, &file.engine, file.limits).map_err(|error| error.to_string())?;
    file.resolve(&settings, tunable.table()).map_err(|error| error.to_string())
}

#[test]
fn plans_that_come_with_the_program_can_be_opened() {
    for plan in builtin_plans::PLANS {
        open(plan.text).unwrap_or_else(|error| panic!("{}: {error}", plan.name));
    }
    assert!(builtin_plans::find("Narrad").is_some() && builtin_plans::find("other").is_none());
}

/// The plan of the source: "Population 20 ... a pairing is 5 games (gammon counts 2) ... 50 generations", at depth 2.
#[test]
fn the_source_is_planned() {
    let plan = open(builtin_plans::find("narrad").unwrap().text).unwrap();
    assert_eq!(plan.engine, "narrad:depth=2".parse::<EngineName>().unwrap());
    assert_eq!((plan.method, plan.population, plan.generations), (MethodName::Genetic, 20, 50));
    assert_eq!((plan.games_per_pairing, plan.paired_dice, plan.judge_elites_anew), (5, false, false));
    assert_eq!(plan.extra_games_for_close_pairs, 0);
    let start: Vec<f64> = plan.space.values(|parameter| parameter.start);
    assert_eq!(start, [80.0, 20.0, 1.5, 2.0, -10.0, -10.0, -10.0, 3.0]);
    let ranges: Vec<[f64; 2]> =
        plan.space.parameters.iter().map(|parameter| [parameter.min, parameter.max]).collect();
    assert_eq!(
        ranges,
        [
            [0.0, 200.0],
            [0.0, 50.0],
            [1.0, 5.0],
            [1.0, 5.0],
            [-50.0, 0.0],
            [-100.0, 0.0],
            [-50.0, 0.0],
            [1.0, 10.0]
        ]
    );
    // Without [parameters] all weights are tuned within these ranges.
    let all = open("game = \"backgammon\"\nengine = \"narrad\"\n").unwrap();
    assert_eq!(all.space, plan.space);
}

#[test]
fn games_replace_generations() {
    let plan = |keys: &str| open(&format!("game = \"backgammon\"\nengine = \"narrad\"\n{keys}")).unwrap();
    assert_eq!(plan("max_games = 37200").generations, 50);
    assert_eq!(plan("max_games = 37199").generations, 49);
    assert_eq!(plan("max_games = 1").generations, 0);
    assert_eq!(plan("max_games = 37200\ngenerations = 7").generations, 7);
    let games = |keys: &str| plan(&format!("{keys}\nconfirm_games = 0")).expected_games();
    assert_eq!(games("generations = 50"), 37_200);
    assert_eq!(games("max_games = 37200\ngenerations = 50"), 37_200);
    assert_eq!(games("max_games = 2000\ngenerations = 50"), 950 + 2 * 725);
    assert_eq!(games("max_games = 2000"), 950 + 725);
}

#[test]
fn errors_name_line_and_key() {
    let plan = "game = \"backgammon\"\n\
                engine = \"narrad:depth=1\"\n\
                method = \"genetic\"\n\
                seed = 1\n\
                population = 20\n\
                confirm_games = 100\n\
                [parameters]\n\
                COST_BLOT = { min = 0, max = 50, start = 20 }\n\
                COST_WALL = { min = -50 }\n";
    open(plan).unwrap();
    for (from, to, error) in [
        ("game = \"backgammon\"\n", "", "game is missing: expected a line such as game = \"backgammon\""),
        ("\"backgammon\"", "\"bridge\"", "there is no game \"bridge\": expected chess, "),
        ("\"backgammon\"", "7", "line 1: game cannot be \"7\": expected the name of a game in quotes"),
        ("narrad:depth=1", "narrad:depth", "line 2: engine: cannot read \"depth\": expected an option"),
        (
            "narrad:depth=1",
            "narrad:depth=9",
            "depth of narrad cannot be \"9\": expected a whole number from 1 to 5",
        ),
        ("narrad:depth=1", "narrad:params=guess", "narrad has no option \"params\": expected depth"),
        ("narrad:depth=1", "random", "the engine \"random\" has no weights to tune here: expected narrad"),
        (
            "\"genetic\"",
            "\"magic\"",
            "line 3: method: there is no method \"magic\": expected genetic, cma-es, spsa",
        ),
        ("seed = 1", "seed = -1", "line 4: seed cannot be \"-1\": expected a whole number from 0 to"),
        ("seed = 1", "sead = 1", "line 4: there is no key \"sead\": expected game, engine, "),
        ("seed = 1", "seed = 1\nseed = 2", "line 5: duplicate key"),
        (
            "population = 20",
            "population = 3",
            "line 5: population cannot be \"3\": expected a whole number from 4 to 1000",
        ),
        (
            "confirm_games = 100",
            "confirm_games = 99",
            "line 6: confirm_games cannot be \"99\": expected an even number",
        ),
        (
            "COST_BLOT",
            "COST_BLOB",
            "line 8: parameters: narrad has no parameter \"COST_BLOB\": expected COST_ON_BAR, COST_BLOT, ",
        ),
        (
            "min = 0, max = 50",
            "min = 60, max = 50",
            "line 8: parameters.COST_BLOT: min cannot be 60: it is above max, 50",
        ),
        (
            "min = 0, max = 50",
            "min = 50, max = 50",
            "line 8: parameters.COST_BLOT: the range from min to max is empty: expected max above 50",
        ),
        (
            "min = 0, max = 50",
            "min = 0, most = 50",
            "line 8: parameters.COST_BLOT: there is no key \"most\": expected min, max, start",
        ),
        (
            "start = 20",
            "start = 51",
            "line 8: parameters.COST_BLOT: start cannot be 51: expected a number from 0 to 50",
        ),
        (
            "start = 20",
            "start = nan",
            "line 8: parameters.COST_BLOT: start cannot be \"nan\": expected a number such as 7",
        ),
        (
            "{ min = -50 }",
            "{ min = -5 }",
            "line 9: parameters.COST_WALL: start cannot be -10: expected a number from -5 to 0",
        ),
        (
            "{ min = -50 }",
            "3",
            "line 9: COST_WALL cannot be \"3\": expected a table such as { min = 0, max = 50, start = 20 }",
        ),
        ("[parameters]", "[parameters", "line 7: "),
    ] {
        let text = plan.replacen(from, to, 1);
        assert_ne!(text, plan);
        let found = open(&text).unwrap_err();
        assert!(found.starts_with(error), "{to}: {found}");
    }
}
