//! `l10n init`: locale files are found, and a configuration is written that the program takes.

use std::io::Write as _;
use std::process::Stdio;

use crate::support::{Ran, World};

#[tokio::test(flavor = "multi_thread")]
async fn a_configuration_is_asked_for_found_and_taken() {
    let world = World::new().await;
    world.write("locales/en/app.json", r#"{"init.hello": "Hello"}"#);
    world.write("locales/de/app.json", r#"{"init.hello": "Hallo"}"#);
    world.write("node_modules/x/locales/en/app.json", "{}");
    let mut program = world.program(&["init"]);
    program.stdin(Stdio::piped());
    let answers = format!(
        "{}\n{}\n\n",
        world.sandbox.base_url(),
        world.sandbox.project().project_id
    );
    let ran = tokio::task::spawn_blocking(move || {
        let mut child = program.spawn().unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(answers.as_bytes())
            .unwrap();
        Ran::of(child.wait_with_output().unwrap())
    });
    let ran = ran.await.unwrap().ended(0);
    assert!(
        ran.stderr.contains("found locales/{lang}/*.json (de, en)"),
        "{ran:?}"
    );
    let text = world.read("l10n.toml");
    assert!(
        text.contains("base_lang = \"en\"\n") && !text.contains("node_modules"),
        "{text}"
    );

    world.run(&["init"]).await.ended(2);
    // Translations that are here go along: a pull would replace them by those of the service.
    let pushed = world.run(&["push", "--json"]).await.ended(0).json();
    let files = pushed["projects"][0]["files"].as_array().unwrap();
    let names: Vec<_> = files.iter().map(|file| file["filename"].as_str()).collect();
    let expected = ["locales/en/app.json", "locales/de/app.json"];
    assert_eq!(names, expected.map(Some), "{pushed}");
    world.run(&["pull"]).await.ended(0);
    assert!(world.read("locales/de/app.json").contains("Hallo"));
}

#[tokio::test]
async fn codes_that_are_written_otherwise_at_the_service_are_paired() {
    let world = World::new().await;
    let languages = world
        .run(&[
            "api",
            "GET",
            "projects/{project}/languages",
            "--base-url",
            world.sandbox.base_url(),
            "--project",
            world.sandbox.project().project_id,
        ])
        .await
        .ended(0);
    let codes: Vec<_> = languages.json()["languages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|language| language["lang_iso"].as_str().unwrap().to_owned())
        .collect();
    let regional = codes.iter().find(|code| code.contains('_'));
    let Some(regional) = regional else {
        return;
    };
    world.write(&format!("{}.json", regional.replace('_', "-")), "{}");
    world.write("en.json", "{}");
    let ran = world
        .run(&[
            "init",
            "--yes",
            "--dry-run",
            "--base-url",
            world.sandbox.base_url(),
            "--project",
            world.sandbox.project().project_id,
        ])
        .await
        .ended(0);
    let pair = format!("\"{}\" = \"{regional}\"", regional.replace('_', "-"));
    assert!(ran.stdout.contains(&pair), "{ran:?}");
}

#[tokio::test]
async fn what_init_cannot_tell_is_told() {
    let world = World::new().await;
    let none = world.run(&["init", "--yes", "--dry-run"]).await.ended(0);
    assert!(none.stderr.contains("no locale files"), "{none:?}");

    world.write("res/values/strings.xml", "<resources/>");
    world.write("res/values-de/strings.xml", "<resources/>");
    world.write("res/values-fr/strings.xml", "<resources/>");
    for name in ["a", "b", "c"] {
        world.write(&format!("web/en/{name}.json"), "{}");
    }
    let ran = world.run(&["init", "--yes", "--dry-run"]).await.ended(0);
    assert!(
        ran.stderr
            .contains("no file in `en` under res/values-{lang}/*.xml"),
        "{ran:?}"
    );
    let group = "[[push]]\nfiles = \"res/values-{lang}/*.xml\"\nexcept = [\"base\"]\n";
    assert!(ran.stdout.contains(group), "{ran:?}");
    assert_eq!(ran.stdout.matches("only = \"base\"").count(), 1, "{ran:?}");
    assert!(
        ran.stdout.contains("[[pull]]\nformat = \"json\""),
        "{ran:?}"
    );
}
