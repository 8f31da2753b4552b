//! Pushes the files of a folder to a project, with a progress bar for each.
//!
//! ```sh
//! cargo run --example push
//! cargo run --example push -- FOLDER 'locales/{lang}/*.json' '**/messages_{lang}.properties'
//! ```
//!
//! Runs against the sandbox, and without arguments with files of its own. With `L10N_BASE_URL`, `L10N_TOKEN` and `L10N_PROJECT` set
//! it pushes to that project of that service.
//!
//! Exits with 0 when all files were imported, with 1 when some were not, and with 2 when none was sent.

use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use l10n_client::{Client, PushEvent, PushFile, PushReport};
use l10n_sandbox::Sandbox;

type Failure = Box<dyn Error>;

#[tokio::main]
async fn main() -> ExitCode {
    match push().await {
        Ok(report) => {
            print!("{report}");
            ExitCode::from(u8::from(!report.is_success()))
        }
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(2)
        }
    }
}

async fn push() -> Result<PushReport, Failure> {
    let mut arguments = std::env::args().skip(1);
    let samples = tempfile::tempdir()?;
    let (folder, patterns) = match arguments.next() {
        Some(folder) => (PathBuf::from(folder), arguments.collect()),
        None => write_samples(samples.path())?,
    };
    if std::env::var_os("L10N_BASE_URL").is_some() {
        let project = std::env::var("L10N_PROJECT").map_err(|_| "L10N_PROJECT is not set")?;
        return push_to(&Client::from_env()?, &project, folder, patterns).await;
    }
    let sandbox = Sandbox::start().await?;
    let token = sandbox.tokens().read_write;
    let client = Client::builder(sandbox.base_url())
        .api_token(token)
        .build()?;
    push_to(&client, sandbox.project().project_id, folder, patterns).await
}

/// A folder with files to push, and their pattern.
fn write_samples(folder: &Path) -> Result<(PathBuf, Vec<String>), Failure> {
    for (lang, hello) in [("en", "Hello"), ("de", "Hallo"), ("fr", "Bonjour")] {
        std::fs::create_dir(folder.join(lang))?;
        std::fs::write(
            folder.join(lang).join("app.json"),
            format!(r#"{{"sample.hello": "{hello}"}}"#),
        )?;
    }
    Ok((folder.to_owned(), vec!["{lang}/*.json".to_owned()]))
}

async fn push_to(
    client: &Client,
    project: &str,
    folder: PathBuf,
    patterns: Vec<String>,
) -> Result<PushReport, Failure> {
    let bars = Bars::new()?;
    let mut push = client
        .push(project)
        .base(folder)
        .options(|body| body.replace_modified(true))
        .on_progress(move |file, event| bars.show(file, &event));
    for pattern in patterns {
        push = push.glob(pattern);
    }
    Ok(push.send().await?)
}

/// A progress bar for each file on its way.
struct Bars {
    all: MultiProgress,
    style: ProgressStyle,
    by_file: Mutex<HashMap<PathBuf, ProgressBar>>,
}

impl Bars {
    fn new() -> Result<Self, Failure> {
        let template = "{prefix:30} {bar:30} {bytes} of {total_bytes} {msg}";
        Ok(Self {
            all: MultiProgress::new(),
            style: ProgressStyle::with_template(template)?,
            by_file: Mutex::default(),
        })
    }

    fn show(&self, file: &PushFile, event: &PushEvent<'_>) {
        let Ok(mut bars) = self.by_file.lock() else {
            return;
        };
        let path = file.path().to_owned();
        let bar = bars.entry(path).or_insert_with(|| {
            let bar = ProgressBar::no_length().with_style(self.style.clone());
            self.all.add(bar.with_prefix(file.filename().to_owned()))
        });
        match event {
            PushEvent::Sent { bytes, total } => bar.update(|state| {
                state.set_pos(*bytes);
                state.set_len(total.unwrap_or(*bytes));
            }),
            PushEvent::Queued { .. } => bar.set_message("importing"),
            PushEvent::Finished(process) => bar.finish_with_message(process.status.to_string()),
            PushEvent::Failed(_) => bar.abandon_with_message("failed"),
            _ => {}
        }
    }
}
