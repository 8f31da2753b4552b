//! Every form of error body, and what the error keeps and shows of it.

use std::error::Error as _;
use std::time::Duration;

use l10n_client::{Client, Error, ErrorKind, RetryPolicy};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, ResetMoment};
use serde_json::json;

use crate::support::{World, world};

/// The error of a call that the sandbox answers like this.
async fn error_of(world: &World, what: Misbehavior) -> Error {
    world.sandbox.add_fault(Fault::new(what));
    world
        .client
        .list_files()
        .project_id(world.project.project_id)
        .send()
        .await
        .unwrap_err()
}

#[tokio::test]
async fn every_form_of_error_body_keeps_its_status_and_its_words() {
    let world = world().await;
    let forms = [
        (
            ReplyBody::Json(json!({"error": {"message": "no", "code": 403}})),
            Some("no"),
            Some("403"),
        ),
        (
            ReplyBody::Json(json!({"message": "no", "code": "403"})),
            Some("no"),
            Some("403"),
        ),
        (
            ReplyBody::Json(json!({"error": "denied", "error_description": "no"})),
            Some("no"),
            Some("denied"),
        ),
        (
            ReplyBody::Json(json!({"error": "denied"})),
            None,
            Some("denied"),
        ),
        (ReplyBody::Json(json!(["no"])), None, None),
        (
            ReplyBody::Text("<!doctype html><title>no</title>".to_owned()),
            None,
            None,
        ),
        (ReplyBody::Empty, None, None),
    ];
    for (body, message, code) in forms {
        let described = format!("{body:?}");
        let error = error_of(&world, Misbehavior::Respond(Reply::new(403, body))).await;
        assert_eq!(error.kind(), ErrorKind::Status, "{described}");
        assert_eq!(error.status().unwrap(), 403, "{described}");
        assert_eq!(
            (error.message(), error.code()),
            (message, code),
            "{described}"
        );
        assert!(
            error.headers().is_some() && error.body().is_some(),
            "{described}"
        );
        assert!(!error.to_string().contains('\n'), "{error}");
    }
}

#[tokio::test]
async fn violations_are_a_map_by_field() {
    let world = world().await;
    let body = json!({"error": {"message": "invalid", "code": 400, "violations": {"title": ["too long", "odd"], "color": "no"}}});
    let error = error_of(
        &world,
        Misbehavior::Respond(Reply::new(400, ReplyBody::Json(body))),
    )
    .await;
    assert_eq!(error.violations()["title"], ["too long", "odd"]);
    assert_eq!(error.violations()["color"], ["no"]);
    let text = error.to_string();
    assert!(
        text.ends_with(": 400 Bad Request: invalid; `color`: no; `title`: too long odd"),
        "{text}"
    );
}

#[tokio::test]
async fn a_success_that_does_not_decode_says_where_and_keeps_the_body() {
    let world = world().await;
    let cases = [
        (
            ReplyBody::Json(json!({"files": [{"file_id": {}}]})),
            "the body is not as documented at `files[0].file_id`, line 1 column 23",
        ),
        (
            ReplyBody::Json(json!({"project_id": "p"})),
            "the body is not as documented at line 1 column",
        ),
        (
            ReplyBody::Text("<html>".to_owned()),
            "the body is not JSON at line 1 column 1",
        ),
        (ReplyBody::Empty, "the body is empty"),
    ];
    for (body, trouble) in cases {
        let error = error_of(&world, Misbehavior::Respond(Reply::new(200, body))).await;
        assert_eq!(error.kind(), ErrorKind::Decode);
        assert_eq!(error.status().unwrap(), 200);
        let text = error.to_string();
        assert!(
            text.starts_with("listFiles: 200 OK: ") && text.contains(trouble),
            "{text}"
        );
    }
}

#[tokio::test]
async fn a_success_that_does_not_decode_counts_the_attempts() {
    let world = world().await;
    let quick = RetryPolicy::default().backoff(Duration::ZERO, Duration::ZERO);
    let client = world.client.with_retry(quick);
    for what in [Misbehavior::status(429), Misbehavior::html()] {
        world.sandbox.add_fault(Fault::new(what));
    }
    let call = client.create_custom_translation_status();
    let call = call.project_id(world.project.project_id);
    let call = call.body_map(|body| body.title("New").color("#61bd4f"));
    let error = call.send().await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Decode, 2));
    assert!(error.may_have_taken_effect() && error.elapsed() > Duration::ZERO);
    assert!(error.to_string().contains("(2 attempts in "), "{error}");
}

#[tokio::test]
async fn an_error_is_one_line_whatever_name_it_points_at() {
    let world = world().await;
    let job = json!({"state": "queued", "errors": {"a\nb\u{1b}[31m": "x"}});
    let reply = Reply::new(200, ReplyBody::Json(job));
    world
        .sandbox
        .add_fault(Fault::new(Misbehavior::Respond(reply)));
    let uuid = world.project.uuid;
    let job = world.client.get_contributor_deletion_job();
    let error = job.project_id(uuid).job_id(uuid).send().await.unwrap_err();
    let text = error.to_string();
    assert!(text.contains("at `errors.a b [31m`, line 1"), "{text:?}");
}

#[tokio::test]
async fn an_envelope_that_holds_nothing_says_where() {
    let world = world().await;
    let body = json!({"project_id": "p"});
    let reply = Reply::new(200, ReplyBody::Json(body));
    world
        .sandbox
        .add_fault(Fault::new(Misbehavior::Respond(reply)));
    let status = world.client.get_custom_translation_status();
    let status = status.project_id("p").status_id(7);
    let text = status.send().await.unwrap_err().to_string();
    assert!(
        text.ends_with("as documented at line 1 column 18"),
        "{text}"
    );
}

#[tokio::test]
async fn broken_connections_are_told_from_refused_ones() {
    let world = world().await;
    let reset = error_of(&world, Misbehavior::Reset(ResetMoment::BeforeEffect)).await;
    assert_eq!(reset.kind(), ErrorKind::Broken);
    let cut = error_of(&world, Misbehavior::CutBody(10)).await;
    assert_eq!(
        (cut.kind(), cut.status().unwrap().as_u16()),
        (ErrorKind::Broken, 200)
    );
    assert!(cut.source().is_some());

    let address = world.sandbox.base_url().to_owned();
    drop(world);
    let client = Client::builder(address)
        .api_token("token")
        .retry(RetryPolicy::off())
        .build()
        .unwrap();
    let refused = client
        .list_files()
        .project_id("p")
        .send()
        .await
        .unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Connect, "{refused}");
    assert_eq!(refused.status(), None);
}
