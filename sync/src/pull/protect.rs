//! Protects local work: keeps files that Git could not restore, and texts newer than the service's.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::work::{Incoming, Work};
use super::{Change, PullOptions, blocking};
use crate::config::{Group, Side};
use crate::error::Error;
use crate::git::{Git, Version};
use crate::icu::is_plural;
use crate::service::Sync;
use crate::texts::{Compared, File, OlderText, is_json, is_yaml};

const FORCE: &str = "overwrite it with `l10n pull --force PATH`";
const FIXES: &str = "send the new one with `l10n push --fixes`";
const PUSH: &str = "send it with `l10n push --translations PATH`";
const REPLACE: &str = "send the file with `l10n push --replace PATH`";
const SET: &str = "set it at the service with `l10n keys set`";

impl Sync {
    /// Keeps files that Git could not restore, and files with texts newer than the service's.
    pub(super) async fn protect(
        &self,
        mut work: Work,
        options: &PullOptions,
    ) -> Result<Work, Error> {
        let paths = work.paths(|_| true);
        if options.force || paths.is_empty() {
            return Ok(work);
        }
        let Some(git) = self.git().await? else {
            work.keep(
                |file| file.is_at_risk(),
                || format!("it is not in a Git working tree, which could restore it: {FORCE}"),
            );
            return Ok(work);
        };
        self.keep_uncommitted(&git, &mut work, &paths).await?;
        let since = match &options.changed_since {
            Some(revision) => git.commit(revision).await?,
            None => None,
        };
        if git.is_shallow() && since.is_none() {
            work.keep(Incoming::is_at_risk, || {
                format!(
                    "this clone is shallow, and may lack a commit that replaced the service's \
                     text: fetch the history (`fetch-depth: 0`), or {FORCE}"
                )
            });
            return Ok(work);
        }
        let replaced = git.replaced(&work.paths(Incoming::is_at_risk), since.as_deref()).await?;
        blocking(move || {
            work.keep_losses(&replaced)?;
            Ok(work)
        })
        .await
    }

    async fn keep_uncommitted(
        &self,
        git: &Git,
        work: &mut Work,
        paths: &BTreeSet<String>,
    ) -> Result<(), Error> {
        let committed = git.committed(paths).await?;
        work.keep(
            |file| file.is_at_risk() && !committed.same.contains(&file.path),
            || {
                format!(
                    "it has uncommitted changes, or belongs to a submodule: commit them, or {FORCE}"
                )
            },
        );
        work.keep(
            |file| file.change == Change::Added && committed.known.contains(&file.path),
            || format!("it was removed here, but not in a commit: restore it, or {FORCE}"),
        );
        Ok(())
    }
}

impl Work {
    /// The paths of files that would be written or removed.
    fn paths(&self, is_wanted: impl Fn(&Incoming) -> bool) -> BTreeSet<String> {
        let changes = [Change::Added, Change::Changed, Change::Removed];
        let files = self.files.iter().filter(|file| changes.contains(&file.change));
        files.filter(|file| is_wanted(file)).map(|file| file.path.clone()).collect()
    }

    /// Keeps files.
    fn keep(&mut self, is_kept: impl Fn(&Incoming) -> bool, reason: impl Fn() -> String) {
        for file in self.files.iter_mut().filter(|file| is_kept(file)) {
            file.keep(reason());
        }
    }

    /// Keeps the files of which a text would be lost or set back.
    fn keep_losses(&mut self, replaced: &BTreeMap<String, Vec<Version>>) -> Result<(), Error> {
        let sources = self.workspace.sources();
        let mut bases: HashMap<&str, Option<File<'_>>> = HashMap::new();
        for file in &mut self.files {
            let (Change::Added | Change::Changed, Some((bundle, index))) =
                (file.change, file.source)
            else {
                continue;
            };
            let group = &self.workspace.groups[file.group];
            let read = |path: &str| self.disk.read(path).ok().flatten();
            let service = File::new(&group.format, self.bundles[bundle].read(index)?);
            let base = sources.get(file.name.as_str()).and_then(|base| {
                let file = || read(&base.path).map(|bytes| File::base(&group.format, bytes));
                bases.entry(&base.path).or_insert_with(file).as_ref()
            });
            let local = read(&file.path).map(|bytes| File::new(&group.format, bytes));
            let Some(local) = local.as_ref().or(base) else { continue };
            let compared = Compared { local, service: &service, base };
            let retyped = compared.retyped().map(retyped);
            if file.change == Change::Added {
                retyped.into_iter().for_each(|reason| file.keep(reason));
                continue;
            }
            let versions = replaced.get(&file.path).map_or(&[][..], Vec::as_slice);
            file.older = compared.older(versions);
            // A filtered export, such as of reviewed texts, omits others on purpose.
            let loss = compared.loss().filter(|_| !group.is_filtered());
            let is_base = file.lang == self.workspace.base;
            let may_push = group.push != Side::None && (!is_base || group.push.has(true));
            let push = match may_push {
                true if compared.has_lost_form() => REPLACE,
                true => PUSH,
                false => SET,
            };
            let loss = loss.map(|reason| format!("{reason}: {push}, or {FORCE}"));
            let reason = compared
                .unreadable()
                .or_else(|| older(&file.older, &file.lang, group))
                .or(loss)
                .or(retyped);
            reason.into_iter().for_each(|reason| file.keep(reason));
        }
        Ok(())
    }
}

/// Why a file is kept of which the service has older texts.
fn older(texts: &[OlderText], lang: &str, group: &Group) -> Option<String> {
    let (first, more) = texts.split_first()?;
    let more = match more.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(match first.key.as_str() {
        "" => format!("the service has an older version of it, which a commit replaced: {FORCE}"),
        key if first.newer.is_empty() => format!(
            "the service has the text `{}` of `{key}`{more}, which was removed here: {}, or {FORCE}",
            first.older,
            if is_form(&group.format, key) { REPLACE.to_owned() } else { first.clear(lang) }
        ),
        key => format!(
            "the service has the older text `{}` of `{key}`{more}, which a commit replaced: \
             {}, or {FORCE}",
            first.older,
            if group.push == Side::None {
                SET
            } else if is_part(&group.format, first) {
                REPLACE
            } else {
                FIXES
            }
        ),
    })
}

/// Whether a text is only a part of one at the service: a form of a plural, without its name.
fn is_part(format: &str, text: &OlderText) -> bool {
    let is_form = matches!(format, "po" | "pot") && is_form(format, &text.key);
    is_form || is_plural(&text.newer)
}

/// Whether a key is not one of the service, but a form of a plural, an item or a context.
fn is_form(format: &str, key: &str) -> bool {
    key.contains("::") && !is_json(format) && !is_yaml(format)
}

fn retyped(key: String) -> String {
    format!(
        "the service has texts only, and would change the type of `{key}`: translate all items of \
         a list, move other values to a file of their own, or {FORCE}"
    )
}

impl Incoming {
    /// Whether a committed file would be replaced or removed.
    fn is_at_risk(&self) -> bool {
        matches!(self.change, Change::Changed | Change::Removed)
    }
}
