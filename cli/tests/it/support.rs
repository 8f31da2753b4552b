//! A sandbox, a folder, and the program in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use l10n_sandbox::{Builder, Sandbox, SeenRequest};
use serde_json::Value;
use tempfile::TempDir;

/// The variables of a job in GitHub Actions.
pub(crate) const GITHUB: [(&str, &str); 1] = [("GITHUB_ACTIONS", "true")];

/// A group that the sandbox's project has no files of.
pub(crate) const GROUP: &str = "[[files]]\npattern = \"{lang}.json\"\n";

/// A running sandbox and a working folder.
pub(crate) struct World {
    pub(crate) sandbox: Sandbox,
    pub(crate) folder: TempDir,
}

/// How a run has ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl World {
    pub(crate) async fn new() -> Self {
        Self::of(Sandbox::builder()).await
    }

    pub(crate) async fn seeded(seed: Value) -> Self {
        Self::of(Sandbox::builder().seed(seed)).await
    }

    /// With a configuration for the sandbox's project, followed by `more`.
    pub(crate) async fn configured(more: &str) -> Self {
        let world = Self::new().await;
        world.configure(more);
        world
    }

    async fn of(builder: Builder) -> Self {
        let sandbox = builder.step(Duration::from_millis(1));
        Self { sandbox: sandbox.start().await.unwrap(), folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Writes a configuration for the sandbox's project, followed by `more`.
    pub(crate) fn configure(&self, more: &str) {
        let project = self.sandbox.project().project_id;
        let text = format!(
            "base_url = \"{}\"\nproject = \"{project}\"\nbase_lang = \"en\"\n{more}",
            self.sandbox.base_url(),
        );
        self.write("l10n.toml", &text);
    }

    pub(crate) fn git(&self, arguments: &[&str]) {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=n", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]);
        let output = git.args(arguments).current_dir(self.folder.path()).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }

    /// Commits the folder, as a new repository.
    pub(crate) fn commit(&self) {
        self.git(&["init", "-q"]);
        self.git(&["add", "-A"]);
        self.git(&["commit", "-qm", "x"]);
    }

    /// The program, in the folder, with a token and no other variable.
    pub(crate) fn program(&self, arguments: &[&str]) -> Command {
        let mut program = program(self.folder.path());
        program.args(arguments).env("L10N_TOKEN", self.sandbox.tokens().read_write);
        program
    }

    /// Runs the program to its end.
    pub(crate) async fn run(&self, arguments: &[&str]) -> Ran {
        run(self.program(arguments)).await
    }

    /// Runs the program to its end with more variables. Empty ones count as unset.
    pub(crate) async fn run_with(&self, variables: &[(&str, &str)], arguments: &[&str]) -> Ran {
        let mut program = self.program(arguments);
        program.envs(variables.iter().copied());
        run(program).await
    }

    /// Runs the program to its end in a folder below.
    pub(crate) async fn run_in(&self, folder: &str, arguments: &[&str]) -> Ran {
        let mut program = self.program(arguments);
        program.current_dir(self.path(folder));
        run(program).await
    }

    /// The names of the keys at the service.
    pub(crate) fn keys(&self) -> Vec<String> {
        let data = self.sandbox.data();
        let keys = data["projects"][0]["branches"][0]["keys"].as_array().unwrap().iter();
        let names = keys.map(|key| key["key_name"]["web"].as_str().unwrap().to_owned());
        names.collect()
    }

    /// The requests of an operation that the sandbox has received.
    pub(crate) fn seen(&self, operation: &str) -> Vec<SeenRequest> {
        let seen = self.sandbox.requests().into_iter();
        seen.filter(|seen| seen.operation.as_deref() == Some(operation)).collect()
    }
}

/// The program, in a folder, without any setting.
pub(crate) fn program(folder: &Path) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_l10n"));
    program.current_dir(folder).env_clear().env("HOME", folder);
    // To find Git.
    program.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    if cfg!(windows) {
        // Sockets and temporary files need them there.
        let needed = ["SystemRoot", "TEMP"].into_iter();
        program.envs(needed.filter_map(|name| Some((name, std::env::var_os(name)?))));
    }
    program.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    program
}

/// Runs a program to its end on another thread, while the sandbox keeps running.
pub(crate) async fn run(mut program: Command) -> Ran {
    let output = tokio::task::spawn_blocking(move || program.output());
    Ran::of(output.await.unwrap().unwrap())
}

impl Ran {
    pub(crate) fn of(output: std::process::Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    #[track_caller]
    pub(crate) fn ended(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:#?}");
        self
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}
