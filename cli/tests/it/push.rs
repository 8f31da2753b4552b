//! `l10n push`.

use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, ResetMoment};
use serde_json::{Value, json};

use crate::support::{GITHUB, World};

const LOCALES: &str = "[[files]]\npattern = \"locales/{lang}/*.json\"\npush = \"all\"\n";

#[tokio::test]
async fn groups_have_names_and_options_of_their_own() {
    let world = World::new().await;
    world.configure(
        "[languages]\nde-DE = \"de\"\n\
         [[files]]\npattern = \"locales/{lang}/*.json\"\nname = \"%LANG_ISO%/*.json\"\n\
         push = \"all\"\nupload = { tags = [\"source\"] }\n\
         [[files]]\npattern = \"more/{lang}.json\"\nupload = { tags = [\"more\"] }\n",
    );
    world.write("locales/en/app.json", r#"{"cli.hello": "Hello"}"#);
    world.write("locales/de-DE/app.json", r#"{"cli.hello": "Hallo"}"#);
    world.write("more/en.json", r#"{"cli.more": "More"}"#);
    let ran = world.run(&["push", "--json"]).await.ended(0).json();
    let named = ran["files"].as_array().unwrap().iter();
    let named: Vec<_> = named.map(|file| json!([file["filename"], file["lang_iso"]])).collect();
    let files = [["%LANG_ISO%/app.json", "en"], ["more/%LANG_ISO%.json", "en"]];
    assert_eq!(json!(named), json!([files[0], files[1], [files[0][0], "de"]]));
    let bodies = world.seen("uploadFile").into_iter();
    let bodies = bodies.map(|seen| seen.body.unwrap().json().unwrap());
    let sent: Vec<_> = bodies.map(|body| json!([body["tags"], body["replace_modified"]])).collect();
    assert_eq!(json!(sent), json!([[["source"], true], [["more"], true], [["source"], false]]));
}

#[tokio::test]
async fn a_file_that_fails_is_reported_and_the_others_are_sent() {
    let world = World::configured("[[files]]\npattern = \"{lang}.json\"\npush = \"all\"\n").await;
    world.write("en.json", r#"{"cli.some": "x"}"#);
    world.write("de.json", "no json");
    let ran = world.run_with(&GITHUB, &["push", "--json"]).await.ended(1);
    let files = ran.json()["files"].as_array().unwrap().clone();
    assert_eq!(files.iter().filter(|file| file["state"] == "failed").count(), 1);
    assert!(ran.stderr.contains("::error file=de.json"), "{ran:?}");

    let dry = world.run(&["push", "--dry-run", "--json"]).await.ended(1);
    let states = dry.json()["files"].as_array().unwrap().clone();
    assert_eq!((&states[0]["state"], &states[1]["state"]), (&"planned".into(), &"failed".into()));
    assert!(dry.stderr.contains("line 1: expected"), "{dry:?}");
    let sent = world.seen("uploadFile").into_iter();
    let sent = sent.map(|request| request.body.unwrap().json().unwrap()["lang_iso"].clone());
    assert_eq!(sent.collect::<Vec<_>>(), ["en"]);

    // If no file succeeds, the exit code is that of the failure.
    let away = Reply::new(429, ReplyBody::Empty).header("Retry-After", "3600");
    let away = Fault::new(Misbehavior::Respond(away)).on("uploadFile").always();
    world.sandbox.add_fault(away).unwrap();
    world.run(&["push", "en.json"]).await.ended(3);
    // Translations are blocked for the same reason.
    world.write("de.json", r#"{"cli.some": "y"}"#);
    world.run(&["push"]).await.ended(3);
}

#[tokio::test]
async fn an_invalid_configuration_is_rejected_before_anything_is_sent() {
    let world = World::configured("").await;
    world.run(&["push"]).await.ended(2);
    world.write("en.json", "{}");
    let pattern = "pattern = \"{lang}.json\"\n";
    for (group, message) in [
        ("upload = { replace_modifed = true }", "`files[0].upload.replace_modifed`"),
        ("upload = { cleanup_mode = true }", "`files[0].upload.cleanup_mode`"),
        ("[[files]]\npattern = \"{lang}.json\"", "`files[1].pattern`"),
        ("[[files]]\npattern = \"all.json\"", "has no `{lang}`"),
        (
            "prune = true",
            "  8 | prune = true\n    | ^^^^^\n  unknown field `prune`, expected one of",
        ),
        ("[loggin]", "unknown field `loggin`"),
        ("[login]\nsecret = \"x\"", "unknown field `secret`"),
        ("push = \"some\"", "unknown variant `some`"),
    ] {
        world.configure(&format!("[[files]]\n{pattern}{group}\n"));
        let ran = world.run(&["push"]).await.ended(2);
        assert!(ran.stderr.contains(message), "{message}: {ran:?}");
    }
    assert!(world.sandbox.requests().is_empty());
}

#[tokio::test]
async fn a_dry_run_sends_nothing_and_fails_if_the_push_would() {
    let world = World::configured("[[files]]\npattern = \"{lang}.json\"\n").await;
    world.write("en.json", r#"{"cli.dry": "x"}"#);
    let no_token = [("L10N_TOKEN", "")];
    let ran = world.run_with(&no_token, &["push", "--dry-run", "--json"]).await.ended(7);
    assert_eq!(ran.json()["outcome"], "no_token");
    assert!(world.sandbox.requests().is_empty());
    let dry = world.run(&["push", "--dry-run"]).await.ended(0);
    assert!(dry.stdout.contains("planned     en.json"), "{dry:?}");
    world.write("en.json", "{\"a\": \"A\",}");
    let ran = world.run(&["push", "--dry-run"]).await.ended(1);
    assert!(ran.stderr.contains("line 1"), "{ran:?}");
    assert!(world.seen("uploadFile").is_empty());

    world.write("en.json", "{\"a\": \"A\"}");
    world.commit();
    world.git(&["checkout", "-q", "--detach"]);
    let push = ["push", "--branch", "auto", "--dry-run"];
    for arguments in [&push[..3], &push] {
        let ran = world.run(arguments).await.ended(2);
        assert!(ran.stderr.contains("HEAD is detached"), "{ran:?}");
    }
    world.git(&["checkout", "-qb", "new"]);
    let ran = world.run(&push).await.ended(0);
    assert!(ran.stderr.contains("would create the branch `new`"), "{ran:?}");
}

#[tokio::test]
async fn paths_are_relative_to_the_working_folder_and_keep_their_group() {
    let world = World::configured(&format!("{LOCALES}upload = {{ tags = [\"kept\"] }}\n")).await;
    world.write("locales/en/app.json", r#"{"cli.a": "x"}"#);
    world.write("locales/en/other.json", r#"{"cli.b": "x"}"#);
    let push = ["push", "en/a*.json", "--json", "--without-waiting"];
    let ran = world.run_in("locales", &push).await.ended(0).json();
    assert_eq!(ran["files"].as_array().unwrap().len(), 1, "{ran}");
    assert_eq!(ran["files"][0]["state"], "queued");
    let body = world.seen("uploadFile")[0].body.as_ref().unwrap().json().unwrap();
    assert_eq!(body["tags"], json!(["kept"]));
    let ran = world.run_in("locales", &["push", "../../x.json"]).await.ended(2);
    assert!(ran.stderr.contains("is outside"), "{ran:?}");
}

#[tokio::test]
async fn every_line_of_json_progress_is_json() {
    let world = World::configured(LOCALES).await;
    world.write("locales/en/a.json", "{\"a\":");
    world.write("locales/de/b.json", "{}");
    for arguments in [&["push"][..], &["push", "--nothing"], &["push", "x/*.json"], &["pull"]] {
        let arguments = [arguments, &["--progress", "json"]].concat();
        let ran = world.run_with(&GITHUB, &arguments).await;
        assert_ne!((ran.code, ran.stderr.lines().count()), (0, 0), "{ran:?}");
        for line in ran.stderr.lines() {
            let event: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
            assert!(event["event"].is_string(), "{line}");
        }
    }
}

#[tokio::test]
async fn attempts_limits_the_number_of_requests() {
    let world = World::configured(LOCALES).await;
    let away = Fault::new(Misbehavior::status(429)).always();
    world.sandbox.add_fault(away).unwrap();
    for attempts in [1, 2, 3] {
        let before = world.sandbox.requests().len();
        world.run(&["pull", "--attempts", &attempts.to_string()]).await.ended(3);
        assert_eq!(world.sandbox.requests().len() - before, attempts);
    }
}

#[tokio::test]
async fn an_upload_without_a_response_may_have_taken_effect() {
    let world = World::configured(LOCALES).await;
    world.write("locales/en/a.json", r#"{"cli.lost": "v1"}"#);
    let lost = Misbehavior::Reset(ResetMoment::AfterEffect);
    world.sandbox.add_fault(Fault::new(lost).on("uploadFile").always()).unwrap();
    let push = ["push", "--without-waiting", "--attempts", "1"];
    let ran = world.run(&push).await.ended(3);
    assert!(ran.stderr.contains("it may have taken effect"), "{ran:?}");
}

#[tokio::test]
async fn the_configured_branch_holds_for_a_project_of_the_environment() {
    let world = World::configured(&format!("branch = \"auto\"\n{LOCALES}")).await;
    world.write("locales/en/a.json", r#"{"cli.main": "v1"}"#);
    world.commit();
    world.run(&["push"]).await.ended(0);
    world.git(&["checkout", "-qb", "feature"]);
    world.write("locales/en/a.json", r#"{"cli.main": "v2"}"#);
    world.run_with(&[("L10N_PROJECT", "garnet-7041.26")], &["push"]).await.ended(0);
    assert_eq!(world.seen("createBranch").len(), 1);
}

#[tokio::test]
async fn the_default_branch_can_be_named_and_auto_creates_a_branch() {
    let world = World::configured(LOCALES).await;
    world.write("locales/en/a.json", r#"{"cli.branch": "v1"}"#);
    world.run(&["push", "--branch", "master"]).await.ended(0);
    world.run(&["push", "--branch", "none"]).await.ended(2);
    world.commit();
    world.git(&["checkout", "-qb", "feature"]);
    world.write("locales/en/a.json", r#"{"cli.feature": "v1"}"#);
    world.run(&["push", "--branch", "auto"]).await.ended(0);
    let on_branch = ["keys", "find", "cli.", "--branch", "auto"];
    for (find, count) in [(&on_branch[..3], 1), (&on_branch, 2)] {
        let found = world.run(find).await.ended(0);
        assert_eq!(found.stdout.lines().count(), count, "{found:?}");
    }
    // CI systems check out commits.
    world.git(&["checkout", "-q", "--detach"]);
    assert!(world.run(&on_branch).await.ended(2).stderr.contains("HEAD is detached"));
    for [github, gitlab] in [["feature", ""], ["", "feature"]] {
        let variables = [("GITHUB_HEAD_REF", github), ("CI_COMMIT_REF_NAME", gitlab)];
        assert!(!world.run_with(&variables, &on_branch).await.ended(0).stdout.is_empty());
    }
}

#[tokio::test]
async fn a_replaced_text_is_printed_and_a_conflict_fails() {
    let world =
        World::configured(&format!("{LOCALES}upload = {{ distinguish_by_file = true }}\n")).await;
    let (source, path) = ("locales/en/a.json", "locales/de/a.json");
    world.write(source, r#"{"cli.a": "A", "cli.b": "B"}"#);
    world.write(path, r#"{"cli.a": "alt", "cli.b": "b", "cli.gone": "x"}"#);
    let ran = world.run(&["push"]).await.ended(0);
    assert!(ran.stderr.contains("the base language lacks them: `cli.gone`"), "{ran:?}");
    world.commit();
    world.run(&["keys", "set", "cli.a", "de", "theirs"]).await.ended(0);
    let ran = world.run(&["push"]).await.ended(0);
    let hint = "which a push keeps: `cli.a`; take the service's with `l10n pull`, or send yours \
        with `l10n push --replace locales/de/a.json --key \"cli.a\"`";
    assert!(ran.stderr.contains(hint), "{ran:?}");
    assert!(ran.stdout.ends_with("2 no changes\n"), "{ran:?}");
    world.run(&["push", "--replace"]).await.ended(2);
    let replace = ["push", "--replace", path, "--key", "cli.a"];
    let ran = world.run(&replace).await.ended(0);
    assert!(ran.stdout.contains("cli.a: \"theirs\" -> \"alt\""), "{ran:?}");
    world.write(path, r#"{"cli.a": "neu", "cli.b": "b2"}"#);
    world.run(&["keys", "set", "cli.b", "de", "theirs"]).await.ended(0);
    let ran = world.run(&["push", "--changed-since", "HEAD", "--json"]).await.ended(1);
    let file = &ran.json()["files"][0];
    assert_eq!(
        (&file["texts"][0]["after"], &file["conflicts"][0]["before"]),
        (&json!("neu"), &json!("theirs"))
    );
    assert!(
        ran.stderr.contains("`cli.b` was changed here to \"b2\" and at the service to"),
        "{ran:?}"
    );
}

#[tokio::test]
async fn prune_lists_unused_keys_and_deletes_them_on_request() {
    let world = World::configured("[[files]]\npattern = \"{lang}.json\"\n").await;
    world.write("en.json", r#"{"cli.stays": "x", "cli.goes": "y"}"#);
    world.run(&["push"]).await.ended(0);
    world.write("en.json", r#"{"cli.stays": "x"}"#);
    let shown = world.run(&["prune"]).await.ended(0);
    assert!(shown.stdout.contains("unused  cli.goes  %LANG_ISO%.json"), "{shown:?}");
    assert!(shown.stdout.ends_with("1 of 2 keys are unused\n"), "{shown:?}");
    // One of two may be deleted: it is 10 %, rounded up.
    let deleted = world.run(&["prune", "--delete", "--json"]).await.ended(0).json();
    let found = (&deleted["deleted"], &deleted["unused_keys"][0]["name"]);
    assert_eq!(found, (&json!(1), &json!("cli.goes")));
    let left = world.run(&["keys", "find", "cli."]).await.ended(0).stdout;
    assert!(left.contains("cli.stays") && !left.contains("cli.goes"), "{left}");
    world.write("en.json", r#"{"cli.a": "x", "cli.b": "x", "cli.c": "x"}"#);
    world.run(&["push"]).await.ended(0);
    world.write("en.json", r#"{"cli.a": "x"}"#);
    let rejected = world.run(&["prune", "--delete"]).await.ended(1);
    assert!(rejected.stderr.contains("--confirmed"), "{rejected:?}");
    assert_eq!(world.seen("deleteKeys").len(), 1);
    world.run(&["prune", "--delete", "--confirmed"]).await.ended(0);
    assert_eq!(world.seen("deleteKeys").len(), 2);
}

#[tokio::test]
async fn the_advice_for_a_moved_text_can_be_followed() {
    let world =
        World::configured(&format!("{LOCALES}upload = {{ distinguish_by_file = true }}\n")).await;
    for (name, german) in [("old", "alt"), ("new", "neu")] {
        world.write(&format!("locales/en/{name}.json"), r#"{"cli.moved": "M"}"#);
        world
            .write(&format!("locales/de/{name}.json"), &format!("{{\"cli.moved\": \"{german}\"}}"));
        world.run(&["push"]).await.ended(0);
        let old = ["en", "de"].map(|lang| world.path(&format!("locales/{lang}/old.json")));
        old.iter().for_each(|path| drop(std::fs::remove_file(path)));
    }
    let ran = world.run(&["prune"]).await.ended(1);
    let (_, advice) = ran.stderr.split_once("`l10n ").unwrap();
    let advice = advice.split_once('`').unwrap().0.replace('"', "");
    assert!(advice.starts_with("keys set ") && advice.ends_with(" de alt"), "{ran:?}");
    world.run(&advice.split(' ').collect::<Vec<_>>()).await.ended(0);
    world.run(&["prune", "--delete", "--confirmed"]).await.ended(0);
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
        "de.po and 1 more: not sent, because not finished: `cli.a`\n",
        "de.po and 1 more: not sent, because the base language lacks them: `cli.b`\n",
    ] {
        assert!(ran.stderr.contains(line), "{line}: {ran:?}");
    }
    let ran = world.run(&["check"]).await.ended(0);
    let line = "de.po:5: warning: `cli.b`: is not in the base language: add it there, or remove \
        it; also in fr.po\n";
    assert!(ran.stdout.contains(line) && !ran.stdout.contains("fr.po:"), "{ran:?}");
    assert!(world.run(&["check", "--verbose"]).await.ended(0).stdout.contains("fr.po:5: "));
}
