//! The places where the service contradicts itself: one file for each `x-quirk` of the document.
//! Its docs describe both variants; its tests are in the file or named there.

/// Defines a text type that is also decoded from a number.
macro_rules! text_id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl crate::wire::decode::Decode for $name {
            fn decode(
                reader: &mut crate::wire::decode::Reader<'_>,
            ) -> crate::wire::decode::Result<Self> {
                crate::wire::decode::Decode::decode(reader).map(Self)
            }
        }

        crate::wire::decode::deserialize!($name);

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl $name {
            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl<S: AsRef<str> + ?Sized> From<&S> for $name {
            fn from(text: &S) -> Self {
                Self(text.as_ref().to_owned())
            }
        }


        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(&self.0)
            }
        }
    };
}

/// Defines a response with a list of items in one field, or a single item in another. It is
/// serialized as a list.
macro_rules! many_or_one {
    (
        $(#[$meta:meta])*
        $name:ident { $(#[$doc:meta])* $many:ident or $one:ident: $item:ty }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub struct $name {
            /// Id of the project, without the branch of the request.
            pub project_id: Option<String>,
            /// Name of the branch. *Observed.*
            pub branch: Option<String>,
            $(#[$doc])*
            pub $many: Vec<$item>,
        }

        impl crate::wire::decode::Decode for $name {
            fn decode(
                reader: &mut crate::wire::decode::Reader<'_>,
            ) -> crate::wire::decode::Result<Self> {
                use crate::wire::decode::Decode;
                let (mut project_id, mut branch, mut many, mut one) = (None, None, None, None);
                let start = reader.object(&mut |reader, name| {
                    match name {
                        "project_id" => project_id = Decode::decode(reader)?,
                        "branch" => branch = Decode::decode(reader)?,
                        stringify!($many) => many = Decode::decode(reader)?,
                        stringify!($one) => one = Decode::decode(reader)?,
                        _ => drop(reader.skip()?),
                    }
                    Ok(())
                })?;
                let many = many.or_else(|| one.map(|item: $item| vec![item]));
                Ok(Self {
                    project_id,
                    branch,
                    $many: reader.required(start, stringify!($many), many)?,
                })
            }
        }

        crate::wire::decode::deserialize!($name);
        crate::wire::decode::encoded!($name { $many } optional { project_id, branch });
    };
}

mod admin_right_sets;
mod authorization_state;
mod branch_totals;
mod created_comments;
mod empty_admin_rights;
mod empty_cursor;
mod ended_export;
mod error_wrapper;
mod export_settings;
mod glossary_delete_meta;
mod grant_type_name;
mod group_languages;
mod group_role;
mod invalid_token;
mod invited_contributor;
mod invited_languages;
mod key_name_text;
mod language_id_text;
mod oauth_refusal;
mod older_answers;
mod older_statistics;
mod order_key_type;
mod order_read_branch;
mod own_contributor;
mod plural_as_object;
mod provider_totals;
mod removed_language;
mod restore_counts;
mod reviewer_spelling;
#[cfg(feature = "teams")]
mod right_manage_keys;
mod screenshot_keys;
mod segment_reviewer;
mod status_deletion;
mod status_envelope;
mod status_id_type;
#[cfg(feature = "tasks")]
mod task_language_status;
#[cfg(feature = "teams")]
mod team_plan;
mod timestamps;
mod tm_leverage_list;
mod total_count;
mod trigger_names;
mod unverified_name;
mod upload_status;
mod writable_flag;

pub use created_comments::CommentsCreatedResponse;
pub use invited_contributor::ContributorsInvitedResponse;
pub use key_name_text::KeyName;
pub use older_statistics::QaIssues;
pub use plural_as_object::{PluralForms, TranslationText};
pub use status_envelope::CustomTranslationStatusReadResponse;
pub use status_id_type::CustomTranslationStatusId;
pub use timestamps::TimestampText;
pub(crate) use timestamps::time;
