//! From the files that were found to those that are pushed: their languages, their names, and the
//! bodies of their uploads.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;

use super::Push;
use super::file::PushFile;
use super::group::{Namer, PushGroup};
use super::wanted::{Item, Wanted, refuse};
use crate::error::Error;
use crate::transfer::pattern::Found;
use crate::types::FileUpload;

/// The files of a push.
pub(super) struct Prepared {
    pub(super) files: Vec<Ready>,
    /// Those that were found, and are in no language that is wanted.
    pub(super) left_out: Vec<PathBuf>,
}

/// A file to push, with the body of its upload but for the content.
pub(super) struct Ready {
    pub(super) file: Arc<PushFile>,
    pub(super) body: FileUpload,
    /// The body as it is sent, without content. Nothing for one that does not build, which is told
    /// of its file: nothing is sent for it.
    pub(super) built: Option<FileUpload>,
}

impl Push<'_> {
    /// The files to push, in their order.
    ///
    /// # Errors
    ///
    /// Whatever cannot be what was meant.
    pub(super) async fn prepare(&self) -> Result<Prepared, Error> {
        self.languages.check().map_err(refuse)?;
        let groups: Vec<_> = std::iter::once(&self.own).chain(&self.groups).collect();
        let namers = groups.iter().map(|group| Namer::of(group, &self.own));
        let namers = namers.collect::<Result<Vec<_>, _>>()?;
        let wanted = Wanted {
            base: self.base.clone(),
            groups: groups.iter().map(|group| group.items.clone()).collect(),
            may_match_nothing: self.may_match_nothing,
        };
        let found = wanted.find().await?;
        let mut prepared = Prepared {
            files: Vec::new(),
            left_out: Vec::new(),
        };
        let mut locals = Vec::new();
        // Whether each group takes a file, where it has found any.
        let mut takes = vec![None; groups.len()];
        let mut taken = HashSet::new();
        for (place, path, found) in found {
            let (group, namer) = (groups[place], &namers[place]);
            let mut file = self.found(&wanted, found)?;
            locals.push((file.local_lang.clone(), file.lang.clone()));
            *takes[place].get_or_insert(false) |= group.takes(&file);
            if !self.own.takes(&file) || !group.takes(&file) {
                prepared.left_out.push(file.path);
                continue;
            }
            // Of the groups that take it, the first counts.
            if !taken.insert((path, file.local_lang.clone())) {
                continue;
            }
            file.filename = namer.name(&file);
            prepared.files.push(self.ready(file, group)?);
        }
        self.check_named_languages(&groups, &locals)?;
        self.check_groups(&groups, &takes)?;
        self.check_count(prepared.files.len())?;
        check_names(&prepared.files)?;
        Ok(prepared)
    }

    fn found(&self, wanted: &Wanted, found: Found) -> Result<PushFile, Error> {
        let local_lang = found.lang.unwrap_or_default();
        Ok(PushFile {
            filename: wanted.relative_name(&found.path)?,
            path: self.base.join(found.path),
            lang: self.languages.to_service(&local_lang).to_owned(),
            local_lang,
            template: found.template,
        })
    }

    fn ready(&self, file: PushFile, group: &PushGroup<'_>) -> Result<Ready, Error> {
        let mut body = FileUpload::new("", "");
        let of_group = match std::ptr::eq(group, &self.own) {
            true => None,
            false => group.options.as_ref(),
        };
        for set in self.own.options.iter().chain(of_group) {
            body = set(body);
        }
        check_options(&body)?;
        body.filename.clone_from(&file.filename);
        body.lang_iso.clone_from(&file.lang);
        if self.deletes_absent_keys {
            body = body.cleanup_mode(true);
        }
        Ok(Ready {
            built: Some(body.clone().data(Bytes::new())),
            file: Arc::new(file),
            body,
        })
    }

    /// A language that was named alone, and that no file is in, may well be mistyped.
    fn check_named_languages(
        &self,
        groups: &[&PushGroup<'_>],
        found: &[(String, String)],
    ) -> Result<(), Error> {
        let named = groups.iter().flat_map(|group| group.only.iter().flatten());
        let is_found = |code: &&String| {
            let mut found = found.iter();
            found.any(|(local, service)| *code == local || *code == service)
        };
        let absent: Vec<_> = named.filter(|code| !is_found(code)).collect();
        if absent.is_empty() || self.may_match_nothing {
            return Ok(());
        }
        let absent: Vec<_> = absent.iter().map(|code| format!("`{code}`")).collect();
        let reason = "no file is in a language that `only_languages` names";
        Err(refuse(format!("{reason}: {}", absent.join(", "))))
    }

    /// A group that leaves out all that it finds may well mean another pattern.
    fn check_groups(&self, groups: &[&PushGroup<'_>], takes: &[Option<bool>]) -> Result<(), Error> {
        let idle = groups.iter().zip(takes).find_map(|(group, takes)| {
            let only = group.only.as_ref()?;
            (*takes == Some(false)).then_some((group, only))
        });
        let Some((group, only)) = idle.filter(|_| !self.may_match_nothing) else {
            return Ok(());
        };
        let items: Vec<_> = group.items.iter().map(Item::to_string).collect();
        Err(refuse(format!(
            "of what {} finds, no file is in a language that is wanted ({}), and nothing of it \
             would be sent: where the files of that language are elsewhere, name them",
            items.join(" and "),
            only.join(", "),
        )))
    }

    fn check_count(&self, count: usize) -> Result<(), Error> {
        if count > 1 && self.deletes_absent_keys {
            return Err(refuse(format!(
                "{count} files are to be pushed, and keys that are absent from the file are to be \
                 deleted: the upload of each would delete the keys of the others; push one file \
                 that has all keys, or do not delete"
            )));
        }
        Ok(())
    }
}

/// What belongs to the push must not come from the options.
fn check_options(body: &FileUpload) -> Result<(), Error> {
    if body.cleanup_mode == Some(true) {
        return Err(refuse(
            "`cleanup_mode` deletes every key that is absent from the file, those of other files \
             too, and is not taken from `options`: for a push of one file, ask for it by \
             `delete_keys_absent_from_file(true)`",
        ));
    }
    Ok(())
}

/// Of two files with one name in one language, the second would be taken for another content of the
/// first.
fn check_names(files: &[Ready]) -> Result<(), Error> {
    let mut known = HashMap::new();
    for ready in files {
        let file = &ready.file;
        let path = file.path.display();
        if let Some(other) = known.insert((&file.filename, &file.lang), &file.path) {
            return Err(refuse(format!(
                "`{}` and `{path}` are both named `{}` in `{}` at the service: name them apart",
                other.display(),
                file.filename,
                file.lang,
            )));
        }
    }
    Ok(())
}
