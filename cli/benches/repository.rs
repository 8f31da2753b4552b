//! Two repositories of 2,000 files: pushed, pushed again, pushed with ten changed texts, and pulled,
//! also with ten changed texts, and without any translation. After each, service and files must
//! agree.
//!
//! `cargo bench -p l10n-cli` runs it, `-- --quick` a small form that only checks that it works. The
//! sandbox serves from this process, the tool runs in others, so peak memory is the tool's.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a benchmark that cannot go on fails")]

#[path = "../../benches/baseline/memory.rs"]
mod memory;

use std::fs;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use l10n_sandbox::Sandbox;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

const CONFIGURATION: &str = r#"
project = "bench-1.26"
base_lang = "en"

[[files]]
pattern = "locales/{lang}/*.json"
push = "all"
"#;

const LANGUAGES: &str = "en zh ar bg bn ca cs da de el es et fa fi fr gu he hi hr hu id it ja ka \
    ko lt lv ms nl pl pt ro ru sk sl sv th tr uk vi";

const CHANGED: usize = 10;

#[tokio::main]
async fn main() {
    if std::env::args().any(|argument| argument == "--quick") {
        return table(CHANGED, 20, 4).await;
    }
    table(50, 20, 40).await;
    table(200, 150, 10).await;
}

async fn table(files: usize, keys: usize, languages: usize) {
    println!(
        "\n| {} keys in {languages} languages | Requests | Time | Peak memory |",
        files * keys
    );
    println!("|---|---|---|---|");
    let languages: Vec<_> = LANGUAGES.split(' ').take(languages).collect();
    let bench = Bench::new(keys, &languages).await;
    for language in &languages {
        (0..files).for_each(|file| bench.write(language, file, "Text"));
    }
    bench.commit();
    bench.row("first push", &["push"]).await;
    bench.row("push without changes", &["push"]).await;
    (0..CHANGED).for_each(|file| bench.write("zh", file, "Changed here"));
    bench.row("push of ten changed texts", &["push", "--changed-since", "HEAD"]).await;
    bench.commit();
    bench.row("pull without changes", &["pull"]).await;
    bench.translate();
    bench.row("pull of ten changed texts", &["pull"]).await;
    for language in &languages[1..] {
        fs::remove_dir_all(bench.folder.path().join("locales").join(language)).unwrap();
    }
    bench.commit();
    bench.row("pull of all translations", &["pull"]).await;
}

struct Bench {
    sandbox: Sandbox,
    folder: TempDir,
    keys_of_a_file: usize,
}

impl Bench {
    async fn new(keys_of_a_file: usize, languages: &[&str]) -> Self {
        let language = |iso| json!({"lang_iso": iso, "lang_name": iso, "plural_forms": ["other"]});
        let languages: Vec<_> = languages.iter().map(language).collect();
        let seed = json!({"projects": [{"name": "Bench", "project_id": "bench-1.26",
            "languages": languages}]});
        let sandbox = Sandbox::builder().seed(seed).start().await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("l10n.toml"), CONFIGURATION).unwrap();
        Self { sandbox, folder, keys_of_a_file }
    }

    /// Runs the tool, and prints a row. Then nothing may differ.
    async fn row(&self, name: &str, work: &[&str]) {
        let (before, began) = (self.requests(), Instant::now());
        let peak = self.tool(work).await as f64 / 1024.0;
        let (count, time) = (self.requests() - before, began.elapsed().as_secs_f64());
        println!("| {name} | {count} | {time:.1} s | {peak:.1} MiB |");
        self.tool(&["status", "--check"]).await;
    }

    fn requests(&self) -> u64 {
        self.sandbox.requests().last().map_or(0, |last| last.number)
    }

    /// Runs the tool. Returns its peak memory in KiB.
    async fn tool(&self, work: &[&str]) -> u64 {
        let mut program = Command::new(env!("CARGO_BIN_EXE_l10n"));
        program
            .arg("--quiet")
            .args(work)
            .current_dir(self.folder.path())
            .env_remove("GITHUB_ACTIONS");
        program.env("L10N_BASE_URL", self.sandbox.base_url());
        program.env("L10N_TOKEN", self.sandbox.tokens().read_write);
        program.stdout(std::process::Stdio::piped());
        let child = program.spawn().unwrap();
        let process = child.id().to_string();
        let ended = tokio::task::spawn_blocking(move || child.wait_with_output().unwrap());
        let mut peak = 0;
        while !ended.is_finished() {
            peak = memory::memory(&process, "VmHWM").unwrap_or(peak);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        checked(work, &ended.await.unwrap());
        peak
    }

    /// Changes the first text of ten files at the service.
    fn translate(&self) {
        let mut data = self.sandbox.data();
        let keys = data["projects"][0]["branches"][0]["keys"].as_array_mut().unwrap();
        let names: Vec<_> = (0..CHANGED).map(|file| json!(format!("part{file}.0"))).collect();
        let keys = keys.iter_mut().filter(|key| names.contains(&key["key_name"]["web"]));
        let texts = keys.map(|key| &mut key["translations"]["zh"]["translation"]);
        assert_eq!(texts.map(|text| *text = json!("Changed there")).count(), CHANGED);
        self.sandbox.set_data(&data).unwrap();
    }

    /// Writes a file, whose first text starts with these words.
    fn write(&self, language: &str, file: usize, first: &str) {
        let texts = (0..self.keys_of_a_file).map(|key| {
            let name = format!("part{file}.{key}");
            let start = if key == 0 { first } else { "Text" };
            let text = format!("{start} {name} in {language}");
            (name, Value::from(text))
        });
        let text = format!("{:#}\n", Value::from(texts.collect::<Map<_, _>>()));
        let folder = self.folder.path().join("locales").join(language);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("{file}.json")), text).unwrap();
    }

    fn commit(&self) {
        let commit = ["-c", "user.name=n", "-c", "user.email=a@b", "commit", "-qm", "x"];
        for work in [&["init", "-q"][..], &["add", "-A"], &commit] {
            let git = Command::new("git").args(work).current_dir(self.folder.path()).output();
            checked(work, &git.unwrap());
        }
    }
}

fn checked(work: &[&str], output: &Output) {
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{work:?}: {}: {text}", output.status);
}
