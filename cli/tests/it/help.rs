//! Snapshot tests of the help texts and the schema of the configuration. Changes appear in review;
//! `SNAPSHOTS=overwrite` accepts them.

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
async fn help_texts_match_their_snapshots() {
    let mut commands = vec![Vec::new()];
    let mut count = 0;
    let all = output(&["--help"]).await;
    while let Some(command) = commands.pop() {
        let mut help = output(&[&command[..], &["--help".to_owned()]].concat()).await;
        commands.extend(subcommands(&help).map(|name| [&command[..], &[name.to_owned()]].concat()));
        let name = match command.is_empty() {
            true => "l10n".to_owned(),
            false => {
                let common = help.split_off(help.find("\nSettings:\n").unwrap());
                assert!(all.contains(&common), "{common}");
                command.join("-")
            }
        };
        assert_data_eq!(help, snapshot(&format!("tests/it/help/{name}.txt")).raw());
        count += 1;
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/help");
    assert_eq!(count, std::fs::read_dir(folder).unwrap().count());
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
