//! The sandbox: its project in the languages of the repository, and what it holds.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Duration;

use l10n_sandbox::Sandbox;
use serde_json::{Value, json};

use super::Failure;
use super::repository::Repository;

pub(super) struct Service {
    sandbox: Sandbox,
    /// How many imports there were when they were last counted.
    imports: Cell<usize>,
}

impl Service {
    pub(super) async fn start(repository: &Repository) -> Result<Self, Failure> {
        let mut data = Sandbox::start().await?.data();
        let project = &mut data["projects"][0];
        let languages = repository.languages().into_iter().zip(5000..);
        let languages = languages.map(|(iso, id)| {
            let uuid = format!("01957a00-0000-7000-8000-{id:012}");
            json!({ "lang_iso": iso, "lang_id": id, "project_language_uuid": uuid,
                    "lang_name": iso, "plural_forms": ["one", "other"] })
        });
        project["languages"] = languages.collect();
        // Those of the seed are of languages that are gone.
        for contributor in project["contributors"].as_array_mut().into_iter().flatten() {
            contributor["languages"] = json!([]);
        }
        project["branches"].as_array_mut().ok_or("no branches")?.truncate(1);
        for emptied in ["keys", "files", "comments", "processes"] {
            project["branches"][0][emptied] = json!([]);
        }
        let sandbox = Sandbox::builder().seed(data).step(Duration::from_millis(20));
        Ok(Self { sandbox: sandbox.start().await?, imports: Cell::default() })
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

    /// How many requests have come.
    pub(super) fn requests(&self) -> u64 {
        self.sandbox.requests().last().map_or(0, |last| last.number)
    }

    /// Fails unless this many files were imported since the last check.
    pub(super) fn check_imports(&self, expected: usize) -> Result<(), Failure> {
        let all = self.branch()["processes"].as_array().map_or(0, Vec::len);
        match all - self.imports.replace(all) {
            count if count == expected => Ok(()),
            count => Err(format!("{count} files were imported, and {expected} were to be").into()),
        }
    }

    /// Whether the project has the texts of the repository, and no others.
    pub(super) fn check_texts(&self, repository: &Repository) -> Result<(), Failure> {
        let branch = self.branch();
        let mut found = BTreeMap::new();
        for key in branch["keys"].as_array().into_iter().flatten() {
            let name = key["key_name"]["web"].as_str().unwrap_or_default();
            for (language, translation) in key["translations"].as_object().into_iter().flatten() {
                let text = translation["translation"].as_str().unwrap_or_default();
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
        let key = keys.into_iter().flatten().find(|key| key["key_name"]["web"] == *name);
        key.ok_or("there is no such key")?["translations"][&language]["translation"] = to.into();
        Ok(self.sandbox.set_data(&data)?)
    }

    fn branch(&self) -> Value {
        self.sandbox.data()["projects"][0]["branches"][0].take()
    }
}
