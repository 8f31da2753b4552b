//! Runs of programs: how long they take, and how much memory.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use super::{Failure, plain, repository::Repository, service::Service};

/// What a run took.
pub(super) struct Run {
    pub(super) time: Duration,
    /// The most memory that it held, in KiB; zero where the system does not tell.
    pub(super) peak: f64,
}

/// The tool in a repository.
pub(super) struct Tool {
    folder: PathBuf,
    token: String,
}

impl Tool {
    pub(super) fn new(service: &Service, repository: &Repository) -> Result<Self, Failure> {
        repository.configure(service)?;
        Ok(Self {
            folder: repository.path().to_owned(),
            token: service.token(),
        })
    }

    /// Runs it to its end.
    ///
    /// # Errors
    ///
    /// It ends with another code than 0.
    pub(super) async fn run(&self, arguments: &[&str]) -> Result<Run, Failure> {
        let mut program = Command::new(env!("CARGO_BIN_EXE_l10n"));
        program.args(arguments).env("L10N_TOKEN", &self.token);
        run(program, &self.folder).await
    }
}

/// Runs the plain requests in a process of their own.
pub(super) async fn plain(service: &Service, repository: &Repository) -> Result<Run, Failure> {
    let mut program = Command::new(std::env::current_exe()?);
    program.args([
        plain::CHILD,
        service.base_url(),
        &service.token(),
        service.project(),
    ]);
    run(program, repository.path()).await
}

async fn run(mut program: Command, folder: &Path) -> Result<Run, Failure> {
    program.current_dir(folder).env_remove("GITHUB_ACTIONS");
    program
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let began = Instant::now();
    let child = program.spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let mut ended = tokio::task::spawn_blocking(move || child.wait_with_output());
    let mut peak = 0.0;
    let output: Output = loop {
        tokio::select! {
            output = &mut ended => break output??,
            () = tokio::time::sleep(Duration::from_millis(10)) => {
                peak = peak_of(&status).unwrap_or(peak);
            }
        }
    };
    let time = began.elapsed();
    match output.status.success() {
        true => Ok(Run { time, peak }),
        false => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(format!("ended with {}: {said}", output.status).into())
        }
    }
}

fn peak_of(status: &str) -> Option<f64> {
    let status = std::fs::read_to_string(status).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
