//! The configuration: where it is found, its errors, and what overrides it.

use crate::support::{GROUP, World, program, run};

#[tokio::test]
async fn the_nearest_file_above_is_used_unless_another_user_has_written_it() {
    let world = World::configured(GROUP).await;
    world.write("en.json", r#"{"found.upwards": "yes"}"#);
    world.write("deep/below/file", "");
    let ran = world.run_in("deep/below", &["push", "--json"]).await.ended(0);
    assert_eq!(ran.json()["files"][0]["filename"], "%LANG_ISO%.json");
    // Only the administrator can give a file away.
    #[cfg(unix)]
    if std::os::unix::fs::chown(world.path("l10n.toml"), Some(12_345), None).is_ok() {
        let ran = world.run_in("deep", &["status"]).await.ended(2);
        assert!(ran.stderr.contains("belongs to another user"), "{}", ran.stderr);
        world.run_in("deep", &["status", "--config", "../l10n.toml"]).await.ended(0);
    }
}

#[tokio::test]
async fn options_override_variables_and_these_override_the_file() {
    let world = World::configured(GROUP).await;
    let of_file = world.sandbox.project().project_id;
    let other = [("L10N_PROJECT", "no-such.1")];
    for (variables, arguments, code) in [
        (&other[..], &[][..], 4),
        (&other, &["--project", of_file], 0),
        (&[("L10N_PROJECT", "")], &[], 0),
        (&[], &["--project", ""], 0),
        (&[], &["--token", "c0ffee"], 2),
        (&[], &["--project", "a.1:feature", "--branch", "feature"], 2),
    ] {
        let status = [&["status"], arguments].concat();
        world.run_with(variables, &status).await.ended(code);
    }
    // CI jobs cannot always unset a variable.
    let help = world.run(&["push", "--help"]).await.ended(0).stdout;
    let names = help.split("[env:").skip(1).filter_map(|rest| rest.split(']').next());
    let empty: Vec<_> = names.map(|name| (name.trim(), "")).collect();
    assert!(empty.contains(&("L10N_REQUESTS_PER_SECOND", "")), "{empty:?}");
    world.run_with(&empty, &["status"]).await.ended(0);
}

#[tokio::test]
async fn a_command_that_writes_prints_its_target() {
    let world = World::configured("branch = \"auto\"\n").await;
    let url = world.sandbox.base_url();
    let target = format!("project no-such.1, branch b, at {url}\n");
    for (command, count) in [
        (&["keys", "set", "none", "en", "x"][..], 1),
        (&["branch", "create", "x"], 1),
        (&["prune", "--delete"], 1),
        (&["push"], 1),
        (&["push", "--quiet"], 0),
        (&["keys", "show", "none"], 0),
        (&["prune"], 0),
        (&["pull"], 0),
        (&["api", "GET", "x"], 0),
    ] {
        let other = [("L10N_PROJECT", "no-such.1")];
        let ran = world.run_with(&other, &[command, &["--branch", "b"]].concat()).await;
        assert_eq!(ran.stderr.matches(&target).count(), count, "{command:?}: {ran:?}");
    }
}

#[tokio::test]
async fn every_shell_has_completions_and_the_settings_a_schema() {
    let world = World::new().await;
    assert!(world.run(&["schema"]).await.ended(0).stdout.contains("ignore_placeholders"));
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = world.run(&["completions", shell]).await.ended(0).stdout;
        assert!(script.contains("changed-since"), "{shell}");
    }
}

#[tokio::test]
async fn a_missing_value_is_reported_with_the_ways_to_set_it() {
    let folder = tempfile::tempdir().unwrap();
    let url = ["--base-url", "https://api.service.test/v2"];
    for (url, code, message) in [
        (
            &[][..],
            2,
            "`base_url` is not set: use --base-url, set L10N_BASE_URL, or write base_url = \
             \"https://api.service.test/v2\" in l10n.toml (`l10n init` creates it)",
        ),
        (&url, 7, "no token: set L10N_TOKEN to an API token of the service"),
    ] {
        let mut program = program(folder.path());
        program.args(["keys", "show", "key", "--project", "p"]).args(url);
        assert_eq!(run(program).await.ended(code).stderr, format!("error: {message}\n"));
    }
}
