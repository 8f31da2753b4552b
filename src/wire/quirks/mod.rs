//! The places where the service contradicts itself: each `x-quirk` of the document. Those that need
//! code have a file each. The generated types and `crate::wire::decode` read both variants of
//! these:
//!
//! - `admin_right_sets`: two lists of admin rights are documented, one for invitations and one for
//!   updates; responses mix them. `AdminRight` has the values of both, and an update accepts any
//!   of them. An invitation takes `InvitationAdminRight`, converted from `&AdminRight`: a right
//!   that no invitation accepts becomes `Other`.
//! - `authorization_state`: `redirect_uri` is documented as required, and `state` as optional
//!   without it. An [`Authorization`](crate::Authorization) has both.
//! - `branch_totals`: the total of the list of branches was observed to be one too low, and
//!   correct in a later response. Lists request one page more after a full one, whatever the
//!   total: see `crate::pages`.
//! - `empty_admin_rights`: the admin rights of a contributor are a list, or an empty object if
//!   there are none, which `crate::wire::decode` decodes as an empty list.
//! - `empty_cursor`: on the last page of a list by cursor, `X-Pagination-Next-Cursor` is absent or
//!   empty. `Response::next_cursor` returns `None` for both.
//! - `ended_export`: the process of an ended asynchronous export has a null `message`, text in
//!   `created_by`, times in another time zone, and neither `created_by_email` nor the project's
//!   id. Other processes are as documented.
//! - `error_wrapper`: an error is `{"error":{"message":"Not found","code":404}}`, as documented,
//!   or `{"message":"Not found","code":404}`. [`Error::message`](crate::Error::message) reads
//!   both.
//! - `export_settings`: both exports are documented with the same settings, but the last six only
//!   for the asynchronous one. Both calls send the settings that you set.
//! - `glossary_delete_meta`: the response to the deletion of glossary terms has an empty list in
//!   `meta`, or no `meta`. Both decode, and so does an object in its place.
//! - `group_languages`: requests of groups without languages, or with empty lists, were accepted,
//!   and newer versions of the service reject them. Empty lists are sent.
//! - `group_role`: the role of a group is a number or null, and absent in older responses and in
//!   those of changes.
//! - `invalid_token`: a missing or invalid token is rejected with 401, or with 400 and a message
//!   that names the `X-Api-Token` header. Only a 401 refreshes an access token.
//! - `invited_languages`: the languages of an invitation are documented both as required and as
//!   required only if `is_admin` is false. They are an argument; an empty list is sent.
//! - `language_id_text`: the id of a language is a number, or text in some responses about added
//!   languages. `crate::wire::decode` reads both as a number.
//! - `oauth_refusal`: an error of the authorization server repeats the `state` of the request, as
//!   documented, or has an `error_uri` and no `state`.
//! - `older_answers`: fields that were added later are absent in older responses, and lists may be
//!   null. All such fields are optional.
//! - `order_key_type`: ids of an order are numbers, or text as in `keys` of its creation and in
//!   old responses. `crate::wire::decode` reads both as numbers.
//! - `order_read_branch`: an order has its branch and payment method when it is created, and null
//!   for both when it is read.
//! - `own_contributor`: the caller's own contributor has a `project_id`, as documented, or a
//!   `project_uuid` instead. Both are optional.
//! - `provider_totals`: the total of the list of translation providers was observed to be two too
//!   low. Lists request further pages after a full one, whatever the total: see `crate::pages`.
//! - `removed_language`: a language of a task has a code, or null if it was removed from the
//!   project.
//! - `restore_counts`: the project that a snapshot was restored to has all its counts, or 0 while
//!   the copy is being made. Both decode alike; read the project again.
//! - `screenshot_keys`: the keys of a screenshot are in `keys`, with their places, and in
//!   `key_ids`; or only in the latter, with 0 for a deleted key. Both are optional.
//! - `segment_reviewer`: the response to the review of a segment has the id of the reviewer, or 0,
//!   and later responses have the id. Both decode alike; do not take 0 for a failed review.
//! - `task_language_status`: a language of a task that is in progress has the status `in progress`,
//!   or `in_progress` as the task itself and the filter of the list. `TaskStatus` decodes both as
//!   `InProgress`.
//! - `tm_leverage_list`: the matches of a language of a task are an object, or an empty list in
//!   older responses, which `crate::wire::decode` decodes as an empty object.
//! - `total_count`: the total of a list is documented in `X-Total-Count`, but was only observed in
//!   `X-Pagination-Total-Count`. [`Response::total_count`](crate::Response::total_count) reads the
//!   first, then the second.
//! - `trigger_names`: the service lists six identifiers of integrations in one place and ten in
//!   another. Both lists are unknown, so any text can be sent.
//! - `upload_status`: an upload is documented to return 202, 200, or 302 with the same body, which
//!   is reserved for a file that is already queued. All three succeed, with the status in
//!   [`Response::status`](crate::Response::status). A 302 without such a body is an error, and
//!   redirects are not followed.
//! - `writable_flag`: write access to a language is a boolean, or 0 or 1. `crate::wire::decode`
//!   reads both as `bool`.

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

mod created_comments;
mod grant_type_name;
mod invited_contributor;
mod key_name_text;
mod older_statistics;
mod plural_as_object;
mod reviewer_spelling;
#[cfg(feature = "teams")]
mod right_manage_keys;
mod status_deletion;
mod status_envelope;
mod status_id_type;
#[cfg(feature = "teams")]
mod team_plan;
#[cfg(test)]
mod tests;
mod timestamps;
mod unverified_name;

pub use created_comments::CommentsCreatedResponse;
pub use grant_type_name::TokenRequest;
pub use invited_contributor::ContributorsInvitedResponse;
pub use key_name_text::KeyName;
pub use older_statistics::QaIssues;
pub use plural_as_object::{PluralForms, TranslationText};
pub use status_envelope::CustomTranslationStatusReadResponse;
pub use status_id_type::CustomTranslationStatusId;
pub use timestamps::TimestampText;
pub(crate) use timestamps::time;
