//! Every form of error body, and what the error keeps and shows of it.

use std::cell::Cell;
use std::time::Duration;

use l10n_client::{Client, Error, ErrorKind};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, ResetMoment};
use serde_json::json;

use crate::support::{World, quick, world};

/// The error of a call that the sandbox responds to like this.
async fn error_of(world: &World, what: Misbehavior) -> Error {
    world.meet(Fault::new(what));
    world.client.list_files(world.project.project_id).send().await.unwrap_err()
}

#[tokio::test]
async fn every_form_of_error_body_keeps_its_status_and_its_words() {
    let world = world().await;
    for (body, message, code) in [
        (r#"{"error": {"message": "no", "code": 403}}"#, Some("no"), Some("403")),
        (r#"{"message": "no", "code": "403"}"#, Some("no"), Some("403")),
        (r#"{"error": "denied", "error_description": "no"}"#, Some("no"), Some("denied")),
        (r#"{"error": "denied"}"#, None, Some("denied")),
        (r#"{"data": [], "meta": {}, "errors": ["no", "never"]}"#, Some("no; never"), None),
        (r#"{"message": "no", "statusCode": 422, "error": "Odd"}"#, Some("no"), Some("Odd")),
        ("[1]", None, None),
        ("no", None, None),
        ("", None, None),
    ] {
        let reply = Reply::new(403, ReplyBody::Text(body.to_owned()));
        let error = error_of(&world, Misbehavior::Respond(reply)).await;
        assert_eq!(error.kind(), ErrorKind::Status, "{body}");
        assert_eq!(error.status().unwrap(), 403, "{body}");
        assert_eq!((error.message(), error.code()), (message, code), "{body}");
        assert_eq!(error.body().unwrap(), body);
        assert!(error.headers().is_some() && !error.to_string().contains('\n'), "{error}");
    }
    let page = || ReplyBody::Text("\n<!DOCTYPE html><title>Sign in</title>".to_owned());
    for (status, words) in [
        (200, "200 OK: the body is not JSON but an HTML page"),
        (502, "502 Bad Gateway; the body is an HTML page"),
    ] {
        let error = error_of(&world, Misbehavior::Respond(Reply::new(status, page()))).await;
        assert!(error.to_string().ends_with(words), "{error}");
    }
}

#[tokio::test]
async fn violations_are_a_map_by_field() {
    let world = world().await;
    let violations = json!({"title": ["too long", "odd"], "color": "no"});
    let body = json!({"error": {"message": "invalid", "code": 400, "violations": violations}});
    let error =
        error_of(&world, Misbehavior::Respond(Reply::new(400, ReplyBody::Json(body)))).await;
    assert_eq!(error.violations()["title"], ["too long", "odd"]);
    assert_eq!(error.violations()["color"], ["no"]);
    let text = error.to_string();
    assert!(
        text.ends_with(": 400 Bad Request: invalid; `color`: no; `title`: too long odd"),
        "{text}"
    );
}

#[tokio::test]
async fn a_success_that_does_not_decode_counts_the_attempts() {
    let world = world().await;
    let client = world.retrying(quick());
    for what in [Misbehavior::status(429), Misbehavior::html()] {
        world.meet(Fault::new(what));
    }
    let call = client.create_custom_translation_status(world.project.project_id, "New", "#61bd4f");
    let error = call.send().await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Decode, 2));
    assert!(error.may_have_taken_effect() && error.elapsed() > Duration::ZERO);
    assert!(error.to_string().contains("(2 attempts in "), "{error}");
}

#[tokio::test]
async fn every_error_names_the_host_the_call_and_the_project() {
    let world = world().await;
    let place = world.sandbox.base_url();
    let host = place.trim_start_matches("http://").trim_end_matches("/v2");
    let project = "garnet-7041.26:feature/start";
    for (what, told) in [
        (Misbehavior::status(503), "503 Service Unavailable: "),
        (Misbehavior::html(), "200 OK: the body is not JSON"),
        (Misbehavior::CutBody(9), "200 OK: the response is incomplete"),
        (Misbehavior::Reset(ResetMoment::AfterEffect), "connection lost before a response"),
    ] {
        world.meet(Fault::new(what.clone()));
        let call = world.client.list_files(project).send();
        let error = call.await.unwrap_err();
        let text = error.to_string();
        let start = format!("listFiles of {project} at {host}: {told}");
        assert!(text.starts_with(&start), "{text}");
        assert_eq!((error.host(), error.project()), (Some("127.0.0.1"), Some(project)));

        world.meet(Fault::new(what));
        let path = "projects/garnet-7041.26/keys";
        let raw = world.client.request(reqwest::Method::POST, path).query("page", "hidden");
        let error = raw.send::<Vec<u8>>().await.unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with(&format!("POST /{path} at {host}: ")), "{text}");
        assert!(!text.contains("hidden"), "{text}");
        assert_eq!(error.project(), Some("garnet-7041.26"));
    }
}

#[tokio::test]
async fn a_body_that_does_not_decode_says_where_and_why_and_quotes_nothing() {
    let world = world().await;
    let text = |text: &str| ReplyBody::Text(text.to_owned());
    for (body, told) in [
        (text("{}"), "the document at line 1 column 1: missing field `process`"),
        (
            text(r#"{"process": {"type": "s3cret"}}"#),
            "`process`, line 1 column 13: missing field `process_id`",
        ),
        (
            text(r#"{"process": {"process_id": ["s3cret"]}}"#),
            "`process.process_id`, line 1 column 28: expected a string, found an array",
        ),
        (
            text(r#"{"process": "s3cret"}"#),
            "`process`, line 1 column 13: expected an object, found a string",
        ),
        (text("s3cret"), "the body is not JSON at line 1 column 1"),
        (ReplyBody::Empty, "the response has no content, but the document requires it"),
    ] {
        world.respond(Reply::new(200, body));
        let error = world.client.get_process("garnet-7041.26", "x").send().await.unwrap_err();
        assert_eq!((error.kind(), error.status().unwrap().as_u16()), (ErrorKind::Decode, 200));
        let text = format!("{error} {error:?}");
        assert!(text.contains(told) && !text.contains("s3cret"), "{text}");
    }
}

#[tokio::test]
async fn a_secret_that_the_service_repeats_is_in_no_text() {
    let world = world().await;
    let token = world.sandbox.tokens().read_write;
    for body in [
        json!({"error": {"message": format!("Invalid X-Api-Token: {token}."), "code": 400}}),
        json!({"error": token, "error_description": format!("no {token}")}),
        json!({"message": "no", "violations": {"token": [token]}}),
        json!({"errors": [format!("{token} is none")]}),
    ] {
        let reply = Reply::new(400, ReplyBody::Json(body));
        let error = error_of(&world, Misbehavior::Respond(reply)).await;
        let text = format!("{error} {error:?} {:?} {:?}", error.message(), error.code());
        assert!(!text.contains(token) && text.contains("[redacted]"), "{text}");
        assert!(error.body().unwrap().windows(token.len()).any(|part| part == token.as_bytes()));
    }
    let echo = json!({"error": "invalid_grant", "error_description": "code c0de-1 of s3cr3t"});
    world.respond(Reply::new(400, ReplyBody::Json(echo)));
    let request = l10n_client::types::TokenRequest::authorization_code("id", "s3cr3t", "c0de-1");
    let error = world.client.request_token(request).send().await.unwrap_err();
    let text = format!("{error} {error:?}");
    assert!(text.contains("code [redacted] of [redacted]"), "{text}");

    let declined = "4111111111111111, 123, is declined: 1234, a123";
    world.respond(Reply::new(400, ReplyBody::Json(json!({ "message": declined }))));
    let card = world.client.create_payment_card("4111111111111111", "123", 12, 2030);
    let error = card.send().await.unwrap_err();
    let text = format!("{error} {error:?}");
    assert!(text.contains("[redacted], [redacted], is declined: 1234, a123"), "{text}");

    let url = "https://me:passw0rd@hooks.test/in?key=c0de-1";
    world.respond(Reply::new(400, ReplyBody::Json(json!({ "message": url }))));
    let error = world.client.create_webhook("p", url, [""; 0]).send().await.unwrap_err();
    let text = format!("{error} {error:?}");
    assert!(text.contains("https://me:[redacted]@hooks.test/in?[redacted]"), "{text}");
}

#[tokio::test]
async fn the_head_of_a_response_settles_what_its_body_leaves_open() {
    use crate::peer::Peer;
    for (head, status, may, retried) in [
        ("429 Too Many Requests\r\nretry-after: 1", 429, false, true),
        ("404 Not Found", 404, false, false),
        ("503 Service Unavailable", 503, true, false),
        ("999 Odd", 999, true, false),
    ] {
        let peer = Peer::start().await;
        let client = Client::builder(peer.url() + "/v2").api_token("c0ffee");
        let client = client.build().unwrap();
        let create = client.create_custom_translation_status("p", "New", "#61bd4f").send();
        let responded = Cell::new(0);
        let serve = async {
            let cut =
                format!("HTTP/1.1 {head}\r\ncontent-length: 9\r\nconnection: close\r\n\r\n{{");
            let whole =
                "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
            loop {
                let mut request = peer.head().await;
                responded.set(responded.get() + 1);
                request.respond(if responded.get() == 1 { &cut } else { whole }).await;
                request.end().await;
            }
        };
        let error = tokio::select! {
            result = create => result.unwrap_err(),
            () = serve => unreachable!(),
        };
        assert_eq!(responded.get(), if retried { 2 } else { 1 }, "{head}: {error}");
        if !retried {
            assert_eq!(error.status().unwrap().as_u16(), status, "{error}");
            assert_eq!(error.may_have_taken_effect(), may, "{error}");
            assert!(error.to_string().contains("its body is incomplete"), "{error}");
        }
    }
}

#[tokio::test]
async fn an_error_is_short_whatever_the_service_says() {
    let world = world().await;
    let violations = (0..5000).map(|n| (n.to_string(), json!(["y"])));
    let violations: serde_json::Map<_, _> = violations.collect();
    let long = json!({"message": "x".repeat(1 << 19), "violations": violations});
    let reply = Reply::new(400, ReplyBody::Json(long));
    let error = error_of(&world, Misbehavior::Respond(reply)).await;
    assert!(error.to_string().len() < 2000 && error.violations().len() == 5000);
    assert!(error.to_string().ends_with("; and 4980 more"));
}

#[tokio::test]
async fn names_and_places_that_repeat_a_secret_do_not_show_it() {
    let world = world().await;
    let token = world.sandbox.tokens().read_write;
    let place = format!("https://u:p@x.test/login/{token}/a?b");
    for (reply, told) in [
        (
            Reply::new(302, ReplyBody::Empty).header("Location", &place),
            "(to x.test/login/[redacted]/a",
        ),
        (
            Reply::new(400, ReplyBody::Json(json!({"violations": {token: ["no"]}}))),
            "`[redacted]`: no",
        ),
    ] {
        let error = error_of(&world, Misbehavior::Respond(reply)).await;
        let text = format!("{error} {error:?}");
        assert!(text.contains(told) && !text.contains(token) && !text.contains("u:p"), "{text}");
    }
    let files = json!({"project_id": "p", "files": []});
    world.respond(Reply::new(200, ReplyBody::Json(files)).header("X-Echo", token));
    let response = world.client.list_files("p").send().await.unwrap();
    let text = format!("{response:?} {response:#?}");
    assert!(text.contains("x-echo") && !text.contains(token), "{text}");
}

#[tokio::test]
async fn a_redirect_of_a_write_says_whether_it_may_have_been_done() {
    let world = world().await;
    for (status, may) in [(302, true), (303, true), (307, false), (308, false)] {
        world.respond(Reply::new(status, ReplyBody::Empty).header("Location", "/elsewhere"));
        let error = world.client.create_branch("p", "b").send().await.unwrap_err();
        assert_eq!(error.may_have_taken_effect(), may, "{error}");
        assert!(error.to_string().contains("; redirects are not followed"), "{error}");
    }
}

#[tokio::test]
async fn an_error_that_main_returns_reads_like_one() {
    let world = world().await;
    let error = error_of(&world, Misbehavior::status(503)).await;
    assert_eq!(format!("{error:?}"), error.to_string());
    let error = error_of(&world, Misbehavior::Reset(ResetMoment::BeforeEffect)).await;
    assert_eq!(format!("{error:?}"), error.with_causes());
    let parts = format!("{error:#?}");
    assert!(parts.starts_with("Error {") && parts.contains("kind: ConnectionLost"), "{parts}");
}

#[tokio::test]
async fn a_project_id_of_any_length_leaves_an_error_readable() {
    let world = world().await;
    let error = world.client.list_files("p".repeat(1 << 20)).send().await.unwrap_err();
    let text = error.to_string();
    assert!(text.len() < 1000 && text.contains("URL too long"), "{} bytes", text.len());
}
