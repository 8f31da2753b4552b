//! `cargo xtask fuzz`: runs the fuzz targets in `fuzz/`, each for some seconds, from seeds that the
//! document gives.

mod seeds;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io, thread};

use crate::Done;

/// How long each target runs where nothing else is asked for.
const SECONDS: u32 = 60;

/// What is asked for.
#[derive(Debug, PartialEq)]
struct Wish<'a> {
    seconds: u32,
    /// Nothing for all.
    target: Option<&'a str>,
}

impl<'a> Wish<'a> {
    fn read(arguments: &[&'a str]) -> Option<Self> {
        let (seconds, rest) = match arguments {
            ["--seconds", count, rest @ ..] => (count.parse().ok()?, rest),
            rest => (SECONDS, rest),
        };
        let target = match rest {
            [] => None,
            [target] if !target.starts_with('-') => Some(*target),
            _ => return None,
        };
        Some(Self { seconds, target })
    }
}

/// Runs the targets; nothing where the arguments are not understood.
pub(crate) fn run(arguments: &[&str]) -> Option<Done> {
    let wish = Wish::read(arguments)?;
    let folder = crate::root().join("fuzz");
    Some(fuzz(&folder, &wish).map_err(Into::into))
}

fn fuzz(folder: &Path, wish: &Wish<'_>) -> Result<(), String> {
    let all = targets(folder).map_err(|error| format!("fuzz/targets: {error}"))?;
    let wished = |target: &String| wish.target.is_none_or(|wished| wished == target);
    let chosen: Vec<_> = all.iter().filter(|target| wished(target)).collect();
    if chosen.is_empty() {
        return Err(format!("there is no such target; there is: {}", all.join(", ")));
    }
    seeds::write(&folder.join("seeds"))?;
    install()?;
    let built = cargo(folder, &["fuzz", "build", "--dev", "--sanitizer", "none"]).status();
    if !built.is_ok_and(|status| status.success()) {
        return Err("the fuzz targets do not build".to_owned());
    }
    // Each is one thread.
    let at_once = thread::available_parallelism().map_or(1, NonZero::get);
    chosen.chunks(at_once).try_for_each(|targets| {
        thread::scope(|scope| {
            let run = |target: &str| run_target(folder, target, wish.seconds);
            let runs: Vec<_> =
                targets.iter().map(|target| scope.spawn(move || run(target))).collect();
            let mut ended = runs.into_iter().map(thread::ScopedJoinHandle::join);
            ended.try_for_each(|end| end.map_err(|_| "a run panicked".to_owned())?)
        })
    })
}

/// The names of the targets.
fn targets(folder: &Path) -> io::Result<Vec<String>> {
    let files = fs::read_dir(folder.join("targets"))?;
    let paths = files.map(|file| Ok(file?.path()));
    let paths = paths.collect::<io::Result<Vec<PathBuf>>>()?;
    let names = paths.iter().filter_map(|path| path.file_stem()?.to_str());
    let mut names: Vec<_> = names.map(str::to_owned).collect();
    names.sort();
    Ok(names)
}

fn install() -> Result<(), String> {
    let mut version = Command::new("cargo");
    let version = version.args(["fuzz", "--version"]).stdout(Stdio::null());
    if version.stderr(Stdio::null()).status().is_ok_and(|status| status.success()) {
        return Ok(());
    }
    let installed = Command::new("cargo").args(["install", "cargo-fuzz", "--locked"]).status();
    match installed.is_ok_and(|status| status.success()) {
        true => Ok(()),
        false => Err("cargo-fuzz cannot be installed".to_owned()),
    }
}

/// A call of cargo that takes the flags of the fuzzer on any toolchain. No sanitizer is needed:
/// there is no unsafe code. What builds the crate is the repository's, where that has built it.
fn cargo(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments).env("RUSTC_BOOTSTRAP", "1");
    if let Ok(target) = crate::target().canonicalize() {
        command.env("CARGO_BUILD_BUILD_DIR", target);
    }
    command.current_dir(folder);
    command
}

/// Runs a target, and prints how often its code was run.
fn run_target(folder: &Path, target: &str, seconds: u32) -> Result<(), String> {
    let (corpus, seeds) = (format!("corpus/{target}"), format!("seeds/{target}"));
    fs::create_dir_all(folder.join(&corpus)).map_err(|error| format!("fuzz/{corpus}: {error}"))?;
    let total = format!("-max_total_time={seconds}");
    let run = ["fuzz", "run", "--dev", "--sanitizer", "none", target, &corpus, &seeds, "--"];
    let limits =
        [&total, "-timeout=10", "-rss_limit_mb=2048", "-max_len=8192", "-print_final_stats=1"];
    // Bundles are unpacked, thousands a second: in memory, where there is a file system in memory.
    let files = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    let files = files.map_err(|error| format!("{target}: {error}"))?;
    let mut run = cargo(folder, &run);
    let output = run.args(limits).env("TMPDIR", files.path()).output();
    let output = output.map_err(|error| format!("{target}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{text}\n{target}: found something, see above"));
    }
    match executions(&text) {
        Some(count) => println!("{target}: {count} executions in {seconds} s, nothing found"),
        None => return Err(format!("{text}\n{target}: did not run")),
    }
    Ok(())
}

/// The number in the fuzzer's last words.
fn executions(text: &str) -> Option<u64> {
    let (_, count) = text.rsplit_once("stat::number_of_executed_units:")?;
    count.lines().next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_a_target_are_understood_and_nothing_else() {
        let wish = |seconds, target| Some(Wish { seconds, target });
        assert_eq!(Wish::read(&[]), wish(SECONDS, None));
        assert_eq!(Wish::read(&["times"]), wish(SECONDS, Some("times")));
        assert_eq!(Wish::read(&["--seconds", "5", "times"]), wish(5, Some("times")));
        for arguments in [&["--seconds"][..], &["--seconds", "x"], &["--help"], &["a", "b"]] {
            assert_eq!(Wish::read(arguments), None, "{arguments:?}");
        }
    }

    #[test]
    fn executions_are_in_the_last_words() {
        let text = "#2 INITED\nstat::number_of_executed_units: 1234\nstat::peak_rss_mb: 40\n";
        assert_eq!(executions(text), Some(1234));
        assert_eq!(executions("error: it does not build"), None);
    }
}
