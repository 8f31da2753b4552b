//! Selects files of the configuration by paths, folders and patterns.

use crate::error::Error;
use crate::pattern::Pattern;

/// Paths, folders and patterns. An empty selection selects all files.
#[derive(Debug)]
pub(crate) struct Selection(Vec<(String, Option<Pattern>)>);

impl Selection {
    pub(crate) fn new(texts: &[String]) -> Result<Self, Error> {
        let selectors = texts.iter().map(|text| {
            let text = text.strip_prefix("./").unwrap_or(text).trim_end_matches('/');
            let pattern = text.contains(['*', '{']).then(|| Pattern::parse(text)).transpose();
            let invalid = |reason| Error::config("paths", format!("`{text}` {reason}"));
            Ok((text.to_owned(), pattern.map_err(invalid)?))
        });
        selectors.collect::<Result<_, _>>().map(Self)
    }

    pub(crate) fn has(&self, path: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|selector| is_selected(path, selector))
    }

    /// Checks that each selector matches one of these paths.
    pub(crate) fn check<'p>(&self, paths: impl Iterator<Item = &'p str>) -> Result<(), Error> {
        let mut unused: Vec<_> = self.0.iter().collect();
        for path in paths {
            unused.retain(|selector| !is_selected(path, selector));
        }
        let Some((text, _)) = unused.first() else { return Ok(()) };
        let message =
            format!("no file of the configuration matches `{text}`: correct it, or add a group");
        Err(Error::config("paths", message))
    }
}

fn is_selected(path: &str, (text, pattern): &(String, Option<Pattern>)) -> bool {
    match pattern {
        Some(pattern) => pattern.is_match(path),
        None if text.is_empty() || text == "." => true,
        None => path
            .strip_prefix(text.as_str())
            .is_some_and(|rest| matches!(rest.as_bytes(), [] | [b'/', ..])),
    }
}
