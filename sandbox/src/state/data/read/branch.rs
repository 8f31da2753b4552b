//! Branches: their files, comments and processes, and what they had in common.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bytes::Bytes;
use serde_json::Value;

use super::key::Content;
use super::project::{Common, seconds};
use super::{Kind, Reader};
use crate::state::branch::File;
use crate::state::data::error::{DataError, Within as _, shown, suggestion};
use crate::state::data::form::{self, End, Reference, Short};
use crate::state::{
    Branch, Comment, ExportWork, ImportResult, ImportWork, Key, Language, MergeBases, Process,
    ProcessStatus, Snapshot, Stamp, Task,
};

impl Reader {
    /// The branches of a project; with the short form, the one that is written in the project.
    pub(super) fn read_branches(
        &mut self,
        branches: Vec<form::Branch>,
        is_short: bool,
        languages: &[Language],
        common: &Common,
    ) -> Result<Vec<Branch>, DataError> {
        let mut names = HashSet::new();
        let mut read = Vec::with_capacity(branches.len());
        for (index, branch) in branches.into_iter().enumerate() {
            let place = || match is_short {
                true => String::new(),
                false => format!("branches[{index}]"),
            };
            let name = branch.name.0.clone();
            if names.contains(&name) {
                let message = format!("another branch has the name {}", shown(&name));
                return Err(DataError::new(message).within(&format!("{}.name", place())));
            }
            names.insert(name);
            read.push(self.read_branch(branch, languages, common).within(place)?);
        }
        Ok(read)
    }

    fn read_branch(
        &mut self,
        branch: form::Branch,
        languages: &[Language],
        common: &Common,
    ) -> Result<Branch, DataError> {
        let id = self.id(Kind::Branch, branch.id)?;
        let by = self.user_or(branch.created_by.as_ref(), common.owner);
        let stamp = Stamp {
            by: by.within(|| "created_by".to_owned())?,
            at: seconds(branch.created_at, common.created_at),
        };
        let languages = match branch.languages {
            Some(languages) => self.read_languages(languages)?,
            None => languages.to_vec(),
        };
        let content = Content::new(&languages, common, stamp.by);
        let keys = self.read_keys(branch.keys, &content, true)?;
        let mut read = Branch::new(id, &branch.name.0, stamp, Vec::new());
        read.files = self.read_files(branch.files, &keys)?;
        read.comments = self.read_comments(branch.comments, &keys, common)?;
        read.processes = self.read_processes(branch.processes, common)?;
        read.keys = keys;
        read.languages = languages;
        Ok(read)
    }

    /// The files that are written, and those of the keys that are not.
    fn read_files(
        &mut self,
        files: Vec<Short<form::File>>,
        keys: &[Key],
    ) -> Result<Vec<File>, DataError> {
        let (mut read, mut ids) = (Vec::with_capacity(files.len()), HashSet::new());
        let mut names: HashSet<String> = HashSet::new();
        for (index, Short(file)) in files.into_iter().enumerate() {
            let place = |field: &str| format!("files[{index}].{field}");
            // A file has the same id on several branches.
            let id = file.id.map_or_else(|| self.ids.next(), |id| id.0);
            if !ids.insert(id) {
                let message = format!("another file has the id {id}");
                return Err(DataError::new(message).within(&place("id")));
            }
            if !names.insert(file.name.0.clone()) {
                let message = format!("another file has the name {}", shown(&file.name.0));
                return Err(DataError::new(message).within(&place("name")));
            }
            read.push(File { id, name: file.name.0, keyless: file.keyless, rooted: file.rooted });
        }
        for name in keys.iter().flat_map(Key::files) {
            if !names.contains(name) {
                names.insert(name.to_owned());
                read.push(File {
                    id: self.ids.next(),
                    name: name.to_owned(),
                    keyless: false,
                    rooted: false,
                });
            }
        }
        Ok(read)
    }

    fn read_comments(
        &mut self,
        comments: Vec<form::Comment>,
        keys: &[Key],
        common: &Common,
    ) -> Result<Vec<Comment>, DataError> {
        if comments.is_empty() {
            return Ok(Vec::new());
        }
        let keys = KeyNames::of(keys);
        let mut read = Vec::with_capacity(comments.len());
        for (index, comment) in comments.into_iter().enumerate() {
            let place = |field: &str| format!("comments[{index}].{field}");
            let id = self.id(Kind::Comment, comment.id);
            let author = self.user_or(comment.author.as_ref(), common.owner);
            read.push(Comment {
                id: id.within(|| format!("comments[{index}]"))?,
                key: keys.find(&comment.key).within(|| place("key"))?,
                text: comment.text,
                author: author.within(|| place("author"))?,
                added_at: seconds(comment.added_at, common.created_at),
            });
        }
        Ok(read)
    }

    fn read_processes(
        &mut self,
        processes: Vec<form::Process>,
        common: &Common,
    ) -> Result<Vec<Process>, DataError> {
        let mut read = Vec::with_capacity(processes.len());
        for (index, process) in processes.into_iter().enumerate() {
            let place = |field: &str| format!("processes[{index}].{field}");
            let id = self.uuid(Kind::Process, process.id);
            let by = self.user_or(process.created_by.as_ref(), common.owner);
            let options = Value::Object(process.options);
            let task = task(process.import, process.export, options);
            read.push(Process {
                id: id.within(|| place("id"))?.to_string(),
                status: match process.status {
                    End::Finished => ProcessStatus::Finished,
                    End::Failed => ProcessStatus::Failed,
                    End::Cancelled => ProcessStatus::Cancelled,
                },
                message: process.message,
                created_by: by.within(|| place("created_by"))?,
                created_at: seconds(process.created_at, common.created_at),
                task: task.within(|| format!("processes[{index}]"))?,
                end: None,
            });
        }
        Ok(read)
    }

    pub(super) fn read_bases(
        &mut self,
        bases: Vec<form::MergeBase>,
        branches: &[Branch],
        languages: &[Language],
        common: &Common,
    ) -> Result<MergeBases, DataError> {
        let by_name: HashMap<&str, &Branch> = branches.iter().map(|it| (&*it.name, it)).collect();
        let mut read = MergeBases::default();
        for (index, base) in bases.into_iter().enumerate() {
            let place = |field: String| format!("merge_bases[{index}]{field}");
            let branch = |name: &str| {
                by_name.get(name).copied().ok_or_else(|| {
                    let known = suggestion(name, by_name.keys().copied());
                    DataError::new(format!("there is no branch {}{known}", shown(name)))
                })
            };
            let snapshot = match &base.same_as {
                Some(name) => {
                    branch(&name.0).map(Snapshot::of).within(|| place(".same_as".to_owned()))?
                }
                None => self
                    .read_snapshot(base.languages, base.keys, languages, common)
                    .within(|| place(String::new()))?,
            };
            let snapshot = Arc::new(snapshot);
            for (number, [a, b]) in base.branches.iter().enumerate() {
                let pair = branch(a).and_then(|a| Ok((a.id, branch(b)?.id)));
                let pair = pair.and_then(|(a, b)| match a != b && read.keep(a, b, &snapshot) {
                    true => Ok(()),
                    false => Err(DataError::new("these are one branch, or named twice")),
                });
                pair.within(|| place(format!(".branches[{number}]")))?;
            }
        }
        Ok(read)
    }

    fn read_snapshot(
        &mut self,
        own: Option<Vec<Short<form::Language>>>,
        keys: Vec<form::Key>,
        languages: &[Language],
        common: &Common,
    ) -> Result<Snapshot, DataError> {
        let languages = match own {
            Some(own) => self.read_languages(own)?,
            None => languages.to_vec(),
        };
        let content = Content::new(&languages, common, common.owner);
        let keys = self.read_keys(keys, &content, false)?;
        Ok(Snapshot { languages, keys })
    }
}

fn task(
    import: Option<form::Import>,
    export: Option<form::Export>,
    options: Value,
) -> Result<Task, DataError> {
    match (import, export) {
        (Some(import), None) => Ok(Task::Import(ImportWork {
            options,
            content: Bytes::new(),
            result: ImportResult {
                words: import.words as usize,
                total: import.total as usize,
                inserted: import.inserted as usize,
                updated: import.updated as usize,
                skipped: import.skipped as usize,
            },
        })),
        (None, Some(export)) => Ok(Task::Export(ExportWork {
            options,
            keys: export.keys as usize,
            bundle: None,
            size: export.size as usize,
        })),
        _ => {
            Err(DataError::new("a process has either `import` or `export`, with what became of it"))
        }
    }
}

/// The keys of a branch, for what names them.
struct KeyNames<'k> {
    ids: HashSet<u64>,
    /// 0 where several keys have the name.
    by_name: HashMap<&'k str, u64>,
}

impl<'k> KeyNames<'k> {
    fn of(keys: &'k [Key]) -> Self {
        let mut by_name = HashMap::new();
        for key in keys {
            let id = by_name.entry(key.name()).or_insert(key.id);
            if *id != key.id {
                *id = 0;
            }
        }
        Self { ids: keys.iter().map(|key| key.id).collect(), by_name }
    }

    fn find(&self, reference: &Reference) -> Result<u64, DataError> {
        let message = match reference {
            Reference::Id(id) if self.ids.contains(id) => return Ok(*id),
            Reference::Id(id) => format!("the branch has no key {id}"),
            Reference::Name(name) => match self.by_name.get(&**name) {
                Some(0) => format!("several keys have the name {}: give the id", shown(name)),
                Some(id) => return Ok(*id),
                None => {
                    let known = suggestion(name, self.by_name.keys().copied());
                    format!("the branch has no key {}{known}", shown(name))
                }
            },
        };
        Err(DataError::new(message))
    }
}
