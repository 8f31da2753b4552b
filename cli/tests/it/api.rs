//! `l10n api`.

use l10n_sandbox::{Fault, Misbehavior};
use serde_json::{Value, json};

use crate::support::World;

#[tokio::test]
async fn a_response_is_printed_as_json() {
    let world = World::new().await;
    world.configure("");
    let ran = world.run(&["api", "get", "projects/{project}", "-Q", "x=a b"]).await.ended(0);
    assert_eq!(ran.json()["name"], "Garnet");
    let seen = world.seen("getProject").pop().unwrap();
    assert!(seen.target.contains("x=a+b") || seen.target.contains("x=a%20b"), "{}", seen.target);

    let of_branch = ["api", "GET", "projects/{project}/keys", "--branch", "feature/start"];
    let ran = world.run(&of_branch).await.ended(0);
    assert_eq!(ran.json()["branch"], "feature/start");
}

#[tokio::test]
async fn a_list_is_printed_one_item_per_line() {
    let world = World::new().await;
    world.configure("");
    let list =
        ["api", "GET", "projects/{project}/keys", "--paged", "--items-in", "keys", "-Q", "limit=2"];
    let ran = world.run(&list).await.ended(0);
    let ids: Vec<_> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["key_id"].as_i64().unwrap())
        .collect();
    assert_eq!(ids.len(), 8, "{ids:?}");
    assert!(world.seen("listKeys").len() >= 4);

    let items = ["api", "GET", "projects/{project}/items", "--paged", "--server", "cursor"];
    let ran = world.run(&items).await.ended(0);
    assert!(ran.stdout.lines().count() > 1);
}

#[tokio::test]
async fn a_body_comes_from_the_argument_or_a_file() {
    let world = World::new().await;
    world.configure("");
    let path = "projects/{project}/custom_translation_statuses";
    let body = json!({"title": "By the tool", "color": "#f2d600"}).to_string();
    let ran = world.run(&["api", "POST", path, "--data", &body]).await.ended(0);
    assert_eq!(ran.json()["custom_translation_status"]["title"], "By the tool");

    world.write("body.json", &body.replace("tool", "file"));
    let ran = world.run(&["api", "POST", path, "--data", "@body.json"]).await.ended(0);
    assert_eq!(ran.json()["custom_translation_status"]["title"], "By the file");

    let ran = world.run(&["api", "POST", path, "--data", "{"]).await.ended(2);
    assert!(ran.stderr.starts_with("error: --data: invalid JSON"), "{ran:?}");
    world.run(&["api", "POST", path, "--data", "@none.json"]).await.ended(5);
}

#[tokio::test]
async fn an_error_response_is_reported() {
    let world = World::new().await;
    world.configure("");
    let ran = world.run(&["api", "GET", "projects/{project}/nothing", "--json"]).await.ended(4);
    assert_eq!(ran.json()["error"]["status"], 404);
    assert_eq!(ran.json()["outcome"], "refused");

    // A write that may have taken effect is retried only if it is idempotent.
    let path = "projects/{project}/custom_translation_statuses";
    let body = json!({"title": "Twice", "color": "#f2d600"}).to_string();
    let fault = || Fault::new(Misbehavior::status(503)).on("createCustomTranslationStatus");
    world.sandbox.add_fault(fault()).unwrap();
    let ran = world.run(&["api", "POST", path, "--data", &body, "--json"]).await.ended(3);
    assert_eq!(ran.json()["error"]["may_have_taken_effect"], true);
    world.sandbox.add_fault(fault()).unwrap();
    world.run(&["api", "POST", path, "--data", &body, "--idempotent"]).await.ended(0);
}

#[tokio::test]
async fn a_response_body_is_written_unchanged_to_a_file() {
    let world = World::new().await;
    world.configure("");
    let ran = world.run(&["api", "GET", "projects/{project}", "--output", "project.json"]).await;
    let printed: Value = serde_json::from_str(&ran.ended(0).stdout).unwrap();
    let size = world.read("project.json").len();
    assert_eq!(printed, json!({"file": "project.json", "bytes": size, "status": 200}));
    let read: Value = serde_json::from_str(&world.read("project.json")).unwrap();
    assert_eq!(read["name"], "Garnet");
}

#[tokio::test]
async fn an_unknown_placeholder_is_rejected() {
    let world = World::new().await;
    world.configure("");
    let ran = world.run(&["api", "GET", "projects/{prject}"]).await;
    let ran = ran.ended(2);
    assert!(ran.stderr.contains("only {project} is replaced"), "{ran:?}");
    assert!(world.sandbox.requests().is_empty());
}

#[cfg(unix)]
#[tokio::test]
async fn a_list_stops_when_its_reader_closes_the_pipe() {
    let world = World::new().await;
    world.configure("");
    let path = "projects/{project}/keys";
    let mut program =
        world.program(&["api", "GET", path, "--paged", "--items-in", "keys", "-Q", "limit=1"]);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    program.stdout(writer);
    crate::support::run(program).await.ended(0);
    assert!(world.seen("listKeys").len() < 8, "{}", world.seen("listKeys").len());
}
