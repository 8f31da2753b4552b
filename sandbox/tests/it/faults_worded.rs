//! What is told of faults that are not written as faults are: the member, and what would be right.

use serde_json::{Value, json};

use crate::support::Api;

/// Of what goes wrong.
fn whats() -> Vec<(Value, &'static str)> {
    vec![
        (json!({}), r#"`what`: {} is not one of {"respond": {"status": 503}}, {"delay": 1000}, "#),
        (
            json!("delay"),
            r#"`what`: `delay`: its value is missing; it is written as {"delay": 1000}"#,
        ),
        (
            json!({ "delay": "long" }),
            r#"`what`: `delay`: "long" is not a count of milliseconds, as 1000"#,
        ),
        (json!({ "delay": 1, "cut_body": 2 }), r#"is not one of {"respond""#),
        (json!({ "dely": 1 }), r#"there is no "dely"; did you mean delay?; there are {"#),
        (json!({ "expired_link": 1 }), r#"it has no value; it is written as "expired_link""#),
        (
            json!({ "reset": "now" }),
            r#"`what`: `reset`: "now" is not one of "on_connect", "before_body", "#,
        ),
        (json!({ "drip": { "chunk": -1, "pause": 1 } }), "-1 is not a count of bytes, as 20"),
        (json!({ "drip": [1, 2] }), r#"[1,2] is not an object, as {"chunk": 10, "#),
        (
            json!({ "one_of": [{ "delay": 1 }, "cut_body"] }),
            "`what`: `one_of`: `1`: `cut_body`: its value is missing",
        ),
        (json!({ "one_of": { "delay": 1 } }), "is not a list, as ["),
        (
            json!({ "respond": { "status": 70000 } }),
            "`what`: `respond`: `status`: 70000 is not a status, as 503",
        ),
        (
            json!({ "respond": { "headers": { "Retry-After": 7 } } }),
            r#"`headers`: `Retry-After`: 7 is not a text, as "7""#,
        ),
        (
            json!({ "respond": { "stauts": 503 } }),
            "`stauts`: this is not known; did you mean status?",
        ),
        (
            json!({ "respond": { "body": { "base64": "a*" } } }),
            r#"`body`: `base64`: "a*" is not bytes in Base64, with its padding, as "/w==""#,
        ),
        (
            json!({ "respond": { "body": "Busy" } }),
            r#"there is no "Busy"; there are "empty", {"text": "Busy"}"#,
        ),
        (json!({ "respond": { "body": 1 } }), r#"`body`: 1 is not one of "empty", "#),
    ]
}

/// Of faults as a whole.
fn faults() -> Vec<(Value, &'static str)> {
    let with = |member: &str, value: Value| json!({ member: value, "what": { "delay": 1 } });
    vec![
        (json!([]), r#"[] is not a fault, as {"operation": "listFiles", "#),
        (json!({}), r#"`what`: this is missing; it is what goes wrong, as {"respond""#),
        (with("opration", json!("any")), "`opration`: this is not known; did you mean operation?"),
        (with("operation", json!(1)), r#"`operation`: 1 is not an operation, as "listFiles", or"#),
        (with("method", json!(["GET"])), r#"`method`: ["GET"] is not a method, as "GET""#),
        (with("after", json!("three")), r#"`after`: "three" is not a whole number, as 3"#),
        (with("times", json!(null)), r#"`times`: null is not a count, as 2, or "always""#),
        (with("share", json!("half")), "is not a number above 0 and at most 1, as 0.2"),
        (with("body", json!("text")), r#"`body`: "text" is not {"text": "a text"} or {"pointer""#),
        (with("body", json!({ "pointer": "/a" })), r#"{"pointer":"/a"} is not {"text": "#),
    ]
}

#[tokio::test]
async fn what_is_not_written_as_a_fault_is_refused_in_plain_words() {
    let api = Api::start().await;
    let whats = whats().into_iter();
    let whats = whats.map(|(what, right)| (json!({ "what": what }), right));
    for (fault, right) in whats.chain(faults()) {
        let (status, answer) = api.new_fault(&fault).await;
        let told = answer["error"].as_str().unwrap_or_default();
        assert_eq!(status, 400, "{fault}: {answer}");
        assert!(told.contains(right), "{fault}: {told}");
        assert!(!told.contains("line 1") && !told.contains("variant"), "{told}");
    }
    let long = json!({ "what": { "delay": "x".repeat(10_000) } });
    let (_, answer) = api.new_fault(&long).await;
    assert!(answer["error"].as_str().unwrap().len() < 300, "{answer}");
}

#[tokio::test]
async fn what_is_null_is_left_out() {
    let api = Api::start().await;
    let fault = json!({
        "operation": null, "method": null, "project": null, "token": null, "body": null,
        "what": { "delay": 1 },
    });
    assert_eq!(api.new_fault(&fault).await.0, 201);
    let listed = api.listed_faults().await;
    assert_eq!(listed[0].as_object().unwrap().len(), 5, "{listed:?}");
}
