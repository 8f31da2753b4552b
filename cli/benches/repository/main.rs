//! A repository of 2,000 files in 40 languages: pushed, pushed again, pushed with one file changed
//! since a commit, and pulled, with checks of the service and the files after each.
//!
//! `cargo bench -p l10n-cli` runs it, `-- --quick` a small form that only shows that it works. The
//! sandbox serves from this process, the tool runs in others, so time and memory are the tool's.

#[path = "../../../benches/baseline/memory.rs"]
mod memory;
mod process;
mod repository;
mod service;

use std::error::Error;

use process::Run;
use repository::Repository;
use service::Service;

type Failure = Box<dyn Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let is_quick = std::env::args().any(|argument| argument == "--quick");
    let (files, languages) = if is_quick { (3, 4) } else { (50, 40) };
    println!("| Work | Requests | Time | Peak memory | Problems |");
    println!("|---|---|---|---|---|");
    let repository = Repository::make(files, languages)?;
    let service = Service::start(&repository).await?;
    let mut bench = Bench { repository, service, requests: 0, all_right: true };
    bench.run().await?;
    match bench.all_right {
        true => Ok(()),
        false => Err("a row has problems".into()),
    }
}

struct Bench {
    repository: Repository,
    service: Service,
    /// The requests of the rows so far.
    requests: u64,
    all_right: bool,
}

impl Bench {
    /// What a team does in a day.
    async fn run(&mut self) -> Result<(), Failure> {
        self.repository.configure()?;
        let all = self.repository.len();
        self.push("first push", "push", all).await?;
        self.push("second push", "push", all).await?;
        self.repository.commit()?;
        self.repository.change_one()?;
        let changed = "push --changed-since HEAD";
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
        process::sync(work, &self.service, &self.repository).await
    }

    fn row<const N: usize>(&mut self, work: &str, run: Run, came: [Result<(), Failure>; N]) {
        let requests = self.service.requests();
        let wrong = [run.ended].into_iter().chain(came);
        let wrong: Vec<_> = wrong.filter_map(Result::err).map(|error| error.to_string()).collect();
        self.all_right &= wrong.is_empty();
        println!(
            "| {work} | {} | {:.1} s | {:.1} MiB | {} |",
            requests - self.requests,
            run.time.as_secs_f64(),
            run.peak as f64 / 1024.0,
            wrong.join("; "),
        );
        self.requests = requests;
    }
}
