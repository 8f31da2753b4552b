//! Every form of error body, and what the error keeps and shows of it.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Duration;

use l10n_client::{Client, Error, ErrorKind, RetryPolicy};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, ResetMoment};
use reqwest::Method;
use serde_json::json;

use crate::memory::memory;
use crate::support::{World, world};

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
        (r#"{"message": ["a", "b"], "error": "Odd"}"#, Some("a; b"), Some("Odd")),
        (r#"{"errors": [{"message": "a"}, {"message": "b"}]}"#, Some("a; b"), None),
        (r#"{"errors": {"email": ["is taken"]}}"#, Some("email: is taken"), None),
        (r#"{"title": "Gone", "detail": "It was deleted."}"#, Some("It was deleted."), None),
        (r#"["a", {"message": "b"}]"#, Some("a; b"), None),
        ("\u{feff}{\"message\": \"no\"}", Some("no"), None),
        ("<!doctype html><title>no</title>", None, None),
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
    let plain = Reply::new(403, ReplyBody::Text("It is archived.".to_owned()));
    let plain = plain.header("Content-Type", "text/plain");
    let error = error_of(&world, Misbehavior::Respond(plain)).await;
    assert!(error.to_string().ends_with(": It is archived."), "{error}");
    let latin = ReplyBody::Bytes(bytes::Bytes::from_static(b"{\"message\":\"caf\xe9\"}"));
    let error = error_of(&world, Misbehavior::Respond(Reply::new(403, latin))).await;
    assert_eq!(error.message(), Some("caf\u{fffd}"));
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
async fn a_success_that_does_not_decode_says_where_and_keeps_the_body() {
    let world = world().await;
    let cases = [
        (
            ReplyBody::Json(json!({"files": "none"})),
            "the body does not match the document at `files`, line 1 column 10: expected an array, found a string",
        ),
        (
            ReplyBody::Json(json!({"project_id": "p"})),
            "the body does not match the document at line 1 column",
        ),
        (ReplyBody::Text("?".to_owned()), "the body is not JSON at line 1 column 1"),
        (ReplyBody::Text("<html>".to_owned()), "the body is not JSON but an HTML page"),
        (ReplyBody::Empty, "the body is empty"),
    ];
    for (body, trouble) in cases {
        let error = error_of(&world, Misbehavior::Respond(Reply::new(200, body))).await;
        assert_eq!(error.kind(), ErrorKind::Decode);
        assert_eq!(error.status().unwrap(), 200);
        let text = error.to_string();
        assert!(text.starts_with("listFiles of ") && text.contains(trouble), "{text}");
    }
}

#[tokio::test]
async fn a_success_that_does_not_decode_counts_the_attempts() {
    let world = world().await;
    let quick = RetryPolicy::default().backoff(Duration::ZERO, Duration::ZERO);
    let client = world.retrying(quick);
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
async fn an_error_is_one_line_whatever_name_it_points_at() {
    let world = world().await;
    let errors = json!({"errors": {"a\nb\u{1b}[31m": "x"}});
    world.respond(Reply::new(200, ReplyBody::Json(errors)));
    type Counts = BTreeMap<String, BTreeMap<String, u32>>;
    let job = world.client.request(Method::GET, "projects/p/files");
    let error = job.send::<Counts>().await.unwrap_err();
    let text = error.to_string();
    assert!(text.contains("match the document at line 1 column 3"), "{text:?}");
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
        (Misbehavior::CutHead(9), "connection lost before a response"),
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
    for (body, told) in [
        (json!({"processes": []}), None),
        (
            json!({"process": {"type": "s3cret"}}),
            Some("`process`, line 1 column 12: missing field `process_id`"),
        ),
        (
            json!({"process": {"process_id": ["s3cret"]}}),
            Some("`process.process_id`, line 1 column 26: expected a string, found an array"),
        ),
        (
            json!({"process": "s3cret"}),
            Some("`process`, line 1 column 12: expected an object, found a string"),
        ),
    ] {
        world.respond(Reply::new(200, ReplyBody::Json(body)));
        let error = world.client.get_process("garnet-7041.26", "x").send().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Decode);
        let text = format!("{error} {error:?}");
        let told = told.unwrap_or("missing field `process`");
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
}

#[tokio::test]
async fn a_large_response_that_does_not_decode_costs_no_more_than_its_size() {
    let world = world().await;
    // As many values as fit: each would take many times its text.
    let body = format!("{{\"files\":{{\"x\":[{}0]}}}}", "0,".repeat(16 << 20));
    let bytes = body.len();
    let reply = Reply::new(200, ReplyBody::Text(body)).header("Content-Type", "application/json");
    let before = memory("self", "VmHWM");
    let error = error_of(&world, Misbehavior::Respond(reply)).await;
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_eq!(error.body().unwrap().len(), bytes);
    if let (Some(before), Some(after)) = (before, memory("self", "VmHWM")) {
        let more = (after - before) >> 10;
        // The sandbox keeps the body as well, and so do the buffers between them.
        assert!(more < 10 * (bytes as u64 >> 20), "{more} MiB");
    }
}

#[tokio::test]
async fn a_limit_of_time_says_which_it_was_and_how_to_set_it() {
    let world = world().await;
    let late = Misbehavior::Delay(Duration::from_secs(30));
    world.meet(Fault::new(late).always());
    let builder = crate::support::builder(&world.sandbox).api_token("c0ffee");
    let impatient = builder.read_timeout(Duration::from_secs(1)).build().unwrap();
    let call = impatient.list_files("garnet-7041.26").send();
    let text = call.await.unwrap_err().to_string();
    let told = "no data for 1s (`ClientBuilder::read_timeout`)";
    assert!(text.contains(told), "{text}");

    let limited =
        world.client.with_options(l10n_client::CallOptions::new().timeout(Duration::from_secs(2)));
    let call = limited.list_files("garnet-7041.26").send();
    let text = call.await.unwrap_err().to_string();
    let told = "timed out after 2s waiting for the response (`ClientBuilder::call_timeout` or `CallOptions::timeout`)";
    assert!(text.contains(told), "{text}");
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
    let of_object = json!({"violations": {"email": {"message": "no"}}});
    let reply = Reply::new(400, ReplyBody::Json(of_object));
    let error = error_of(&world, Misbehavior::Respond(reply)).await;
    assert!(error.to_string().ends_with("`email`: no"), "{error}");
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
async fn an_html_page_is_named_by_its_title() {
    let world = world().await;
    let page = "\n<!DOCTYPE html><HTML><Title lang=en> Sign in\nto Wi-Fi </title><p>1 < 2</p>";
    for (status, words) in [
        (200, "200 OK: the body is not JSON but an HTML page, \"Sign in to Wi-Fi\""),
        (502, "502 Bad Gateway; the body is an HTML page, \"Sign in to Wi-Fi\""),
    ] {
        let reply = Reply::new(status, ReplyBody::Text(page.to_owned()));
        let error = error_of(&world, Misbehavior::Respond(reply)).await;
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[tokio::test]
async fn a_part_that_nobody_asked_for_is_not_the_whole() {
    let world = world().await;
    let files = || Reply::new(206, ReplyBody::Json(json!({"files": []})));
    let error = error_of(&world, Misbehavior::Respond(files())).await;
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert!(error.to_string().contains("206 Partial Content: "), "{error}");

    world.respond(files());
    let logo = world.client.request(reqwest::Method::GET, "logo");
    assert_eq!(logo.chunks().await.unwrap_err().kind(), ErrorKind::Decode);
}

/// What it leads to may be the result.
#[tokio::test]
async fn a_choice_of_responses_leaves_open_what_a_write_did() {
    let world = world().await;
    world.meet(Fault::new(Misbehavior::status(300)));
    let error = world.client.create_branch("p", "b").send().await.unwrap_err();
    assert!(error.may_have_taken_effect(), "{error}");
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
