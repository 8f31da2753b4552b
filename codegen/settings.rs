//! Settings of the generator: which schemas become types of this crate.

use std::collections::BTreeMap;

use progenitor_impl::{GenerationSettings, Generator, InterfaceStyle, TypeImpl};
use schemars::schema::{InstanceType, SchemaObject};

use super::Result;
use super::document::{Document, Server};

/// Component schemas whose types are handwritten in `src/wire/quirks/`, because the service
/// contradicts itself.
const QUIRK_TYPES: [&str; 12] = [
    "CommentsCreatedResponse",
    "ContributorsInvitedResponse",
    "CustomTranslationStatusReadResponse",
    "GrantedAdminRights",
    "TimestampText",
    "CustomTranslationStatusId",
    "ExportTrigger",
    "KeyName",
    "PlatformNames",
    "PluralForms",
    "QaIssues",
    "TranslationText",
];

/// Component schemas with an existing type: a flag and ids that `crate::wire::decode` reads in both
/// variants, the flag of queries, any JSON, and a name that is sent as it is read.
const OTHER_TYPES: [(&str, &str); 10] = [
    ("NewKeyName", "crate::wire::quirks::KeyName"),
    ("LanguageId", "i64"),
    ("CustomAttributes", "::serde_json::Value"),
    ("WritableFlag", "bool"),
    ("QueryFlag", "bool"),
    ("ProcessCreator", "i64"),
    ("EventId", "i64"),
    ("WebhookDelivery", "::serde_json::Value"),
    ("EventOrderTotal", "::std::string::String"),
    ("Item", "::serde_json::Value"),
];

/// String formats that become types of this crate.
const FORMATS: [(&str, &str); 3] = [
    ("password", "crate::wire::secret::Secret"),
    ("uri", "crate::wire::url_text::UrlText"),
    ("byte", "crate::wire::encoded::Base64"),
];

/// Fails if a replacement has no schema, which the generator does not report.
pub(super) fn check(document: &Document) -> Result<()> {
    let missing = QUIRK_TYPES
        .into_iter()
        .chain(OTHER_TYPES.into_iter().map(|(name, _)| name))
        .find(|name| !document.has_schema(name));
    match missing {
        Some(name) => Err(format!(
            "the document has no schema `{name}` any more: delete it from codegen/settings.rs, \
             and its type from src/wire/quirks"
        )),
        None => Ok(()),
    }
}

/// Whether a component schema has an existing type.
pub(super) fn is_written_by_hand(name: &str) -> bool {
    let mut plain = OTHER_TYPES.iter().map(|(name, _)| name);
    QUIRK_TYPES.contains(&name) || plain.any(|plain| *plain == name)
}

/// Returns the module of each component schema's type: that of the first server that uses it.
pub(super) type Owners = BTreeMap<String, &'static str>;

/// Returns the settings for the part of one server, with its enumerations.
pub(super) fn generator(
    server: &Server,
    part: &Document,
    lists_values: impl Fn(&str) -> bool,
    owners: &Owners,
) -> Generator {
    let mut settings = GenerationSettings::new();
    settings
        .with_interface(InterfaceStyle::Positional)
        .with_map_type("::std::collections::BTreeMap")
        .with_derive("PartialEq");
    for (format, path) in FORMATS {
        let schema = SchemaObject {
            instance_type: Some(InstanceType::String.into()),
            format: Some(format.to_owned()),
            ..SchemaObject::default()
        };
        settings.with_conversion(schema, path, std::iter::empty());
    }
    for (name, schema) in part.schemas() {
        let text = schema["type"] == "string" && schema.get("enum").is_none();
        let open = lists_values(name);
        let plain = OTHER_TYPES.iter().find(|(plain, _)| plain == name);
        let path = match (owners.get(name), plain) {
            (_, Some((_, path))) => (*path).to_owned(),
            _ if QUIRK_TYPES.contains(&name.as_str()) => format!("crate::wire::quirks::{name}"),
            // A component that only describes a text is a `String`.
            _ if text => "::std::string::String".to_owned(),
            (Some(owner), _) if open || *owner != server.module => {
                format!("crate::generated::{owner}::types::{name}")
            }
            _ => continue,
        };
        let impls = open.then_some([TypeImpl::Display, TypeImpl::FromStr]);
        settings.with_replacement(name, path, impls.into_iter().flatten());
    }
    Generator::new(&settings)
}
