//! The operations: one handler for each `operationId`, and what they have in common.

mod branches;
mod call;
mod comments;
mod contributors;
pub(crate) mod describe;
pub(crate) mod example;
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
mod translations;
mod views;
mod webhooks;

use std::collections::HashMap;

use serde_json::Value;

pub(crate) use call::{AccountCall, Call, seconds_of};
use describe::RESOURCES;
pub(crate) use exports::publish;
pub(crate) use ignored::note_ignored;
pub(crate) use resource::{Action, Around, Fault, Resource, Scope};
pub(crate) use screenshots::image_at;

use crate::http::{Answer, Refusal};
use crate::settings::Settings;
use crate::state::{OAuth, State};

type Outcome = Result<Answer, Refusal>;

#[derive(Clone, Copy)]
pub(crate) enum Handler {
    Resource(&'static Resource, Action),
    /// An operation of a project, whose address is the first path parameter.
    Project(fn(&mut Call<'_>) -> Outcome),
    Account(fn(&mut AccountCall<'_>) -> Outcome),
    Token(fn(&mut TokenCall<'_>) -> Outcome),
    /// A page for browsers, which checks its query itself.
    Page(fn(&mut State, &HashMap<String, String>) -> Outcome),
    /// An operation that has no handler.
    Example,
}

/// All handlers by `operationId`. What has none is answered by an [`example`].
static HANDLERS: &[(&str, Handler)] = &[
    ("listProjects", Handler::Account(projects::list)),
    ("createProject", Handler::Account(projects::create)),
    ("getProject", Handler::Project(projects::get)),
    ("updateProject", Handler::Project(projects::update)),
    ("deleteProject", Handler::Project(projects::delete)),
    ("emptyProject", Handler::Project(projects::empty)),
    ("listSystemLanguages", Handler::Account(languages::list_of_system)),
    ("listLanguages", Handler::Project(languages::list)),
    ("createLanguages", Handler::Project(languages::create)),
    ("getLanguage", Handler::Project(languages::get)),
    ("updateLanguage", Handler::Project(languages::update)),
    ("deleteLanguage", Handler::Project(languages::delete)),
    ("listKeys", Handler::Project(keys::list)),
    ("createKeys", Handler::Project(keys::create)),
    ("updateKeys", Handler::Project(keys::update_several)),
    ("deleteKeys", Handler::Project(keys::delete_several)),
    ("getKey", Handler::Project(keys::get)),
    ("updateKey", Handler::Project(keys::update)),
    ("deleteKey", Handler::Project(keys::delete)),
    ("listTranslations", Handler::Project(translations::list)),
    ("getTranslation", Handler::Project(translations::get)),
    ("updateTranslation", Handler::Project(translations::update)),
    ("listBranches", Handler::Project(branches::list)),
    ("createBranch", Handler::Project(branches::create)),
    ("getBranch", Handler::Project(branches::get)),
    ("updateBranch", Handler::Project(branches::update)),
    ("deleteBranch", Handler::Project(branches::delete)),
    ("mergeBranch", Handler::Project(branches::merge)),
    ("createContributors", Handler::Project(contributors::create)),
    ("getOwnContributor", Handler::Project(contributors::get_own)),
    ("listCustomTranslationStatusColors", Handler::Project(statuses::colors)),
    ("createScreenshots", Handler::Project(screenshots::create)),
    ("restoreSnapshot", Handler::Project(snapshots::restore)),
    ("listFiles", Handler::Project(files::list)),
    ("uploadFile", Handler::Project(files::upload)),
    ("deleteFile", Handler::Project(files::delete)),
    ("exportFiles", Handler::Project(exports::export)),
    ("startExport", Handler::Project(exports::export_async)),
    ("regenerateWebhookSecret", Handler::Project(webhooks::regenerate)),
    ("listProcesses", Handler::Project(processes::list)),
    ("getProcess", Handler::Project(processes::get)),
    ("listGlossaryTerms", Handler::Project(glossary::list)),
    ("createGlossaryTerms", Handler::Project(glossary::create)),
    ("updateGlossaryTerms", Handler::Project(glossary::update)),
    ("deleteGlossaryTerms", Handler::Project(glossary::delete)),
    ("requestToken", Handler::Token(oauth::request_token)),
    ("authorize", Handler::Page(oauth::authorize)),
];

pub(crate) fn handler(operation: &str) -> Handler {
    let mut resources = RESOURCES.iter().flat_map(|resource| {
        resource.operations.iter().map(|(id, action)| (*id, Handler::Resource(resource, *action)))
    });
    let of_resource = resources.find(|(id, _)| *id == operation);
    let other = || HANDLERS.iter().copied().find(|(id, _)| *id == operation);
    of_resource.or_else(other).map_or(Handler::Example, |(_, handler)| handler)
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
    use std::collections::BTreeSet;

    use super::*;
    use crate::document::Document;

    const DOCUMENT: &str = "the document has no such operation";
    use crate::state::{admin_rights, declared_right, rights};

    #[test]
    fn every_handler_is_one_of_an_operation() {
        let document = Document::embedded().unwrap();
        let of_resources = RESOURCES.iter().flat_map(|it| it.operations.iter().map(|(id, _)| *id));
        let all: Vec<_> = HANDLERS.iter().map(|(id, _)| *id).chain(of_resources).collect();
        let unknown: Vec<_> = all.iter().filter(|id| document.operation(id).is_none()).collect();
        assert!(unknown.is_empty(), "correct {unknown:?} in RESOURCES and HANDLERS: {DOCUMENT}");
        let repeated: Vec<_> =
            all.iter().filter(|id| all.iter().filter(|it| it == id).count() > 1).collect();
        assert!(repeated.is_empty(), "served twice, by RESOURCES and HANDLERS: {repeated:?}");
    }

    #[test]
    fn rights_are_those_of_the_document() {
        let document = Document::embedded().unwrap();
        let listed = |name: &str| -> BTreeSet<&str> {
            let list = &document.value()["components"]["schemas"][name]["enum"];
            let names = list.as_array().unwrap().iter();
            names.map(|name| name.as_str().unwrap()).collect()
        };
        let declared = rights().chain(rights().map(declared_right));
        assert_eq!(declared.collect::<BTreeSet<_>>(), listed("UpdateAdminRight"));
        for operation in document.operations() {
            // What else is needed is a role.
            let needed = operation.admin_right.as_deref().filter(|it| !it.ends_with(" admin"));
            let known = needed.is_none_or(|title| !admin_rights(title, &operation.id).is_empty());
            assert!(known, "{}: {needed:?}", operation.id);
        }
    }
}
