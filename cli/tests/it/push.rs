//! `l10n push`.

use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody};
use serde_json::{Value, json};

use crate::support::{GITHUB, GROUP, Ran, World};

const LOCALES: &str = "[[files]]\npattern = \"locales/{lang}/*.json\"\npush = \"all\"\n";

#[tokio::test]
async fn paths_are_relative_to_the_working_folder_and_groups_have_settings() {
    let world = World::configured(&format!(
        "[languages]\nde-DE = \"de\"\n{LOCALES}name = \"%LANG_ISO%/*.json\"\ntags = [\"t\"]\n\
         platform = \"other\"\nautomations = true\n"
    ))
    .await;
    world.write("locales/en/app.json", r#"{"cli.a": "Hello"}"#);
    world.write("locales/de-DE/app.json", r#"{"cli.a": "Hallo"}"#);
    world.write("locales/en/other.json", r#"{"cli.b": "x"}"#);
    let ran = world.run_in("locales", &["push", "*/a*.json", "--json"]).await.ended(0).json();
    let files = ran["files"].as_array().unwrap().iter();
    assert_eq!(files.map(|it| &it["lang_iso"]).collect::<Vec<_>>(), ["en", "de"]);
    let body = world.seen("createKeys")[0].body.as_ref().unwrap().json().unwrap();
    let key = &body["keys"][0];
    assert_eq!(key["translations"][1]["translation"], "Hallo");
    assert_eq!((&key["tags"], &body["use_automations"]), (&json!(["t"]), &json!(true)));
    assert_eq!(key["filenames"], json!({"other": "%LANG_ISO%/app.json"}));
    let ran = world.run_in("locales", &["push", "../../x.json"]).await.ended(2);
    assert!(ran.stderr.contains("is outside"), "{ran:?}");
}

#[tokio::test]
async fn a_file_that_fails_is_reported_and_the_others_are_sent() {
    let world = World::configured(LOCALES).await;
    world.write("locales/en/a.json", r#"{"cli.some": "x"}"#);
    world.write("locales/de/a.json", "no json");
    let states = |ran: &Ran| {
        let files = ran.json()["files"].as_array().unwrap().clone();
        files.iter().map(|file| file["state"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let dry = world.run(&["push", "--dry-run", "--json"]).await.ended(1);
    assert_eq!(states(&dry), ["planned", "failed"]);
    assert!(dry.stderr.contains("line 1: expected"), "{dry:?}");
    assert!(world.seen("createKeys").is_empty());
    let ran = world.run_with(&GITHUB, &["push", "--json"]).await.ended(1);
    assert_eq!(states(&ran), ["sent", "failed"]);
    assert!(ran.stderr.contains("::error file=locales/de/a.json"), "{ran:?}");

    let ran = world.run_with(&GITHUB, &["push", "--progress", "json"]).await.ended(1);
    for line in ran.stderr.lines() {
        let event: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        assert!(event["event"].is_string(), "{line}");
    }

    // If nothing is sent, the exit code is that of the failure.
    world.write("locales/en/a.json", r#"{"cli.some": "x2"}"#);
    for (status, code) in [(429, 3), (403, 4)] {
        let away = Reply::new(status, ReplyBody::Empty).header("Retry-After", "3600");
        let away = Fault::new(Misbehavior::Respond(away)).on("updateKeys").always();
        let away = world.sandbox.add_fault(away).unwrap();
        let ran = world.run(&["push", "locales/en"]).await.ended(code);
        assert!(ran.stderr.contains("a.json: `cli.some`: not sent"), "{ran:?}");
        world.sandbox.remove_fault(away);
    }
}

#[tokio::test]
async fn a_push_creates_the_git_branch_also_for_a_project_of_the_environment() {
    let world = World::configured(&format!("branch = \"auto\"\n{LOCALES}")).await;
    world.write("locales/en/a.json", r#"{"cli.main": "v1"}"#);
    world.commit();
    world.run(&["push"]).await.ended(0);
    world.git(&["checkout", "-qb", "feature"]);
    world.write("locales/en/a.json", r#"{"cli.main": "v1", "cli.feature": "v1"}"#);
    world.run_with(&[("L10N_PROJECT", "garnet-7041.26")], &["push"]).await.ended(0);
    assert_eq!(world.seen("createBranch").len(), 1);
    // CI systems check out commits.
    world.git(&["checkout", "-q", "--detach"]);
    assert!(world.run(&["push"]).await.ended(2).stderr.contains("HEAD is detached"));
    for [github, gitlab] in [["feature", ""], ["", "feature"]] {
        let variables = [("GITHUB_HEAD_REF", github), ("CI_COMMIT_REF_NAME", gitlab)];
        world.run_with(&variables, &["keys", "show", "cli.feature"]).await.ended(0);
    }
}

#[tokio::test]
async fn a_replaced_text_is_printed_and_a_conflict_fails() {
    let world = World::configured(LOCALES).await;
    let path = "locales/de/a.json";
    world.write("locales/en/a.json", r#"{"cli.a": "A", "cli.b": "B"}"#);
    world.write(path, r#"{"cli.a": "alt", "cli.b": "b", "cli.gone": "x"}"#);
    let ran = world.run(&["push"]).await.ended(0);
    assert!(ran.stderr.contains("the base language lacks the key: `cli.gone`"), "{ran:?}");
    world.commit();
    world.run(&["keys", "set", "cli.a", "de", "theirs"]).await.ended(0);
    let ran = world.run(&["push"]).await.ended(0);
    let hint = "because the service has another text: `cli.a`; take the service's with `l10n \
        pull`, or send yours with `l10n push --replace locales/de/a.json --key 'cli.a'`";
    assert!(ran.stderr.contains(hint), "{ran:?}");
    assert!(ran.stdout.ends_with("2 no changes, 2 texts left out\n"), "{ran:?}");
    world.run(&["push", "--replace"]).await.ended(2);
    let ran = world.run(&["push", "--replace", path, "--key", "cli.a"]).await.ended(0);
    assert!(ran.stdout.contains("cli.a: \"theirs\" -> \"alt\""), "{ran:?}");
    world.write(path, r#"{"cli.a": "neu", "cli.b": "b2"}"#);
    world.run(&["keys", "set", "cli.b", "de", "theirs"]).await.ended(0);
    let ran = world.run(&["push", "--changed-since", "HEAD", "--json"]).await.ended(1);
    assert_eq!(ran.json()["files"][0]["left_out"][0]["reason"], "conflict");
    let error = "`cli.b`: not sent, because it was changed both here and at the service (here";
    assert!(ran.stderr.contains(error), "{ran:?}");
}

#[tokio::test]
async fn prune_lists_unused_keys_and_deletes_them_on_request() {
    let world = World::configured(GROUP).await;
    world.write("en.json", r#"{"cli.a": "x", "cli.b": "x", "cli.c": "x"}"#);
    world.run(&["push"]).await.ended(0);
    world.write("en.json", r#"{"cli.a": "x"}"#);
    let shown = world.run(&["prune"]).await.ended(0);
    assert!(shown.stdout.contains("unused  cli.b  %LANG_ISO%.json"), "{shown:?}");
    assert!(shown.stdout.ends_with("2 of 3 keys unused\n"), "{shown:?}");
    let rejected = world.run(&["prune", "--delete"]).await.ended(2);
    assert!(rejected.stderr.contains("--confirmed"), "{rejected:?}");
    assert!(world.seen("deleteKeys").is_empty());
    let delete = ["prune", "--delete", "--confirmed", "--json"];
    let deleted = world.run(&delete).await.ended(0).json();
    let found = (&deleted["deleted"], &deleted["unused_keys"][0]["name"]);
    assert_eq!(found, (&json!(2), &json!("cli.b")));
    let keys = world.keys().into_iter().filter(|name| name.starts_with("cli."));
    assert_eq!(keys.collect::<Vec<_>>(), ["cli.a"]);

    // A key with the only copy of a text is kept.
    world.run(&["keys", "set", "cli.a", "de", "alt"]).await.ended(0);
    world.write("en.json", r#"{"cli.new": "x"}"#);
    let ran = world.run(&["prune", "--delete", "--confirmed"]).await.ended(1);
    assert!(ran.stdout.contains("cli.a  %LANG_ISO%.json  in no file here: de: \"alt\""), "{ran:?}");
    assert!(ran.stderr.contains("`--only-copies`"), "{ran:?}");
    let delete = ["prune", "--delete", "--confirmed", "--only-copies"];
    assert!(world.run(&delete).await.ended(0).stdout.contains("keys deleted: 1"));
}

#[tokio::test]
async fn an_invalid_configuration_is_rejected_before_anything_is_sent() {
    let world = World::configured("").await;
    world.run(&["push"]).await.ended(2);
    world.write("en.json", "{}");
    let pattern = "pattern = \"{lang}.json\"\n";
    for (group, message) in [
        ("format = \"docx\"", "`files[0].format`: files of the format `docx` are not read"),
        ("[[files]]\npattern = \"all.json\"", "`files[1].pattern`: `all.json` has no `{lang}`"),
        (
            "prune = true",
            "  6 | prune = true\n    | ^^^^^\n  unknown field `prune`, expected one of",
        ),
    ] {
        world.configure(&format!("[[files]]\n{pattern}{group}\n"));
        let ran = world.run(&["push"]).await.ended(2);
        assert!(ran.stderr.contains(message), "{message}: {ran:?}");
    }
    assert!(world.sandbox.requests().is_empty());
}

#[tokio::test]
async fn attempts_limits_the_number_of_requests() {
    let world = World::configured(GROUP).await;
    for (status, attempts, requests) in [(503, "1", 1), (503, "3", 3), (429, "1", 1), (429, "2", 4)]
    {
        let fault = Fault::new(Misbehavior::status(status)).on("listLanguages").times(3);
        let fault = world.sandbox.add_fault(fault).unwrap();
        let before = world.seen("listLanguages").len();
        let ran = world.run(&["status", "--attempts", attempts]).await;
        assert_eq!(world.seen("listLanguages").len() - before, requests, "{status}: {ran:?}");
        assert_eq!(ran.code, if requests == 4 { 0 } else { 3 }, "{status}: {ran:?}");
        world.sandbox.remove_fault(fault);
    }
}

#[tokio::test]
async fn keys_that_are_not_sent_are_printed_once_for_all_files() {
    let world = World::configured("[[files]]\npattern = \"{lang}.po\"\npush = \"all\"\n").await;
    let entry = |id: &str, text: &str| format!("msgid \"{id}\"\nmsgstr \"{text}\"\n\n");
    world.write("en.po", &entry("cli.a", ""));
    for lang in ["de", "fr"] {
        let fuzzy = format!("#, fuzzy\n{}", entry("cli.a", "x"));
        world.write(&format!("{lang}.po"), &(fuzzy + &entry("cli.b", "x")));
    }
    let ran = world.run(&["push"]).await.ended(0);
    for line in [
        "de.po and 1 more: not sent, because it is not finished: `cli.a`\n",
        "de.po and 1 more: not sent, because the base language lacks the key: `cli.b`\n",
    ] {
        assert!(ran.stderr.contains(line), "{line}: {ran:?}");
    }
}
