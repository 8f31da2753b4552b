//! The places where the service contradicts itself: one file for each `x-quirk` of the document, with the two wire examples
//! that prove it, and a type or method that serves both sides.

/// Defines a type of text that is sent as it is, and read from a number as well.
macro_rules! text_id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(#[serde(deserialize_with = "crate::decode::lenient")] String);

        impl $name {
            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
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

mod admin_right_sets;
mod created_comments;
mod empty_admin_rights;
mod grant_type_name;
mod invited_contributor;
mod reviewer_spelling;
mod status_deletion;
mod status_envelope;
mod status_id_type;
mod timestamps;
mod trigger_names;
mod writable_flag;

pub use created_comments::CommentsCreatedResponse;
pub use empty_admin_rights::GrantedAdminRights;
pub use invited_contributor::ContributorsInvitedResponse;
pub use status_envelope::CustomTranslationStatusReadResponse;
pub use status_id_type::CustomTranslationStatusId;
pub use timestamps::TimestampText;
pub use trigger_names::ExportTrigger;

/// The items of an answer that has a list under one name or a single item under another.
fn many_or_one<T>(many: Option<Vec<T>>, one: Option<T>, names: &str) -> Result<Vec<T>, String> {
    many.or_else(|| one.map(|item| vec![item]))
        .ok_or_else(|| format!("missing both {names}"))
}
