//! What branches hold, in the form: keys, files, comments and processes.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::values::{
    FromText, Id, Moment, Name, Named, Reference, Short, Uuid7, is_default, objects,
};
use crate::state::Platform;

objects!(Key, Screenshot, Comment, Process, Import, Export);

/// A key with its translations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct Key {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Id>,
    /// The name, or one for each platform.
    pub(crate) name: EachPlatform,
    /// The file it is in, or one for each platform.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) filename: Option<EachPlatform>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) description: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) context: String,
    /// Where they are left out, the one that files of its format are for; `web` without a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub(crate) platforms: Option<Vec<Platform>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tags: Vec<String>,
    /// Whether its translations have plural forms: as they do, where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) plural: Option<bool>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) plural_name: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) hidden: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) archived: bool,
    /// 0 is no limit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) char_limit: u64,
    /// JSON as text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) custom_attributes: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) screenshots: Vec<Screenshot>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) created_at: Option<Moment>,
    /// When it was made where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) modified_at: Option<Moment>,
    /// When it was made where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) translations_modified_at: Option<Moment>,
    /// By the codes of languages of the branch. Those that are left out are untranslated.
    #[serde(default, skip_serializing_if = "Named::is_empty")]
    pub(crate) translations: Named<Short<Translation>>,
}

/// A text for all platforms, or one for each.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum EachPlatform {
    All(String),
    Each(Box<Each>),
}

/// A text for each platform. What is left out is the first that is given, of names; of files none.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a text, or an object with platforms")]
pub(crate) struct Each {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ios: Option<Name>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) android: Option<Name>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) web: Option<Name>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) other: Option<Name>,
}

/// Either of the two, while it is read.
#[derive(Deserialize)]
#[serde(transparent)]
struct Written(Short<Either>);

enum Either {
    Text(String),
    Each(Box<Each>),
}

impl<'de> Deserialize<'de> for Either {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Each::deserialize(deserializer).map(|each| Self::Each(Box::new(each)))
    }
}

impl FromText for Either {
    const EXPECTED: &'static str = "a text, or an object with a text for each platform";
    const MEMBER: &'static str = "";

    fn from_text<'de, E: serde::de::Error>(text: String) -> Result<Self, E>
    where
        Self: Deserialize<'de>,
    {
        Ok(Self::Text(text))
    }
}

impl<'de> Deserialize<'de> for EachPlatform {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Written::deserialize(deserializer)?.0.0 {
            Either::Text(text) => Ok(Self::All(text)),
            Either::Each(each) if *each == Each::default() => Err(serde::de::Error::custom(
                "at least one of ios, android, web and other is needed",
            )),
            Either::Each(each) => Ok(Self::Each(each)),
        }
    }
}

impl Serialize for EachPlatform {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::All(text) => text.serialize(serializer),
            Self::Each(each) => each.serialize(serializer),
        }
    }
}

/// A translation. Its text alone will do, or the forms of a plural with their texts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default, expecting = "a text or an object")]
pub(crate) struct Translation {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Id>,
    /// The text of a key that is no plural.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    /// The forms of a plural in any order and under any name, in place of those below.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub(crate) forms: Named<String>,
    #[serde(skip_serializing)]
    pub(crate) zero: Option<String>,
    #[serde(skip_serializing)]
    pub(crate) one: Option<String>,
    #[serde(skip_serializing)]
    pub(crate) two: Option<String>,
    #[serde(skip_serializing)]
    pub(crate) few: Option<String>,
    #[serde(skip_serializing)]
    pub(crate) many: Option<String>,
    #[serde(skip_serializing)]
    pub(crate) other: Option<String>,
    /// When the key was translated last where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) modified_at: Option<Moment>,
    /// The user who wrote it, by id or e-mail: who made the branch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) modified_by: Option<Reference>,
    /// Whether it is reviewed; where it is left out, it is if there is who reviewed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reviewed: Option<bool>,
    /// The user who reviewed it, by id or e-mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reviewed_by: Option<Reference>,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) unverified: bool,
    /// Custom translation statuses of the project, by id or title.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) statuses: Vec<Reference>,
}

impl FromText for Translation {
    const EXPECTED: &'static str = "a text, or an object";
    const MEMBER: &'static str = "text";
    const MAY_BE_EMPTY: bool = true;
}

/// What is known of a screenshot; its picture is not kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct Screenshot {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Id>,
    #[serde(default)]
    pub(crate) title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) description: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tags: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) created_at: Option<Moment>,
}

/// A file of a branch. Its name alone will do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, expecting = "a filename or an object")]
pub(crate) struct File {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Id>,
    pub(crate) name: Name,
    /// Whether it is listed without keys too.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) keyless: bool,
    /// Whether its contents, which are YAML, are below the code of the language.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) rooted: bool,
}

impl FromText for File {
    const EXPECTED: &'static str = "a filename, or an object";
    const MEMBER: &'static str = "name";
}

/// A comment on a key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct Comment {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Id>,
    /// The key of the branch, by id or name.
    pub(crate) key: Reference,
    pub(crate) text: String,
    /// The user who wrote it, by id or e-mail: the owner of the project.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) author: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) added_at: Option<Moment>,
}

/// A process that has ended: an import, or else an export.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct Process {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Uuid7>,
    /// `finished` where it is left out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) status: End,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) message: String,
    /// The user who started it, by id or e-mail: the owner of the project.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) created_by: Option<Reference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) created_at: Option<Moment>,
    /// What was asked for: the body of the upload without its data, or of the export.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub(crate) options: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) import: Option<Import>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) export: Option<Export>,
}

/// How a process ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum End {
    #[default]
    Finished,
    Failed,
    Cancelled,
}

/// What became of an imported file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default, remote = "Self")]
pub(crate) struct Import {
    /// How many words its texts have.
    pub(crate) words: u32,
    /// How many keys it had.
    pub(crate) total: u32,
    pub(crate) inserted: u32,
    pub(crate) updated: u32,
    pub(crate) skipped: u32,
}

/// What became of an export. Its bundle is not kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default, remote = "Self")]
pub(crate) struct Export {
    pub(crate) keys: u32,
    /// The size of the bundle in bytes.
    pub(crate) size: u32,
}
