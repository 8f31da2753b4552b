//! Work on the texts of a project: tasks, screenshots, snapshots, the glossary and segments.

use l10n_client::Client;
use l10n_client::types::{
    GlossaryTermUpdate, NewGlossaryTerm, NewProjectScreenshot, NewTaskLanguage,
};
use l10n_sandbox::Sandbox;

use crate::report::Report;

/// A PNG image of one pixel.
const IMAGE: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42m\
                     NkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

pub(crate) async fn read(client: &Client, project: &str, report: &mut Report) {
    let tasks = client.list_tasks(project).send().await;
    let tasks = report.line("listTasks", tasks, |page| format!("{} tasks", page.tasks.len()));
    match tasks.iter().flat_map(|page| &page.tasks).next() {
        Some(task) => {
            let task = client.get_task(project, task.task_id).send().await;
            report.line("getTask", task, |response| format!("{:?}", response.task.title));
        }
        None => report.skipped("getTask", "the project has no tasks"),
    }
    let screenshots = client.list_screenshots(project).send().await;
    let screenshots = report.line("listScreenshots", screenshots, |page| {
        format!("{} screenshots", page.screenshots.len())
    });
    let screenshots = screenshots.iter().flat_map(|page| &page.screenshots);
    match screenshots.filter_map(|screenshot| screenshot.screenshot_id).next() {
        Some(id) => {
            let screenshot = client.get_screenshot(project, id).send().await;
            report.line("getScreenshot", screenshot, |response| {
                format!("on keys {:?}", response.screenshot.key_ids.as_deref())
            });
        }
        None => report.skipped("getScreenshot", "the project has no screenshots"),
    }
    let snapshots = client.list_snapshots(project).send().await;
    report.line("listSnapshots", snapshots, |page| format!("{} snapshots", page.snapshots.len()));
    let terms = client.list_glossary_terms(project).send().await;
    let terms =
        report.line("listGlossaryTerms", terms, |page| format!("{} terms", page.data.len()));
    match terms.iter().flat_map(|page| &page.data).next() {
        Some(term) => {
            let term = client.get_glossary_term(project, term.id).send().await;
            report.line("getGlossaryTerm", term, |response| format!("{:?}", response.data.term));
        }
        None => report.skipped("getGlossaryTerm", "the glossary is empty"),
    }
}

pub(crate) async fn write(client: &Client, sandbox: &Sandbox, report: &mut Report) {
    let (project, key) = (sandbox.project().project_id, sandbox.project().key_ids[2]);
    tasks(client, project, key, report).await;
    screenshots(client, project, key, report).await;
    snapshots(client, project, report).await;
    glossary(client, project, report).await;
    segments(client, project, key, report).await;
}

async fn tasks(client: &Client, project: &str, key: i64, report: &mut Report) {
    let owner = NewTaskLanguage::new("fr").users([1001]);
    let created = client.create_task(project, "French").keys([key]).languages([owner]).send().await;
    let created = report.line("createTask", created, |response| {
        format!("{} words", response.task.words_count.unwrap_or_default())
    });
    let Some(task) = created.map(|response| response.task.task_id) else { return };
    let closed = client.update_task(project, task).close_task(true).send().await;
    report.line("updateTask", closed, |response| format!("{:?}", response.task.status));
    let deleted = client.delete_task(project, task).send().await;
    report.line("deleteTask", deleted, |response| format!("deleted: {}", response.task_deleted));
}

async fn screenshots(client: &Client, project: &str, key: i64, report: &mut Report) {
    let image = NewProjectScreenshot::new(IMAGE).title("Start").key_ids([key]).ocr(false);
    let created = client.create_screenshots(project, [image]).send().await;
    let created = report.line("createScreenshots", created, |response| {
        format!("{} screenshot", response.screenshots.len())
    });
    let screenshot = created.iter().flat_map(|response| &response.screenshots).next();
    let Some(id) = screenshot.and_then(|screenshot| screenshot.screenshot_id) else { return };
    let updated = client.update_screenshot(project, id).tags(["start"]).send().await;
    report.line("updateScreenshot", updated, |response| {
        format!("tags: {:?}", response.screenshot.screenshot_tags.as_deref().unwrap_or_default())
    });
    let deleted = client.delete_screenshot(project, id).send().await;
    report.line("deleteScreenshot", deleted, |response| {
        format!("deleted: {}", response.screenshot_deleted)
    });
}

async fn snapshots(client: &Client, project: &str, report: &mut Report) {
    let created = client.create_snapshot(project).title("Before the tour").send().await;
    let created = report.line("createSnapshot", created, |response| {
        format!("{:?}", response.snapshot.title.as_deref().unwrap_or_default())
    });
    let Some(snapshot) = created.map(|response| response.snapshot.snapshot_id) else { return };
    let restored = client.restore_snapshot(project, snapshot).send().await;
    let restored = report.line("restoreSnapshot", restored, |copy| format!("{:?}", copy.name));
    if let Some(copy) = restored {
        let deleted = client.delete_project(&copy.project_id).send().await;
        report.line("deleteProject", deleted, |response| {
            format!("deleted: {}", response.project_deleted)
        });
    }
    let deleted = client.delete_snapshot(project, snapshot).send().await;
    report.line("deleteSnapshot", deleted, |response| {
        format!("deleted: {}", response.snapshot_deleted)
    });
}

async fn glossary(client: &Client, project: &str, report: &mut Report) {
    let term = NewGlossaryTerm::new("tour", "A walk through the operations", false, true, false);
    let created = client.create_glossary_terms(project, [term]).send().await;
    let created = report
        .line("createGlossaryTerms", created, |response| format!("{} term", response.data.len()));
    let Some(term) = created.iter().flat_map(|response| &response.data).next() else { return };
    let update = GlossaryTermUpdate::new(term.id).tags(["api"]);
    let updated = client.update_glossary_terms(project, [update]).send().await;
    report.line("updateGlossaryTerms", updated, |response| format!("{} term", response.data.len()));
    let deleted = client.delete_glossary_terms(project, [term.id]).send().await;
    report.line("deleteGlossaryTerms", deleted, |response| {
        format!("{} term", response.data.deleted.count.unwrap_or_default())
    });
}

async fn segments(client: &Client, project: &str, key: i64, report: &mut Report) {
    let listed = client.list_segments(project, key, "en").send().await;
    report.line("listSegments", listed, |response| format!("{}", response.segments.len()));
    let segment = client.get_segment(project, key, "en", 1).send().await;
    let segment =
        report.line("getSegment", segment, |response| format!("{:?}", response.segment.value));
    let text = segment.and_then(|response| response.into_inner().segment.value);
    let Some(text) = text else { return };
    let updated = client.update_segment(project, key, "en", 1, text).is_reviewed(true).send().await;
    report.line("updateSegment", updated, |response| {
        format!("reviewed: {}", response.segment.is_reviewed == Some(true))
    });
}
