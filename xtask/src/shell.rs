//! Running a script, as a reader would who stops at the first error.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the script in the folder; whether it succeeded, and all that it printed, errors in their
/// place.
pub(crate) fn run(
    script: &str,
    folder: &Path,
    environment: &[(&str, String)],
) -> io::Result<(bool, String)> {
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", &format!("exec 2>&1\n{script}")])
        .current_dir(folder)
        .envs(environment.iter().map(|(name, value)| (name, value)))
        // Plain text, in which warnings can be found.
        .envs([("NO_COLOR", "1"), ("TERM", "dumb")])
        .stdin(Stdio::null())
        .output()?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok((output.status.success(), printed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_stops_at_its_first_error_and_all_is_heard() -> io::Result<()> {
        let run = |script: &str| run(script, Path::new("."), &[("WORD", "heard".to_owned())]);
        assert_eq!(run("echo $WORD\necho too >&2")?, (true, "heard\ntoo\n".to_owned()));
        assert_eq!(run("echo a\nfalse | cat\necho b")?, (false, "a\n".to_owned()));
        Ok(())
    }
}
