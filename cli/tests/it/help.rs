//! Help texts, and the schema of the configuration: each is kept in a file, and its changes show in
//! review. `SNAPSHOTS=overwrite` accepts them.

use std::ffi::OsStr;

use snapbox::{Data, assert_data_eq};

use crate::support::{program, run};

async fn said(arguments: &[impl AsRef<OsStr>]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut program = program(folder.path());
    program.args(arguments);
    run(program).await.ended(0).stdout
}

fn kept(name: &str) -> Data {
    let path = format!("{}/{name}", env!("CARGO_MANIFEST_DIR"));
    Data::read_from(path.as_ref(), None)
}

#[tokio::test]
async fn help_texts_are_as_reviewed() {
    let mut commands = vec![Vec::new()];
    let mut told = 0;
    while let Some(command) = commands.pop() {
        let help = said(&[&command[..], &["--help".to_owned()]].concat()).await;
        commands.extend(below(&help).map(|name| [&command[..], &[name.to_owned()]].concat()));
        let name = match command.is_empty() {
            true => "l10n".to_owned(),
            false => command.join("-"),
        };
        assert_data_eq!(help, kept(&format!("tests/it/help/{name}.txt")).raw());
        told += 1;
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/help");
    assert_eq!(told, std::fs::read_dir(folder).unwrap().count());
}

/// The commands that a help text lists.
fn below(help: &str) -> impl Iterator<Item = &str> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help")
}

#[tokio::test]
async fn the_schema_is_that_of_the_types() {
    assert_data_eq!(said(&["schema"]).await, kept("l10n.schema.json").raw());
}

#[tokio::test]
async fn shells_get_their_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = said(&["completions", shell]).await;
        assert!(script.contains("remove-unused-keys"), "{shell}");
    }
}
