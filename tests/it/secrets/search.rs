//! The search: the secrets there are, the forms in which they may show, and where they were found.

use std::error::Error as StdError;
use std::fmt::Debug;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use l10n_client::Error;

/// Kinds of secrets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Class {
    ApiToken,
    ClientSecret,
    Code,
    AccessToken,
    RefreshToken,
    SignedLink,
    Content,
}

impl Class {
    pub(super) const ALL: [Self; 7] = [
        Self::ApiToken,
        Self::ClientSecret,
        Self::Code,
        Self::AccessToken,
        Self::RefreshToken,
        Self::SignedLink,
        Self::Content,
    ];
}

/// The secrets, and what has been searched for them.
#[derive(Default)]
pub(super) struct Search {
    /// Each form of each secret.
    forms: Vec<(String, Class)>,
    /// How many of them hold for the whole test.
    kept: usize,
    secrets: usize,
    texts: usize,
    bytes: usize,
    finds: Vec<(Class, String)>,
}

impl Search {
    /// Adds a secret.
    pub(super) fn hide(&mut self, class: Class, secret: &str) {
        assert!(secret.len() >= 12, "{secret} is too short to be told from other text");
        if self.forms.iter().any(|(form, _)| form == secret) {
            return;
        }
        self.secrets += 1;
        let forms = forms(secret).into_iter();
        self.forms.extend(forms.map(|form| (form, class)));
    }

    /// Keeps the secrets that there are by now for the whole test.
    pub(super) fn keep(&mut self) {
        self.kept = self.forms.len();
    }

    /// Forgets those that came since, which nobody can show any more.
    pub(super) fn forget(&mut self) {
        self.forms.truncate(self.kept);
    }

    /// Adds every secret that servers give in these responses.
    pub(super) fn hide_what_is_given(&mut self, responses: &str) {
        let given = [
            (Class::AccessToken, "\"access_token\":\""),
            (Class::RefreshToken, "\"refresh_token\":\""),
            (Class::SignedLink, "signature="),
        ];
        for (class, start) in given {
            for (place, _) in responses.match_indices(start) {
                let rest = &responses[place + start.len()..];
                let end = rest.find(['"', '&', '\\', '\r', ' ']).unwrap_or(rest.len());
                // What a cut response gave in part is no secret, and not enough to search for.
                if end >= 12 && end < rest.len() {
                    self.hide(class, &rest[..end]);
                }
            }
        }
    }

    /// Which kinds of secrets are in a text, in any form.
    pub(super) fn found_in(&self, text: &str) -> Vec<Class> {
        let mut found: Vec<_> = self
            .forms
            .iter()
            .filter(|(form, _)| text.contains(form.as_str()))
            .map(|(_, class)| *class)
            .collect();
        found.sort();
        found.dedup();
        found
    }

    /// Searches a text where no secret may be.
    pub(super) fn look(&mut self, place: &str, text: &str) {
        self.look_but(place, text, &[]);
    }

    /// Searches a text where only secrets of these kinds may be.
    pub(super) fn look_but(&mut self, place: &str, text: &str, allowed: &[Class]) {
        self.texts += 1;
        self.bytes += text.len();
        for (form, class) in &self.forms {
            if allowed.contains(class) {
                continue;
            }
            if let Some(at) = text.find(form.as_str()) {
                let (start, end) = (at.saturating_sub(120), at + form.len());
                let excerpt = String::from_utf8_lossy(&text.as_bytes()[start..end]).into_owned();
                self.finds.push((*class, format!("{place}: ..{excerpt}")));
            }
        }
    }

    /// Searches what `Debug` shows of something.
    pub(super) fn look_at(&mut self, place: &str, value: &impl Debug) {
        self.look(place, &format!("{value:?} {value:#?}"));
    }

    /// Searches everything that an error says by itself, and what is behind it.
    pub(super) fn look_into(&mut self, place: &str, error: &Error) {
        self.look(
            place,
            &format!("{:?} {:?} {:?}", error.message(), error.code(), error.violations()),
        );
        let mut next: Option<&dyn StdError> = Some(error);
        while let Some(error) = next {
            self.look(place, &format!("{error} {error:#} {error:?} {error:#?}"));
            next = error.source();
        }
    }

    /// Prints the counts, and fails where anything was found.
    pub(super) fn end(&self, what: &str) {
        println!(
            "{what}: searched {} texts, {} bytes, for {} secrets in {FORMS} forms each: {} finds",
            self.texts,
            self.bytes,
            self.secrets,
            self.finds.len()
        );
        assert!(self.texts > 0 && self.secrets > 0);
        let of = |wanted| {
            let finds = self.finds.iter();
            finds.filter(move |(class, _)| *class == wanted)
        };
        for class in Class::ALL {
            for (_, place) in of(class).take(5) {
                println!("{class:?} is 1 of {} in {place}", of(class).count());
            }
        }
        assert!(self.finds.is_empty());
    }
}

const FORMS: usize = 6;

/// The forms of a secret: as it is, what it becomes in Base64 wherever it begins there, in
/// hexadecimal digits, and in a list of numbers, as `Debug` shows bytes.
fn forms(secret: &str) -> [String; FORMS] {
    let bytes = secret.as_bytes();
    let base64 = |shift| {
        let padded = [vec![b'x'; shift], bytes.to_vec()].concat();
        // The characters at both ends depend on what is around the secret.
        let (start, end) = (shift.min(1) * 4, padded.len() / 3 * 4);
        STANDARD.encode(&padded)[start..end].to_owned()
    };
    let hexadecimal = |byte: &u8| format!("{byte:02x}");
    let decimal: Vec<_> = bytes.iter().map(u8::to_string).collect();
    [
        secret.to_owned(),
        base64(0),
        base64(1),
        base64(2),
        bytes.iter().map(hexadecimal).collect(),
        decimal.join(", "),
    ]
}
