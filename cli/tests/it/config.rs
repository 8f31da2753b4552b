//! The configuration: where it is found, its errors, and what overrides it.

use crate::support::{World, program, run};

#[tokio::test]
async fn the_nearest_file_above_is_used_and_paths_are_relative_to_it() {
    let world = World::configured("[[files]]\npattern = \"locales/{lang}.json\"\n").await;
    world.write("locales/en.json", r#"{"found.upwards": "yes"}"#);
    world.write("deep/below/file", "");
    let ran = world.run_in("deep/below", &["push", "--json"]).await.ended(0);
    assert_eq!(ran.json()["files"][0]["filename"], "locales/%LANG_ISO%.json");
}

/// Only the administrator can give a file away.
#[cfg(unix)]
#[tokio::test]
async fn a_configuration_of_another_user_is_rejected_unless_it_is_named() {
    let world = World::configured("").await;
    world.write("deep/file", "");
    let given = std::os::unix::fs::chown(world.path("l10n.toml"), Some(12_345), None);
    if let Err(error) = given {
        eprintln!("not tested: {error}");
        return;
    }
    let ran = world.run_in("deep", &["status"]).await.ended(2);
    assert!(ran.stderr.contains("belongs to another user"), "{}", ran.stderr);
    world.run_in("deep", &["status", "--config", "../l10n.toml"]).await.ended(0);
}

#[tokio::test]
async fn options_override_variables_and_these_override_the_file() {
    let world = World::configured("").await;
    let of_file = world.sandbox.project().project_id;
    let other = [("L10N_PROJECT", "no-such.1")];
    let ran = world.run_with(&other, &["status"]).await.ended(4);
    assert!(ran.stderr.contains("no-such.1"), "{ran:?}");
    for (variables, arguments) in [
        (&[][..], &["status", "--json"][..]),
        (&other, &["status", "--json", "--project", of_file]),
        (&[("L10N_PROJECT", "")], &["status", "--json"]),
        (&[], &["status", "--json", "--project", ""]),
    ] {
        let ran = world.run_with(variables, arguments).await.ended(0);
        assert_eq!(ran.json()["project"], of_file);
    }
    let with_branch = format!("{of_file}:feature/start");
    let both = ["status", "--project", &with_branch, "--branch", "feature/start"];
    let ran = world.run(&both).await.ended(2);
    assert!(ran.stderr.contains("already names a branch"), "{ran:?}");
    world.run(&both[..3]).await.ended(0);
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
        (
            &url,
            7,
            "no token: set L10N_TOKEN, or L10N_TOKEN_FILE to the path of a file that contains it, \
             or run `l10n login`",
        ),
    ] {
        let mut program = program(folder.path());
        program.args(["status", "--project", "p"]).args(url);
        assert_eq!(run(program).await.ended(code).stderr, format!("error: {message}\n"));
    }
}

#[tokio::test]
async fn a_token_comes_from_a_file_and_never_from_the_command_line() {
    let world = World::configured("").await;
    world.write("token", &format!("{}\n", world.sandbox.tokens().read_write));
    let variables = [("L10N_TOKEN", ""), ("L10N_TOKEN_FILE", "token")];
    world.run_with(&variables, &["status"]).await.ended(0);
    world.run(&["status", "--token", "c0ffee"]).await.ended(2);
}

/// CI jobs cannot always unset a variable.
#[tokio::test]
async fn empty_variables_count_as_unset() {
    let world = World::configured(
        "ignore = [\"*\", \"**/*\"]\n[[files]]\npattern = \"texts/{lang}.json\"\n",
    )
    .await;
    world.write("texts/en.json", "{}");
    for command in ["push", "pull"] {
        let help = world.run(&[command, "--help"]).await.ended(0).stdout;
        let names = help.split("[env:").skip(1).filter_map(|rest| rest.split(']').next());
        let empty: Vec<_> = names.map(|name| (name.trim(), "")).collect();
        assert!(empty.contains(&("L10N_REQUESTS_PER_SECOND", "")), "{empty:?}");
        let ran = world.run_with(&empty, &[command, "--dry-run"]).await.ended(0);
        let unset = world.run(&[command, "--dry-run"]).await.ended(0);
        assert_eq!(ran.stdout, unset.stdout);
    }
}
