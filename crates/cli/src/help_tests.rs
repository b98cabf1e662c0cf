//! Tests of the help texts.

use clap::{Command, CommandFactory, Parser};

use super::Arguments;

/// Splits a command line as a shell does: at blanks, except inside quotes.
fn shell_words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in line.chars() {
        match (quote, letter) {
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (Some(open), _) if letter == open => quote = None,
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    assert_eq!(quote, None, "a quote is not closed in {line}");
    words.extend(word);
    words
}

/// Calls `check` for a command and all its subcommands, with their full names.
fn walk(command: &mut Command, name: &str, check: &mut dyn FnMut(&mut Command, &str)) {
    check(command, name);
    for sub in command.get_subcommands_mut().filter(|sub| sub.get_name() != "help") {
        let name = format!("{name} {}", sub.get_name());
        walk(sub, &name, check);
    }
}

#[test]
fn every_help_has_examples_that_parse() {
    let mut root = Arguments::command();
    root.build();
    let mut commands = 0;
    walk(&mut root, "takhteh", &mut |command, name| {
        commands += 1;
        let help = command.render_long_help().to_string();
        let (_, examples) =
            help.split_once("Examples:\n").unwrap_or_else(|| panic!("{name} has no examples"));
        let lines: Vec<&str> = examples.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert!(!lines.is_empty(), "{name} has no examples");
        for line in lines {
            assert!(line.starts_with(name), "an example of {name} is for another command: {line}");
            if let Err(error) = Arguments::try_parse_from(shell_words(line)) {
                panic!("{line}: {error}");
            }
        }
    });
    assert!(commands > 20, "only {commands} commands were found");
}

#[test]
fn help_fits_a_terminal_of_80_columns() {
    let mut root = Arguments::command().term_width(80);
    root.build();
    walk(&mut root, "takhteh", &mut |command, name| {
        for line in command.clone().term_width(80).render_long_help().to_string().lines() {
            // clap does not wrap the usage.
            if line.starts_with("Usage:") {
                continue;
            }
            assert!(line.chars().count() <= 80, "{name}: {line}");
        }
    });
}

#[test]
fn arguments_are_consistent() {
    Arguments::command().debug_assert();
}
