//! A repository of 2,000 files in 40 languages beside a loop of plain requests: pushed, pushed
//! again, pushed with one file changed since a commit, and pulled; then all of it with a fifth of
//! the answers faulty, and what came of it compared with what should have.
//!
//! `cargo bench -p l10n-cli` runs it, `-- --quick` a small form that only shows that it works. The
//! sandbox serves from this process, the tool and the plain requests run in others, so that time
//! and memory are theirs alone. What the figures mean is in `BENCHMARKS.md`.
//!
//! `-- --beside COMMAND` runs another program in place of the tool: in the repository, with `push`
//! and its options or `pull` as its last arguments, and with `L10N_BASE_URL`, `L10N_TOKEN` and
//! `L10N_PROJECT` in its environment. What is wrong then is in its row, as it is in the tool's.

#[path = "../../../benches/baseline/memory.rs"]
mod memory;
mod plain;
mod process;
mod repository;
mod service;

use std::error::Error;
use std::process::ExitCode;

use process::Run;
use repository::Repository;
use service::Service;

/// Before the command of another program.
const BESIDE: &str = "--beside";

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
    let program = match arguments.iter().position(|argument| argument == BESIDE) {
        None => process::tool(),
        Some(at) => {
            let command = arguments.get(at + 1).ok_or("--beside takes a command")?;
            command.split_whitespace().map(str::to_owned).collect()
        }
    };
    println!("| Work | Requests | Time | Peak memory | What came of it |");
    println!("|---|---|---|---|---|");
    let repository = Repository::make(files, languages)?;
    let service = Service::start(&repository).await?;
    let mut bench = Bench { program, repository, service, requests: 0, how: "", all_right: true };
    bench.plain().await?;
    bench.service.start_over();
    bench.round().await?;

    bench.repository = Repository::make(files, languages)?;
    bench.service = Service::start(&bench.repository).await?;
    bench.service.trouble()?;
    bench.requests = 0;
    bench.how = ", a fifth of the answers faulty";
    bench.round().await?;
    match bench.all_right {
        true => Ok(()),
        false => Err("not all of it came to what it should".into()),
    }
}

/// A program that pushes and pulls, and what it works with.
struct Bench {
    program: process::Program,
    repository: Repository,
    service: Service,
    /// How many requests had come when the last row was written.
    requests: u64,
    /// Added to the names of the rows.
    how: &'static str,
    /// Whether each row came to what it should.
    all_right: bool,
}

impl Bench {
    async fn plain(&mut self) -> Result<(), Failure> {
        let run = process::plain(&self.service, &self.repository).await?;
        let came = self.check_push(self.repository.len());
        self.row("plain requests, one after the other", run, came);
        Ok(())
    }

    /// What a team does in a day.
    async fn round(&mut self) -> Result<(), Failure> {
        self.repository.configure()?;
        let all = self.repository.len();
        self.push("first push", "push", all).await?;
        self.push("second push", "push", all).await?;
        self.repository.commit()?;
        self.repository.change_one()?;
        let changed = "push --replace --changed-since HEAD";
        self.push("push of one changed file", changed, 1).await?;
        self.repository.commit()?;

        let run = self.sync("pull").await?;
        self.row("first pull", run, [self.repository.check_files()]);
        let before = self.repository.times()?;
        let translated = self.service.translate_one(&self.repository);
        let run = self.sync("pull").await?;
        let came =
            [translated, self.repository.check_files(), self.repository.check_changed(&before, 1)];
        self.row("pull of one changed translation", run, came);
        Ok(())
    }

    async fn push(&mut self, name: &str, work: &str, imports: usize) -> Result<(), Failure> {
        let run = self.sync(work).await?;
        let came = self.check_push(imports);
        self.row(name, run, came);
        Ok(())
    }

    fn check_push(&self, imports: usize) -> [Result<(), Failure>; 2] {
        [self.service.check_imports(imports), self.service.check_texts(&self.repository)]
    }

    async fn sync(&self, work: &str) -> Result<Run, Failure> {
        process::sync(&self.program, work, &self.service, &self.repository).await
    }

    fn row<const N: usize>(&mut self, work: &str, run: Run, came: [Result<(), Failure>; N]) {
        let requests = self.service.requests();
        let wrong = [run.ended].into_iter().chain(came);
        let wrong: Vec<_> = wrong.filter_map(Result::err).map(|error| error.to_string()).collect();
        self.all_right &= wrong.is_empty();
        println!(
            "| {work}{} | {} | {:.1} s | {:.1} MiB | {} |",
            self.how,
            requests - self.requests,
            run.time.as_secs_f64(),
            run.peak as f64 / 1024.0,
            match (wrong.is_empty(), self.service.twice()) {
                (true, 0) => "what should".to_owned(),
                (true, twice) => format!("what should; {twice} files were imported twice"),
                (false, _) => wrong.join("; "),
            },
        );
        self.requests = requests;
    }
}
