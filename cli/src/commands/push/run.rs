//! The groups of one project on their way.

use std::sync::Arc;

use l10n_client::{Client, LanguageMap, PushEvent};

use super::Group;
use super::told::Told;
use crate::args::PushArgs;
use crate::commands::Context;
use crate::config::set_options;
use crate::exit::Done;

pub(super) async fn project(
    context: Context<'_>,
    args: &PushArgs,
    client: &Client,
    groups: Vec<Group>,
    told: &mut Told,
) -> Done<()> {
    for group in groups {
        let map: LanguageMap = context.settings.config.languages.iter().collect();
        let mut push = client.push(&group.project).base(&context.settings.folder).languages(map);
        for pattern in &group.patterns {
            push = match &group.lang {
                Some(lang) => push.glob_in(pattern, lang),
                None => push.glob(pattern),
            };
        }
        if let Some(name) = &group.name {
            push = push.filename_template(name);
        }
        if let Some(files) = args.concurrency {
            push = push.concurrency(files);
        }
        let progress = Arc::new(context.output.progress());
        let options = group.options;
        let push = push.options(move |body| set_options(body, &options)).on_progress({
            let progress = Arc::clone(&progress);
            move |file, event| {
                if let PushEvent::Started = event {
                    progress.phase(&file.path().display().to_string());
                }
            }
        });
        let report = push.send().await?;
        drop(progress);
        for file in &report.files {
            told.add(context.output, file);
        }
    }
    Ok(())
}
