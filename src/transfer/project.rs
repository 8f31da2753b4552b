//! What transfers read of a project: its languages, and the time by the clock of the service.

use chrono::{DateTime, Utc};
use reqwest::StatusCode;
use reqwest::header::{DATE, HeaderMap};
use tokio::time::Instant;

use crate::calls::ListLanguages;
use crate::error::Error;

/// The languages of a project.
#[derive(Debug, Default)]
pub(super) struct Languages {
    /// The codes that could be read.
    pub(super) codes: Vec<String>,
    /// Whether these are all.
    pub(super) is_whole: bool,
    /// The time, where the answer tells it.
    pub(super) clock: Option<Clock>,
}

impl Languages {
    /// Reads them.
    ///
    /// # Errors
    ///
    /// They cannot be read. Who may not read them (403) has none that are known.
    pub(super) async fn read(list: ListLanguages<'_>) -> Result<Self, Error> {
        let mut languages = Self {
            is_whole: true,
            ..Self::default()
        };
        let mut pages = list.pages();
        while let Some(page) = pages.next().await {
            let page = match page {
                Err(error) if error.status() == Some(StatusCode::FORBIDDEN) => {
                    languages.is_whole = false;
                    languages.clock = error.headers().and_then(Clock::of);
                    return Ok(languages);
                }
                page => page?,
            };
            languages.clock = languages.clock.or_else(|| Clock::of(page.headers()));
            languages.is_whole &= page.decode_issue_count() == 0;
            for language in page.into_inner().languages {
                match language.lang_iso {
                    Some(code) => languages.codes.push(code),
                    None => languages.is_whole = false,
                }
            }
        }
        Ok(languages)
    }

    /// Whether the project certainly does not have a language.
    pub(super) fn lack(&self, code: &str) -> bool {
        self.is_whole && !self.codes.iter().any(|known| known == code)
    }

    /// The code that is most likely meant, in words that follow another.
    pub(super) fn nearest(&self, code: &str) -> String {
        match nearest(code, &self.codes) {
            Some(nearest) => format!("; `{nearest}` is the nearest"),
            None => String::new(),
        }
    }
}

/// The code that is most likely meant: the same in another spelling, or of the same language.
fn nearest<'k>(code: &str, known: &'k [String]) -> Option<&'k str> {
    let plain = |code: &str| code.replace('-', "_").to_lowercase();
    let language = |code: &str| plain(code).split('_').next().map(str::to_owned);
    let same = known.iter().find(|known| plain(known) == plain(code));
    let related = || known.iter().find(|known| language(known) == language(code));
    same.or_else(related).map(String::as_str)
}

/// The clock of the service, as an answer has told it.
#[derive(Debug, Clone, Copy)]
pub(in crate::transfer) struct Clock {
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
    pub(in crate::transfer) fn earliest(&self, at: Instant) -> i64 {
        let since = at.saturating_duration_since(self.at);
        let since = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
        self.told
            .timestamp()
            .saturating_add(since)
            .saturating_sub(1)
    }
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
