//! What the tour prints, shortened, in the README.

use std::path::Path;
use std::process::{Command, Stdio};

use super::read;

pub(super) const README: &str = "README.md";

/// The block of the README.
const BEGIN: &str = "```text\n$ cargo run --example tour\n";
const END: &str = "\n```\n";

/// So many lines of single calls are shown, and the lines from this one on.
const FIRST: usize = 12;
const LAST: &str = "Beyond single calls:";

/// The README with what the tour prints. It is built with the workspace, as the tests are.
pub(super) fn readme(root: &Path) -> Result<String, String> {
    let run = |command: &mut Command| {
        let command = command.current_dir(root).env_remove("L10N_BASE_URL").env("NO_COLOR", "1");
        let output = command.stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("{command:?}: {error}"))?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(format!("failed: {command:?}")),
        }
    };
    let build = ["build", "--workspace", "--example", "tour", "--quiet", "--locked"];
    run(Command::new("cargo").args(build))?;
    let printed = run(&mut Command::new(crate::target().join("debug/examples/tour")))?;
    with_tour(&read(root, README)?, &printed)
}

pub(super) fn with_tour(readme: &str, printed: &str) -> Result<String, String> {
    let (calls, last) =
        printed.split_once(LAST).ok_or_else(|| format!("the tour does not print `{LAST}`"))?;
    let calls: Vec<_> = calls.lines().take(FIRST).collect();
    let shown = format!("{}\n  …\n{LAST}{}", calls.join("\n"), last.trim_end());
    let block = readme.split_once(BEGIN).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some(format!("{before}{BEGIN}{shown}{END}{after}"))
    });
    block.ok_or_else(|| format!("{README} has no block that begins with {BEGIN:?}"))
}
