//! `cargo xtask dist`: the tool and the sandbox as those install them who have no Rust: wheels, npm
//! packages and archives, in `target/packages`; and a trial of each.

mod readme;
mod trial;
mod wheels;

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Done, done};

/// What an installation may weigh, in bytes.
const MOST: u64 = 15_000_000;

/// Builds and tries everything for this machine, or does one of these steps.
pub(crate) fn run(arguments: &[&str]) -> Option<Done> {
    match arguments {
        [] => Some(build_and_try()),
        ["wheels", targets @ ..] => Some(wheels::build(targets)),
        ["pack"] => Some(pack()),
        _ => None,
    }
}

fn build_and_try() -> Done {
    wheels::build(&[])?;
    pack()?;
    let out = crate::target().join("packages");
    for file in fs::read_dir(&out)? {
        weigh(&file?.path())?;
    }
    trial::all(&out)
}

/// Makes npm packages, archives and checksums of the wheels.
fn pack() -> Done {
    let mut python = Command::new("python3");
    python.arg(crate::root().join("xtask/src/dist/pack.py")).arg(env!("CARGO_PKG_VERSION"));
    done(python.arg(crate::target().join("packages")))
}

fn weigh(file: &Path) -> Done {
    let size = fs::metadata(file)?.len();
    println!("{}: {size} bytes", file.display());
    match size <= MOST {
        true => Ok(()),
        false => Err(format!("{} is larger than {MOST} bytes", file.display()).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_is_refused() -> Done {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("program");
        fs::File::create(&file)?.set_len(MOST)?;
        weigh(&file)?;
        fs::File::create(&file)?.set_len(MOST + 1)?;
        assert!(weigh(&file).is_err());
        Ok(())
    }
}
