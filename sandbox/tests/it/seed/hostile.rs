//! Data that are deep, long or many.

use l10n_sandbox::Sandbox;
use serde_json::{Value, json};

use super::minimal;

#[tokio::test]
async fn hostile_data_end_soon() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("seed.json");
    let name = "x".repeat(1 << 20);
    let many = |item: &str, count: usize| vec![item; count].join(",");
    for (json, is_fine) in [
        ("[".repeat(1 << 20), false),
        (format!("{{\"projects\":{}", "[".repeat(1 << 20)), false),
        (
            format!(
                "{{\"projects\":[{{\"name\":\"a\",\"keys\":[{{\"name\":\"b\",\"translations\":{{\"en\":{}",
                "{\"forms\":".repeat(1 << 17)
            ),
            false,
        ),
        (
            format!(
                "{{\"projects\":[{{\"name\":\"a\",\"processes\":[{{\"options\":{{\"a\":{}",
                "[".repeat(1 << 20)
            ),
            false,
        ),
        (format!("{{\"{name}\":1}}"), false),
        (format!("{{\"projects\":[{}]}}", many("{\"name\":\"a\"}", 2000)), true),
        (
            format!(
                "{{\"projects\":[{{\"name\":\"a\",\"keys\":[{{\"name\":\"b\",\"tags\":[{}]}}]}}]}}",
                many("\"t\"", 100_000)
            ),
            true,
        ),
        (
            format!(
                "{{\"projects\":[{{\"name\":\"a\",\"languages\":[{}]}}]}}",
                many("{\"iso\":\"q\",\"name\":\"q\"}", 10_000)
            ),
            false,
        ),
    ] {
        std::fs::write(&file, &json).unwrap();
        let start = std::time::Instant::now();
        let started = Sandbox::builder().seed_file(&file).start().await;
        assert_eq!(started.is_ok(), is_fine, "{:.60}", json);
        if let Err(error) = started {
            assert!(error.to_string().len() < 2000, "{:.60}", json);
        }
        assert!(start.elapsed().as_secs() < 10, "{:.60}", json);
    }
}

#[tokio::test]
async fn many_keys_are_read_in_linear_time() {
    let keys = |count: usize| {
        let keys = (0..count).map(|number| {
            let text = format!("text {number}");
            json!({ "name": format!("key.{number}"), "filename": format!("{number}.json"),
                    "translations": { "en": text, "de": text } })
        });
        let comments =
            (0..count).map(|number| json!({ "key": format!("key.{number}"), "text": "x" }));
        let mut seed = minimal();
        seed["projects"][0]["comments"] = comments.collect();
        seed["projects"][0]["keys"] = keys.collect();
        seed
    };
    let time = async |seed: Value| {
        let start = std::time::Instant::now();
        Sandbox::builder().seed(seed).start().await.unwrap();
        start.elapsed()
    };
    let (few, many) = (keys(2_000), keys(40_000));
    let (few, many) = (time(few).await, time(many).await);
    // Twenty times as many: a square would take four hundred times as long.
    assert!(many < few * 100, "{few:?} {many:?}");
}
