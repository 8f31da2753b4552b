//! Line ends of unpacked files, and whether a file ends with one.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use super::hidden::Hidden;
use crate::error::Error;

/// Which line ends the text files of a pull get: see
/// [`Pull::line_endings`](crate::Pull::line_endings).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineEndings {
    /// Those that they come with.
    #[default]
    AsExported,
    /// A line feed, as on Unix.
    Lf,
    /// A carriage return and a line feed, as on Windows.
    Crlf,
    /// Those of the file that is replaced, by its first line. As exported, where there is no such
    /// file, or it has one line only.
    AsInPlace,
}

/// Whether the text files of a pull end with a line end: see
/// [`Pull::final_newline`](crate::Pull::final_newline).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FinalNewline {
    /// As they come.
    #[default]
    AsExported,
    /// Those that do not get one, unless they are empty.
    Always,
    /// Those that do lose it, and all others that are before it.
    Never,
}

/// Both.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(in crate::transfer) struct TextStyle {
    pub(in crate::transfer) ends: LineEndings,
    pub(in crate::transfer) last: FinalNewline,
}

const LF: &[u8] = b"\n";
const CRLF: &[u8] = b"\r\n";

/// Gives a new file the style that is asked for, where it is a text.
pub(super) fn adapt(
    hidden: Hidden<'_>,
    path: &Path,
    target: &Path,
    style: TextStyle,
) -> Result<(), Error> {
    if style == TextStyle::default() {
        return Ok(());
    }
    let new = hidden.new_files().join(path);
    let ends = match style.ends {
        LineEndings::AsExported => None,
        LineEndings::Lf => Some(LF),
        LineEndings::Crlf => Some(CRLF),
        LineEndings::AsInPlace => ends_in_place(&target.join(path)),
    };
    let adapted = adapt_file(&new, &hidden.draft(), ends, style.last);
    adapted.map_err(|error| Error::io("write", &new, error))
}

/// The end of the first line of a file. One that cannot be read is replaced as if it were not
/// there.
fn ends_in_place(place: &Path) -> Option<&'static [u8]> {
    let found = fs::symlink_metadata(place).ok()?;
    let file = found.is_file().then(|| File::open(place).ok())??;
    let mut before = 0;
    for byte in BufReader::new(file).bytes() {
        match byte.ok()? {
            b'\n' if before == b'\r' => return Some(CRLF),
            b'\n' => return Some(LF),
            byte => before = byte,
        }
    }
    None
}

fn adapt_file(
    new: &Path,
    draft: &Path,
    ends: Option<&'static [u8]>,
    last: FinalNewline,
) -> io::Result<()> {
    let Some(seen) = Seen::of(BufReader::new(File::open(new)?))? else {
        return Ok(());
    };
    let wanted = seen.wanted(ends, last);
    if !wanted.differs(&seen) {
        return Ok(());
    }
    let text = BufReader::new(File::open(new)?).take(wanted.length);
    let mut out = BufWriter::new(File::create_new(draft)?);
    copy(text, &mut out, ends)?;
    out.write_all(wanted.added)?;
    out.into_inner()?;
    fs::rename(draft, new)
}

/// What a text is like.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    length: u64,
    /// How much of it is before the line ends at its end.
    content: u64,
    /// How much of it is before the carriage returns at its end.
    returned: u64,
    has_lf: bool,
    has_crlf: bool,
    /// Whether it has line ends with several carriage returns.
    has_odd: bool,
    /// The first of its line ends.
    first: Option<&'static [u8]>,
    is_ended: bool,
}

impl Seen {
    /// Nothing where it is no text: it has a NUL, or begins as UTF-16 does, where a byte is no
    /// character.
    fn of(bytes: impl BufRead) -> io::Result<Option<Self>> {
        let mut seen = Self::default();
        let mut start = [0; 2];
        for byte in bytes.bytes() {
            let byte = byte?;
            if let Some(place) = start.get_mut(usize::try_from(seen.length).unwrap_or(2)) {
                *place = byte;
            }
            let returns = seen.length - seen.returned;
            seen.length += 1;
            seen.is_ended = byte == b'\n';
            match byte {
                0 => return Ok(None),
                b'\r' => continue,
                b'\n' => seen.end_line(returns),
                _ => seen.content = seen.length,
            }
            seen.returned = seen.length;
        }
        let is_utf16 = matches!(start, [0xfe, 0xff] | [0xff, 0xfe]);
        Ok((!is_utf16).then_some(seen))
    }

    /// A line feed comes, behind so many carriage returns.
    fn end_line(&mut self, returns: u64) {
        match returns {
            0 => self.has_lf = true,
            1 => self.has_crlf = true,
            _ => self.has_odd = true,
        }
        self.first
            .get_or_insert(if returns == 0 { LF } else { CRLF });
    }

    fn wanted(&self, ends: Option<&'static [u8]>, last: FinalNewline) -> Wanted {
        let is_added = last == FinalNewline::Always && !self.is_ended && self.length > 0;
        Wanted {
            turned: match ends {
                Some(LF) => self.has_crlf || self.has_odd,
                Some(_) => self.has_lf || self.has_odd,
                None => false,
            },
            length: match last {
                FinalNewline::Never => self.content,
                _ if is_added => self.returned,
                _ => self.length,
            },
            added: match is_added {
                true => ends.or(self.first).unwrap_or(LF),
                false => b"",
            },
        }
    }
}

/// What becomes of a text.
struct Wanted {
    /// Whether line ends become others.
    turned: bool,
    /// How much of it stays.
    length: u64,
    added: &'static [u8],
}

impl Wanted {
    fn differs(&self, seen: &Seen) -> bool {
        self.turned || self.length < seen.length || !self.added.is_empty()
    }
}

/// Copies a text with these line ends. Any number of carriage
/// returns before a line feed is part of the end; without one they are none.
fn copy(text: impl BufRead, out: &mut impl Write, ends: Option<&[u8]>) -> io::Result<()> {
    let Some(ends) = ends else {
        let mut text = text;
        return io::copy(&mut text, out).map(drop);
    };
    let mut returns = 0_u64;
    for byte in text.bytes() {
        match byte? {
            b'\r' => returns += 1,
            b'\n' => {
                returns = 0;
                out.write_all(ends)?;
            }
            byte => {
                flush(&mut returns, out)?;
                out.write_all(&[byte])?;
            }
        }
    }
    flush(&mut returns, out)
}

/// Writes the carriage returns that belong to no line end.
fn flush(returns: &mut u64, out: &mut impl Write) -> io::Result<()> {
    while *returns > 0 {
        out.write_all(b"\r")?;
        *returns -= 1;
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What becomes of a text.
    fn adapted(text: &[u8], ends: Option<&'static [u8]>, last: FinalNewline) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let (new, draft) = (folder.path().join("new"), folder.path().join("draft"));
        fs::write(&new, text).unwrap();
        adapt_file(&new, &draft, ends, last).unwrap();
        assert!(!draft.exists());
        fs::read(new).unwrap()
    }

    #[test]
    fn line_ends_become_those_that_are_asked_for() {
        use FinalNewline::{Always, AsExported, Never};
        for (text, ends, last, expected) in [
            ("a\r\nb\nc\rd\r\r\n", Some(LF), AsExported, "a\nb\nc\rd\n"),
            ("a\r\nb\nc\rd\r", Some(CRLF), AsExported, "a\r\nb\r\nc\rd\r"),
            ("a\r\nb\n", None, AsExported, "a\r\nb\n"),
            ("a", None, Always, "a\n"),
            ("a\nb", Some(CRLF), Always, "a\r\nb\r\n"),
            ("a\r\nb", None, Always, "a\r\nb\r\n"),
            ("a\n\n", None, Always, "a\n\n"),
            ("a\r", None, Always, "a\n"),
            ("a\r\r\nb", Some(CRLF), AsExported, "a\r\nb"),
            ("a\n\r\n\n", None, Never, "a"),
            ("\n\n", Some(CRLF), Never, ""),
            ("a\nb\n", Some(CRLF), Never, "a\r\nb"),
            ("", Some(CRLF), Always, ""),
            ("a\r\n\0", Some(LF), Never, "a\r\n\0"),
        ] {
            let found = adapted(text.as_bytes(), ends, last);
            let found = String::from_utf8(found).unwrap();
            assert_eq!(found, expected, "{text:?} {ends:?} {last:?}");
        }
    }

    #[test]
    fn what_is_no_text_stays_as_it_is() {
        // Letters in whose bytes there are line ends.
        for text in [b"\xff\xfe\x01\x4e\x0a\x4e", b"\xfe\xff\x4e\x0a\x4e\x01"] {
            assert_eq!(adapted(text, Some(CRLF), FinalNewline::Always), text);
        }
    }

    proptest! {
        #[test]
        fn only_line_ends_change_and_a_second_time_nothing(
            text in "[ab\r\n]{0,12}",
            crlf in any::<bool>(),
            last in prop_oneof![
                Just(FinalNewline::AsExported),
                Just(FinalNewline::Always),
                Just(FinalNewline::Never),
            ],
        ) {
            let ends = if crlf { CRLF } else { LF };
            let once = adapted(text.as_bytes(), Some(ends), last);
            prop_assert_eq!(&adapted(&once, Some(ends), last), &once);
            let letters = |text: &[u8]| -> Vec<u8> {
                text.iter().copied().filter(u8::is_ascii_alphabetic).collect()
            };
            prop_assert_eq!(letters(&once), letters(text.as_bytes()));
            let text = String::from_utf8(once).unwrap();
            match last {
                FinalNewline::Never => prop_assert!(!text.ends_with('\n')),
                FinalNewline::Always => prop_assert!(text.is_empty() || text.ends_with('\n')),
                FinalNewline::AsExported => {}
            }
        }
    }
}
