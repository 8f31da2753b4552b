//! How long a call waits before it is sent again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use l10n_client::{RetryPolicy, http};
use tokio::time::Instant;

use crate::support::{PROJECT, fake, list};

#[tokio::test(start_paused = true)]
async fn retry_after_is_honored_if_there_is_time() {
    const NEVER: &str = "99999999999999999999";
    for (asked, waits) in [("7", Some(7)), ("\u{fc}", Some(0)), ("86400", None), (NEVER, None)] {
        let sent = Arc::new(AtomicU32::new(0));
        let count = Arc::clone(&sent);
        let client = fake(move |_| {
            let is_first = count.fetch_add(1, Ordering::Relaxed) == 0;
            let response = http::Response::builder().status(if is_first { 429 } else { 200 });
            let response = response.header("retry-after", asked.as_bytes());
            async { response.body(r#"{"files": []}"#.into()).unwrap() }
        });
        let policy = RetryPolicy::default().backoff(Duration::ZERO, Duration::ZERO);
        let client = client.retry(policy).without_rate_limit().build().unwrap();
        let begin = Instant::now();
        match waits {
            Some(seconds) => {
                list(&client).await.unwrap();
                let waited = begin.elapsed().as_secs();
                assert!((seconds..=seconds + 1).contains(&waited), "{asked}: {waited} s");
            }
            None => {
                let error = client.list_files(PROJECT).send().await.unwrap_err();
                assert_eq!((error.attempts(), sent.load(Ordering::Relaxed)), (1, 1));
                let text = error.to_string();
                assert!(text.contains("`RetryPolicy::max_elapsed`"), "{text}");
                let asked = error.retry_after().unwrap().as_secs();
                let words = format!("not retried: the service asks to wait {asked}");
                assert!(text.contains(&words), "{text}");
            }
        }
    }
}
