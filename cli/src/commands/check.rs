//! `l10n check`: checks the local files, and optionally the progress at the service.

use std::collections::HashMap;

use l10n_sync::{CheckReport, Problem, ProblemKind};
use serde_json::json;

use super::Context;
use super::init::listed;
use crate::args::CheckArgs;
use crate::exit::{Exit, Failure, Result};
use crate::output::Tone;
use crate::session;

/// The maximum number of missing keys of a file, and of files with the same problem, to print.
const SHORT: usize = 10;

pub(super) async fn run(context: Context<'_>, args: &CheckArgs) -> Result<Exit> {
    let paths = context.settings.paths(&args.paths)?;
    let workspace = context.settings.workspace()?;
    super::note_unmatched(context, &workspace);
    let report = workspace.check(&paths, &args.lang)?;
    if report.files == 0 && report.unchecked.is_empty() {
        let message = "no file to check: correct the patterns of the configuration, or `--lang`";
        return Err(Failure::usage(message));
    }
    print(context, &report, args);
    let mut result = json!(report);
    let is_error = |problem: &Problem| args.strict || !is_warning(problem);
    let mut is_passed = !report.problems.iter().any(is_error);
    if let Some(minimum) = args.minimum {
        let incomplete = incomplete(context, args, minimum).await?;
        is_passed &= incomplete.is_empty();
        for (code, progress) in &incomplete {
            let message = format!("{code}: {progress} % translated, minimum {minimum} %");
            context.output.error(None, &message);
        }
        let json =
            |(code, progress): &(String, i64)| json!({"lang_iso": code, "progress": progress});
        result["incomplete"] = incomplete.iter().map(json).collect();
    }
    let exit = if is_passed { Exit::Done } else { Exit::SomeFailed };
    let tone = if is_passed { Tone::Good } else { Tone::Bad };
    context.output.line(tone, &summary(&report));
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
    let mut unknown: HashMap<_, Vec<&str>> = HashMap::new();
    let same = |it: &Problem| (it.key.clone(), it.message.clone());
    for problem in report.problems.iter().filter(|it| it.kind == ProblemKind::UnknownKey) {
        unknown.entry(same(problem)).or_default().push(&problem.path);
    }
    for problem in &report.problems {
        let path = context.settings.folder.join(&problem.path);
        let mut message = match &problem.key {
            Some(key) => format!("`{key}`: {}", problem.message),
            None => problem.message.clone(),
        };
        // Unknown keys are printed once for all files.
        match unknown.get(&same(problem)).map(Vec::as_slice) {
            Some([first, ..]) if *first != problem.path && !args.verbose => continue,
            Some([_, others @ ..]) if !others.is_empty() && !args.verbose => {
                message += &format!("; also in {}", listed(others, SHORT));
            }
            _ => {}
        }
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
    for path in &report.unchecked {
        output.note(&format!("{path}: not checked, because its format is not supported"));
    }
    for path in &report.orphans {
        output.note(&format!("{path}: not compared, because the base language has no such file"));
    }
}

/// Returns the languages with less progress than the minimum.
async fn incomplete(
    context: Context<'_>,
    args: &CheckArgs,
    minimum: u8,
) -> Result<Vec<(String, i64)>> {
    let client = session::client(context.settings).await?;
    let project = super::address(context, &client).await?;
    let response = client.get_project(&project).send().await?.into_inner();
    let languages = response.statistics.and_then(|statistics| statistics.languages);
    let Some(languages) = languages else {
        return Err(Failure::new(
            Exit::InvalidResponse,
            "the service reports no progress of languages",
        ));
    };
    let codes: Vec<_> = args.lang.iter().map(|code| context.settings.service_code(code)).collect();
    let wanted = |code: &String| codes.is_empty() || codes.contains(code);
    let languages = languages.into_iter().filter_map(|language| {
        let code = language.language_iso?;
        let progress = language.progress.unwrap_or(0);
        (wanted(&code) && progress < i64::from(minimum)).then_some((code, progress))
    });
    let mut languages: Vec<_> = languages.collect();
    languages.sort();
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
