//! `l10n check`, as a team runs it: in the CI of a fork, before a commit, and as a gate.

use crate::support::{GITHUB, World};

const BASE: &str = "{\n  \"hi\": \"Hi {{name}}\",\n  \"bye\": \"Bye\"\n}\n";

/// A checkout without a token, as in the CI of a fork.
async fn fork(german: &str) -> World {
    let world = World::configured("[[files]]\npattern = \"locales/{lang}/*.json\"\n").await;
    world.write("locales/en/app.json", BASE);
    world.write("locales/de/app.json", german);
    world
}

#[tokio::test]
async fn a_fork_is_checked_without_a_token() {
    let world = fork("{\n  \"hi\": \"Hallo {{nme}}\"\n}\n").await;
    let variables = [GITHUB[0], ("L10N_TOKEN", "")];
    let ran = world.run_with(&variables, &["check"]).await.ended(1);
    let message = "`hi`: missing placeholder `{{name}}`; unknown placeholder `{{nme}}`";
    assert_eq!(
        ran.stdout,
        format!(
            "locales/de/app.json:2: {message}\n\
             locales/en/app.json:3: warning: `bye`: missing in de\n\
             1 problem, 1 missing key, 2 files checked\n"
        )
    );
    assert_eq!(
        ran.stderr,
        format!(
            "::error file=locales/de/app.json,line=2::{message}\n\
             ::warning file=locales/en/app.json,line=3::`bye`: missing in de\n"
        )
    );
    let json = world.run_with(&variables, &["check", "--json"]).await.ended(1).json();
    let problem = serde_json::json!({"path": "locales/de/app.json", "line": 2, "key": "hi",
        "kind": "placeholders", "message": message.split_once(": ").unwrap().1});
    assert_eq!(json["problems"][0], problem);
    // The German file is corrected; a missing key is a problem only if the team wants that.
    world.write("locales/de/app.json", "{\"hi\": \"{{ name }}, hallo\"}");
    world.run_with(&variables, &["check"]).await.ended(0);
    let ran = world.run_with(&variables, &["check", "--strict"]).await.ended(1);
    assert!(ran.stderr.contains("::error file=locales/en/app.json,line=3::"), "{ran:?}");
    world.run_with(&variables, &["check", "--minimum", "50"]).await.ended(7);
    assert!(world.sandbox.requests().is_empty());
}

#[tokio::test]
async fn the_files_of_a_commit_are_checked() {
    let world = fork("{\n  \"hi\": \"Hallo\",\n}\n").await;
    world.write("locales/fr/app.json", "{\"hi\": \"Salut\"}");
    let ran = world.run(&["check", "locales/de/app.json"]).await.ended(1);
    let expected = "locales/de/app.json:3: trailing comma\n";
    assert!(ran.stdout.starts_with(expected), "{ran:?}");
    // A change of the base language concerns all translations.
    let ran = world.run(&["check", "locales/en/app.json"]).await.ended(1);
    for path in ["locales/de/app.json:3: ", "locales/fr/app.json:1: `hi`"] {
        assert!(ran.stdout.contains(path), "{ran:?}");
    }
    world.run(&["check", "--lang", "base"]).await.ended(0);
    let ran = world.run(&["check", "none.json"]).await.ended(2);
    assert!(ran.stderr.contains("none.json"), "{ran:?}");
}

#[tokio::test]
async fn a_text_that_changed_in_the_base_language_concerns_its_translations() {
    let world = fork("{\"hi\": \"Hallo\", \"bye\": \"{{x}}\"}").await;
    world.configure(
        "[[files]]\npattern = \"locales/{lang}/*.json\"\n\
         [[files]]\npattern = \"{lang}.xlf\"\n",
    );
    // The keys of XLIFF have the names of the files if there are several.
    let unit = |file: &str, text: &str| {
        let unit = "<trans-unit id='a'><source>{x}</source><target>";
        format!("<file original='{file}'><body>{unit}{text}</target></trans-unit></body></file>")
    };
    let xliff = |units: &str| format!("<xliff version='1.2'>{units}</xliff>");
    world.write("en.xlf", &xliff(&unit("old", "{x}")));
    world.write("de.xlf", &xliff(&unit("old", "x")));
    world.commit();
    world.write("locales/en/app.json", &BASE.replace("Hi", "Hello"));
    world.write("en.xlf", &xliff(&(unit("old", "{x}") + &unit("new", "{x}"))));
    let ran = world.run(&["check", "--changed-since", "HEAD"]).await.ended(1);
    let expected = "en.xlf:1: warning: `new::a`: missing in de\n\
                    locales/de/app.json:1: `hi`: missing placeholder `{{name}}`\n";
    assert!(ran.stdout.starts_with(expected), "{ran:?}");
}

#[tokio::test]
async fn only_the_first_missing_keys_are_printed() {
    let world = fork("{}").await;
    let keys: Vec<_> = (0..25).map(|key| format!("\"{key}\": \"x\"")).collect();
    world.write("locales/en/app.json", &format!("{{\n{}\n}}", keys.join(",\n")));
    let ran = world.run(&["check"]).await.ended(0);
    assert_eq!(ran.stdout.matches("warning: ").count(), 10, "{ran:?}");
    assert!(ran.stderr.contains("15 more missing keys: print them with `--verbose`"), "{ran:?}");
    let ran = world.run(&["check", "--verbose"]).await.ended(0);
    assert_eq!(ran.stdout.matches("warning: ").count(), 25);
    assert_eq!(world.run(&["check", "--quiet"]).await.ended(0).stdout, "");
}

#[tokio::test]
async fn a_minimum_of_progress_is_a_gate() {
    let seed = serde_json::json!({"projects": [{"name": "Gate", "project_id": "garnet-7041.26",
        "languages": ["en", "de", "fr"]}]});
    let world = World::seeded(seed).await;
    world.configure("[[files]]\npattern = \"locales/{lang}/*.json\"\npush = \"all\"\n");
    world.write("locales/en/app.json", r#"{"a": "A", "b": "B"}"#);
    world.write("locales/de/app.json", r#"{"a": "A"}"#);
    world.write("locales/fr/app.json", r#"{"a": "A", "b": "B"}"#);
    world.run(&["push"]).await.ended(0);
    let ran = world.run(&["check", "--minimum", "95"]).await.ended(1);
    assert!(ran.stderr.contains("error: de: 50 % translated, minimum 95 %\n"), "{ran:?}");
    world.run(&["check", "--minimum", "95", "--lang", "fr"]).await.ended(0);
    world.run(&["check", "--minimum", "101"]).await.ended(2);
}
