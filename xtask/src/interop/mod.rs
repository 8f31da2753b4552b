//! `cargo xtask interop`: generates clients from the document with the tools of other languages,
//! and runs each against a sandbox that answers in every shape there is.
//!
//! What it runs are the recipes of `spec/README.md`, as they stand there: the first block of each
//! once, the others in rounds.

mod recipes;
mod rounds;
mod warnings;

use std::path::Path;
use std::time::Instant;

use l10n_sandbox::Sandbox;
use recipes::{Block, Recipe};
use rounds::Round;
use tokio::runtime::Runtime;

use crate::{Done, shell};

/// Runs the recipes of these names, or all; nothing where the arguments are not understood.
pub(crate) fn run(names: &[&str]) -> Option<Done> {
    if names.iter().any(|name| name.starts_with('-')) {
        return None;
    }
    Some(run_all(names).map_err(Into::into))
}

fn run_all(names: &[&str]) -> Result<(), String> {
    let root = crate::root();
    let path = root.join("spec/README.md");
    let text = std::fs::read_to_string(path).map_err(|e| format!("spec/README.md: {e}"))?;
    let all = recipes::read(&text);
    let chosen = choose(&all, names)?;
    let logs = root.join("target/interop");
    std::fs::create_dir_all(&logs).map_err(|error| format!("target/interop: {error}"))?;
    let runtime = Runtime::new().map_err(|error| error.to_string())?;
    let mut failed = Vec::new();
    for recipe in chosen {
        let mut work = Work { recipe, root: &root, runtime: &runtime, output: String::new() };
        let outcome = work.run();
        let log = logs.join(format!("{}.log", recipe.name));
        std::fs::write(&log, &work.output).map_err(|e| format!("{}: {e}", log.display()))?;
        if let Err(reason) = outcome {
            eprintln!("{}: {reason}", recipe.name);
            failed.push(recipe.name.as_str());
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => Err(format!("failed: {}", failed.join(", "))),
    }
}

/// The recipes of these names, in the order of the document; all where no name is given.
fn choose<'a>(all: &'a [Recipe], names: &[&str]) -> Result<Vec<&'a Recipe>, String> {
    let known: Vec<_> = all.iter().map(|recipe| recipe.name.as_str()).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        let known = known.join(", ");
        return Err(format!("there is no recipe {unknown}; there is: {known}"));
    }
    let wished = |recipe: &&Recipe| names.is_empty() || names.contains(&recipe.name.as_str());
    let chosen: Vec<_> = all.iter().filter(wished).collect();
    match chosen.is_empty() {
        true => Err("spec/README.md has no recipe".to_owned()),
        false => Ok(chosen),
    }
}

/// A recipe that is run.
struct Work<'a> {
    recipe: &'a Recipe,
    root: &'a Path,
    runtime: &'a Runtime,
    /// All that was printed so far.
    output: String,
}

impl Work<'_> {
    /// Runs the first block, then the others in each of their rounds.
    fn run(&mut self) -> Result<(), String> {
        let (first, programs) =
            self.recipe.blocks.split_first().ok_or("the recipe has no block")?;
        self.step("made", &[first], &[])?;
        for round in Round::ALL {
            let mut blocks = Vec::new();
            for block in programs {
                if rounds::of(&block.word)?.contains(&round) {
                    blocks.push(block);
                }
            }
            if !blocks.is_empty() {
                let sandbox = self.runtime.block_on(Sandbox::builder().strict().start());
                let sandbox = sandbox.map_err(|e| format!("the sandbox does not start: {e}"))?;
                round.set(&sandbox);
                self.step(round.name(), &blocks, &environment(&sandbox))?;
            }
        }
        warnings::judge(&self.recipe.name, &self.output)
    }

    /// Runs blocks, and prints the last line of their output with the time that they took.
    fn step(
        &mut self,
        what: &str,
        blocks: &[&Block],
        environment: &[(&str, String)],
    ) -> Result<(), String> {
        let begin = Instant::now();
        let mut all = String::new();
        for block in blocks {
            let (succeeded, output) = shell::run(&block.script, self.root, environment)
                .map_err(|error| format!("bash cannot be run: {error}"))?;
            self.output.push_str(&output);
            all.push_str(&output);
            if !succeeded {
                return Err(format!("the recipe fails, {what}\n{output}"));
            }
        }
        let words = last_words(&self.recipe.name, &all);
        let taken = begin.elapsed().as_secs_f64();
        println!("{}, {what}: {words} ({taken:.0} s)", self.recipe.name);
        Ok(())
    }
}

/// What the programs need to know of the sandbox; without it they take its defaults.
fn environment(sandbox: &Sandbox) -> Vec<(&'static str, String)> {
    let project = sandbox.project();
    let key = project.key_ids.first();
    vec![
        ("L10N_BASE_URL", sandbox.base_url().to_owned()),
        ("L10N_AUTH_URL", sandbox.auth_url().to_owned()),
        ("L10N_CURSOR_API_URL", sandbox.cursor_url().to_owned()),
        ("L10N_CONTROL_URL", sandbox.control_url().to_owned()),
        ("L10N_TOKEN", sandbox.tokens().read_write.to_owned()),
        ("L10N_PROJECT", project.project_id.to_owned()),
        ("L10N_KEY", key.map_or_else(String::new, i64::to_string)),
    ]
}

/// The last line that has words, without the name of the recipe and without ornaments.
fn last_words<'o>(name: &str, output: &'o str) -> &'o str {
    let ornament = |c: char| !c.is_ascii_alphanumeric();
    let mut lines = output.lines().rev();
    let line = lines.find(|line| !line.trim_matches(ornament).is_empty());
    let words = line.unwrap_or("nothing said").trim_matches(ornament);
    let words = words.strip_prefix(name).unwrap_or(words);
    words.trim_start_matches(ornament)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_are_chosen_by_name() {
        let recipe = |name: &str| Recipe { name: name.to_owned(), blocks: Vec::new() };
        let all = [recipe("java"), recipe("python")];
        let names = |names: &[&str]| {
            let chosen = choose(&all, names)?;
            Ok::<_, String>(chosen.iter().map(|recipe| recipe.name.clone()).collect())
        };
        assert_eq!(names(&[]), Ok(vec!["java".to_owned(), "python".to_owned()]));
        assert_eq!(names(&["python"]), Ok(vec!["python".to_owned()]));
        let unknown = "there is no recipe cobol; there is: java, python".to_owned();
        assert_eq!(names(&["java", "cobol"]), Err(unknown));
    }

    #[test]
    fn the_last_words_are_without_ornaments() {
        let words = |output| last_words("java", output);
        assert_eq!(words("java: one\njava: 7 steps\n\n"), "7 steps");
        assert_eq!(words("=== 7 steps ===\n"), "7 steps");
        assert_eq!(words("\n---\n"), "nothing said");
    }

    #[test]
    fn the_first_block_runs_once_and_the_others_in_their_rounds() -> Result<(), String> {
        let block =
            |script: &str, word: &str| Block { script: script.to_owned(), word: word.to_owned() };
        let recipe = Recipe {
            name: "shell".to_owned(),
            blocks: vec![
                block("echo made", ""),
                block("echo scenario $L10N_PROJECT", "every-shape"),
                block("echo everything", "every-round"),
            ],
        };
        let runtime = Runtime::new().map_err(|error| error.to_string())?;
        let mut work = Work {
            recipe: &recipe,
            root: Path::new("."),
            runtime: &runtime,
            output: String::new(),
        };
        work.run()?;
        let both = "scenario garnet-7041.26\neverything\n";
        let expected = format!("made\n{}everything\neverything\n", both.repeat(3));
        assert_eq!(work.output, expected);
        Ok(())
    }

    #[test]
    fn an_option_is_not_understood() {
        assert!(run(&["--help"]).is_none());
    }
}
