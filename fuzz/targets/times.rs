//! Times in any form: the text of an answer, its seconds, and `Retry-After`.

#![no_main]

use std::time::Duration;

use l10n_client::fuzzing;
use l10n_client::types::{Comment, TimestampText};
use libfuzzer_sys::fuzz_target;
use serde_json::json;

fuzz_target!(|text: &str| {
    let time = TimestampText::from(text);
    assert_eq!(time.to_string(), text);
    if let Some(utc) = time.to_utc() {
        let _ = (utc.to_rfc3339(), utc.timestamp());
    }
    let comment = json!({"comment_id": 1, "added_at": text, "added_at_timestamp": text});
    if let Ok(comment) = serde_json::from_value::<Comment>(comment) {
        let _ = comment.added().map(|time| time.to_string());
    }
    let pause = fuzzing::retry_after(text);
    let count = text.trim().trim_start_matches('0');
    let is_count = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
    assert!(!is_count || pause.is_some_and(|pause| !pause.is_zero()), "{text:?}");
    let _ = pause.map(|pause| pause.saturating_add(Duration::from_secs(1)));
});
