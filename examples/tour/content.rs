//! Projects, their languages, keys, translations and branches: what is read, and what is changed in
//! a project of the tour's own.

use l10n_client::Client;
use l10n_client::types::{
    KeyUpdateItem, NewKey, NewKeyTranslation, NewLanguage, NewProjectLanguage, PluralForms,
};

use crate::reading::total;
use crate::report::{Report, shown};

/// The operations that only read.
pub(crate) async fn read(client: &Client, project: &str, report: &mut Report) {
    projects(client, project, report).await;
    languages(client, project, report).await;
    keys(client, project, report).await;
    translations(client, project, report).await;
    branches(client, project, report).await;
}

async fn projects(client: &Client, project: &str, report: &mut Report) {
    let page = client.list_projects().include_statistics(false).send().await;
    report.line("listProjects", page, |page| {
        format!("{} of {} projects", page.projects.len(), total(page))
    });
    let response = client.get_project(project).send().await;
    report.line("getProject", response, |project| {
        let figures = project.statistics.as_ref();
        format!(
            "{}, {} keys, {} % translated",
            shown(project.name.as_ref()),
            shown(figures.and_then(|figures| figures.keys_total())),
            shown(figures.and_then(|figures| figures.progress_total()))
        )
    });
}

async fn languages(client: &Client, project: &str, report: &mut Report) {
    let page = client.list_system_languages().limit(5).send().await;
    report.line("listSystemLanguages", page, |page| {
        format!("{} of {} languages", page.languages.len(), total(page))
    });
    let page = client.list_languages(project).send().await;
    let page = report.line("listLanguages", page, |page| {
        format!("{} of {} languages", page.languages.len(), total(page))
    });
    let Some(language) = page.and_then(|page| page.into_inner().languages.pop()) else {
        report.skipped("getLanguage", "the project has no languages");
        return;
    };
    let response = client.get_language(project, language.lang_id).send().await;
    report.line("getLanguage", response, |response| {
        let language = &response.language;
        let forms: Vec<_> =
            language.plural_forms.iter().flatten().map(ToString::to_string).collect();
        format!("{}, plural forms {}", shown(language.lang_name.as_ref()), forms.join(", "))
    });
}

async fn keys(client: &Client, project: &str, report: &mut Report) {
    let page = client.list_keys(project).filter_archived("exclude").limit(2).send().await;
    let page = report
        .line("listKeys", page, |page| format!("{} of {} keys", page.keys.len(), total(page)));
    let Some(key) = page.and_then(|page| page.into_inner().keys.pop()) else {
        report.skipped("getKey", "the project has no keys");
        return;
    };
    let response = client.get_key(project, key.key_id).send().await;
    report.line("getKey", response, |response| {
        let key = &response.key;
        let translations = key.translations.iter().flatten().count();
        let name = key.key_name.as_ref().map(ToString::to_string);
        format!("{}, {translations} translations", name.unwrap_or_default())
    });
}

async fn translations(client: &Client, project: &str, report: &mut Report) {
    let page = client.list_translations(project).filter_untranslated(true).limit(5).send().await;
    let page = report.line("listTranslations", page, |page| {
        format!("{} of {} to do", page.translations.len(), total(page))
    });
    let Some(translation) = page.and_then(|page| page.into_inner().translations.pop()) else {
        report.skipped("getTranslation", "everything is translated");
        return;
    };
    let response = client.get_translation(project, translation.translation_id).send().await;
    report.line("getTranslation", response, |response| {
        let translation = &response.translation;
        format!("{} of key {}", shown(translation.language_iso.as_ref()), shown(translation.key_id))
    });
}

async fn branches(client: &Client, project: &str, report: &mut Report) {
    let page = client.list_branches(project).send().await;
    let page =
        report.line("listBranches", page, |page| format!("{} branches", page.branches.len()));
    let Some(branch) = page.and_then(|page| page.into_inner().branches.pop()) else {
        report.skipped("getBranch", "the project has no branches");
        return;
    };
    let response = client.get_branch(project, branch.branch_id).send().await;
    report.line("getBranch", response, |response| shown(response.branch.name.as_ref()));
}

/// The operations that change something, in a new project that is deleted again. Only branches need
/// one that has them: no call turns them on.
pub(crate) async fn write(client: &Client, with_branches: &str, report: &mut Report) {
    let english = NewProjectLanguage::new("en");
    let created = client.create_project("Beryl").languages([english]).send().await;
    let created = report.line("createProject", created, |project| project.project_id.clone());
    let Some(created) = created else { return };
    let project = created.project_id.as_str();
    let updated =
        client.update_project(project, "Beryl").description("A project of the tour").send().await;
    report.line("updateProject", updated, |project| shown(project.description.as_ref()));

    change_languages(client, project, report).await;
    change_keys(client, project, report).await;
    change_branches(client, with_branches, report).await;

    let emptied = client.empty_project(project).send().await;
    report.line("emptyProject", emptied, |response| format!("deleted: {}", response.keys_deleted));
    let deleted = client.delete_project(project).send().await;
    report.line("deleteProject", deleted, |response| {
        format!("deleted: {}", response.project_deleted)
    });
}

async fn change_languages(client: &Client, project: &str, report: &mut Report) {
    let codes = ["de", "fr", "xx"];
    let languages = codes.map(NewLanguage::new);
    let created = client.create_languages(project, languages).send().await;
    let created = report.line("createLanguages", created, |response| {
        let rejected = response.errors.iter().flatten();
        let rejected: Vec<_> = rejected.map(|error| shown(error.lang_iso.as_ref())).collect();
        format!("{} added, rejected: {}", response.languages.len(), rejected.join(", "))
    });
    let Some(language) = created.and_then(|response| response.into_inner().languages.pop()) else {
        return;
    };
    let updated =
        client.update_language(project, language.lang_id).lang_name("French (tour)").send().await;
    report.line("updateLanguage", updated, |response| shown(response.language.lang_name.as_ref()));
    let deleted = client.delete_language(project, language.lang_id).send().await;
    report.line("deleteLanguage", deleted, |response| {
        format!("deleted: {}", response.language_deleted)
    });
}

async fn change_keys(client: &Client, project: &str, report: &mut Report) {
    let files = PluralForms::from([("one", "%{count} file"), ("other", "%{count} files")]);
    let english = NewKeyTranslation::new("en", files);
    let plural = NewKey::new("files", ["web"]).is_plural(true).translations([english]);
    let [start, stop] = ["start", "stop"].map(|name| NewKey::new(name, ["web"]));
    let created = client.create_keys(project, [start, stop, plural]).send().await;
    let created = report.line("createKeys", created, |response| {
        format!("{} keys, {} errors", response.keys.len(), response.errors.iter().flatten().count())
    });
    let keys = created.map(|response| response.into_inner().keys).unwrap_or_default();
    let [first, second, third] = keys.as_slice() else {
        return;
    };

    let updates = [first, second].map(|key| {
        let update = KeyUpdateItem::new(key.key_id);
        update.tags(["tour"]).merge_tags(true)
    });
    let updated = client.update_keys(project, updates).send().await;
    report.line("updateKeys", updated, |response| format!("{} keys", response.keys.len()));
    let updated = client
        .update_key(project, first.key_id)
        .description("Starts the tour")
        .tags([""; 0])
        .send()
        .await;
    report.line("updateKey", updated, |response| {
        let tags = response.key.tags.iter().flatten().count();
        format!("{tags} tags, {}", shown(response.key.description.as_ref()))
    });
    if let Some(translation) = first.translations.iter().flatten().next() {
        let updated = client
            .update_translation(project, translation.translation_id, "Start")
            .is_reviewed(true)
            .send()
            .await;
        report.line("updateTranslation", updated, |response| {
            let translation = &response.translation;
            format!(
                "reviewed: {}, words: {}",
                shown(translation.is_reviewed),
                shown(translation.words)
            )
        });
    }

    let deleted = client.delete_key(project, third.key_id).send().await;
    report.line("deleteKey", deleted, |response| format!("deleted: {}", response.key_removed));
    let deleted = client.delete_keys(project, [second.key_id]).send().await;
    report.line("deleteKeys", deleted, |response| format!("deleted: {}", response.keys_removed));
}

async fn change_branches(client: &Client, project: &str, report: &mut Report) {
    let created = client.create_branch(project, "feature/tour").send().await;
    let created =
        report.line("createBranch", created, |response| shown(response.branch.name.as_ref()));
    let Some(branch) = created.map(|response| response.branch.branch_id) else {
        return;
    };
    let renamed = client.update_branch(project, branch, "feature/end").send().await;
    report.line("updateBranch", renamed, |response| shown(response.branch.name.as_ref()));
    let merged =
        client.merge_branch(project, branch).force_conflict_resolve_using("source").send().await;
    report.line("mergeBranch", merged, |response| format!("merged: {}", response.branch_merged));
    let deleted = client.delete_branch(project, branch).send().await;
    report
        .line("deleteBranch", deleted, |response| format!("deleted: {}", response.branch_deleted));
}
