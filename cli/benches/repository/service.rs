//! The sandbox: its project in the languages of the repository, its faults, and what it holds.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Duration;

use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, ResetMoment, Sandbox};
use serde_json::{Value, json};

use super::Failure;
use super::repository::Repository;

pub(super) struct Service {
    sandbox: Sandbox,
    /// How many imports there were when they were last counted.
    imports: Cell<usize>,
    /// Whether there is trouble.
    is_troubled: Cell<bool>,
    /// How many files were imported twice since this was asked last.
    twice: Cell<usize>,
}

impl Service {
    pub(super) async fn start(repository: &Repository) -> Result<Self, Failure> {
        let mut data = Sandbox::start().await?.data();
        let project = &mut data["projects"][0];
        let languages = repository.languages().into_iter().zip(5000..);
        let languages = languages.map(|(iso, id)| {
            let uuid = format!("01957a00-0000-7000-8000-{id:012}");
            json!({ "iso": iso, "id": id, "uuid": uuid, "name": iso, "rtl": false,
                    "plural_forms": ["one", "other"] })
        });
        project["languages"] = languages.collect();
        project["merge_bases"] = json!([]);
        // Those of the seed are of languages that are gone.
        for contributor in project["contributors"].as_array_mut().into_iter().flatten() {
            contributor["languages"] = json!([]);
        }
        project["branches"].as_array_mut().ok_or("no branches")?.truncate(1);
        for emptied in ["keys", "files", "comments", "processes"] {
            project["branches"][0][emptied] = json!([]);
        }
        let sandbox = Sandbox::builder().seed(data).step(Duration::from_millis(20));
        Ok(Self {
            sandbox: sandbox.start().await?,
            imports: Cell::default(),
            is_troubled: Cell::default(),
            twice: Cell::default(),
        })
    }

    pub(super) fn base_url(&self) -> &str {
        self.sandbox.base_url()
    }

    pub(super) fn token(&self) -> String {
        self.sandbox.tokens().read_write.to_owned()
    }

    pub(super) fn project(&self) -> &'static str {
        self.sandbox.project().project_id
    }

    pub(super) fn start_over(&self) {
        self.sandbox.reset();
        self.imports.set(0);
    }

    /// How many requests have come.
    pub(super) fn requests(&self) -> u64 {
        self.sandbox.requests().last().map_or(0, |last| last.number)
    }

    /// A fifth of the answers to the API are faulty, with effect and without.
    pub(super) fn trouble(&self) -> Result<(), Failure> {
        let mut troubles: Vec<_> = [408, 429, 502, 503].map(Misbehavior::status).into();
        let lost = [
            Reply::new(502, ReplyBody::Text("<html>".to_owned())).with_effect(),
            Reply::new(504, ReplyBody::Empty).with_effect(),
        ];
        troubles.extend(lost.map(Misbehavior::Respond));
        let moments =
            [ResetMoment::BeforeBody, ResetMoment::BeforeEffect, ResetMoment::AfterEffect];
        troubles.extend(moments.map(Misbehavior::Reset));
        let fault = Fault::new(Misbehavior::OneOf(troubles)).always().share(0.2).seed(15);
        self.sandbox.add_fault(fault)?;
        self.is_troubled.set(true);
        Ok(())
    }

    /// Whether so many files were imported since this was asked last. In trouble some may have been
    /// imported twice: of those of one name nobody can tell which an import is of.
    pub(super) fn check_imports(&self, expected: usize) -> Result<(), Failure> {
        let all = self.branch()["processes"].as_array().map_or(0, Vec::len);
        match all - self.imports.replace(all) {
            count if count == expected => Ok(()),
            count if self.is_troubled.get() && expected > 0 && count > expected => {
                self.twice.set(count - expected);
                Ok(())
            }
            count => Err(format!("{count} files were imported, and {expected} were to be").into()),
        }
    }

    /// How many files were imported twice, in trouble, since this was asked last.
    pub(super) fn twice(&self) -> usize {
        self.twice.take()
    }

    /// Whether the project has the texts of the repository, and no others.
    pub(super) fn check_texts(&self, repository: &Repository) -> Result<(), Failure> {
        let branch = self.branch();
        let mut found = BTreeMap::new();
        for key in branch["keys"].as_array().into_iter().flatten() {
            let name = key["name"].as_str().unwrap_or_default();
            for (language, translation) in key["translations"].as_object().into_iter().flatten() {
                let text = translation["text"].as_str().unwrap_or_default();
                let place = (language.clone(), name.to_owned());
                if found.insert(place, text.to_owned()).is_some() {
                    return Err(format!("there are two keys {name}").into());
                }
            }
        }
        let texts = repository.texts();
        let other = texts.iter().filter(|(at, text)| found.get(at) != Some(text));
        let more = found.keys().filter(|at| !texts.contains_key(at));
        match other.count() + more.count() {
            0 => Ok(()),
            count => Err(format!("{count} texts of the project are not the repository's").into()),
        }
    }

    /// Somebody translates a text anew.
    pub(super) fn translate_one(&self, repository: &Repository) -> Result<(), Failure> {
        let to = "Changed there";
        let (language, name) = repository.change(to)?;
        let mut data = self.sandbox.data();
        let keys = data["projects"][0]["branches"][0]["keys"].as_array_mut();
        let key = keys.into_iter().flatten().find(|key| key["name"] == *name);
        key.ok_or("there is no such key")?["translations"][&language]["text"] = to.into();
        Ok(self.sandbox.set_data(&data)?)
    }

    fn branch(&self) -> Value {
        self.sandbox.data()["projects"][0]["branches"][0].take()
    }
}
