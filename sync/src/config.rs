//! The configuration: the local files and their names at the service.

use std::collections::{BTreeMap, BTreeSet};

use l10n_client::types::{FileExport, FileUpload, LanguageMapping};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::codes::{Codes, Spelling};
use crate::error::Error;
use crate::pattern::{LANG_ISO, Pattern};

/// The configuration of a workspace: the base language, and groups of files.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Config {
    /// The base language, by its local code or the service's.
    pub base_lang: String,
    /// Local language codes that differ from the service's, each with the service's code.
    #[serde(default)]
    pub languages: BTreeMap<String, String>,
    /// The groups of files, in the order in which they are imported.
    #[serde(default)]
    pub files: Vec<FileGroup>,
    /// Patterns of service file names that a pull ignores, such as those of another repository.
    #[serde(default)]
    pub ignore: Vec<String>,
}

impl Config {
    /// Creates a configuration without groups.
    pub fn new(base_lang: impl Into<String>) -> Self {
        Self { base_lang: base_lang.into(), ..Self::default() }
    }

    /// Returns the service's code of the base language.
    pub(crate) fn base(&self) -> &String {
        self.languages.get(&self.base_lang).unwrap_or(&self.base_lang)
    }

    /// Adds a group of files.
    pub fn group(mut self, group: FileGroup) -> Self {
        self.files.push(group);
        self
    }
}

/// A group of files: one pattern for all languages.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct FileGroup {
    /// The paths, such as `locales/{lang}/*.json`. `{lang}` matches a language code, `*` any
    /// characters except `/`, and `**/` any folders that Git does not ignore. `{lang:android}` and
    /// `{lang:ios}` match codes as these platforms spell them: `values-pt-rBR`, `zh-Hans.lproj`. A
    /// pull writes no other paths.
    pub pattern: String,
    /// The paths of the base language, if they differ, such as `res/values/strings.xml`. The
    /// wildcards must be those of `pattern`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// The names at the service, with `%LANG_ISO%` for the language; by default, the pattern. The
    /// wildcards must be those of `pattern`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Patterns of paths that do not belong to the group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    /// Keys whose placeholders `check` does not compare, such as `helpers::submit::*`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignore_placeholders: Vec<String>,
    /// Language codes of this group, as local = service. They override those of the configuration.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub languages: BTreeMap<String, String>,
    /// The format of exports, such as `json`; by default, the extension of `pattern`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Which files `push` uploads.
    #[serde(default)]
    pub push: LanguageScope,
    /// Which files `pull` writes.
    #[serde(default = "LanguageScope::translations")]
    pub pull: LanguageScope,
    /// Options of the service's upload endpoint. By default, `replace_modified` is true for the
    /// base language and false for translations.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub upload: Map<String, Value>,
    /// Options of the service's export endpoint.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub export: Map<String, Value>,
}

impl FileGroup {
    /// Creates a group with the default options.
    pub fn new(pattern: impl Into<String>) -> Self {
        Self { pattern: pattern.into(), pull: LanguageScope::Translations, ..Self::default() }
    }
}

/// Files of the base language, of the other languages, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum LanguageScope {
    /// The base language only.
    #[default]
    Base,
    /// All languages except the base language.
    Translations,
    /// All languages.
    All,
    /// No files.
    None,
}

impl LanguageScope {
    fn translations() -> Self {
        Self::Translations
    }

    pub(crate) fn has(self, is_base: bool) -> bool {
        match self {
            Self::All => true,
            Self::None => false,
            Self::Base => is_base,
            Self::Translations => !is_base,
        }
    }
}

/// A group with a valid configuration.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    /// The key of the group, as `files[0]`.
    pub(crate) key: String,
    pub(crate) config: FileGroup,
    pub(crate) pattern: Pattern,
    pub(crate) base: Option<Pattern>,
    pub(crate) name: Pattern,
    exclude: Vec<Pattern>,
    pub(crate) codes: Codes,
    pub(crate) format: String,
}

impl Group {
    /// Whether keys of one name in other files stay apart; `None` if that is not configured.
    pub(crate) fn is_apart(&self) -> Option<bool> {
        self.config.upload.get("distinguish_by_file").and_then(Value::as_bool)
    }

    /// Whether languages are spelled as a platform does, for which `[languages]` does not hold.
    pub(crate) fn has_platform_codes(&self) -> bool {
        self.pattern.spelling().is_some_and(|spelling| spelling != Spelling::Plain)
    }

    /// The codes in names and files of an export that differ from the service's, with those.
    pub(crate) fn mapped(&self, languages: &BTreeSet<String>) -> BTreeMap<String, String> {
        let is_plain = self.pattern.spelling() == Some(Spelling::Plain);
        let languages = languages.iter().filter(|_| is_plain);
        let pairs = languages.map(|service| (self.codes.local(service), service.clone()));
        pairs.filter(|(local, service)| local != service).collect()
    }

    /// Checks a group of the configuration.
    pub(crate) fn new(config: &Config, index: usize, group: &FileGroup) -> Result<Self, Error> {
        let key = format!("files[{index}]");
        let invalid = |field: &str, message: &str| Error::config(format!("{key}.{field}"), message);
        let parse = |field: &str, text: &str| {
            Pattern::parse(text).map_err(|reason| invalid(field, &format!("`{text}` {reason}")))
        };
        let pattern = parse("pattern", &group.pattern)?;
        let base = group.base.as_deref().map(|base| parse("base", base)).transpose()?;
        let name = match &group.name {
            Some(name) => parse("name", &name.replace(LANG_ISO, "{lang}"))?,
            None => pattern.clone(),
        };
        check_scopes(group, &pattern).map_err(|(field, message)| invalid(field, &message))?;
        for (field, other) in [("base", base.as_ref()), ("name", Some(&name))] {
            if other.is_some_and(|other| other.wildcards() != pattern.wildcards()) {
                let message = format!(
                    "its wildcards differ from those of the pattern `{}`: use the same `*` and \
                     `**/` in the same order",
                    group.pattern
                );
                return Err(invalid(field, &message));
            }
        }
        if name.spelling().is_none() && pattern.spelling().is_some() {
            let message =
                format!("has no `{LANG_ISO}`, so all languages would share one name: add it");
            return Err(invalid("name", &message));
        }
        let format = format(group).map_err(|(field, message)| invalid(field, &message))?;
        let exclude = group.exclude.iter().map(|text| parse("exclude", text));
        let exclude = exclude.collect::<Result<_, _>>()?;
        let codes = codes(config, group, pattern.spelling().unwrap_or(Spelling::Plain), &key)?;
        let langs = codes.syntax(&codes.local(config.base()));
        let made = Self {
            exclude,
            codes,
            format,
            config: group.clone(),
            pattern: pattern.with_langs(&langs)?,
            base: base.map(|base| base.with_langs(&langs)).transpose()?,
            name: name.with_langs(LANG_ISO)?,
            key,
        };
        made.upload("", "", false, false)?;
        made.export(&BTreeMap::new(), false)?;
        Ok(made)
    }

    pub(crate) fn upload(
        &self,
        filename: &str,
        lang: &str,
        is_base: bool,
        replace: bool,
    ) -> Result<FileUpload, Error> {
        let mut fields = self.config.upload.clone();
        if !is_base {
            fields.insert("replace_modified".to_owned(), json!(replace));
        }
        fields.entry("replace_modified").or_insert(json!(true));
        let own = [
            ("cleanup_mode", None),
            ("data", None),
            ("filename", Some(json!(filename))),
            ("lang_iso", Some(json!(lang))),
            ("skip_detect_lang_iso", Some(json!(true))),
        ];
        body(&format!("{}.upload", self.key), fields, own, |body: &FileUpload| &body.extra)
    }

    /// Returns the body of an export, with these codes in place of the service's. If it is whole,
    /// it has all texts, and empty ones.
    pub(crate) fn export(
        &self,
        codes: &BTreeMap<String, String>,
        is_whole: bool,
    ) -> Result<FileExport, Error> {
        let mut fields = self.config.export.clone();
        if is_whole {
            fields.remove("filter_data");
            fields.insert("export_empty_as".to_owned(), json!("empty"));
        }
        fields.entry("export_empty_as").or_insert(json!("skip"));
        let own = [
            ("bundle_structure", None),
            ("directory_prefix", Some(json!(""))),
            ("filter_langs", None),
            ("format", Some(json!(self.format))),
            ("language_mapping", None),
            ("original_filenames", Some(json!(true))),
        ];
        let key = format!("{}.export", self.key);
        let body = body(&key, fields, own, |body: &FileExport| &body.extra)?;
        if codes.is_empty() {
            return Ok(body);
        }
        Ok(body.language_mapping(codes.iter().map(|(local, service)| {
            LanguageMapping::new().original_language_iso(service).custom_language_iso(local)
        })))
    }

    /// Returns the service name of a file with these captures, the same for all languages.
    pub(crate) fn service_name(&self, captures: &crate::pattern::Captures) -> String {
        self.name.fill(captures, LANG_ISO)
    }

    pub(crate) fn path(
        &self,
        captures: &crate::pattern::Captures,
        local: &str,
        is_base: bool,
    ) -> String {
        let pattern = self.base.as_ref().filter(|_| is_base).unwrap_or(&self.pattern);
        pattern.fill(captures, local)
    }

    pub(crate) fn excludes(&self, path: &str) -> bool {
        self.exclude.iter().any(|pattern| pattern.is_match(path))
    }
}

/// A field of a group, and why it is invalid.
type Invalid = (&'static str, String);

fn check_scopes(group: &FileGroup, pattern: &Pattern) -> Result<(), Invalid> {
    let is_base_only = group.push == LanguageScope::Base && group.pull == LanguageScope::None;
    if pattern.spelling().is_none() && (group.base.is_some() || !is_base_only) {
        let message = format!(
            "`{}` has no `{{lang}}`, so all languages would share one file: add it, as in \
             `locales/{{lang}}.json`; or set push = \"base\" and pull = \"none\" if there is only \
             the base language",
            group.pattern
        );
        return Err(("pattern", message));
    }
    if group.push.has(true) && group.pull.has(true) {
        let message = "a push would overwrite what this pull brings of the base language: set \
                       push = \"translations\" if it is edited at the service, else pull = \
                       \"translations\"";
        return Err(("pull", message.to_owned()));
    }
    Ok(())
}

/// Makes a body of configured options and the client's own, which cannot be configured.
fn body<T: DeserializeOwned, const N: usize>(
    key: &str,
    mut fields: Map<String, Value>,
    own: [(&str, Option<Value>); N],
    unknown: impl FnOnce(&T) -> &Map<String, Value>,
) -> Result<T, Error> {
    for (name, value) in own {
        if fields.contains_key(name) {
            let message = "cannot be configured, because every push or pull sets it: remove it";
            return Err(Error::config(format!("{key}.{name}"), message));
        }
        fields.extend(value.map(|value| (name.to_owned(), value)));
    }
    let body: T = serde_json::from_value(Value::Object(fields))
        .map_err(|error| Error::config(key, error.to_string()))?;
    match unknown(&body).keys().next() {
        Some(name) => Err(Error::config(
            format!("{key}.{name}"),
            "unknown option of the service: correct its name, or remove it",
        )),
        None => Ok(body),
    }
}

/// Returns the language codes of a group. Those of the configuration apply only to `{lang}`, since
/// platforms have their own spelling.
fn codes(
    config: &Config,
    group: &FileGroup,
    spelling: Spelling,
    key: &str,
) -> Result<Codes, Error> {
    let mut map = group.languages.clone();
    check_codes(&map, &format!("{key}.languages"))?;
    if spelling == Spelling::Plain {
        check_codes(&config.languages, "languages")?;
        for (local, service) in &config.languages {
            if !map.values().any(|known| known == service) {
                map.entry(local.clone()).or_insert_with(|| service.clone());
            }
        }
    }
    Ok(Codes::new(spelling, map))
}

fn check_codes(map: &BTreeMap<String, String>, key: &str) -> Result<(), Error> {
    let mut seen = BTreeMap::new();
    for (local, service) in map {
        if local.is_empty() || local.contains('/') || service.is_empty() {
            return Err(Error::config(
                key,
                format!("invalid codes `{local}` = `{service}`: write local = service"),
            ));
        }
        if let Some(other) = seen.insert(service, local) {
            return Err(Error::config(
                key,
                format!("`{other}` and `{local}` both map to `{service}`: keep one of them"),
            ));
        }
    }
    Ok(())
}

fn format(group: &FileGroup) -> Result<String, Invalid> {
    let name = group.pattern.rsplit('/').next().unwrap_or_default();
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    match group.format.as_deref().or(extension) {
        _ if extension == Some("xcstrings") || group.format.as_deref() == Some("xcstrings") => {
            let message = "`.xcstrings` files are not read yet: remove the group and translate \
                           them in Xcode, or use `.strings` files";
            Err(("pattern", message.to_owned()))
        }
        Some("yml") if group.format.is_none() => Ok("yaml".to_owned()),
        Some("xlf") if group.format.is_none() => Ok("xliff".to_owned()),
        Some(format) if !format.contains(['*', '{', '}']) => Ok(format.to_owned()),
        _ => {
            let message = format!(
                "cannot derive it, because the pattern `{}` has no extension: set it, as in format \
                 = \"json\"",
                group.pattern
            );
            Err(("format", message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(config: Value) -> String {
        let config: Config = match serde_json::from_value(config) {
            Ok(config) => config,
            Err(error) => return error.to_string(),
        };
        let mut groups = config.files.iter().enumerate();
        let error = groups.find_map(|(index, group)| Group::new(&config, index, group).err());
        error.map_or(String::new(), |error| error.to_string())
    }

    #[test]
    fn an_invalid_configuration_is_rejected_with_the_key_and_the_remedy() {
        let group = |more: Value| {
            let mut group = json!({"pattern": "l/{lang}/*.json"});
            group.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            json!({"base_lang": "en", "files": [group]})
        };
        for (config, message) in [
            (group(json!({})), ""),
            (group(json!({"pattern": "l/{lang}"})), "`files[0].format`"),
            (group(json!({"pattern": "{lang}/L.xcstrings"})), "`.xcstrings` files are not read"),
            (group(json!({"format": "xcstrings"})), "`.xcstrings` files are not read yet"),
            (group(json!({"base": "l/base.json"})), "`files[0].base`: its wildcards differ"),
            (group(json!({"name": "x.json"})), "`files[0].name`: its wildcards differ"),
            (group(json!({"name": "x/*.json"})), "`files[0].name`: has no `%LANG_ISO%`"),
            (group(json!({"upload": {"tags": "ci"}})), "`files[0].upload`"),
            (group(json!({"export": {"format": "xml"}})), "`files[0].export.format`"),
            (group(json!({"languages": {"a": "de", "b": "de"}})), "both map to `de`"),
            (json!({"base_lang": "en", "files": [{"pattern": "a.json", "pull": "none"}]}), ""),
        ] {
            let found = error(config.clone());
            assert!(
                found.contains(message) && found.is_empty() == message.is_empty(),
                "{config}: {found}"
            );
        }
    }
}
