//! `cargo xtask dist`: the sandbox as those install it who have no Rust: the program, a Python
//! wheel and an npm package that carry it, in `target/dist`; and a trial of each.

mod build;
mod readme;
mod trial;

use std::fs;
use std::path::{Path, PathBuf};

use crate::Done;

/// What an installation may weigh, in bytes.
const MOST: u64 = 15_000_000;

/// Builds, weighs and tries what is installed; nothing where there are arguments.
pub(crate) fn run(arguments: &[&str]) -> Option<Done> {
    arguments.is_empty().then(build_and_try)
}

fn build_and_try() -> Done {
    let root = crate::root().canonicalize()?;
    let built = build::all(&root)?;
    for file in &built {
        weigh(file)?;
    }
    trial::all(&root, &built)
}

fn weigh(file: &Path) -> Done {
    let size = fs::metadata(file)?.len();
    println!("{}: {size} bytes", file.display());
    match size <= MOST {
        true => Ok(()),
        false => Err(format!("{} is larger than {MOST} bytes", file.display()).into()),
    }
}

/// The one file of a folder whose name ends so.
fn only(folder: &Path, ending: &str) -> Result<PathBuf, Box<dyn std::error::Error>> {
    let found = ending_in(folder, ending)?;
    match <[PathBuf; 1]>::try_from(found) {
        Ok([file]) => Ok(file),
        Err(found) => Err(format!("one file *{ending} was to be built, not {found:?}").into()),
    }
}

fn ending_in(folder: &Path, ending: &str) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    Ok(found)
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

    #[test]
    fn a_file_is_found_where_it_is_the_only_one() -> Done {
        let folder = tempfile::tempdir()?;
        assert!(only(folder.path(), ".whl").is_err());
        for (name, is_only) in [("a.tgz", false), ("a.whl", true), ("b.whl", false)] {
            fs::write(folder.path().join(name), "")?;
            assert_eq!(only(folder.path(), ".whl").is_ok(), is_only, "{name}");
        }
        Ok(())
    }
}
