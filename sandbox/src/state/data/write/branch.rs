//! Branches and what they hold.

use super::{count, moment_unless, user_unless};
use crate::state::data::form::{
    Branch, Comment, Each, EachPlatform, End, Export, File, Id, Import, Key, Language, Name, Named,
    Process, Reference, Screenshot, Short, Translation, Uuid7,
};
use crate::state::data::read::key::default_platforms;
use crate::state::{self, PerPlatform, Platform, ProcessStatus, Task, Text};

pub(super) fn branch(
    project: &state::Project,
    branch: &state::Branch,
    of_project: &[state::Language],
) -> Branch {
    let own = &branch.languages;
    let files = branch.files.iter().map(|file| {
        Short(File {
            id: Some(Id(file.id)),
            name: Name(file.name.clone()),
            keyless: file.keyless,
            rooted: file.rooted,
        })
    });
    let comments = branch.comments.iter().map(|comment| Comment {
        id: Some(Id(comment.id)),
        key: Reference::Id(comment.key),
        text: comment.text.clone(),
        author: user_unless(comment.author, project.owner),
        added_at: moment_unless(comment.added_at, project.created_at),
    });
    let processes = branch.processes.iter();
    Branch {
        id: Some(Id(branch.id)),
        name: Name(branch.name.clone()),
        created_at: moment_unless(branch.created_at, project.created_at),
        created_by: user_unless(branch.created_by, project.owner),
        languages: (own != of_project).then(|| languages(own)),
        keys: keys(project, own, &branch.keys, branch.created_by),
        files: files.collect(),
        comments: comments.collect(),
        processes: processes.filter_map(|it| process(project, it)).collect(),
    }
}

pub(super) fn languages(languages: &[state::Language]) -> Vec<Short<Language>> {
    let languages = languages.iter().map(|language| {
        Short(Language {
            iso: Name(language.iso.clone()),
            id: Some(Id(language.id)),
            uuid: Some(Uuid7(language.uuid)),
            name: Some(Name(language.name.clone())),
            rtl: Some(language.rtl),
            plural_forms: Some(language.plural_forms.clone()),
        })
    });
    languages.collect()
}

/// A process that has ended; nothing of one that has not.
fn process(project: &state::Project, process: &state::Process) -> Option<Process> {
    let status = match process.status {
        ProcessStatus::Finished => End::Finished,
        ProcessStatus::Failed => End::Failed,
        ProcessStatus::Cancelled => End::Cancelled,
        _ => return None,
    };
    let (options, import, export) = match &process.task {
        Task::Import(work) => (&work.options, Some(import(&work.result)), None),
        Task::Export(work) => (&work.options, None, Some(export(work))),
    };
    Some(Process {
        id: uuid::Uuid::try_parse(&process.id).ok().map(Uuid7),
        status,
        message: process.message.clone(),
        created_by: user_unless(process.created_by, project.owner),
        created_at: moment_unless(process.created_at, project.created_at),
        options: options.as_object().cloned().unwrap_or_default(),
        import,
        export,
    })
}

fn import(result: &state::ImportResult) -> Import {
    Import {
        words: count(result.words),
        total: count(result.total),
        inserted: count(result.inserted),
        updated: count(result.updated),
        skipped: count(result.skipped),
    }
}

fn export(work: &state::ExportWork) -> Export {
    Export { keys: count(work.keys), size: count(work.size) }
}

/// Keys with their translations in these languages.
pub(super) fn keys(
    project: &state::Project,
    languages: &[state::Language],
    keys: &[state::Key],
    translator: u64,
) -> Vec<Key> {
    let of_project = Content { project, languages, translator };
    keys.iter().map(|key| of_project.key(key)).collect()
}

/// What the keys of a branch have in common.
struct Content<'s> {
    project: &'s state::Project,
    languages: &'s [state::Language],
    translator: u64,
}

impl Content<'_> {
    fn key(&self, key: &state::Key) -> Key {
        let filename = filename(key);
        let screenshots = key.screenshots.iter().map(|it| Screenshot {
            id: Some(Id(it.id)),
            title: it.title.clone(),
            description: it.description.clone(),
            tags: it.tags.clone(),
            created_at: moment_unless(it.created_at, key.created_at),
        });
        let default = default_platforms(filename.as_ref());
        Key {
            id: Some(Id(key.id)),
            name: name(&key.names),
            filename,
            description: key.description.clone(),
            context: key.context.clone(),
            platforms: (key.platforms != default).then(|| key.platforms.iter().copied().collect()),
            tags: key.tags.clone(),
            plural: key.plural.then_some(true),
            plural_name: key.plural_name.clone(),
            hidden: key.hidden,
            archived: key.archived,
            char_limit: key.char_limit,
            custom_attributes: key.custom_attributes.clone(),
            screenshots: screenshots.collect(),
            created_at: moment_unless(key.created_at, self.project.created_at),
            modified_at: moment_unless(key.modified_at, key.created_at),
            translations_modified_at: moment_unless(key.translations_modified_at, key.created_at),
            translations: self.translations(key),
        }
    }

    /// In the order of the languages.
    fn translations(&self, key: &state::Key) -> Named<Short<Translation>> {
        let mut in_order = key.translations.iter().enumerate();
        let is_in_order = key.translations.len() == self.languages.len()
            && in_order.all(|(place, it)| self.languages[place].id == it.language);
        let written = self.languages.iter().enumerate();
        let written = written.filter_map(|(place, language)| {
            let found = match is_in_order {
                true => key.translations.get(place),
                false => key.translation(language.id),
            };
            Some((language.iso.clone(), Short(self.translation(key, found?))))
        });
        Named(written.collect())
    }

    fn translation(&self, key: &state::Key, translation: &state::Translation) -> Translation {
        let (mut text, mut forms) = (None, Named::default());
        match &translation.text {
            Text::Plain(plain) if plain.is_empty() => {}
            Text::Plain(plain) => text = Some(plain.clone()),
            Text::Forms(written) => forms = Named(written.clone()),
        }
        let by = translation.reviewed_by;
        let is_reviewed = by != 0;
        // A merge base may name statuses that are gone since.
        let is_there = |id: &&u64| self.project.statuses.iter().any(|it| it.id == **id);
        let statuses = translation.statuses.iter().filter(is_there);
        Translation {
            id: Some(Id(translation.id)),
            text,
            forms,
            modified_at: moment_unless(translation.modified_at, key.translations_modified_at),
            modified_by: user_unless(translation.modified_by, self.translator),
            reviewed: (translation.reviewed != is_reviewed).then_some(translation.reviewed),
            reviewed_by: is_reviewed.then_some(Reference::Id(by)),
            unverified: translation.unverified,
            statuses: statuses.map(|id| Reference::Id(*id)).collect(),
            ..Translation::default()
        }
    }
}

/// The name of a key: one, where it has the same on all platforms.
fn name(names: &PerPlatform) -> EachPlatform {
    let first = names.get(Platform::Ios);
    match names.texts().iter().all(|name| *name == first) {
        true => EachPlatform::All(first.to_owned()),
        false => EachPlatform::Each(Box::new(each(names))),
    }
}

/// The file of a key: one, where it is in the same on all of its platforms, and on no other.
fn filename(key: &state::Key) -> Option<EachPlatform> {
    let names = &key.filenames;
    let first = names.texts().into_iter().find(|name| !name.is_empty())?;
    let is_one = Platform::ALL.into_iter().all(|platform| {
        let expected = match key.platforms.contains(&platform) {
            true => first,
            false => "",
        };
        names.get(platform) == expected
    });
    Some(match is_one {
        true => EachPlatform::All(first.to_owned()),
        false => EachPlatform::Each(Box::new(each(names))),
    })
}

fn each(names: &PerPlatform) -> Each {
    let name = |platform| {
        let name = names.get(platform);
        (!name.is_empty()).then(|| Name(name.to_owned()))
    };
    Each {
        ios: name(Platform::Ios),
        android: name(Platform::Android),
        web: name(Platform::Web),
        other: name(Platform::Other),
    }
}
