//! `cargo xtask build-cost`: what a clean build of a program costs that uses the crate, beside one
//! that does the same by hand, with reqwest and serde and the same TLS.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

use crate::{Done, done, root};

const WITH_THE_CRATE: &str = r#"
use l10n_client::Client;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), l10n_client::Error> {
    let client = Client::from_env()?;
    let page = client.list_contributors("p").limit(500).send().await?;
    let emails: Vec<_> = page.contributors.iter().map(|c| (c.user_id, &c.email)).collect();
    println!("{emails:?}");
    client.upload_file("p", "a", "en").data(b"").send().await?;
    Ok(())
}
"#;

const BY_HAND: &str = r#"
#[derive(serde::Deserialize)]
struct Contributor { user_id: i64, email: Option<String> }

#[derive(serde::Deserialize)]
struct Page { contributors: Vec<Contributor> }

#[derive(serde::Serialize)]
struct Upload { filename: &'static str, lang_iso: &'static str, data: &'static str }

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let base = format!("{}/projects/p", std::env::var("L10N_BASE_URL")?);
    let http = reqwest::Client::builder().build()?;
    let list = http.get(format!("{base}/contributors")).query(&[("limit", 500)]);
    let page: Page = list.send().await?.error_for_status()?.json().await?;
    let emails: Vec<_> = page.contributors.iter().map(|c| (c.user_id, &c.email)).collect();
    println!("{emails:?}");
    let upload = http.post(format!("{base}/files/upload"));
    let body = Upload { filename: "a", lang_iso: "en", data: "" };
    upload.json(&body).send().await?.error_for_status()?;
    Ok(())
}
"#;

/// A choice of TLS, on either side.
struct Tls {
    name: &'static str,
    /// The feature of the crate.
    feature: &'static str,
    /// The feature of reqwest.
    of_reqwest: &'static str,
    /// What code by hand depends on besides.
    besides: &'static str,
}

const TLS: [Tls; 3] = [
    Tls { name: "AWS-LC", feature: "rustls", of_reqwest: "rustls", besides: "" },
    Tls {
        name: "ring",
        feature: "rustls-ring",
        of_reqwest: "rustls-no-provider",
        besides: r#"rustls = { version = "0.23", default-features = false, features = ["ring"] }"#,
    },
    Tls { name: "the system's", feature: "native-tls", of_reqwest: "native-tls", besides: "" },
];

type Failure = Box<dyn std::error::Error>;

/// Builds each program so many times, in turn; nothing when the arguments are wrong.
pub(crate) fn run(arguments: &[&str]) -> Option<Done> {
    let rounds = match arguments {
        [] => 1,
        [rounds] => rounds.parse().ok().filter(|rounds| *rounds > 0)?,
        _ => return None,
    };
    Some(compare(rounds))
}

fn compare(rounds: usize) -> Done {
    let folder = tempfile::tempdir()?;
    for (number, tls) in TLS.iter().enumerate() {
        let program = |name| folder.path().join(format!("{name}-{number}"));
        let forms = [
            Program::with_the_crate(program("crate"), tls)?,
            Program::by_hand(program("hand"), tls)?,
        ];
        let mut fastest = [f64::MAX; 2];
        for _ in 0..rounds {
            for (form, fastest) in forms.iter().zip(&mut fastest) {
                *fastest = fastest.min(form.build(tls)?);
            }
        }
        let [ours, by_hand] = fastest;
        println!("{}: {:.2} (goal: <= 1.10)", tls.name, ours / by_hand);
    }
    Ok(())
}

/// A program that is built.
struct Program {
    title: &'static str,
    folder: PathBuf,
}

impl Program {
    fn with_the_crate(folder: PathBuf, tls: &Tls) -> Result<Self, Failure> {
        let (root, feature) = (root().canonicalize()?, tls.feature);
        let dependencies = format!(
            "l10n-client = {{ path = {root:?}, default-features = false, \
             features = [\"{feature}\"] }}\n\
             tokio = {{ version = \"1\", features = [\"macros\", \"rt\"] }}\n"
        );
        Self::write("with the crate", folder, &dependencies, WITH_THE_CRATE)
    }

    /// With the parts of reqwest and tokio that the crate has.
    fn by_hand(folder: PathBuf, tls: &Tls) -> Result<Self, Failure> {
        let (of_reqwest, besides) = (tls.of_reqwest, tls.besides);
        let dependencies = format!(
            "reqwest = {{ version = \"0.13\", default-features = false, features = [\"gzip\", \
             \"http2\", \"json\", \"query\", \"stream\", \"system-proxy\", \"{of_reqwest}\"] }}\n\
             serde = {{ version = \"1\", features = [\"derive\"] }}\n\
             tokio = {{ version = \"1\", features = [\"fs\", \"macros\", \"rt\", \"time\"] }}\n\
             {besides}\n"
        );
        Self::write("by hand", folder, &dependencies, BY_HAND)
    }

    /// Writes it, with the versions that the repository has locked.
    fn write(
        title: &'static str,
        folder: PathBuf,
        dependencies: &str,
        source: &str,
    ) -> Result<Self, Failure> {
        fs::create_dir_all(folder.join("src"))?;
        let manifest = format!(
            "[package]\nname = \"program\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\n{dependencies}"
        );
        fs::write(folder.join("Cargo.toml"), manifest)?;
        fs::write(folder.join("src/main.rs"), source)?;
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
        Ok(Self { title, folder })
    }

    /// Builds it from nothing; the CPU seconds that took.
    fn build(&self, tls: &Tls) -> Result<f64, Failure> {
        let target = tempfile::tempdir()?;
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo
            .args(["build", "--quiet", "--target-dir"])
            .arg(target.path())
            .current_dir(&self.folder);
        let (start, before) = (Instant::now(), cpu_of_children()?);
        done(&mut cargo)?;
        let (cpu, wall) = (cpu_of_children()? - before, start.elapsed().as_secs_f64());
        println!("{}, {}: {cpu:.1} s of CPU time, {wall:.1} s on the clock", tls.name, self.title);
        Ok(cpu)
    }
}

/// The CPU time, user and system, of all children that have ended, theirs included (`man 5 proc`:
/// `cutime` and `cstime`).
fn cpu_of_children() -> Result<f64, Failure> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let status = fs::read_to_string("/proc/self/stat")
        .map_err(|error| format!("CPU time is read from /proc, as Linux has it: {error}"))?;
    // The name of the program, in brackets, may hold blanks; the third field follows it.
    let (_, fields) = status.rsplit_once(')').ok_or("/proc/self/stat is odd")?;
    let ticks = |field: usize| -> Result<f64, Failure> {
        let text = fields.split_whitespace().nth(field - 3);
        Ok(text.ok_or("/proc/self/stat is short")?.parse()?)
    };
    Ok((ticks(16)? + ticks(17)?) / TICKS_PER_SECOND)
}
