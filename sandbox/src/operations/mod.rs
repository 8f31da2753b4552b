//! The operations: one handler for each `operationId`, and what they have in common.

pub(crate) mod audit_log;
mod branches;
mod bulk;
mod call;
mod comments;
mod contributors;
pub(crate) mod describe;
mod exports;
mod files;
mod glossary;
mod ignored;
mod items;
mod keys;
mod languages;
mod oauth;
mod orders;
mod payment;
mod processes;
mod projects;
mod resource;
mod screenshots;
mod segments;
mod service_tokens;
mod snapshots;
mod statuses;
mod tasks;
mod team_groups;
mod teams;
mod translations;
mod views;
mod webhooks;

use std::collections::HashMap;

use serde_json::Value;

pub(crate) use call::{AccountCall, COUNTS, Call, seconds_of};
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
    Project(Addressing, fn(&mut Call<'_>) -> Outcome),
    Account(fn(&mut AccountCall<'_>) -> Outcome),
    Token(fn(&mut TokenCall<'_>) -> Outcome),
    /// A page for browsers, which checks its query itself.
    Page(fn(&mut State, &HashMap<String, String>) -> Outcome),
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Addressing {
    /// By id or UUID, with or without a branch.
    Any,
    /// By its UUID v7 only.
    Uuid,
}

const fn any(handler: fn(&mut Call<'_>) -> Outcome) -> Handler {
    Handler::Project(Addressing::Any, handler)
}

const fn uuid(handler: fn(&mut Call<'_>) -> Outcome) -> Handler {
    Handler::Project(Addressing::Uuid, handler)
}

/// All handlers by `operationId`.
static HANDLERS: &[(&str, Handler)] = &[
    ("listProjects", Handler::Account(projects::list)),
    ("createProject", Handler::Account(projects::create)),
    ("getProject", any(projects::get)),
    ("updateProject", any(projects::update)),
    ("deleteProject", any(projects::delete)),
    ("emptyProject", any(projects::empty)),
    ("listSystemLanguages", Handler::Account(languages::list_of_system)),
    ("listLanguages", any(languages::list)),
    ("createLanguages", any(languages::create)),
    ("getLanguage", any(languages::get)),
    ("updateLanguage", any(languages::update)),
    ("deleteLanguage", any(languages::delete)),
    ("listKeys", any(keys::list)),
    ("createKeys", any(keys::create)),
    ("updateKeys", any(keys::update_several)),
    ("deleteKeys", any(keys::delete_several)),
    ("getKey", any(keys::get)),
    ("updateKey", any(keys::update)),
    ("deleteKey", any(keys::delete)),
    ("listTranslations", any(translations::list)),
    ("getTranslation", any(translations::get)),
    ("updateTranslation", any(translations::update)),
    ("listBranches", any(branches::list)),
    ("createBranch", any(branches::create)),
    ("getBranch", any(branches::get)),
    ("updateBranch", any(branches::update)),
    ("deleteBranch", any(branches::delete)),
    ("mergeBranch", any(branches::merge)),
    ("createContributors", any(contributors::create)),
    ("getOwnContributor", any(contributors::get_own)),
    ("importContributors", uuid(bulk::import)),
    ("deleteAllContributors", uuid(bulk::delete_all)),
    ("getContributorDeletionJob", uuid(bulk::get_job)),
    ("listCustomTranslationStatusColors", any(statuses::colors)),
    ("createScreenshots", any(screenshots::create)),
    ("restoreSnapshot", any(snapshots::restore)),
    ("createServiceToken", any(service_tokens::create)),
    ("listAuditLogs", Handler::Account(audit_log::list)),
    ("listProjectComments", Handler::Resource(&describe::COMMENTS, Action::List)),
    ("createKeyComments", Handler::Resource(&describe::COMMENTS, Action::Create)),
    ("listFiles", any(files::list)),
    ("uploadFile", any(files::upload)),
    ("deleteFile", any(files::delete)),
    ("exportFiles", any(exports::export)),
    ("startExport", any(exports::export_async)),
    ("regenerateWebhookSecret", any(webhooks::regenerate)),
    ("listProcesses", any(processes::list)),
    ("getProcess", any(processes::get)),
    ("listItems", any(items::list)),
    ("listGlossaryTerms", any(glossary::list)),
    ("createGlossaryTerms", any(glossary::create)),
    ("updateGlossaryTerms", any(glossary::update)),
    ("deleteGlossaryTerms", any(glossary::delete)),
    ("listSegments", any(segments::list)),
    ("getSegment", any(segments::get)),
    ("updateSegment", any(segments::update)),
    ("addTeamGroupMembers", Handler::Account(team_groups::change)),
    ("removeTeamGroupMembers", Handler::Account(team_groups::change)),
    ("addTeamGroupProjects", Handler::Account(team_groups::change)),
    ("removeTeamGroupProjects", Handler::Account(team_groups::change)),
    ("getOrder", Handler::Account(orders::get)),
    ("listTranslationProviders", Handler::Account(orders::providers)),
    ("requestToken", Handler::Token(oauth::request_token)),
    ("authorize", Handler::Page(oauth::authorize)),
];

pub(crate) fn handler(operation: &str) -> Option<Handler> {
    let of_resource = describe::RESOURCES
        .iter()
        .find_map(|resource| Some(Handler::Resource(resource, resource.action(operation)?)));
    let mut others = HANDLERS.iter();
    of_resource.or_else(|| Some(others.find(|(id, _)| *id == operation)?.1))
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
    use crate::state::{admin_rights, declared_right, rights};

    #[test]
    fn every_operation_has_a_handler_and_every_handler_an_operation() {
        let document = Document::embedded().unwrap();
        let documented: BTreeSet<_> = document.operations().iter().map(|o| o.id.as_str()).collect();
        let unserved: Vec<_> = documented.iter().filter(|id| handler(id).is_none()).collect();
        let others = HANDLERS.iter().map(|(id, _)| id).filter(|id| !documented.contains(*id));
        let differing: Vec<_> = unserved.into_iter().chain(others).collect();
        assert!(differing.is_empty(), "in one of the document and HANDLERS only: {differing:?}");
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
