//! `cargo xtask build-cost`: what generating at build time costs a program that uses the crate.
//!
//! Builds such a program from nothing, as it is and with the generated code checked in, and
//! compares the CPU time of the two.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::{Done, codegen, root};

const PROGRAM: &str = "\
fn main() -> Result<(), l10n_client::Error> {
    let client = l10n_client::Client::from_env()?;
    println!(\"{client:?}\");
    Ok(())
}
";

type Failure = Box<dyn std::error::Error>;

/// Builds each form so many times, in turn; nothing when the arguments are wrong.
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
    let forms = [
        Form::generating(folder.path())?,
        Form::checked_in(folder.path())?,
    ];
    let mut fastest = [f64::MAX; 2];
    for round in 1..=rounds {
        for (form, fastest) in forms.iter().zip(&mut fastest) {
            let seconds = form.build()?;
            println!("round {round}, {}: {seconds:.1} s of CPU time", form.title);
            *fastest = fastest.min(seconds);
        }
    }
    let [generating, checked_in] = fastest;
    println!(
        "the fastest of each: {:.2} (target: <= 1.35)",
        generating / checked_in
    );
    Ok(())
}

/// A program that uses the crate in one of two forms.
struct Form {
    title: &'static str,
    program: PathBuf,
    /// Where the generated code is, where no build script says so.
    generated: Option<PathBuf>,
}

impl Form {
    fn generating(folder: &Path) -> Result<Self, Failure> {
        Ok(Self {
            title: "generating",
            program: program(&folder.join("generating"), &root())?,
            generated: None,
        })
    }

    /// A copy of the crate without its build script, beside the code that it would make.
    fn checked_in(folder: &Path) -> Result<Self, Failure> {
        let folder = folder.join("checked-in");
        let (copy, generated) = (folder.join("crate"), folder.join("generated"));
        fs::create_dir_all(&generated)?;
        for module in codegen::generate()? {
            let path = generated.join(module.name).with_extension("rs");
            fs::write(path, module.source)?;
        }
        copy_folder(&root().join("src"), &copy.join("src"))?;
        fs::copy(root().join("README.md"), copy.join("README.md"))?;
        let manifest = fs::read_to_string(root().join("Cargo.toml"))?;
        fs::write(copy.join("Cargo.toml"), without_build_script(&manifest))?;
        Ok(Self {
            title: "checked in",
            program: program(&folder, &copy)?,
            generated: Some(generated),
        })
    }

    /// Builds it from nothing; the CPU seconds that took.
    fn build(&self) -> Result<f64, Failure> {
        let target = tempfile::tempdir()?;
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo
            .args(["build", "--quiet", "--target-dir"])
            .arg(target.path())
            .current_dir(&self.program);
        if let Some(generated) = &self.generated {
            cargo.env("OUT_DIR", generated);
        }
        let before = cpu_of_children()?;
        let status = cargo.status()?;
        if !status.success() {
            return Err(format!("{}: {status}", self.title).into());
        }
        Ok(cpu_of_children()? - before)
    }
}

/// Writes a program that depends on the crate in `dependency`, with the versions that the
/// repository has locked.
fn program(folder: &Path, dependency: &Path) -> Result<PathBuf, Failure> {
    let program = folder.join("program");
    fs::create_dir_all(program.join("src"))?;
    let dependency = fs::canonicalize(dependency)?;
    let manifest = format!(
        "[package]\nname = \"program\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\nl10n-client = {{ path = {dependency:?} }}\n"
    );
    fs::write(program.join("Cargo.toml"), manifest)?;
    fs::write(program.join("src/main.rs"), PROGRAM)?;
    fs::copy(root().join("Cargo.lock"), program.join("Cargo.lock"))?;
    Ok(program)
}

/// The manifest of the crate alone: no other member, and nothing but its dependencies.
fn without_build_script(manifest: &str) -> String {
    const DROPPED: [&str; 4] = [
        "[dev-dependencies]",
        "[target.'cfg(unix)'.dev-dependencies]",
        "[build-dependencies]",
        "[[bench]]",
    ];
    let mut kept = String::new();
    let mut keeps = true;
    for line in manifest.lines() {
        if line.starts_with('[') {
            keeps = !DROPPED.contains(&line);
        }
        if keeps
            && !line.starts_with("members")
            && !line.starts_with("default-members")
            && !line.starts_with("exclude")
        {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), Failure> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
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
