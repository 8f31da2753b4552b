//! Which keys a list holds.

use crate::operations::Call;
use crate::state::Key;

/// The filters of a request; of several values in one, a key has to fit any.
pub(super) struct Filter<'c> {
    tags: Vec<&'c str>,
    filenames: Vec<&'c str>,
    names: Vec<&'c str>,
    ids: Vec<u64>,
    platforms: Vec<&'c str>,
    /// Texts are not checked: no key has an issue.
    has_issue: bool,
    untranslated: bool,
    /// Whether keys have to be archived, or must not be.
    archived: Option<bool>,
}

impl<'c> Filter<'c> {
    pub(super) fn new(call: &'c Call<'_>) -> Self {
        let archived = call.parameters.query.get("filter_archived");
        Self {
            tags: call.query_list("filter_tags"),
            filenames: call.query_list("filter_filenames"),
            names: call.query_list("filter_keys"),
            ids: call.query_ids("filter_key_ids"),
            platforms: call.query_list("filter_platforms"),
            has_issue: !call.query_list("filter_qa_issues").is_empty(),
            untranslated: call.query_flag("filter_untranslated").unwrap_or(false),
            archived: match archived.map(String::as_str) {
                Some("exclude") => Some(false),
                Some("only") => Some(true),
                _ => None,
            },
        }
    }

    pub(super) fn fits(&self, key: &Key) -> bool {
        any(&self.tags, |tag| key.tags.iter().any(|own| own == tag))
            && any(&self.filenames, |name| key.is_in_file(name))
            && any(&self.names, |name| key.names.texts().contains(name))
            && any(&self.ids, |id| key.id == *id)
            && any(&self.platforms, |name| key.platforms.iter().any(|own| own.name() == *name))
            && !self.has_issue
            && (!self.untranslated || key.translations().iter().any(|it| it.text.is_empty()))
            && self.archived.is_none_or(|archived| key.archived == archived)
    }
}

fn any<T>(values: &[T], fits: impl Fn(&T) -> bool) -> bool {
    values.is_empty() || values.iter().any(fits)
}
