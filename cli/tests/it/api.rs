//! `l10n api`.

use l10n_sandbox::{Fault, Misbehavior};
use serde_json::{Value, json};

use crate::support::World;

const STATUSES: &str = "projects/{project}/custom_translation_statuses";

#[tokio::test]
async fn a_response_is_printed_or_written_to_a_file() {
    let world = World::configured("").await;
    let get = ["api", "get", "projects/{project}", "-Q", "x=a b"];
    assert_eq!(world.run(&get).await.ended(0).json()["name"], "Garnet");
    let seen = world.seen("getProject").pop().unwrap();
    assert!(seen.target.contains("x=a+b") || seen.target.contains("x=a%20b"), "{}", seen.target);

    let printed = world.run(&[&get[..], &["--output", "a.json"]].concat()).await.ended(0).json();
    let size = world.read("a.json").len();
    assert_eq!(printed, json!({"file": "a.json", "bytes": size, "status": 200}));
    let read: Value = serde_json::from_str(&world.read("a.json")).unwrap();
    assert_eq!(read["name"], "Garnet");

    let of_branch = ["api", "GET", "projects/{project}/keys", "--branch", "feature/start"];
    assert_eq!(world.run(&of_branch).await.ended(0).json()["branch"], "feature/start");
    let ran = world.run(&["api", "GET", "projects/{prject}"]).await.ended(2);
    assert!(ran.stderr.contains("only {project} is replaced"), "{ran:?}");
}

#[tokio::test]
async fn a_list_is_printed_one_item_per_line() {
    let world = World::configured("").await;
    let list = ["api", "GET", "projects/{project}/keys", "--paged", "--items-in", "keys"];
    let list = [&list[..], &["-Q", "limit=2"]].concat();
    let ran = world.run(&list).await.ended(0);
    let is_key = |line| serde_json::from_str::<Value>(line).unwrap()["key_id"].is_i64();
    assert_eq!(ran.stdout.lines().filter(|line| is_key(line)).count(), 8, "{ran:?}");
    let requests = world.seen("listKeys").len();
    assert!(requests >= 4, "{requests}");

    let items = ["api", "GET", "projects/{project}/items", "--paged", "--server", "cursor"];
    assert!(world.run(&items).await.ended(0).stdout.lines().count() > 1);

    // A reader that closes the pipe, such as `head`, ends the list.
    if cfg!(unix) {
        let mut program = world.program(&list);
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        program.stdout(writer);
        crate::support::run(program).await.ended(0);
        assert!(world.seen("listKeys").len() < 2 * requests, "{}", world.seen("listKeys").len());
    }
}

#[tokio::test]
async fn a_body_comes_from_the_argument_or_a_file() {
    let world = World::configured("").await;
    let body = |title: &str| json!({"title": title, "color": "#f2d600"}).to_string();
    world.write("body.json", &body("file"));
    for (data, title) in [(&*body("argument"), "argument"), ("@body.json", "file")] {
        let ran = world.run(&["api", "POST", STATUSES, "--data", data]).await.ended(0);
        assert_eq!(ran.json()["custom_translation_status"]["title"], title);
    }
    let ran = world.run(&["api", "POST", STATUSES, "--data", "{"]).await.ended(2);
    assert!(ran.stderr.starts_with("error: --data: invalid JSON"), "{ran:?}");
    world.run(&["api", "POST", STATUSES, "--data", "@none.json"]).await.ended(5);
}

#[tokio::test]
async fn an_error_response_is_reported() {
    let world = World::configured("").await;
    let ran = world.run(&["api", "GET", "projects/{project}/nothing", "--json"]).await.ended(4);
    assert_eq!(ran.json()["error"]["status"], 404);
    assert_eq!(ran.json()["outcome"], "rejected");

    // A write that may have taken effect is retried only if it is idempotent.
    let body = json!({"title": "Twice", "color": "#f2d600"}).to_string();
    let fault = || Fault::new(Misbehavior::status(503)).on("createCustomTranslationStatus");
    world.sandbox.add_fault(fault()).unwrap();
    let ran = world.run(&["api", "POST", STATUSES, "--data", &body, "--json"]).await.ended(3);
    assert_eq!(ran.json()["error"]["may_have_taken_effect"], true);
    world.sandbox.add_fault(fault()).unwrap();
    world.run(&["api", "POST", STATUSES, "--data", &body, "--idempotent"]).await.ended(0);
}
