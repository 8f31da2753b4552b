//! The file that holds the lines of a ledger.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use serde::Deserialize;

use super::line::{Line, Lines, VERSION};
use super::marks::Mark;
use crate::error::Error;
use crate::transfer::disk::{
    finish, folder_of, permissions_at, persist, sync_folder, temporary_in,
};
use crate::transfer::source::regular;

pub(super) fn text_of(line: &Line) -> io::Result<String> {
    Ok(serde_json::to_string(line)? + "\n")
}

/// Writes each file's last line in the place of all, where there are others.
pub(super) fn compact(path: &Path) -> Result<(), Error> {
    let (lines, is_compact) = read(path)?;
    if is_compact {
        return Ok(());
    }
    renew(path, &lines).map_err(|error| Error::io("write", path, error))
}

fn renew(path: &Path, lines: &Lines) -> io::Result<()> {
    // What a link leads to is replaced, and not the link.
    let path = fs::canonicalize(path)?;
    let folder = folder_of(&path);
    let mut settings = tempfile::Builder::new();
    let mut new = temporary_in(folder, settings.prefix(".l10n-ledger-"))?;
    for line in lines.values() {
        new.write_all(text_of(line)?.as_bytes())?;
    }
    finish(new.as_file(), permissions_at(&path))?;
    // Windows renames no file that is open.
    persist(new.into_temp_path(), &path)?;
    sync_folder(folder);
    Ok(())
}

/// The last line of each file, and whether there are no others, in order.
pub(super) fn read(path: &Path) -> Result<(Lines, bool), Error> {
    // Opening what is not a file may wait for ever.
    let found = fs::metadata(path).and_then(|found| regular(&found));
    let text = match found.and_then(|()| fs::read(path)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((Lines::new(), true)),
        read => read.map_err(|error| Error::io("read", path, error))?,
    };
    let whole = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    let mut is_compact =
        whole.len() == text.len() && whole.last().is_none_or(|last| *last == b'\n');
    let (mut lines, mut conflict) = (Lines::new(), None);
    let mut rest = whole
        .split_inclusive(|byte| *byte == b'\n')
        .enumerate()
        .peekable();
    while let Some((number, line)) = rest.next() {
        if let Some(mark) = Mark::of(line) {
            mark.turn(&mut conflict);
            is_compact = false;
            continue;
        }
        match parse(line) {
            Ok(line) => {
                let is_behind = lines
                    .last_key_value()
                    .is_none_or(|(last, _)| *last < line.key);
                is_compact &= is_behind;
                match &mut conflict {
                    None => drop(lines.insert(line.key.clone(), line)),
                    Some(sides) => sides.add(line, &mut lines),
                }
            }
            // A push was killed as it wrote it: what it was to tell has not begun.
            Err(Odd::Torn) if rest.peek().is_none() && !line.ends_with(b"\n") => is_compact = false,
            Err(odd) => return Err(odd.of(path, number + 1)),
        }
    }
    Ok((lines, is_compact))
}

/// Why a line cannot be read.
enum Odd {
    Torn,
    Later(u64),
}

fn parse(line: &[u8]) -> Result<Line, Odd> {
    #[derive(Deserialize)]
    struct Version {
        v: u64,
    }
    let version: Version = serde_json::from_slice(line).map_err(|_| Odd::Torn)?;
    match version.v {
        ..=VERSION => serde_json::from_slice(line).map_err(|_| Odd::Torn),
        later => Err(Odd::Later(later)),
    }
}

impl Odd {
    fn of(self, path: &Path, number: usize) -> Error {
        let reason = match self {
            Self::Later(version) => format!(
                "line {number} of this ledger is of version {version}, and this program reads up \
                 to {VERSION}: use a newer one, or another ledger"
            ),
            Self::Torn => format!(
                "line {number} of this ledger is damaged: delete that line, or the file, and what \
                 it told of is sent again"
            ),
        };
        Error::io(
            "read",
            path,
            io::Error::new(io::ErrorKind::InvalidData, reason),
        )
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use std::path::PathBuf;

    use super::super::line::{Key, Sent, Step};
    use super::*;

    fn line(file: &str, step: Step) -> Line {
        let key = Key {
            host: "h".to_owned(),
            project: "p".to_owned(),
            file: file.to_owned(),
            lang: "en".to_owned(),
        };
        let sent = Sent {
            content: "c".to_owned(),
            options: "o".to_owned(),
        };
        Line::new(key, step, sent, None)
    }

    fn written(texts: &[String]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("l10n.lock");
        fs::write(&path, texts.concat()).unwrap();
        (folder, path)
    }

    #[test]
    fn the_last_line_of_a_file_counts_and_a_torn_one_does_not() {
        let steps = [
            ("b", Step::Sending),
            ("a", Step::Imported),
            ("b", Step::Imported),
        ];
        let mut texts: Vec<_> = steps
            .map(|(file, step)| text_of(&line(file, step)).unwrap())
            .into();
        texts.push(text_of(&line("a", Step::Sending)).unwrap()[..20].to_owned());
        let (_folder, path) = written(&texts);
        let (lines, is_compact) = read(&path).unwrap();
        let steps: Vec<_> = lines
            .values()
            .map(|line| (line.key.file.as_str(), line.step))
            .collect();
        assert_eq!(steps, [("a", Step::Imported), ("b", Step::Imported)]);
        assert!(!is_compact);
        compact(&path).unwrap();
        assert_eq!(read(&path).unwrap(), (lines, true));
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 2);
    }

    #[test]
    fn what_the_sides_of_a_merge_conflict_contradict_each_other_in_counts_for_nothing() {
        let other = |file| {
            let mut line = line(file, Step::Imported);
            line.sent.content = "other".to_owned();
            text_of(&line).unwrap()
        };
        let own = |file| text_of(&line(file, Step::Imported)).unwrap();
        let texts = [
            format!("\u{feff}{}", own("a")),
            "<<<<<<< HEAD\r\n".to_owned(),
            own("b") + &own("c") + &own("e"),
            "||||||| 1a2b3c4\n".to_owned() + &other("e"),
            "=======\n\n".to_owned(),
            other("b") + &own("c") + &own("d"),
            ">>>>>>> branch\n".to_owned(),
            other("d"),
        ];
        let (_folder, path) = written(&texts);
        let (lines, is_compact) = read(&path).unwrap();
        let known = lines.values();
        let known: Vec<_> = known
            .map(|line| (&*line.key.file, &*line.sent.content))
            .collect();
        assert_eq!(known, [("a", "c"), ("c", "c"), ("d", "other")]);
        assert!(!is_compact);
        compact(&path).unwrap();
        assert_eq!(read(&path).unwrap(), (lines, true));
    }

    #[test]
    fn what_cannot_be_read_is_told_by_its_line() {
        let good = text_of(&line("a", Step::Imported)).unwrap();
        let later = good.replace(r#""v":1"#, r#""v":2"#);
        for (texts, said) in [
            (
                vec![good.clone(), later],
                "line 2 of this ledger is of version 2",
            ),
            (
                vec!["no line\n".to_owned(), good.clone()],
                "line 1 of this ledger is damaged",
            ),
            (
                vec![good, "{}\n".to_owned()],
                "line 2 of this ledger is damaged",
            ),
        ] {
            let (_folder, path) = written(&texts);
            let error = read(&path).unwrap_err();
            assert_eq!(error.kind(), crate::ErrorKind::Io);
            assert!(error.to_string().contains(said), "{error}");
        }
    }
}
