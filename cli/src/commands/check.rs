//! `l10n check`: checks the local files, and optionally the progress at the service.

use std::collections::HashMap;

use l10n_sync::{CheckReport, Problem, ProblemKind, Progress, Workspace};
use serde_json::json;

use super::Context;
use crate::args::CheckArgs;
use crate::exit::{Exit, Failure, Result};

/// The maximum number of missing keys of a file to print.
const SHORT: usize = 10;

pub(super) async fn run(context: Context<'_>, args: &CheckArgs) -> Result<Exit> {
    let paths = context.settings.paths(&args.selection.paths)?;
    let workspace = context.settings.workspace()?;
    super::note_unmatched(context, &workspace);
    let mut report = workspace.check(&paths, &args.selection.lang)?;
    if report.files == 0 {
        let message = "no file to check: correct the patterns of the configuration, or `--lang`";
        return Err(Failure::usage(message));
    }
    if let Some(revision) = args.changed_since.as_deref().filter(|it| !it.is_empty()) {
        let changed = workspace.changed_texts(revision).await?;
        report.problems.retain(|problem| changed.has(problem));
    }
    print(context, &report, args);
    let mut result = json!(report);
    let is_error = |problem: &Problem| args.strict || !is_warning(problem);
    let mut is_passed = !report.problems.iter().any(is_error);
    if let Some(minimum) = args.minimum {
        let incomplete = incomplete(context, args, workspace, minimum).await?;
        is_passed &= incomplete.is_empty();
        for language in &incomplete {
            let (code, percent) = (&language.lang, language.percent());
            let message = format!("{code}: {percent} % translated, minimum {minimum} %");
            context.output.error(None, &message);
        }
        result["incomplete"] = incomplete.iter().map(super::status::progress_json).collect();
    }
    let exit = if is_passed { Exit::Done } else { Exit::SomeFailed };
    context.output.line(&summary(&report));
    context.output.result(exit, result);
    Ok(exit)
}

fn is_warning(problem: &Problem) -> bool {
    matches!(problem.kind, ProblemKind::MissingKey | ProblemKind::UnknownKey)
}

/// Prints all problems, but of the missing keys only the first ones of each file.
fn print(context: Context<'_>, report: &CheckReport, args: &CheckArgs) {
    let output = context.output;
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for problem in &report.problems {
        let path = context.settings.folder.join(&problem.path);
        let message = match &problem.key {
            Some(key) => format!("`{key}`: {}", problem.message),
            None => problem.message.clone(),
        };
        if is_warning(problem) {
            let count = counts.entry(&problem.path).or_default();
            *count += 1;
            if *count > SHORT && !args.verbose {
                continue;
            }
        }
        let level = if is_warning(problem) && !args.strict { "warning" } else { "error" };
        output.problem(level, (Some(&path), Some(problem.line)), &message);
    }
    let more: usize = counts.values().map(|count| count.saturating_sub(SHORT)).sum();
    if more > 0 && !args.verbose {
        output.note(&format!("{more} more missing keys: print them with `--verbose`"));
    }
}

/// Returns the languages with less progress than the minimum.
async fn incomplete(
    context: Context<'_>,
    args: &CheckArgs,
    workspace: Workspace,
    minimum: u8,
) -> Result<Vec<Progress>> {
    let sync = super::sync(context, workspace)?;
    let codes: Vec<_> =
        args.selection.lang.iter().map(|code| context.settings.service_code(code)).collect();
    let mut languages = sync.progress().await?;
    languages.retain(|language| {
        let is_wanted = codes.is_empty() || codes.contains(&language.lang);
        is_wanted && language.percent() < usize::from(minimum)
    });
    Ok(languages)
}

fn summary(report: &CheckReport) -> String {
    let of = |kind| report.problems.iter().filter(|problem| problem.kind == kind).count();
    let (missing, unknown) = (of(ProblemKind::MissingKey), of(ProblemKind::UnknownKey));
    let problems = report.problems.len() - missing - unknown;
    let count = |count: usize, one: &str, many: &str| {
        format!("{count} {}", if count == 1 { one } else { many })
    };
    let mut counts = vec![
        count(problems, "problem", "problems"),
        count(missing, "missing key", "missing keys"),
        count(report.files, "file checked", "files checked"),
    ];
    if unknown > 0 {
        counts.insert(2, count(unknown, "unknown key", "unknown keys"));
    }
    counts.join(", ")
}
