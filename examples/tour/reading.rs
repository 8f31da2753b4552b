//! Reads comments, contributors, files and processes.

use l10n_client::{Client, Response};

use crate::report::{Report, shown};

pub(crate) async fn tour(client: &Client, project: &str, report: &mut Report) {
    comments(client, project, report).await;
    contributors(client, project, report).await;
    files_and_processes(client, project, report).await;
}

async fn comments(client: &Client, project: &str, report: &mut Report) {
    let page = client.list_project_comments(project).limit(10).send().await;
    let page = report.line("listProjectComments", page, |page| {
        format!("{} of {} comments", page.comments.len(), total(page))
    });
    let comment = page.and_then(|page| page.into_inner().comments.into_iter().next());
    let Some((comment, key)) =
        comment.and_then(|comment| Some((comment.comment_id, comment.key_id?)))
    else {
        report.skipped("getKeyComment", "the project has no comments");
        return;
    };

    let page = client.list_key_comments(project, key).send().await;
    report.line("listKeyComments", page, |page| {
        format!("{} comments on key {key}", page.comments.len())
    });

    let response = client.get_key_comment(project, key, comment).send().await;
    report.line("getKeyComment", response, |response| {
        let comment = &response.comment;
        format!("{}, added {}", shown(comment.comment.as_ref()), shown(comment.added()))
    });
}

async fn contributors(client: &Client, project: &str, report: &mut Report) {
    let page = client.list_contributors(project).send().await;
    let page = report.line("listContributors", page, |page| {
        let reviewers = page.contributors.iter().filter(|one| one.reviewer() == Some(true)).count();
        format!(
            "{} of {} contributors, {reviewers} reviewers",
            page.contributors.len(),
            total(page)
        )
    });
    if let Some(last) = page.and_then(|page| page.into_inner().contributors.pop()) {
        let response = client.get_contributor(project, last.user_id).send().await;
        report.line("getContributor", response, |response| {
            let languages = response.contributor.languages.iter().flatten();
            let writable = languages.filter(|language| language.is_writable == Some(true)).count();
            let rights =
                response.contributor.admin_rights.as_ref().map_or(0, |rights| rights.len());
            format!("writes {writable} languages, has {rights} admin rights")
        });
    }

    let response = client.get_own_contributor(project).send().await;
    report
        .line("getOwnContributor", response, |response| shown(response.contributor.email.as_ref()));
}

async fn files_and_processes(client: &Client, project: &str, report: &mut Report) {
    let page = client.list_files(project).send().await;
    report.line("listFiles", page, |page| {
        let keys: i64 = page.files.iter().filter_map(|file| file.key_count).sum();
        format!("{} of {} files, {keys} keys", page.files.len(), total(page))
    });

    let page = client.list_processes(project).send().await;
    let page = report.line("listProcesses", page, |page| {
        format!("{} of {} processes", page.processes.len(), total(page))
    });
    let Some(process) = page.and_then(|page| page.into_inner().processes.into_iter().next()) else {
        report.skipped("getProcess", "the project has no processes");
        return;
    };
    let response = client.get_process(project, process.process_id).send().await;
    report.line("getProcess", response, |response| {
        format!("{}, started {}", response.process.status, shown(response.process.created()))
    });
}

/// What the service says a whole list has.
pub(crate) fn total<T>(page: &Response<T>) -> String {
    shown(page.total_count())
}
