//! A snapshot test of the main help text. Changes appear in review; `SNAPSHOTS=overwrite` accepts
//! them.

use snapbox::{Data, assert_data_eq};

use crate::support::{program, run};

async fn output(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut program = program(folder.path());
    program.args(arguments);
    run(program).await.ended(0).stdout
}

#[tokio::test]
async fn the_help_text_matches_its_snapshot() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/help.txt");
    let snapshot = Data::read_from(path.as_ref(), None).raw();
    // Each option with its description is one line.
    let help = output(&["--help"]).await.replace("\n          ", " ").replace("\n\n", "\n");
    assert_data_eq!(help, snapshot);
}

#[tokio::test]
async fn every_shell_has_completions_and_the_settings_a_schema() {
    assert!(output(&["schema"]).await.contains("ignore_placeholders"));
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(&["completions", shell]).await;
        assert!(script.contains("changed-since"), "{shell}");
    }
}
