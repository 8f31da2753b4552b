//! Webhooks of a project.

use uuid::Uuid;

use super::data::form;

form! {
    /// A webhook.
    Webhook {
        url: String,
        ;
        /// 40 hexadecimal digits.
        webhook_id: String,
        /// 40 hexadecimal digits.
        secret: String,
        /// The branch that it sends events of. Defaults to all branches.
        branch: Option<String>,
        /// The events that it sends.
        events: Vec<String>,
        /// The languages of events that have one. Defaults to all languages.
        event_lang_map: Vec<EventLanguages>,
    }

    /// The languages of an event.
    EventLanguages {
        event: String,
        lang_iso_codes: Vec<String>,
        ;
    }
}

impl Webhook {
    /// Gives it an id and a secret, unless it has them.
    pub(crate) fn with_id(mut self) -> Self {
        for text in [&mut self.webhook_id, &mut self.secret] {
            if text.is_empty() {
                *text = new_secret();
            }
        }
        self
    }
}

/// 40 random hexadecimal digits.
pub(crate) fn new_secret() -> String {
    let [start, end] = [Uuid::new_v4(), Uuid::new_v4()].map(|id| id.simple().to_string());
    format!("{start}{}", &end[..8])
}
