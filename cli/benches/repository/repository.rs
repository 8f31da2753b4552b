//! The repository: a folder for each language with the same files, and what they should hold.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use tempfile::TempDir;

use super::Failure;

/// How many keys a file has.
const KEYS: usize = 20;

const CONFIGURATION: &str = r#"
base_lang = "en"
requests_per_second = 60000
attempts = 8

[[files]]
pattern = "locales/{lang}/*.json"
push = "all"
"#;

/// The texts of a file, by their keys.
pub(super) type Texts = BTreeMap<String, String>;

/// A working folder, and what should be in it.
pub(super) struct Repository {
    folder: TempDir,
    /// By language and name of the file.
    texts: RefCell<BTreeMap<(String, String), Texts>>,
}

impl Repository {
    pub(super) fn make(files: usize, languages: usize) -> Result<Self, Failure> {
        let folder = tempfile::tempdir()?;
        let mut texts = BTreeMap::new();
        for language in LANGUAGES.iter().take(languages) {
            fs::create_dir_all(folder.path().join("locales").join(language))?;
            for file in 0..files {
                let keys = (0..KEYS).map(|key| {
                    let name = format!("part{file}.key{key}");
                    (name, format!("Text {key} of part {file} in {language}"))
                });
                texts.insert((language.to_string(), format!("part{file}.json")), keys.collect());
            }
        }
        let made = Self { folder, texts: RefCell::new(texts) };
        for ((language, name), texts) in &*made.texts.borrow() {
            made.write(language, name, texts)?;
        }
        Ok(made)
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// How many files there are.
    pub(super) fn len(&self) -> usize {
        self.texts.borrow().len()
    }

    pub(super) fn languages(&self) -> Vec<String> {
        let texts = self.texts.borrow();
        let mut languages: Vec<_> = texts.keys().map(|(language, _)| language.clone()).collect();
        languages.dedup();
        languages
    }

    /// All texts, by language and key.
    pub(super) fn texts(&self) -> BTreeMap<(String, String), String> {
        let texts = self.texts.borrow();
        let each = texts.iter().flat_map(|((language, _), texts)| {
            let texts = texts.iter();
            texts.map(|(key, text)| ((language.clone(), key.clone()), text.clone()))
        });
        each.collect()
    }

    /// For the tool; its address, project and token are in its environment.
    pub(super) fn configure(&self) -> Result<(), Failure> {
        Ok(fs::write(self.path().join("l10n.toml"), CONFIGURATION)?)
    }

    /// Commits all files: the tool replaces only what Git has.
    pub(super) fn commit(&self) -> Result<(), Failure> {
        for arguments in [
            &["init", "-q"][..],
            &["add", "-A"],
            &["-c", "user.name=n", "-c", "user.email=a@b", "commit", "-qm", "x"],
        ] {
            let git = Command::new("git").args(arguments).current_dir(self.path()).status()?;
            if !git.success() {
                return Err(format!("git {arguments:?}: {git}").into());
            }
        }
        Ok(())
    }

    fn file(&self, language: &str, name: &str) -> PathBuf {
        self.path().join("locales").join(language).join(name)
    }

    fn write(&self, language: &str, name: &str, texts: &Texts) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(texts)? + "\n";
        Ok(fs::write(self.file(language, name), text)?)
    }

    /// Changes a text of one file.
    pub(super) fn change_one(&self) -> Result<(), Failure> {
        self.change("Changed here")?;
        let texts = self.texts.borrow();
        let ((language, name), texts) = texts.last_key_value().ok_or("there is no file")?;
        self.write(language, name, texts)
    }

    /// Expects another text in one file; answers with its language and key.
    pub(super) fn change(&self, to: &str) -> Result<(String, String), Failure> {
        let mut texts = self.texts.borrow_mut();
        let ((language, _), texts) = texts.iter_mut().next_back().ok_or("there is no file")?;
        let (key, text) = texts.iter_mut().next().ok_or("there is no text")?;
        to.clone_into(text);
        Ok((language.clone(), key.clone()))
    }

    /// Whether each file holds what it should.
    pub(super) fn check_files(&self) -> Result<(), Failure> {
        let texts = self.texts.borrow();
        let holds = |(language, name): &(String, String), expected: &Texts| {
            let text = fs::read_to_string(self.file(language, name)).ok();
            let found = text.and_then(|text| serde_json::from_str::<Texts>(&text).ok());
            found.as_ref() == Some(expected)
        };
        match texts.iter().filter(|(at, texts)| !holds(at, texts)).count() {
            0 => Ok(()),
            count => Err(format!("{count} files do not hold what they should").into()),
        }
    }

    /// When each file was changed last.
    pub(super) fn times(&self) -> Result<Vec<SystemTime>, Failure> {
        let texts = self.texts.borrow();
        let files = texts.keys().map(|(language, name)| self.file(language, name));
        files.map(|file| Ok(fs::metadata(file)?.modified()?)).collect()
    }

    /// Whether so many files were changed since those times.
    pub(super) fn check_changed(
        &self,
        since: &[SystemTime],
        expected: usize,
    ) -> Result<(), Failure> {
        let now = self.times()?;
        match now.iter().zip(since).filter(|(now, at)| now != at).count() {
            count if count == expected => Ok(()),
            count => Err(format!("{count} files were changed, and {expected} were to be").into()),
        }
    }
}

/// Codes of languages.
const LANGUAGES: [&str; 40] = [
    "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "gu", "he",
    "hi", "hr", "hu", "id", "it", "ja", "ka", "ko", "lt", "lv", "ms", "nl", "pl", "pt", "ro", "ru",
    "sk", "sl", "sv", "th", "tr", "uk", "vi", "zh",
];
