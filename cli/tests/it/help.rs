//! Help texts, and the schema of the configuration: each is kept in a file, and its changes show in
//! review. `SNAPSHOTS=overwrite` accepts them.

use snapbox::{Data, assert_data_eq};

use crate::support::{program, run};

async fn said(arguments: &[&str]) -> String {
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
    let commands = [
        "",
        "push",
        "pull",
        "status",
        "keys",
        "keys find",
        "keys show",
        "keys set",
        "processes",
        "api",
        "init",
        "login",
        "logout",
        "completions",
        "schema",
    ];
    for command in commands {
        let mut arguments: Vec<_> = command.split(' ').filter(|word| !word.is_empty()).collect();
        arguments.push("--help");
        let name = if command.is_empty() { "l10n" } else { command };
        let file = format!("tests/it/help/{}.txt", name.replace(' ', "-"));
        assert_data_eq!(said(&arguments).await, kept(&file).raw());
    }
}

#[tokio::test]
async fn the_schema_is_that_of_the_types() {
    assert_data_eq!(said(&["schema"]).await, kept("l10n.schema.json").raw());
}

#[tokio::test]
async fn shells_get_their_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = said(&["completions", shell]).await;
        assert!(script.contains("remove-absent-keys"), "{shell}");
    }
}
