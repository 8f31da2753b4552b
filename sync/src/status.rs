//! Status: what a push and a pull would change.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use crate::account::{Item, Reason, Weight};
use crate::compare::{Bases, Content};
use crate::error::Error;
use crate::formats::File;
use crate::plurals::Needed;
use crate::pull::{Change, PullOptions, PullReport};
use crate::push::PushOptions;
use crate::remote::Listing;
use crate::report::{PushReport, PushState};
use crate::service::{Missing, Sync};
use crate::workspace::Workspace;

/// What differs between the repository and the service: see [`Sync::status`].
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Status {
    /// What a push would change at the service; files without changes are omitted.
    pub push: PushReport,
    /// What a pull would change here; files without changes are omitted.
    pub pull: PullReport,
    /// The number of texts that a push or pull leaves out, for a reason that is no problem.
    pub left_out: usize,
    /// The progress of each language.
    pub languages: Vec<Progress>,
}

impl Status {
    /// Returns whether anything differs.
    pub fn differs(&self) -> bool {
        !self.push.files.is_empty() || !self.pull.files.is_empty() || !self.pull.skipped.is_empty()
    }
}

/// How much of the base language is translated into a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Progress {
    /// The service's code of the language.
    #[serde(rename = "lang_iso")]
    pub lang: String,
    /// The number of texts of the base language that have a translation at the service.
    pub translated: usize,
    /// The number of texts of the base language.
    pub total: usize,
}

impl Progress {
    /// Returns the share in percent, rounded down; 100 if there is nothing to translate.
    pub fn percent(&self) -> usize {
        (self.translated * 100).checked_div(self.total).unwrap_or(100)
    }
}

impl Sync {
    /// Returns what differs between the repository and the service. Changes nothing.
    ///
    /// If a push would create the branch, compares with the default branch, of which it is a copy.
    ///
    /// # Errors
    ///
    /// Fails like [`pull`](Self::pull).
    pub async fn status(&self) -> Result<Status, Error> {
        let project = self.project(Missing::IsCopy, &[]).await?;
        let listing = Arc::new(self.listing(&project, project.codes.iter()).await?);
        let options = PullOptions::new();
        let mut pull = self.pull_from(Arc::clone(&listing), &project, &options, false).await?;
        let options = PushOptions { confirmed: true, ..PushOptions::new() };
        let selected = self.workspace.select(&options).await?;
        let planned = self.planned(selected, &project, &options, Arc::clone(&listing)).await?;
        let new_branch = project.new_branch.clone();
        let mut push = PushReport { files: planned.0, new_branch, error: None };
        let items = pull.files.iter().flat_map(|file| &file.items);
        let items = items.chain(push.files.iter().flat_map(|file| &file.items));
        let is_note = |reason: &&Reason| reason.weight() == Weight::Note;
        let left_out = items.filter_map(Item::reason).filter(is_note).count();
        pull.files.retain(|file| file.change != Change::Unchanged || !file.is_complete());
        push.files.retain(|file| file.state != PushState::Unchanged || !file.is_complete());
        let languages = self.workspace.progress(&listing, &project.codes)?;
        Ok(Status { push, pull, left_out, languages })
    }

    /// Returns how much of the base language is translated into each other language.
    ///
    /// # Errors
    ///
    /// Fails like [`pull`](Self::pull).
    pub async fn progress(&self) -> Result<Vec<Progress>, Error> {
        let project = self.project(Missing::IsCopy, &[]).await?;
        let listing = self.listing(&project, project.codes.iter()).await?;
        self.workspace.progress(&listing, &project.codes)
    }
}

impl Workspace {
    fn progress(
        &self,
        listing: &Listing,
        codes: &BTreeSet<String>,
    ) -> Result<Vec<Progress>, Error> {
        let mut counts: BTreeMap<&String, (usize, usize)> = BTreeMap::new();
        let langs: Vec<_> = codes.iter().filter(|lang| **lang != self.base).collect();
        let mut bases = Bases::new(self);
        for file in self.files().iter().filter(|file| file.is_base) {
            let Some(Content::Texts(base)) = bases.get(self, &file.name)? else { continue };
            let platform = self.groups[file.group].platform;
            let matches = listing.matches(platform, &file.name, &base);
            let entries = base.entries().iter();
            let entries = entries.filter(|it| it.is_text() && !it.base_text().is_empty());
            let forms = matches.of_entries.keys().filter(|key| base.get(key).is_none());
            let keys: Vec<_> = entries.map(|entry| &entry.key).chain(forms).collect();
            for lang in &langs {
                let needed = Needed::new([lang.as_str()]);
                let count = counts.entry(lang).or_default();
                for key in keys.iter().filter(|key| is_needed(&base, key, &needed)) {
                    let remote = matches.of_entries.get(*key).map(|at| &listing.keys[*at]);
                    count.0 += usize::from(remote.is_some_and(|key| key.text(lang).is_some()));
                    count.1 += 1;
                }
            }
        }
        let progress = counts.into_iter().map(|(lang, (translated, total))| Progress {
            lang: lang.clone(),
            translated,
            total,
        });
        Ok(progress.collect())
    }
}

/// Whether a language needs a text for a key: of a plural of i18next, only its own forms.
fn is_needed(base: &File, key: &str, needed: &Needed) -> bool {
    match base.form(key) {
        Some((stem, form)) if form != "other" && base.get(&format!("{stem}_other")).is_some() => {
            needed.of(stem).contains(&form)
        }
        _ => true,
    }
}
