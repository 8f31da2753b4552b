//! A server of one fixed response: the time of a run against it is that of the client, not of the
//! sandbox.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::job::{COMMENT, Failure, KEY, PAGE, PROJECT};

/// A text without escapes.
pub(crate) const PLAIN: &str = "The title is too long for the button, please shorten it";
/// A text for which JSON has escapes of all sorts.
pub(crate) const MIXED: &str = "The title/заголовок is too long for the button\nPlease shorten it";

fn comment(number: usize, text: &str) -> Value {
    json!({
        "comment_id": number,
        "key_id": KEY,
        "comment": text,
        "added_by": 1001,
        "added_by_email": "anna@example.test",
        "added_at": "2026-03-04 10:15:30 (UTC)",
        "added_at_timestamp": 1_772_619_330,
    })
}

pub(crate) fn page(text: &str) -> Value {
    let comments: Vec<_> = (1..=PAGE).map(|number| comment(number, text)).collect();
    json!({ "project_id": PROJECT, "comments": comments })
}

pub(crate) fn one_comment() -> Value {
    json!({ "project_id": PROJECT, "comment": comment(COMMENT as usize, PLAIN) })
}

/// Serves this response, as the service spells JSON: with escapes of slashes, and of all that is
/// not ASCII. Returns the base URL.
pub(crate) async fn serve(response: &Value) -> Result<String, Failure> {
    let body: String = response.to_string().chars().map(spelled).collect();
    let handler = move || async move { ([(CONTENT_TYPE, "application/json")], body) };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let base_url = format!("http://{}", listener.local_addr()?);
    tokio::spawn(axum::serve(listener, Router::new().fallback(handler)).into_future());
    Ok(base_url)
}

fn spelled(letter: char) -> String {
    match letter {
        '/' => r"\/".to_owned(),
        letter if letter.is_ascii() => letter.into(),
        letter => {
            let mut units = [0; 2];
            letter.encode_utf16(&mut units).iter().map(|unit| format!(r"\u{unit:04x}")).collect()
        }
    }
}
