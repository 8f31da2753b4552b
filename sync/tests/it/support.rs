//! A sandbox with an empty project, and a working tree.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::time::Duration;

use l10n_client::rate_limit::SlidingWindow;
use l10n_client::types::{Key, PluralForms};
use l10n_client::{Client, RetryPolicy};
use l10n_sandbox::Sandbox;
use l10n_sync::{
    Branch, Change, Config, Error, FileGroup, Item, PullOptions, PullReport, PushOptions,
    PushReport, PushedFile, Sync, Workspace,
};
use serde_json::{Value, json};
use tempfile::TempDir;

pub(crate) const PROJECT: &str = "web-1.26";

pub(crate) struct World {
    pub(crate) sandbox: Sandbox,
    pub(crate) folder: TempDir,
    pub(crate) config: Config,
}

/// The usual group: all languages both ways.
pub(crate) fn group(pattern: &str) -> FileGroup {
    configured(json!({"pattern": pattern, "push": "all"}))
}

pub(crate) fn configured(group: Value) -> FileGroup {
    serde_json::from_value(group).unwrap()
}

impl World {
    /// A project in these languages, the base language first.
    pub(crate) async fn new(languages: &[&str]) -> Self {
        let project = json!({"name": "Web", "project_id": PROJECT, "languages": languages,
            "settings": {"branching": true}});
        Self::seeded(json!({"projects": [project]})).await
    }

    /// A project with one group of files both ways.
    pub(crate) async fn of(pattern: &str, languages: &[&str]) -> Self {
        let mut world = Self::new(languages).await;
        world.config.files = vec![group(pattern)];
        world
    }

    pub(crate) async fn seeded(seed: Value) -> Self {
        let sandbox = Sandbox::builder().step(Duration::from_millis(1)).seed(seed);
        Self {
            sandbox: sandbox.start().await.unwrap(),
            folder: tempfile::tempdir().unwrap(),
            config: Config::new("en").group(group("locales/{lang}/*.json")),
        }
    }

    /// A project with a file in two languages, committed and pushed.
    pub(crate) async fn pushed(base: &str, german: &str) -> Self {
        let world = Self::new(&["en", "de"]).await;
        world.write("locales/en/a.json", base);
        world.write("locales/de/a.json", german);
        world.commit();
        world.round().await;
        world
    }

    pub(crate) fn client(&self) -> Client {
        let quick =
            RetryPolicy::default().backoff(Duration::from_millis(1), Duration::from_millis(5));
        let client =
            Client::builder(self.sandbox.base_url()).api_token(self.sandbox.tokens().read_write);
        client.rate_limiter(SlidingWindow::new(100_000, 100)).retry(quick).build().unwrap()
    }

    pub(crate) fn workspace(&self) -> Workspace {
        Workspace::new(self.folder.path(), &self.config).unwrap()
    }

    pub(crate) fn sync(&self) -> Sync {
        Sync::new(self.client(), PROJECT, self.workspace())
    }

    /// The project with a branch, as calls address it.
    pub(crate) async fn address(&self, branch: &Branch) -> Result<String, Error> {
        branch.address(&self.client(), PROJECT, self.folder.path()).await
    }

    pub(crate) async fn push(&self) -> PushReport {
        self.sync().push(&PushOptions::new()).await.unwrap()
    }

    pub(crate) async fn pull(&self) -> PullReport {
        self.sync().pull(&PullOptions::new()).await.unwrap()
    }

    /// Pushes and pulls; both must be complete.
    pub(crate) async fn round(&self) {
        let pushed = self.push().await;
        assert!(pushed.is_complete(), "{pushed:#?}");
        let pulled = self.pull().await;
        assert!(pulled.is_complete(), "{pulled:#?}");
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap()
    }

    pub(crate) fn remove(&self, name: &str) {
        fs::remove_file(self.folder.path().join(name)).unwrap();
    }

    pub(crate) fn exists(&self, name: &str) -> bool {
        self.folder.path().join(name).exists()
    }

    /// All files of the working tree, with their contents.
    pub(crate) fn tree(&self) -> BTreeMap<String, String> {
        let mut tree = BTreeMap::new();
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name =
                    path.strip_prefix(self.folder.path()).unwrap().to_str().unwrap().to_owned();
                match path.is_dir() {
                    true if name != ".git" => folders.push(path),
                    true => {}
                    false => drop(tree.insert(name, fs::read_to_string(&path).unwrap())),
                }
            }
        }
        tree
    }

    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=n", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]);
        let output = git.args(arguments).current_dir(self.folder.path()).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Commits the working tree, after `git init` if it is not a repository.
    pub(crate) fn commit(&self) -> String {
        if !self.exists(".git") {
            self.git(&["init", "-q"]);
        }
        self.git(&["add", "-A"]);
        self.git(&["commit", "-qm", "x", "--allow-empty"]);
        self.git(&["rev-parse", "HEAD"])
    }

    /// The text of a key at the service, in a language of the default branch.
    pub(crate) fn text(&self, key: &str, lang: &str) -> Option<String> {
        let data = self.sandbox.data();
        let keys = data["projects"][0]["branches"][0]["keys"].as_array().unwrap().clone();
        let key = keys.into_iter().find(|found| name(found) == key)?;
        Some(key["translations"][lang]["translation"].as_str().unwrap_or_default().to_owned())
    }

    /// Translates a key at the service.
    pub(crate) fn translate(&self, key: &str, lang: &str, text: &str) {
        let mut data = self.sandbox.data();
        let keys = data["projects"][0]["branches"][0]["keys"].as_array_mut().unwrap();
        let found = keys.iter_mut().find(|found| name(found) == key).unwrap();
        found["translations"][lang]["translation"] = text.into();
        found["translations"][lang]["is_unverified"] = false.into();
        self.sandbox.set_data(&data).unwrap();
    }

    /// Sets the forms of a plural at the service.
    pub(crate) async fn translate_forms(&self, key: &str, lang: &str, texts: &[(&str, &str)]) {
        let call = self.client().list_keys(PROJECT).include_translations(true);
        let mut keys = call.send().await.unwrap().into_inner().keys.into_iter();
        let is_plural = |it: &&Key| it.is_plural == Some(true);
        let key = keys.find(|it| is_plural(&it) && it.key_name.as_ref().unwrap().has(key));
        let mut texts_of = key.unwrap().translations.into_iter().flatten();
        let found = texts_of.find(|it| it.language_iso.as_deref() == Some(lang)).unwrap();
        let mut forms = PluralForms::default();
        texts.iter().for_each(|(form, text)| drop(forms.set(*form, *text)));
        let call = self.client().update_translation(PROJECT, found.translation_id, forms);
        call.send().await.unwrap();
    }

    /// The operations of the requests that were received since the last call, in order.
    pub(crate) fn operations(&self) -> Vec<String> {
        let seen = self.sandbox.requests().into_iter().filter_map(|seen| seen.operation);
        let seen = seen.collect();
        self.sandbox.clear_requests();
        seen
    }

    /// Whether no request was received that changes something.
    pub(crate) fn is_untouched(&self) -> bool {
        self.operations().iter().all(|it| it.starts_with("list") || it.starts_with("get"))
    }
}

fn name(key: &Value) -> &str {
    key["key_name"]["web"].as_str().unwrap_or_default()
}

pub(crate) fn change(report: &PullReport, path: &str) -> Option<Change> {
    report.files.iter().find(|file| file.path == path).map(|file| file.change)
}

/// The keys of the texts that change.
pub(crate) fn changed<'i>(items: impl IntoIterator<Item = &'i Item>) -> Vec<&'i str> {
    let items = items.into_iter().filter(|item| item.is_change());
    items.map(|item| item.key.as_str()).collect()
}

/// The keys of the texts that are left out, each with the reason.
pub(crate) fn left_out<'i>(items: impl IntoIterator<Item = &'i Item>) -> Vec<String> {
    let items =
        items.into_iter().filter_map(|item| Some(format!("{}: {}", item.key, item.reason()?)));
    items.collect()
}

pub(crate) fn file<'r>(report: &'r PushReport, path: &str) -> &'r PushedFile {
    report.files.iter().find(|file| file.file.path == path).unwrap()
}
