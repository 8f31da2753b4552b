//! Texts of comments, spelled as the service spells JSON: it escapes slashes, and all that is not
//! ASCII.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) enum Text {
    Plain,
    Slash,
    Cyrillic,
    LineBreak,
    /// All of these.
    Mix,
}

impl Text {
    pub(crate) const ALL: [Self; 5] =
        [Self::Plain, Self::Slash, Self::Cyrillic, Self::LineBreak, Self::Mix];

    /// The name of the scenario with this text.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plain => "pages-plain",
            Self::Slash => "pages-slash",
            Self::Cyrillic => "pages-cyrillic",
            Self::LineBreak => "pages-line-break",
            Self::Mix => "pages-mix",
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::Plain => "The title is too long for the button, please shorten it",
            Self::Slash => "The title is too long for the button/menu, please shorten it",
            Self::Cyrillic => "Заголовок слишком длинный для кнопки, сократите его",
            Self::LineBreak => "The title is too long for the button\nPlease shorten it",
            Self::Mix => "The title/заголовок is too long for the button\nPlease shorten it",
        }
    }

    /// Replaces the texts of comments in the JSON of a page, and spells it. A page of plain text has
    /// no escape; in the others, the times have slashes too.
    pub(crate) fn put_into(self, page: &str) -> String {
        const BEFORE: &str = r#""comment":""#;
        let mut parts = page.split(BEFORE);
        let mut page = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (_, rest) = part.split_once('"').unwrap_or_default();
            page.extend([BEFORE, self.text(), "\"", rest]);
        }
        match self {
            Self::Plain => page,
            _ => page.chars().map(spelled).collect(),
        }
    }
}

fn spelled(letter: char) -> String {
    match letter {
        '/' => r"\/".to_owned(),
        '\n' => r"\n".to_owned(),
        letter if letter.is_ascii() => letter.into(),
        letter => {
            let mut units = [0; 2];
            letter.encode_utf16(&mut units).iter().map(|unit| format!(r"\u{unit:04x}")).collect()
        }
    }
}
