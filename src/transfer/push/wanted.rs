//! What a push was asked for: the files that were named, and those that patterns match.

use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::calls::UploadFile;
use crate::error::Error;
use crate::transfer::blocking::{Stopped, stoppable};
use crate::transfer::pattern::{Found, Pattern, or_current};

/// All that a push was asked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Wanted {
    /// What paths and patterns are relative to.
    pub(super) base: PathBuf,
    /// Those of each group, in the order in which the groups count.
    pub(super) groups: Vec<Vec<Item>>,
    /// Whether a pattern may match nothing.
    pub(super) may_match_nothing: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Item {
    File(PathBuf, String),
    Glob(String, Option<String>),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, _) => write!(f, "`{}`", path.display()),
            Self::Glob(pattern, _) => write!(f, "`{pattern}`"),
        }
    }
}

impl Wanted {
    /// The files with the places of their groups and their whole paths, each once in a group for a
    /// language, on a thread that may block.
    pub(super) async fn find(&self) -> Result<Vec<(usize, PathBuf, Found)>, Error> {
        let wanted = self.clone();
        stoppable(&self.base, move |stopped| wanted.find_now(stopped)).await
    }

    fn find_now(&self, stopped: &Stopped) -> Result<Vec<(usize, PathBuf, Found)>, Error> {
        let mut files = Vec::new();
        let mut known = HashSet::new();
        let groups = self.groups.iter().enumerate();
        let items = groups.flat_map(|(group, items)| items.iter().map(move |item| (group, item)));
        for (group, item) in items {
            for found in self.matches(item, stopped)? {
                let path = self.base.join(&found.path);
                // Several spellings lead to one file. What cannot be found is told when it is read.
                let path = fs::canonicalize(&path).unwrap_or(path);
                if known.insert((group, path.clone(), found.lang.clone())) {
                    files.push((group, path, found));
                }
            }
        }
        if files.is_empty() && !self.may_match_nothing {
            return Err(refuse("there is no file to push"));
        }
        Ok(files)
    }

    fn matches(&self, item: &Item, stopped: &Stopped) -> Result<Vec<Found>, Error> {
        let (text, lang) = match item {
            Item::Glob(text, lang) => (text, lang.as_deref()),
            Item::File(path, lang) => {
                return Ok(vec![Found {
                    path: path.clone(),
                    lang: Some(lang.clone()),
                    template: self.relative_name(path)?,
                }]);
            }
        };
        let pattern = Pattern::parse(text).map_err(refuse)?;
        let found = pattern.find(&self.base, lang, stopped)?;
        if found.is_empty() && !self.may_match_nothing {
            return Err(refuse(self.no_match(text, &pattern)));
        }
        if found.iter().any(|found| found.lang.is_none()) {
            let reason = format!("`{text}` has no `{{lang}}`: add it, or name the language");
            return Err(refuse(reason));
        }
        Ok(found)
    }

    /// That a pattern matches nothing, where it was looked for, and why that may be.
    fn no_match(&self, text: &str, pattern: &Pattern) -> String {
        let folder = std::path::absolute(or_current(&self.base));
        let folder = folder.as_deref().unwrap_or(&self.base).display();
        let hint = match pattern.missing_folder(&self.base) {
            _ if text.contains('\\') => "; `\\` is no separator: write `/`".to_owned(),
            Some(missing) => match missing.try_exists() {
                Ok(true) => format!("; `{}` is no folder", missing.display()),
                _ => format!("; there is no folder `{}`", missing.display()),
            },
            None => String::new(),
        };
        format!("no file matches `{text}` in `{folder}`{hint}")
    }

    /// A path as a name at the service: relative to the base folder, and separated by `/` on every
    /// system.
    pub(super) fn relative_name(&self, path: &Path) -> Result<String, Error> {
        let relative = path.strip_prefix(&self.base).ok();
        let relative = relative.filter(|_| path.is_absolute());
        let mut names = Vec::new();
        for component in relative.unwrap_or(path).components() {
            if matches!(component, Component::Normal(_) | Component::ParentDir) {
                let name = component.as_os_str().to_str();
                names.push(name.ok_or_else(|| refuse(format!("{path:?} is not Unicode")))?);
            }
        }
        Ok(names.join("/"))
    }
}

/// A push that cannot be what was meant.
pub(super) fn refuse(reason: impl Into<String>) -> Error {
    Error::invalid_request(UploadFile::OPERATION, reason)
}
