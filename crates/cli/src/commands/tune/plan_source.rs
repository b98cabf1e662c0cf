//! Plans given by name or file.

use std::path::{Path, PathBuf};

use games::catalog;
use rules::InputError;
use tuner::{Plan, PlanFile, Tunable, builtin_plans};

use super::Arguments;
use crate::bounded_read::read_text_file;
use crate::error::CliError;
use crate::game_args::{army_text, read_configuration};
use crate::output::Output;

/// A plan and where it comes from.
pub(super) struct PlanSource {
    /// Name in errors: the file, or the name of the built-in plan.
    name: String,
    /// The file, if it is one.
    path: Option<PathBuf>,
    file: PlanFile,
}

impl PlanSource {
    /// Reads a plan given by its name or its file.
    pub(super) fn read(name: &str) -> Result<PlanSource, CliError> {
        let path = Path::new(name);
        let (text, path) = match builtin_plans::find(name) {
            Some(plan) if !path.is_file() => (plan.text.to_owned(), None),
            None if !path.exists() => {
                let names: Vec<&str> = builtin_plans::PLANS.iter().map(|plan| plan.name).collect();
                return Err(CliError::usage(format_args!(
                    "there is no plan {name} and no such file: expected a file, or one of {}",
                    names.join(", ")
                )));
            }
            _ => (read_text_file(path, PlanFile::MAX_BYTES)?, Some(path.to_owned())),
        };
        let in_file = |error: InputError| CliError::usage(format_args!("{name}, {error}"));
        let file = PlanFile::read(&text).map_err(in_file)?;
        Ok(PlanSource { name: name.to_owned(), path, file })
    }

    /// Name of the plan without folder and extension.
    pub(super) fn name(&self) -> String {
        let stem = self.path.as_deref().and_then(Path::file_stem);
        stem.map_or_else(|| self.name.to_ascii_lowercase(), |stem| stem.to_string_lossy().into_owned())
    }

    /// Completes the plan with the options of the command, and opens its engine.
    pub(super) fn open(
        &self,
        arguments: &Arguments,
        output: &Output,
    ) -> Result<(Plan, Box<dyn Tunable>), CliError> {
        let mut file = self.file.clone();
        file.seed = arguments.seed.unwrap_or(file.seed);
        file.method = arguments.method.unwrap_or(file.method);
        if arguments.games.is_some() {
            file.generations = None;
        }
        file.max_games = arguments.games.or(file.max_games);
        file.generations = arguments.generations.or(file.generations);
        if let Some(engine) = &arguments.engine {
            file.engine = engine.clone();
        }
        if let Some(games) = arguments.confirm {
            if games % 2 == 1 {
                return Err(CliError::usage(format_args!(
                    "--confirm cannot be {games}: expected an even number, as games come in pairs"
                )));
            }
            file.confirm_games = games;
        }
        let usual = self.settings(output)?;
        let settings = arguments.settings.settings(&file.game, Some(&usual), output)?;
        let in_file = |error: InputError| CliError::usage(format_args!("{}, {error}", self.name));
        file.open(&settings).map_err(in_file)
    }

    /// Settings of the game in the plan, as lines.
    fn settings(&self, output: &Output) -> Result<String, CliError> {
        let PlanFile { game, settings, army, config, .. } = &self.file;
        let at = |line: usize, message: &str| {
            let message = message.trim_start_matches("line 1: ");
            CliError::usage(format_args!("{}, line {line}: {message}", self.name))
        };
        catalog::entry(game)
            .map_err(|error| CliError::usage(format_args!("{}, game: {error}", self.name)))?;
        let mut lines = String::new();
        if let Some((line, army)) = army {
            let text = army_text(&self.beside(army)).map_err(|error| at(*line, error.message()))?;
            lines = text;
        }
        if let Some((line, config)) = config {
            let path = self.beside(config);
            lines =
                read_configuration(Path::new(&path), output).map_err(|error| at(*line, error.message()))?;
        }
        // Settings come first, so that they precede the sections of an army file. Each is checked alone, for its line.
        for (line, key, value) in settings.iter().rev() {
            let setting = format!("{key} = {value}");
            lines = format!("{setting}\n{lines}");
            catalog::open(game, &setting).map_err(|error| at(*line, &error.to_string()))?;
        }
        Ok(lines)
    }

    /// A file that the plan names, relative to its own folder.
    fn beside(&self, file: &str) -> String {
        let folder = self.path.as_deref().and_then(Path::parent);
        match folder.map(|folder| folder.join(file)) {
            Some(path) if path.is_file() => path.to_string_lossy().into_owned(),
            _ => file.to_owned(),
        }
    }
}
