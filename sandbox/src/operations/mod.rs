//! The operations: one handler for each `operationId`, and what they have in common.

mod around;
mod branches;
mod call;
mod comments;
mod contributors;
pub(crate) mod describe;
mod example;
mod exports;
mod files;
mod glossary;
mod ignored;
mod keys;
mod languages;
mod oauth;
mod processes;
mod projects;
mod resource;
mod screenshots;
mod snapshots;
mod statuses;
mod tasks;
mod time;
mod translations;
mod views;
mod webhooks;

use std::collections::HashMap;

use serde_json::Value;

pub(crate) use around::Around;
pub(crate) use call::Call;
use describe::RESOURCES;
pub(crate) use example::EXAMPLE;
pub(crate) use exports::publish;
pub(crate) use ignored::note_ignored;
pub(crate) use resource::{Action, FieldError, Resource, Scope};
pub(crate) use screenshots::image_at;
pub(crate) use time::seconds_of;

use crate::http::{Answer, Refusal};
use crate::settings::Settings;
use crate::state::{OAuth, State};

type Outcome = Result<Answer, Refusal>;

#[derive(Clone, Copy)]
pub(crate) enum Handler {
    Resource(&'static Resource, Action),
    Call(fn(&mut Call<'_>) -> Outcome),
    Token(fn(&mut TokenCall<'_>) -> Outcome),
    /// A page for browsers, which checks its query itself.
    Page(fn(&mut State, &HashMap<String, String>) -> Outcome),
}

/// All handlers by `operationId`. What has none is answered by an [`example`].
static HANDLERS: &[(&str, Handler)] = &[
    ("listProjects", Handler::Call(projects::list)),
    ("createProject", Handler::Call(projects::create)),
    ("getProject", Handler::Call(projects::get)),
    ("updateProject", Handler::Call(projects::update)),
    ("deleteProject", Handler::Call(projects::delete)),
    ("emptyProject", Handler::Call(projects::empty)),
    ("listSystemLanguages", Handler::Call(languages::list_of_system)),
    ("listLanguages", Handler::Call(languages::list)),
    ("createLanguages", Handler::Call(languages::create)),
    ("getLanguage", Handler::Call(languages::get)),
    ("updateLanguage", Handler::Call(languages::update)),
    ("deleteLanguage", Handler::Call(languages::delete)),
    ("listKeys", Handler::Call(keys::list)),
    ("createKeys", Handler::Call(keys::create)),
    ("updateKeys", Handler::Call(keys::update_several)),
    ("deleteKeys", Handler::Call(keys::delete_several)),
    ("getKey", Handler::Call(keys::get)),
    ("updateKey", Handler::Call(keys::update)),
    ("deleteKey", Handler::Call(keys::delete)),
    ("listTranslations", Handler::Call(translations::list)),
    ("getTranslation", Handler::Call(translations::get)),
    ("updateTranslation", Handler::Call(translations::update)),
    ("listBranches", Handler::Call(branches::list)),
    ("createBranch", Handler::Call(branches::create)),
    ("getBranch", Handler::Call(branches::get)),
    ("updateBranch", Handler::Call(branches::update)),
    ("deleteBranch", Handler::Call(branches::delete)),
    ("mergeBranch", Handler::Call(branches::merge)),
    ("createContributors", Handler::Call(contributors::create)),
    ("getOwnContributor", Handler::Call(contributors::get_own)),
    ("listCustomTranslationStatusColors", Handler::Call(statuses::colors)),
    ("restoreSnapshot", Handler::Call(snapshots::restore)),
    ("listFiles", Handler::Call(files::list)),
    ("uploadFile", Handler::Call(files::upload)),
    ("deleteFile", Handler::Call(files::delete)),
    ("exportFiles", Handler::Call(exports::export)),
    ("startExport", Handler::Call(exports::export_async)),
    ("regenerateWebhookSecret", Handler::Call(webhooks::regenerate)),
    ("listProcesses", Handler::Call(processes::list)),
    ("getProcess", Handler::Call(processes::get)),
    ("listGlossaryTerms", Handler::Call(glossary::list)),
    ("getGlossaryTerm", Handler::Call(glossary::get)),
    ("createGlossaryTerms", Handler::Call(glossary::create)),
    ("updateGlossaryTerms", Handler::Call(glossary::update)),
    ("deleteGlossaryTerms", Handler::Call(glossary::delete)),
    ("requestToken", Handler::Token(oauth::request_token)),
    ("authorize", Handler::Page(oauth::authorize)),
];

pub(crate) fn handler(operation: &str) -> Handler {
    let mut resources = RESOURCES.iter().flat_map(|resource| {
        resource.operations.iter().map(|(id, action)| (*id, Handler::Resource(resource, *action)))
    });
    let of_resource = resources.find(|(id, _)| *id == operation);
    let other = || HANDLERS.iter().copied().find(|(id, _)| *id == operation);
    of_resource.or_else(other).map_or(Handler::Call(example::answer), |(_, handler)| handler)
}

/// A request to the token endpoint that fits the document.
#[derive(Debug)]
pub(crate) struct TokenCall<'a> {
    pub(crate) oauth: &'a mut OAuth,
    pub(crate) body: &'a Value,
    pub(crate) settings: &'a Settings,
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::document::Document;

    #[test]
    fn operations_have_one_handler_or_an_example_that_the_documentation_lists() {
        let document = Document::embedded().unwrap();
        let of_resources = RESOURCES.iter().flat_map(|it| it.operations.iter().map(|(id, _)| *id));
        let all: Vec<_> = HANDLERS.iter().map(|(id, _)| *id).chain(of_resources).collect();
        let unknown: Vec<_> = all.iter().filter(|id| document.operation(id).is_none()).collect();
        assert!(unknown.is_empty(), "correct {unknown:?} in RESOURCES and HANDLERS");
        let (_, listed) = include_str!("../../docs/behavior.md").split_once("## Examples").unwrap();
        let (listed, _) = listed.split_once("\n## ").unwrap();
        for operation in document.operations() {
            let served = all.iter().filter(|id| **id == operation.id).count();
            let is_listed = listed.contains(&format!("`{}`", operation.id));
            assert_eq!(
                served,
                usize::from(!is_listed),
                "{}: add it to RESOURCES, to HANDLERS, or to the list in docs/behavior.md",
                operation.id
            );
        }
    }
}
