//! Snapshot tests of the main help text, the arguments of all commands, and the schema of the
//! configuration. Changes appear in review; `SNAPSHOTS=overwrite` accepts them.

use std::collections::VecDeque;
use std::ffi::OsStr;

use snapbox::{Data, assert_data_eq};

use crate::support::{program, run};

async fn output(arguments: &[impl AsRef<OsStr>]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut program = program(folder.path());
    program.args(arguments);
    run(program).await.ended(0).stdout
}

fn snapshot(name: &str) -> Data {
    let path = format!("{}/{name}", env!("CARGO_MANIFEST_DIR"));
    Data::read_from(path.as_ref(), None)
}

#[tokio::test]
async fn the_help_text_and_the_arguments_match_their_snapshots() {
    let main = output(&["--help"]).await;
    let mut commands: VecDeque<_> = subcommands(&main).map(str::to_owned).collect();
    let mut list = String::new();
    while let Some(command) = commands.pop_front() {
        let arguments: Vec<_> = command.split(' ').chain(["--help"]).collect();
        let help = output(&arguments).await;
        commands.extend(subcommands(&help).map(|name| format!("{command} {name}")));
        let (own, common) = help.split_at(help.find("\nSettings:\n").unwrap());
        assert!(main.contains(common), "{command}: {common}");
        let usage = own.lines().find_map(|line| line.strip_prefix("Usage: ")).unwrap();
        list += &format!("{usage}\n{}", options(own));
    }
    assert_data_eq!(main, snapshot("tests/it/help/l10n.txt").raw());
    assert_data_eq!(list, snapshot("tests/it/help/arguments.txt").raw());
}

/// The options of a help text without their descriptions, one per line.
fn options(help: &str) -> String {
    let options = help.lines().filter(|line| line.trim_start().starts_with('-'));
    let names = options.filter_map(|line| line.trim_start().split("  ").next());
    names.filter(|name| *name != "-h, --help").map(|name| format!("  {name}\n")).collect()
}

/// The commands that a help text lists.
fn subcommands(help: &str) -> impl Iterator<Item = &str> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help")
}

#[tokio::test]
async fn the_schema_matches_its_snapshot() {
    assert_data_eq!(output(&["schema"]).await, snapshot("l10n.schema.json").raw());
}

#[tokio::test]
async fn every_shell_has_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(&["completions", shell]).await;
        assert!(script.contains("changed-since"), "{shell}");
    }
}
