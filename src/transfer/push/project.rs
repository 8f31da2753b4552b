//! What a plan reads of the project: its languages, and the time by the clock of the service.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use reqwest::StatusCode;
use reqwest::header::{DATE, HeaderMap};
use tokio::time::Instant;

use super::prepare::Ready;
use super::wanted::refuse;
use crate::client::Client;
use crate::error::Error;

/// The clock of the service, as an answer has told it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    told: DateTime<Utc>,
    at: Instant,
}

impl Clock {
    /// Nothing where the answer does not tell the time.
    fn of(headers: &HeaderMap) -> Option<Self> {
        let date = headers.get(DATE)?.to_str().ok()?;
        Some(Self {
            told: DateTime::parse_from_rfc2822(date).ok()?.to_utc(),
            at: Instant::now(),
        })
    }

    /// The earliest time that the service may have had at that moment, in seconds: times are told
    /// to the second, and by machines that may differ by one.
    pub(super) fn earliest(&self, at: Instant) -> i64 {
        let since = at.saturating_duration_since(self.at);
        let since = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
        self.told
            .timestamp()
            .saturating_add(since)
            .saturating_sub(1)
    }
}

/// Makes sure that the project has the language of each file.
///
/// # Errors
///
/// It has not, or its languages cannot be read. Who may not read them (403) finds out by the
/// uploads.
pub(super) async fn check_languages(
    client: &Client,
    project: &str,
    files: &[Ready],
) -> Result<Option<Clock>, Error> {
    let mut known = Vec::new();
    let mut clock = None;
    let mut pages = client.list_languages().project_id(project).pages();
    while let Some(page) = pages.next().await {
        let page = match page {
            Err(error) if error.status() == Some(StatusCode::FORBIDDEN) => {
                return Ok(error.headers().and_then(Clock::of));
            }
            page => page?,
        };
        clock = clock.or_else(|| Clock::of(page.headers()));
        // One that cannot be read may be the one that is meant.
        let is_told = page
            .languages
            .iter()
            .all(|language| language.lang_iso.is_some());
        if page.unreadable_count() > 0 || !is_told {
            return Ok(clock);
        }
        let languages = page.into_inner().languages.into_iter();
        known.extend(languages.filter_map(|language| language.lang_iso));
    }
    let mut unknown: BTreeMap<&str, Vec<&Ready>> = BTreeMap::new();
    for ready in files {
        if !known.contains(&ready.file.lang) {
            unknown.entry(&ready.file.lang).or_default().push(ready);
        }
    }
    match unknown.is_empty() {
        true => Ok(clock),
        false => Err(refuse(unknown_languages(&unknown, &known))),
    }
}

fn unknown_languages(unknown: &BTreeMap<&str, Vec<&Ready>>, known: &[String]) -> String {
    let each = unknown.iter().map(|(code, files)| {
        let first = files
            .first()
            .map(|ready| ready.file.path.display().to_string());
        let others = match files.len() - 1 {
            0 => String::new(),
            count => format!(" and {count} more"),
        };
        let nearest = match nearest(code, known) {
            Some(nearest) => format!("; `{nearest}` is the nearest"),
            None => String::new(),
        };
        format!("`{code}` ({}{others}{nearest})", first.unwrap_or_default())
    });
    let each: Vec<_> = each.collect();
    format!(
        "the project does not have the language {}; it has {}: pair local codes with those of the \
         service by `languages`, or leave files out by `except_languages`",
        each.join(", "),
        known.join(", "),
    )
}

/// The code that is most likely meant: the same in another spelling, or of the same language.
fn nearest<'k>(code: &str, known: &'k [String]) -> Option<&'k str> {
    let plain = |code: &str| code.replace('-', "_").to_lowercase();
    let language = |code: &str| plain(code).split('_').next().map(str::to_owned);
    let same = known.iter().find(|known| plain(known) == plain(code));
    let related = || known.iter().find(|known| language(known) == language(code));
    same.or_else(related).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_code_is_another_spelling_or_the_same_language() {
        let known = ["en", "pt", "pt_BR", "zh_Hans"].map(str::to_owned);
        for (code, expected) in [
            ("pt-br", Some("pt_BR")),
            ("pt-PT", Some("pt")),
            ("zh-TW", Some("zh_Hans")),
            ("xx", None),
        ] {
            assert_eq!(nearest(code, &known), expected, "{code}");
        }
    }
}
