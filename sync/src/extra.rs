//! Extra keys: those of a translation that its file of the base language lacks. Sent, they would
//! bring back keys that were deleted.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::error::Error;
use crate::json;
use crate::texts::{File, has_key, is_json};
use crate::unused::Names;
use crate::workspace::{LocalFile, Workspace};

/// The keys of a translation that its file of the base language lacks: see
/// [`PushPlan::extra_keys`](crate::PushPlan::extra_keys).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtraKeys {
    /// The path of the translation.
    pub path: String,
    /// The keys; empty if the whole file of the base language is missing.
    pub keys: Vec<String>,
    /// Whether they are sent. Only JSON files can be sent without them.
    pub is_sent: bool,
    /// The file without them.
    pub(crate) rest: Option<Vec<u8>>,
}

impl ExtraKeys {
    pub(crate) fn has(&self, key: &str) -> bool {
        let mut extra = self.keys.iter().filter_map(|extra| key.strip_prefix(extra.as_str()));
        extra.any(|rest| rest.is_empty() || rest.starts_with("::"))
    }
}

impl Workspace {
    /// Removes the translations whose file of the base language is missing, and returns the extra
    /// keys of these and the other files. Applies to groups that push the base language.
    pub(crate) fn split_extra(&self, files: &mut Vec<LocalFile>) -> Vec<ExtraKeys> {
        let sources = self.sources();
        let mut bases = HashMap::new();
        let mut found = Vec::new();
        files.retain(|file| {
            let group = &self.groups[file.group];
            // With shared keys, another file of the base language may have them.
            let is_shared = group.is_apart() == Some(false);
            if file.is_base || is_shared || !group.push.has(true) {
                return true;
            }
            let Some(source) = sources.get(file.name.as_str()) else {
                let (path, keys) = (file.path.clone(), Vec::new());
                found.push(ExtraKeys { path, keys, is_sent: false, rest: None });
                return false;
            };
            let base = bases.entry(source.path.as_str()).or_insert_with(|| self.base_keys(source));
            found.extend(base.as_ref().and_then(|base| self.extra(file, base)));
            true
        });
        found
    }

    fn base_keys(&self, source: &LocalFile) -> Option<(File<'_>, Names)> {
        let format = &self.groups[source.group].format;
        let file = File::base(format, self.read(&source.path).ok()?);
        let names = Names::of(file.texts()?.keys());
        Some((file, names))
    }

    /// Returns the extra keys of a translation; `None` if it has none or cannot be read.
    fn extra(&self, file: &LocalFile, base: &(File<'_>, Names)) -> Option<ExtraKeys> {
        let format = self.groups[file.group].format.as_str();
        let bytes = self.read(&file.path).ok()?;
        let has = |key: &str| {
            base.1.has(key)
                || base.1.has_around(key)
                || base.0.texts().is_some_and(|texts| has_key(texts, key, format))
        };
        // A language may have contexts and plural forms of i18next that the base language lacks.
        let is_known = |key: &str| {
            let mut stems = key.match_indices('_').filter(|(at, _)| !key[*at..].contains("::"));
            has(key) || stems.any(|(at, _)| is_json(format) && has(&key[..at]))
        };
        let (keys, rest) = if is_json(format) {
            let mut value = json::parse(&bytes)?;
            let is_known = |key: &str, value: &Value| is_known(key) && base.1.has_type(key, value);
            let mut keys = Vec::new();
            remove(value.as_object_mut()?, "", &is_known, &mut keys);
            (keys, serde_json::to_vec_pretty(&value).ok())
        } else {
            let read = File::new(format, bytes);
            (read.texts()?.keys().filter(|key| !is_known(key)).cloned().collect(), None)
        };
        let path = file.path.clone();
        (!keys.is_empty()).then(|| ExtraKeys { path, keys, is_sent: rest.is_none(), rest })
    }

    /// Returns why a file cannot be sent as it is.
    pub(crate) fn invalid(&self, file: &LocalFile) -> Result<Option<String>, Error> {
        let format = &self.groups[file.group].format;
        if !is_json(format) {
            return Ok(None);
        }
        let error = crate::texts::syntax_error(format, &self.read(&file.path)?);
        Ok(error.map(|(line, message)| format!("line {line}: {message}: correct it")))
    }
}

/// Removes the members and list items that are not known, and collects their keys.
fn remove(
    members: &mut Map<String, Value>,
    around: &str,
    is_known: &impl Fn(&str, &Value) -> bool,
    keys: &mut Vec<String>,
) {
    members.retain(|member, value| {
        // Entries of ARB that describe a text start with `@`, others with `@@`.
        let text = member.strip_prefix('@').filter(|_| around.is_empty());
        if let Some(text) = text {
            return text.starts_with('@') || is_known(text, &Value::Null);
        }
        retain(value, json::inner(around, member), is_known, keys)
    });
}

/// Removes what is not known from a value. Returns whether the value itself is known.
fn retain(
    value: &mut Value,
    key: String,
    is_known: &impl Fn(&str, &Value) -> bool,
    keys: &mut Vec<String>,
) -> bool {
    if !is_known(&key, value) {
        keys.extend(json::flat_in(&key, value).into_keys());
        return false;
    }
    match value {
        Value::Object(members) => remove(members, &key, is_known, keys),
        Value::Array(items) => {
            let name = |index: usize| json::inner(&key, &index.to_string());
            let mut pairs = items.iter().enumerate();
            // The items after an unknown one would move to another place.
            let end = pairs.position(|(index, item)| !is_known(&name(index), item));
            let end = end.unwrap_or(items.len());
            for (index, item) in items.drain(end..).enumerate() {
                keys.extend(json::flat_in(&name(end + index), &item).into_keys());
            }
            for (index, item) in items.iter_mut().enumerate() {
                retain(item, name(index), is_known, keys);
            }
        }
        _ => {}
    }
    true
}
