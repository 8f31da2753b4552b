//! The events that webhooks send to your program: see the [guide](crate::guide::webhooks).

use std::fmt;

use http::HeaderValue;
use serde_json::Value;

use crate::error::{Error, ErrorKind};
use crate::types::{self, WebhookEventName};
use crate::wire::decode::issue::DecodeIssue;
use crate::wire::decode::{self, Decode};
use crate::wire::secret::Secret;

/// Returns whether a request carries the secret of the webhook, given the value of its header
/// `X-Secret` or of the one that you configured. Compares in constant time, without the white space
/// around the secret.
pub fn verify(secret: &Secret, header: Option<&HeaderValue>) -> bool {
    let sent = header.and_then(|header| header.to_str().ok());
    // An unset secret must not verify an empty header.
    sent.is_some_and(|sent| !sent.is_empty() && secret.trimmed() == Secret::from(sent))
}

/// Defines the enum, given the variants of `WebhookEventName` and the types of their bodies.
macro_rules! events {
    ($($name:ident($body:ident)),* $(,)?) => {
        /// An event.
        ///
        /// `Debug` shows only the name of one that is unknown, because its JSON may contain
        /// secrets.
        #[derive(Clone, PartialEq)]
        #[non_exhaustive]
        pub enum Event {
            /// The test that the service sends when a webhook is created.
            Ping,
            $(
                #[doc = concat!("See [`WebhookEventName::", stringify!($name), "`].")]
                $name(Box<types::$body>),
            )*
            /// The JSON of an event that is unknown, or whose body does not match its type.
            Other(Value),
        }

        impl Event {
            fn named(name: &WebhookEventName, body: &[u8]) -> Option<(Self, Vec<DecodeIssue>)> {
                match name {
                    $(WebhookEventName::$name => decoded(body, Self::$name),)*
                    WebhookEventName::Other(_) => None,
                }
            }
        }

        impl fmt::Debug for Event {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::Ping => f.write_str("Ping"),
                    $(Self::$name(body) => f.debug_tuple(stringify!($name)).field(body).finish(),)*
                    Self::Other(json) => {
                        f.debug_tuple("Other").field(&json["event"].as_str()).finish()
                    }
                }
            }
        }
    };
}

events! {
    ProjectDeleted(ProjectEvent),
    ProjectSnapshot(ProjectEvent),
    ProjectCopied(ProjectCopiedEvent),
    ProjectImported(ImportEvent),
    ProjectExported(ExportEvent),
    ProjectBranchAdded(BranchEvent),
    ProjectBranchDeleted(BranchEvent),
    ProjectBranchMerged(BranchMergeEvent),
    ProjectLanguagesAdded(LanguagesEvent),
    ProjectLanguageRemoved(LanguageEvent),
    ProjectLanguageSettingsChanged(LanguageEvent),
    ProjectKeyAdded(KeyEvent),
    ProjectKeyModified(KeyEvent),
    ProjectKeysAdded(KeysEvent),
    ProjectKeysModified(KeysEvent),
    ProjectKeysDeleted(KeysEvent),
    ProjectKeyCommentAdded(KeyCommentEvent),
    ProjectTranslationUpdated(TranslationEvent),
    ProjectTranslationProofread(TranslationEvent),
    ProjectTranslationsUpdated(TranslationsEvent),
    ProjectTranslationsProofread(TranslationsEvent),
    ProjectContributorAdded(ContributorEvent),
    ProjectContributorAddedPublic(ContributorEvent),
    ProjectContributorDeleted(ContributorEvent),
    ProjectTaskCreated(TaskEvent),
    ProjectTaskQueued(TaskEvent),
    ProjectTaskClosed(TaskEvent),
    ProjectTaskDeleted(TaskEvent),
    ProjectTaskLanguageClosed(TaskEvent),
    ProjectTaskInitialTmLeverageCalculated(TmLeverageEvent),
    TeamOrderCreated(OrderEvent),
    TeamOrderCompleted(OrderEvent),
    TeamOrderDeleted(ProjectEvent),
}

impl Event {
    /// Parses the body of a request. Returns the event, and the invalid items and optional values
    /// that were omitted, as [`Response::decode_issues`](crate::Response::decode_issues) does;
    /// nearly always none.
    ///
    /// # Errors
    ///
    /// Fails if the body is not JSON.
    pub fn parse(body: &[u8]) -> Result<(Self, Vec<DecodeIssue>), Error> {
        let json: Value = serde_json::from_slice(body).map_err(|error| {
            Error::new(ErrorKind::Decode, None, "the body of a webhook is not JSON")
                .with_source(error)
        })?;
        if json[0] == "ping" {
            return Ok((Self::Ping, Vec::new()));
        }
        let name = json["event"].as_str().map(WebhookEventName::from);
        let known = name.and_then(|name| Self::named(&name, body));
        Ok(known.unwrap_or_else(|| (Self::Other(json), Vec::new())))
    }
}

fn decoded<T: Decode>(
    body: &[u8],
    event: impl FnOnce(Box<T>) -> Event,
) -> Option<(Event, Vec<DecodeIssue>)> {
    let (body, issues) = decode::read(body, T::decode).ok()?;
    Some((event(Box::new(body)), issues.noted))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn unknown_events_and_bodies_keep_their_json() {
        let others = [
            json!({ "event": "project.renamed", "project": { "id": "p", "name": "P" } }),
            json!({ "event": "project.imported", "import": 1 }),
            json!({ "event": "project.key.added" }),
            json!({}),
            json!(["pong"]),
            json!("ping"),
        ];
        for other in others {
            assert_eq!(Event::parse(other.to_string().as_bytes()).unwrap().0, Event::Other(other));
        }
        assert_eq!(Event::parse(b"{").unwrap_err().kind(), ErrorKind::Decode);
    }

    #[test]
    fn ids_may_be_text_and_optional_values_invalid() {
        let event = json!({
            "event": "project.branch.merged",
            "branch": { "id": "9102", "name": "feature/start" },
            "target_branch": 7,
            "user": null,
        });
        let (event, _) = Event::parse(event.to_string().as_bytes()).unwrap();
        let Event::ProjectBranchMerged(merged) = event else { unreachable!() };
        assert_eq!(merged.branch.id, Some(9102));
        assert!(merged.target_branch.is_none() && merged.user.is_none());
    }

    #[test]
    fn what_is_omitted_is_reported() {
        let key = json!({ "id": 3101, "name": "start", "filenames": {}, "tags": ["a", {}] });
        let event = json!({
            "event": "project.keys.added",
            "keys": [key, "secret-key", { "name": ["secret-name"] }],
            "user": { "email": 7.5, "full_name": ["secret-name"] },
        });
        let (event, issues) = Event::parse(event.to_string().as_bytes()).unwrap();
        let places: Vec<_> = issues.iter().map(DecodeIssue::place).collect();
        assert_eq!(places, ["keys[0].tags[1]", "keys[1]", "keys[2]", "user.full_name"]);
        assert!(issues[1].json().contains("secret-key"));
        assert!(!format!("{event:?} {event:#?} {issues:?}").contains("secret-"));
        let Event::ProjectKeysAdded(added) = event else { unreachable!() };
        assert_eq!(added.keys[0].tags.as_deref(), Some(["a".to_owned()].as_slice()));

        let (_, issues) = Event::parse(br#"{"event": "project.deleted"}"#).unwrap();
        assert!(issues.is_empty());
    }

    #[test]
    fn the_json_of_an_unknown_event_is_not_shown() {
        let body = br#"{"event": "x", "bundle_url": "https://a.test/b.zip?signature=marked"}"#;
        let (event, _) = Event::parse(body).unwrap();
        assert!(format!("{event:?}").contains(r#"Other(Some("x"))"#), "{event:?}");
        assert!(!format!("{event:?} {event:#?}").contains("marked"));
    }

    #[test]
    fn a_secret_from_a_file_verifies_its_header() {
        let header = HeaderValue::from_static("hunter2");
        assert!(verify(&Secret::from("hunter2\r\n"), Some(&header)));
        assert!(!verify(&Secret::from("hunter3\r\n"), Some(&header)));
    }

    #[test]
    fn an_empty_secret_verifies_nothing() {
        for header in
            [None, Some(HeaderValue::from_static("")), HeaderValue::from_bytes(b"\xff").ok()]
        {
            for empty in ["", "\n"] {
                assert!(!verify(&Secret::from(empty), header.as_ref()), "{header:?}");
            }
        }
    }
}
