//! A repository of 2,000 files in 40 languages beside a loop of plain requests: pushed, pushed
//! again, pushed with one file changed, and pulled; then all of it with a fifth of the answers
//! faulty, and what came of it compared with what should have.
//!
//! `cargo bench -p l10n-cli` runs it, `-- --quick` a small form that only shows that it works. The
//! sandbox serves from this process, the tool and the plain requests run in others, so that time
//! and memory are theirs alone. What the figures mean is in `BENCHMARKS.md`.

mod plain;
mod process;
mod repository;
mod service;

use std::error::Error;
use std::process::ExitCode;

use process::{Run, Tool};
use repository::Repository;
use service::Service;

type Failure = Box<dyn Error + Send + Sync>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let result = match arguments.split_first() {
        Some((first, rest)) if first == plain::CHILD => runtime.block_on(plain::push(rest)),
        _ => runtime.block_on(compare(&arguments)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn compare(arguments: &[String]) -> Result<(), Failure> {
    let is_quick = arguments.iter().any(|argument| argument == "--quick");
    let (files, languages) = if is_quick { (3, 4) } else { (50, 40) };
    println!("| Work | Requests | Time | Peak memory |");
    println!("|---|---|---|---|");
    let repository = Repository::make(files, languages)?;
    let service = Service::start(&repository).await?;
    row("plain requests, one after the other", &service, async {
        process::plain(&service, &repository).await
    })
    .await?;
    service.start_over();
    round("", &service, &repository).await?;

    let repository = Repository::make(files, languages)?;
    let service = Service::start(&repository).await?;
    service.trouble()?;
    round(", a fifth of the answers faulty", &service, &repository).await
}

/// What a team does in a day.
async fn round(how: &str, service: &Service, repository: &Repository) -> Result<(), Failure> {
    let tool = Tool::new(service, repository)?;
    let all = repository.len();
    let push = || tool.run(&["push", "--json"]);
    row(&format!("first push{how}"), service, push()).await?;
    service.check_imports(all)?;
    service.check_texts(repository)?;
    row(&format!("second push{how}"), service, push()).await?;
    service.check_imports(0)?;
    repository.change_one()?;
    row(&format!("push of one changed file{how}"), service, push()).await?;
    service.check_imports(1)?;
    service.check_texts(repository)?;

    let pull = || tool.run(&["pull", "--json"]);
    row(&format!("first pull{how}"), service, pull()).await?;
    repository.check_files()?;
    let before = repository.times()?;
    service.translate_one(repository)?;
    row(
        &format!("pull of one changed translation{how}"),
        service,
        pull(),
    )
    .await?;
    repository.check_files()?;
    match repository.changed_since(&before)? {
        1 => Ok(()),
        count => Err(format!("the pull has changed {count} files, and one was to change").into()),
    }
}

async fn row(
    work: &str,
    service: &Service,
    run: impl Future<Output = Result<Run, Failure>>,
) -> Result<(), Failure> {
    let before = service.requests();
    let run = run.await.map_err(|error| format!("{work}: {error}"))?;
    let requests = service.requests() - before;
    println!(
        "| {work} | {requests} | {:.1} s | {:.1} MiB |",
        run.time.as_secs_f64(),
        run.peak / 1024.0,
    );
    Ok(())
}
