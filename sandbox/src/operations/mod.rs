//! The operations: one handler for each `operationId`, and what they have in common.

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
mod translations;
mod views;
mod webhooks;

pub(crate) use call::Call;
use comments::COMMENTS;
pub(crate) use contributors::CONTRIBUTORS;
pub(crate) use example::EXAMPLE;
pub(crate) use exports::publish;
use glossary::GLOSSARY;
pub(crate) use ignored::note_ignored;
pub(crate) use resource::{Around, Resource, Scope};
use screenshots::SCREENSHOTS;
pub(crate) use screenshots::image_at;
use snapshots::SNAPSHOTS;
pub(crate) use statuses::STATUSES;
use tasks::TASKS;
use webhooks::WEBHOOKS;

use crate::http::{Answer, Refusal};

type Outcome = Result<Answer, Refusal>;

type Handler = fn(&mut Call<'_>) -> Outcome;

/// Everything that the engine serves, in the order in which a seed is read.
pub(crate) static RESOURCES: &[&Resource] =
    &[&COMMENTS, &CONTRIBUTORS, &STATUSES, &WEBHOOKS, &SCREENSHOTS, &TASKS, &GLOSSARY, &SNAPSHOTS];

/// All handlers by `operationId`. What has none is answered by an [`example`].
static HANDLERS: &[(&str, Handler)] = &[
    ("listProjects", projects::list),
    ("createProject", projects::create),
    ("getProject", projects::get),
    ("updateProject", projects::update),
    ("deleteProject", projects::delete),
    ("emptyProject", projects::empty),
    ("listSystemLanguages", languages::list_of_system),
    ("listLanguages", languages::list),
    ("createLanguages", languages::create),
    ("getLanguage", languages::get),
    ("updateLanguage", languages::update),
    ("deleteLanguage", languages::delete),
    ("listKeys", keys::list),
    ("createKeys", keys::create),
    ("updateKeys", keys::update_several),
    ("deleteKeys", keys::delete_several),
    ("getKey", keys::get),
    ("updateKey", keys::update),
    ("deleteKey", keys::delete),
    ("listTranslations", translations::list),
    ("getTranslation", translations::get),
    ("updateTranslation", translations::update),
    ("listBranches", branches::list),
    ("createBranch", branches::create),
    ("getBranch", branches::get),
    ("updateBranch", branches::update),
    ("deleteBranch", branches::delete),
    ("mergeBranch", branches::merge),
    ("createContributors", contributors::create),
    ("getOwnContributor", contributors::get_own),
    ("listCustomTranslationStatusColors", statuses::colors),
    ("restoreSnapshot", snapshots::restore),
    ("listFiles", files::list),
    ("uploadFile", files::upload),
    ("deleteFile", files::delete),
    ("exportFiles", exports::export),
    ("startExport", exports::export_async),
    ("regenerateWebhookSecret", webhooks::regenerate),
    ("listProcesses", processes::list),
    ("getProcess", processes::get),
    ("listGlossaryTerms", glossary::list),
    ("getGlossaryTerm", glossary::get),
    ("createGlossaryTerms", glossary::create),
    ("updateGlossaryTerms", glossary::update),
    ("deleteGlossaryTerms", glossary::delete),
    ("requestToken", oauth::request_token),
    ("authorize", oauth::authorize),
];

pub(crate) fn run(call: &mut Call<'_>) -> Outcome {
    let id = &call.operation.id;
    for resource in RESOURCES {
        if let Some((_, action)) = resource.operations.iter().find(|(known, _)| known == id) {
            return resource.run(*action, call);
        }
    }
    let handler = HANDLERS.iter().find(|(known, _)| known == id);
    handler.map_or(example::answer as Handler, |(_, handler)| *handler)(call)
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
