//! Runs of programs: how long they take, and how much memory.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use super::{Failure, memory::memory, repository::Repository, service::Service};

/// What a run took.
pub(super) struct Run {
    pub(super) time: Duration,
    /// The most memory that it held, in KiB; zero where the system does not tell.
    pub(super) peak: u64,
    /// Whether it ended well, or how else.
    pub(super) ended: Result<(), Failure>,
}

/// Runs the tool in the repository with these arguments.
pub(super) async fn sync(
    work: &str,
    service: &Service,
    repository: &Repository,
) -> Result<Run, Failure> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_l10n"));
    program.arg("--json").args(work.split_whitespace());
    program.env("L10N_BASE_URL", service.base_url());
    program.env("L10N_TOKEN", service.token());
    program.env("L10N_PROJECT", service.project());
    run(program, repository.path()).await
}

async fn run(mut program: Command, folder: &Path) -> Result<Run, Failure> {
    program.current_dir(folder).env_remove("GITHUB_ACTIONS");
    program.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let began = Instant::now();
    let child = program.spawn()?;
    let process = child.id().to_string();
    let mut ended = tokio::task::spawn_blocking(move || child.wait_with_output());
    let mut peak = 0;
    let output: Output = loop {
        tokio::select! {
            output = &mut ended => break output??,
            () = tokio::time::sleep(Duration::from_millis(10)) => {
                peak = memory(&process, "VmHWM").unwrap_or(peak);
            }
        }
    };
    let time = began.elapsed();
    let ended = match output.status.success() {
        true => Ok(()),
        false => {
            let said = String::from_utf8_lossy(&output.stderr);
            let last = said.trim_end().lines().last().unwrap_or_default();
            Err(format!("ended with {}: {last}", output.status).into())
        }
    };
    Ok(Run { time, peak, ended })
}
