//! The configuration: where it is found, its errors, and what overrides it.

use snapbox::{assert_data_eq, str};

use crate::support::{World, program, run};

#[tokio::test]
async fn an_unknown_key_is_reported_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let text = "projct = \"p\"\n[[files]]\npattern = \"a\"\n";
    std::fs::write(folder.path().join("l10n.toml"), text).unwrap();
    let mut program = program(folder.path());
    program.arg("push");
    let ran = run(program).await.ended(2);
    assert_data_eq!(
        ran.stderr,
        str![[r#"
error: [..]l10n.toml:
  TOML parse error at line 1, column 1
    |
  1 | projct = "p"
    | ^^^^^^
  unknown field `projct`, expected one of `base_url`, `auth_url`, `cursor_api_url`, `project`, `branch`, `base_lang`, `requests_per_second`, `attempts`, `languages`, `login`, `files`, `ignore`

"#]]
    );
}

#[tokio::test]
async fn the_nearest_file_above_is_used_and_paths_are_relative_to_it() {
    let world = World::new().await;
    world.configure("[[files]]\npattern = \"locales/{lang}.json\"\n");
    world.write("locales/en.json", r#"{"found.upwards": "yes"}"#);
    world.write("deep/below/file", "");
    let mut program = world.program(&["push", "--json"]);
    program.current_dir(world.path("deep/below"));
    let ran = run(program).await.ended(0);
    assert_eq!(ran.json()["files"][0]["filename"], "locales/%LANG_ISO%.json");
}

/// Only the administrator can give a file away.
#[cfg(unix)]
#[tokio::test]
async fn a_configuration_of_another_user_is_rejected_unless_it_is_named() {
    let world = World::new().await;
    world.configure("");
    world.write("deep/file", "");
    let given = std::os::unix::fs::chown(world.path("l10n.toml"), Some(12_345), None);
    if let Err(error) = given {
        eprintln!("not tested: {error}");
        return;
    }
    let mut program = world.program(&["status", "--json"]);
    program.current_dir(world.path("deep"));
    let ran = run(program).await.ended(2);
    assert!(ran.stderr.contains("belongs to another user"), "{}", ran.stderr);
    let mut named = world.program(&["status", "--json", "--config", "../l10n.toml"]);
    named.current_dir(world.path("deep"));
    run(named).await.ended(0);
}

#[tokio::test]
async fn options_override_variables_and_these_override_the_file() {
    let world = World::new().await;
    world.configure("");
    let project = |ran: crate::support::Ran| ran.json()["project"].as_str().unwrap().to_owned();
    let of_file = world.sandbox.project().project_id;
    assert_eq!(project(world.run(&["status", "--json"]).await.ended(0)), of_file);

    let mut by_variable = world.program(&["status", "--json"]);
    by_variable.env("L10N_PROJECT", "no-such.1");
    assert!(run(by_variable).await.ended(4).stderr.contains("no-such.1"));

    let mut by_option = world.program(&["status", "--json", "--project", of_file]);
    by_option.env("L10N_PROJECT", "no-such.1");
    assert_eq!(project(run(by_option).await.ended(0)), of_file);

    let mut unset = world.program(&["status", "--json"]);
    unset.env("L10N_PROJECT", "");
    assert_eq!(project(run(unset).await.ended(0)), of_file);
}

#[tokio::test]
async fn a_missing_value_is_reported_with_the_ways_to_set_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = program(folder.path());
    program.args(["status", "--project", "p"]);
    let ran = run(program).await.ended(2);
    assert_eq!(
        ran.stderr,
        "error: `base_url` is not set: use --base-url, set L10N_BASE_URL, or write base_url = \
         \"https://api.service.test/v2\" in l10n.toml (`l10n init` creates it)\n"
    );

    let mut program = crate::support::program(folder.path());
    program.args(["status", "--base-url", "https://api.service.test/v2", "--project", "p"]);
    let ran = run(program).await.ended(7);
    assert!(ran.stderr.contains("L10N_TOKEN_FILE"), "{ran:?}");
}

#[tokio::test]
async fn a_token_comes_from_a_file_and_never_from_the_command_line() {
    let world = World::new().await;
    world.configure("");
    world.write("token", &format!("{}\n", world.sandbox.tokens().read_write));
    let mut program = world.program(&["status"]);
    program.env_remove("L10N_TOKEN").env("L10N_TOKEN_FILE", "token");
    run(program).await.ended(0);
    world.run(&["status", "--token", "c0ffee"]).await.ended(2);
}

/// CI jobs cannot always unset a variable.
#[tokio::test]
async fn empty_variables_count_as_unset() {
    let world = World::new().await;
    world.configure("ignore = [\"*\", \"**/*\"]\n[[files]]\npattern = \"texts/{lang}.json\"\n");
    world.write("texts/en.json", "{}");
    for command in ["push", "pull"] {
        let help = world.run(&[command, "--help"]).await.ended(0).stdout;
        let names = help.split("[env:").skip(1).filter_map(|rest| rest.split(']').next());
        let names: Vec<_> = names.map(str::trim).collect();
        assert!(names.contains(&"L10N_REQUESTS_PER_SECOND"), "{names:?}");
        let mut program = world.program(&[command, "--dry-run"]);
        program.envs(names.into_iter().map(|name| (name, "")));
        let ran = run(program).await.ended(0);
        let unset = world.run(&[command, "--dry-run"]).await.ended(0);
        assert_eq!(ran.stdout, unset.stdout);
    }
}
