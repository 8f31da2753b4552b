//! Names of files at the service, made by a template.

/// A name with places to fill: `app/{lang:-}/{name}`.
#[derive(Debug, Clone)]
pub(super) struct NameTemplate(Vec<Piece>);

/// What the places of a template are filled with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names<'a> {
    /// Relative, separated by `/`.
    pub(super) path: &'a str,
    /// The path with `%LANG_ISO%` in the place of the language.
    pub(super) template: &'a str,
    /// The code of the service.
    pub(super) lang: &'a str,
    pub(super) local_lang: &'a str,
}

#[derive(Debug, Clone, PartialEq)]
enum Piece {
    Text(String),
    Path,
    Name,
    Template,
    Lang(Separator),
    LocalLang(Separator),
}

/// What stands between the parts of a language code: something else than in the code itself.
type Separator = Option<char>;

/// The places that a template may have, for messages.
const KNOWN: &str = "`{path}`, `{name}`, `{template}`, `{lang}` and `{local_lang}`, the last two \
                     with `:_` or `:-` in them too";

impl NameTemplate {
    /// # Errors
    ///
    /// What is wrong with the template, and what would be right, in words.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(start) = rest.find(['{', '}']) {
            let (before, place) = rest.split_at(start);
            if !before.is_empty() {
                pieces.push(Piece::Text(before.to_owned()));
            }
            let place = place
                .strip_prefix('{')
                .and_then(|place| place.split_once('}'));
            let Some((place, behind)) = place else {
                return Err(format!(
                    "the name `{text}` has a brace without its counterpart"
                ));
            };
            let piece = Piece::parse(place);
            pieces.push(piece.ok_or_else(|| {
                format!("the name `{text}` has the unknown place `{{{place}}}`: known are {KNOWN}")
            })?);
            rest = behind;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        match pieces.is_empty() {
            true => Err(format!(
                "the name for files is empty: write one, with {KNOWN}"
            )),
            false => Ok(Self(pieces)),
        }
    }

    pub(super) fn fill(&self, names: Names<'_>) -> String {
        self.0.iter().map(|piece| piece.fill(names)).collect()
    }
}

impl Piece {
    fn parse(place: &str) -> Option<Self> {
        let (name, separator) = match place.split_once(':') {
            Some((name, "_")) => (name, Some('_')),
            Some((name, "-")) => (name, Some('-')),
            Some(_) => return None,
            None => (place, None),
        };
        Some(match (name, separator) {
            ("path", None) => Self::Path,
            ("name", None) => Self::Name,
            ("template", None) => Self::Template,
            ("lang", separator) => Self::Lang(separator),
            ("local_lang", separator) => Self::LocalLang(separator),
            _ => return None,
        })
    }

    fn fill(&self, names: Names<'_>) -> String {
        let separated = |code: &str, separator: Separator| match separator {
            Some(separator) => code.replace(['_', '-'], separator.encode_utf8(&mut [0; 4])),
            None => code.to_owned(),
        };
        match self {
            Self::Text(text) => text.clone(),
            Self::Path => names.path.to_owned(),
            Self::Name => names.path.rsplit('/').next().unwrap_or_default().to_owned(),
            Self::Template => names.template.to_owned(),
            Self::Lang(separator) => separated(names.lang, *separator),
            Self::LocalLang(separator) => separated(names.local_lang, *separator),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    const NAMES: Names<'_> = Names {
        path: "locales/pt-BR/app.json",
        template: "locales/%LANG_ISO%/app.json",
        lang: "pt_BR",
        local_lang: "pt-BR",
    };

    #[test]
    fn places_of_a_template_are_filled() {
        for (template, name) in [
            ("{path}", "locales/pt-BR/app.json"),
            ("{name}", "app.json"),
            ("{template}", "locales/%LANG_ISO%/app.json"),
            ("a/{lang}/{name}", "a/pt_BR/app.json"),
            ("{lang:-}.json", "pt-BR.json"),
            ("{local_lang}|{local_lang:_}", "pt-BR|pt_BR"),
            ("app/%LANG_ISO%.json", "app/%LANG_ISO%.json"),
        ] {
            let filled = NameTemplate::parse(template).map(|parsed| parsed.fill(NAMES));
            assert_eq!(filled.as_deref(), Ok(name));
        }
    }

    #[test]
    fn a_template_that_is_none_says_what_would_be_right() {
        for (template, said) in [
            ("{language}", "`{language}`: known are `{path}`"),
            ("{lang:.}", "`{lang:.}`"),
            ("{name:_}", "`{name:_}`"),
            ("a{", "a brace without its counterpart"),
            ("a}b", "a brace without its counterpart"),
            ("", "is empty"),
        ] {
            let error = NameTemplate::parse(template).map(|_| ()).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }
}
