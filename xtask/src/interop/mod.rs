//! `cargo xtask interop`: generates clients from the document with the tools of other languages, and runs each against a sandbox.
//!
//! What it runs are the recipes of `spec/README.md`, as they stand there.

mod recipes;
mod shell;
mod warnings;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use l10n_sandbox::Sandbox;
use recipes::Recipe;

use crate::Done;

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
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    let mut failed = Vec::new();
    for recipe in chosen {
        let sandbox = runtime.block_on(Sandbox::start());
        let sandbox = sandbox.map_err(|error| format!("the sandbox does not start: {error}"))?;
        let work = Work {
            recipe,
            root: &root,
            log: logs.join(format!("{}.log", recipe.name)),
            sandbox: &sandbox,
        };
        match work.run() {
            Ok((line, taken)) => println!("{line} ({:.0} s)", taken.as_secs_f64()),
            Err(reason) => {
                eprintln!("{}: {reason}", recipe.name);
                failed.push(recipe.name.as_str());
            }
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

/// A recipe, and what it is run with.
struct Work<'a> {
    recipe: &'a Recipe,
    root: &'a Path,
    log: PathBuf,
    sandbox: &'a Sandbox,
}

impl Work<'_> {
    /// Runs the recipe; its last line and the time that it took.
    fn run(&self) -> Result<(String, Duration), String> {
        let begin = Instant::now();
        let (succeeded, output) = shell::run(&self.recipe.script, self.root, &self.environment())
            .map_err(|error| format!("bash cannot be run: {error}"))?;
        std::fs::write(&self.log, &output).map_err(|e| format!("{}: {e}", self.log.display()))?;
        if !succeeded {
            return Err(format!("the recipe fails\n{output}"));
        }
        warnings::judge(&self.recipe.name, &output)?;
        let last = last_words(&self.recipe.name, &output).ok_or("the recipe prints nothing")?;
        Ok((last, begin.elapsed()))
    }

    /// What the programs need to know of the sandbox; without it they take its defaults.
    fn environment(&self) -> Vec<(&'static str, String)> {
        let (sandbox, project) = (self.sandbox, self.sandbox.project());
        let key = project
            .key_ids
            .first()
            .map_or_else(String::new, u64::to_string);
        vec![
            ("L10N_BASE_URL", sandbox.base_url().to_owned()),
            ("L10N_AUTH_URL", sandbox.auth_url().to_owned()),
            ("L10N_CURSOR_API_URL", sandbox.cursor_url().to_owned()),
            ("L10N_TOKEN", sandbox.tokens().read_write.to_owned()),
            ("L10N_PROJECT", project.project_id.to_owned()),
            ("L10N_KEY", key),
        ]
    }
}

/// The last line that has words, after the name of the recipe and without ornaments.
fn last_words(name: &str, output: &str) -> Option<String> {
    let ornament = |c: char| !c.is_ascii_alphanumeric();
    let mut lines = output.lines().rev();
    let line = lines.find(|line| !line.trim_matches(ornament).is_empty())?;
    let words = line.trim_matches(ornament);
    let words = words.strip_prefix(name).unwrap_or(words);
    Some(format!("{name}: {}", words.trim_start_matches(ornament)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_are_chosen_by_name() {
        let recipe = |name: &str| Recipe {
            name: name.to_owned(),
            script: String::new(),
        };
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
    fn the_last_words_begin_with_the_name() {
        let words = |output: &str| last_words("java", output);
        let steps = Some("java: 7 steps".to_owned());
        assert_eq!(words("java: one\njava: 7 steps\n\n"), steps);
        assert_eq!(words("=== 7 steps ===\n"), steps);
        assert_eq!(words("\n---\n"), None);
    }

    #[test]
    fn an_option_is_not_understood() {
        assert!(run(&["--help"]).is_none());
    }
}
