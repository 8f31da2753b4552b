//! Selects files of the configuration by paths, folders and patterns.

use crate::error::Error;
use crate::pattern::Pattern;

/// Paths, folders and patterns. An empty selection selects all files.
#[derive(Debug)]
pub(crate) struct Selection(Vec<(String, Selector)>);

#[derive(Debug)]
enum Selector {
    Path(String),
    Pattern(Pattern),
}

impl Selection {
    pub(crate) fn new(texts: &[String]) -> Result<Self, Error> {
        let selectors = texts.iter().map(|text| Ok((text.clone(), Selector::new(text)?)));
        selectors.collect::<Result<_, _>>().map(Self)
    }

    pub(crate) fn has(&self, path: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|(_, selector)| selector.has(path))
    }

    /// Checks that each selector matches one of these paths.
    pub(crate) fn check<'p>(&self, paths: impl Iterator<Item = &'p str>) -> Result<(), Error> {
        let mut unused: Vec<_> = self.0.iter().collect();
        for path in paths {
            unused.retain(|(_, selector)| !selector.has(path));
        }
        let Some((text, _)) = unused.first() else { return Ok(()) };
        let message =
            format!("no file of the configuration matches `{text}`: correct it, or add a group");
        Err(Error::config("paths", message))
    }
}

impl Selector {
    fn new(text: &str) -> Result<Self, Error> {
        let text = text.strip_prefix("./").unwrap_or(text).trim_end_matches('/');
        if !text.contains(['*', '{']) {
            return Ok(Self::Path(text.to_owned()));
        }
        let pattern = Pattern::parse(text);
        pattern
            .map(Self::Pattern)
            .map_err(|reason| Error::config("paths", format!("`{text}` {reason}")))
    }

    fn has(&self, path: &str) -> bool {
        match self {
            Self::Pattern(pattern) => pattern.is_match(path),
            Self::Path(selected) if selected.is_empty() || selected == "." => true,
            Self::Path(selected) => {
                let rest = path.strip_prefix(selected.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            }
        }
    }
}
