//! The configuration: the local files and their names at the service.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::codes::{Codes, Spelling};
use crate::error::Error;
use crate::formats::{self, Format};
use crate::pattern::{Captures, LANG_ISO, Pattern};

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
    /// The groups of files.
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
    /// characters except `/`, and `**/` any folders that Git does not ignore. `{lang:android}`,
    /// `{lang:ios}` and `{lang:dotnet}` match codes as these platforms spell them: `values-pt-rBR`,
    /// `zh-Hans.lproj`, `Strings.pt-BR.resx`. A pull writes no other paths.
    pub pattern: String,
    /// The paths of the base language, if they differ, such as `res/values/strings.xml`. The
    /// wildcards must be those of `pattern`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub base: Option<String>,
    /// The names at the service, with `%LANG_ISO%` for the language; by default, the pattern. The
    /// wildcards must be those of `pattern`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: Option<String>,
    /// Patterns of paths that do not belong to the group.
    #[serde(default, skip_serializing_if = "is_default")]
    pub exclude: Vec<String>,
    /// Keys whose placeholders `check` does not compare, such as `helpers::submit::*`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ignore_placeholders: Vec<String>,
    /// Language codes of this group, as local = service. They override those of the configuration.
    #[serde(default, skip_serializing_if = "is_default")]
    pub languages: BTreeMap<String, String>,
    /// The format, such as `ruby_yaml`; by default, the extension of `pattern`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub format: Option<String>,
    /// Which files `push` sends.
    #[serde(default)]
    pub push: LanguageScope,
    /// Which files `pull` writes.
    #[serde(default = "LanguageScope::translations")]
    pub pull: LanguageScope,
    /// The platform of the keys, `android`, `ios`, `web` or `other`: by default, `android` for
    /// Android resources, `ios` for `.strings` and `.stringsdict`, else `web`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub platform: Option<String>,
    /// Tags of the keys that a push creates or changes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tags: Vec<String>,
    /// Whether a push runs the automations of the project.
    #[serde(default, skip_serializing_if = "is_default")]
    pub automations: bool,
    /// Whether a push sends the comments of new keys as their descriptions.
    #[serde(default, skip_serializing_if = "is_default")]
    pub descriptions: bool,
    /// What a push does with unfinished texts: fuzzy ones of gettext, and those of XLIFF in a state
    /// such as `new`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unverified: Unverified,
    /// Whether a pull writes only reviewed texts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reviewed: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What a push does with unfinished texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Unverified {
    /// Leaves them out, and names them.
    #[default]
    Skip,
    /// Sends them as unverified texts.
    Keep,
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
    pub(crate) reader: &'static dyn Format,
    pub(crate) platform: &'static str,
}

/// A field of a group, and why it is invalid.
type Invalid = (&'static str, String);

impl Group {
    /// Checks a group of the configuration.
    pub(crate) fn new(config: &Config, index: usize, group: &FileGroup) -> Result<Self, Error> {
        let key = format!("files[{index}]");
        Self::checked(config, key.clone(), group)
            .map_err(|(field, message)| Error::config(format!("{key}.{field}"), message))
    }

    fn checked(config: &Config, key: String, group: &FileGroup) -> Result<Self, Invalid> {
        let parse = |field, text: &str| {
            Pattern::parse(text).map_err(|reason| (field, format!("`{text}` {reason}")))
        };
        let pattern = parse("pattern", &group.pattern)?;
        let base = group.base.as_deref().map(|base| parse("base", base)).transpose()?;
        let name = match &group.name {
            Some(name) => parse("name", &name.replace(LANG_ISO, "{lang}"))?,
            None => pattern.clone(),
        };
        check_scopes(group, &pattern)?;
        for (field, other) in [("base", base.as_ref()), ("name", Some(&name))] {
            if other.is_some_and(|other| other.wildcards() != pattern.wildcards()) {
                let message = format!(
                    "its wildcards differ from those of the pattern `{}`: use the same `*` and \
                     `**/` in the same order",
                    group.pattern
                );
                return Err((field, message));
            }
        }
        if name.spelling().is_none() && pattern.spelling().is_some() {
            let message =
                format!("has no `{LANG_ISO}`, so all languages would share one name: add it");
            return Err(("name", message));
        }
        let (format, reader) = format(group)?;
        let exclude = group.exclude.iter().map(|text| parse("exclude", text));
        let codes = codes(config, group, pattern.spelling().unwrap_or(Spelling::Plain))?;
        let langs = codes.syntax(&codes.local(config.base()));
        let with_langs = |pattern: Pattern, langs: &str| {
            let invalid = |reason| ("pattern", format!("`{}` {reason}", pattern.text));
            pattern.with_langs(langs).map_err(invalid)
        };
        Ok(Self {
            exclude: exclude.collect::<Result<_, _>>()?,
            codes,
            platform: platform(group, &format)?,
            format,
            reader,
            config: group.clone(),
            pattern: with_langs(pattern, &langs)?,
            base: base.map(|base| with_langs(base, &langs)).transpose()?,
            name: with_langs(name, LANG_ISO)?,
            key,
        })
    }

    /// Returns the service name of a file with these captures, the same for all languages.
    pub(crate) fn service_name(&self, captures: &Captures) -> String {
        self.name.fill(captures, LANG_ISO)
    }

    pub(crate) fn path(&self, captures: &Captures, local: &str, is_base: bool) -> String {
        let pattern = self.base.as_ref().filter(|_| is_base).unwrap_or(&self.pattern);
        pattern.fill(captures, local)
    }

    pub(crate) fn excludes(&self, path: &str) -> bool {
        self.exclude.iter().any(|pattern| pattern.is_match(path))
    }
}

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

/// Returns the language codes of a group. Those of the configuration apply only to `{lang}`, since
/// platforms have their own spelling.
fn codes(config: &Config, group: &FileGroup, spelling: Spelling) -> Result<Codes, Invalid> {
    let mut map = group.languages.clone();
    check_codes(&map).map_err(|message| ("languages", message))?;
    if spelling == Spelling::Plain {
        for (local, service) in &config.languages {
            if !map.values().any(|known| known == service) {
                map.entry(local.clone()).or_insert_with(|| service.clone());
            }
        }
    }
    Ok(Codes { spelling, map })
}

/// Fails with the reason if codes are invalid.
pub(crate) fn check_codes(map: &BTreeMap<String, String>) -> Result<(), String> {
    let mut seen = BTreeMap::new();
    for (local, service) in map {
        if local.is_empty() || local.contains('/') || service.is_empty() {
            return Err(format!("invalid codes `{local}` = `{service}`: write local = service"));
        }
        if let Some(other) = seen.insert(service, local) {
            return Err(format!(
                "`{other}` and `{local}` both map to `{service}`: keep one of them"
            ));
        }
    }
    Ok(())
}

/// Returns the name and the reader of a group's format: by default, by the extension.
fn format(group: &FileGroup) -> Result<(String, &'static dyn Format), Invalid> {
    let name = group.pattern.rsplit('/').next().unwrap_or_default();
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let (field, format) = match (&group.format, extension) {
        (Some(format), _) => ("format", format.as_str()),
        (None, Some(extension)) if !extension.contains(['*', '{']) => ("pattern", extension),
        _ => {
            let message = format!(
                "cannot derive it, because the pattern `{}` has no extension: set it, as in \
                 format = \"json\"",
                group.pattern
            );
            return Err(("format", message));
        }
    };
    let format = match format {
        "yml" => "yaml",
        "xlf" => "xliff",
        format => format,
    };
    let reader = formats::of(format).ok_or_else(|| {
        let message = format!(
            "files of the format `{format}` are not read: use one of json, arb, yaml, xml, \
             strings, stringsdict, po, pot, xliff, properties, resx, or upload them at the service"
        );
        (field, message)
    })?;
    Ok((format.to_owned(), reader))
}

/// Returns the platform of a group's keys: by default, by the format.
fn platform(group: &FileGroup, format: &str) -> Result<&'static str, Invalid> {
    let Some(named) = &group.platform else {
        return Ok(match format {
            "xml" | "android_sdk" | "android_resources" => "android",
            "strings" | "stringsdict" => "ios",
            _ => "web",
        });
    };
    let known = ["android", "ios", "web", "other"].into_iter().find(|known| known == named);
    let message = format!("`{named}` is no platform: use android, ios, web or other");
    known.ok_or(("platform", message))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

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
            (group(json!({"pattern": "{lang}/L.docx"})), "`files[0].pattern`: files of the format"),
            (group(json!({"format": "xcstrings"})), "`files[0].format`: files of the format"),
            (group(json!({"base": "l/base.json"})), "`files[0].base`: its wildcards differ"),
            (group(json!({"name": "x.json"})), "`files[0].name`: its wildcards differ"),
            (group(json!({"name": "x/*.json"})), "`files[0].name`: has no `%LANG_ISO%`"),
            (group(json!({"upload": {"tags": ["ci"]}})), "unknown field `upload`"),
            (group(json!({"platform": "windows"})), "`files[0].platform`: `windows`"),
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
