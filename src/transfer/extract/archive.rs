//! Archives: what is in them, checked before anything is written, and unpacked with an eye on what
//! really comes out.

use std::cell::Cell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::rc::Rc;

use zip::ZipArchive;
use zip::read::ZipFileEntry;

use super::ExtractLimits;
use super::names::{Entry, Names};
use super::replace::Told;
use crate::error::Error;
use crate::transfer::blocking::Stopped;
use crate::transfer::ending::Directory;

/// What is read and written at a time.
const BUFFER: usize = 64 << 10;
const UNREADABLE: &str = "the bundle is no zip archive that can be read";
/// What an entry's flags say of its name.
const UNICODE_NAME: u16 = 1 << 11;
/// So many bytes may come from next to nothing.
const FREE: u64 = 1 << 20;

pub(super) type Archive = ZipArchive<BufReader<Capped<File>>>;

/// Unpacks a bundle into `folder`, which is made; answers with what it holds.
pub(super) fn unpack(
    bundle: File,
    folder: &Path,
    limits: &ExtractLimits,
    stopped: &Stopped,
    told: Told<'_>,
) -> Result<Vec<Entry>, Error> {
    let size = bundle.metadata().map_or(0, |metadata| metadata.len());
    let directory = directory(&bundle, limits)?;
    let mut archive = open(bundle, limits)?;
    let entries = entries(&archive, limits)?;
    // Otherwise they have read different directories.
    if (archive.len() as u64, archive.central_directory_start())
        != (directory.entries, directory.start)
    {
        return Err(miscounted());
    }
    let mut meter = Meter {
        limits,
        bundle: size,
        total: 0,
    };
    make(folder)?;
    let total = entries.iter().filter(|entry| !entry.is_folder).count();
    let mut done = 0;
    for entry in &entries {
        stopped.check()?;
        let path = folder.join(&entry.path);
        if entry.is_folder {
            make(&path)?;
            continue;
        }
        if let Some(parent) = path.parent() {
            make(parent)?;
        }
        inflate(&mut archive, entry, &path, &mut meter, stopped)?;
        done += 1;
        told(done, total);
    }
    Ok(entries)
}

fn make(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|error| Error::io("make", folder, error))
}

/// Reads the directory of an archive. The library keeps all of it in memory before it says how long
/// it is: a limit on what is read is one on the memory.
pub(super) fn open(bundle: File, limits: &ExtractLimits) -> Result<Archive, Error> {
    const ENDINGS: u64 = 256 << 10;
    const DIRECTORY_ENTRY: u64 = 512;
    let left = Rc::new(Cell::new(
        ENDINGS.saturating_add(DIRECTORY_ENTRY.saturating_mul(limits.entries as u64)),
    ));
    let reader = Capped {
        inner: bundle,
        left: Rc::clone(&left),
    };
    let archive = ZipArchive::new(BufReader::new(reader)).map_err(|error| match left.get() {
        0 => too_many(limits),
        _ => Error::damaged_bundle(UNREADABLE, error),
    })?;
    left.set(u64::MAX);
    Ok(archive)
}

/// The directory, which holds what the end record counts. The library takes that on trust.
fn directory(bundle: &File, limits: &ExtractLimits) -> Result<Directory, Error> {
    let unreadable = |error| Error::damaged_bundle(UNREADABLE, error);
    let found = Directory::find(bundle).map_err(unreadable)?;
    let found = found.ok_or_else(|| unreadable(io::Error::other("it has no end")))?;
    let most = limits.entries as u64;
    match found.is_counted_right(bundle, most).map_err(unreadable)? {
        true => Ok(found),
        false => Err(miscounted()),
    }
}

fn miscounted() -> Error {
    Error::bundle("the bundle's directory is damaged: it holds other entries than its end counts")
}

/// Everything that an archive holds, with names that are safe and kinds that are plain.
fn entries(archive: &Archive, limits: &ExtractLimits) -> Result<Vec<Entry>, Error> {
    if archive.len() > limits.entries {
        return Err(too_many(limits));
    }
    if archive.has_duplicate_names() {
        return Err(Error::bundle("the bundle has two entries of the same name"));
    }
    let mut names = Names::new(limits.dot_names);
    let mut entries = Vec::with_capacity(archive.len());
    for index in 0..archive.len() {
        let unreadable =
            |error| Error::damaged_bundle("the bundle's directory cannot be read", error);
        let found = archive.by_index_data(index).map_err(unreadable)?;
        let name = found.name().map_err(unreadable)?;
        // The library would take it for letters of DOS.
        let claims_unicode = found.flags().as_u16() & UNICODE_NAME != 0;
        if claims_unicode && str::from_utf8(found.name_raw()).is_err() {
            return Err(Error::bundle(format!(
                "the bundle's entry {name:?} is not Unicode, as it claims to be"
            )));
        }
        let entry = names.take(index, &name)?;
        if let Some(reason) = oddity(&found, entry.is_folder) {
            return Err(Error::bundle(format!(
                "the bundle's entry {name:?} is {reason}"
            )));
        }
        if names.len() > limits.entries {
            return Err(too_many(limits));
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// What keeps an entry from being an ordinary file or folder.
fn oddity(entry: &ZipFileEntry<'_>, is_folder: bool) -> Option<&'static str> {
    const KIND: u32 = 0o170_000;
    let expected = if is_folder { 0o040_000 } else { 0o100_000 };
    match entry.unix_mode().map_or(0, |mode| mode & KIND) {
        _ if entry.encrypted() => Some("encrypted"),
        0o120_000 => Some("a symbolic link"),
        kind if kind != 0 && kind != expected => Some("neither a file nor a folder"),
        _ => None,
    }
}

fn inflate(
    archive: &mut Archive,
    entry: &Entry,
    path: &Path,
    meter: &mut Meter<'_>,
    stopped: &Stopped,
) -> Result<(), Error> {
    let damaged = || {
        format!(
            "the bundle's entry {:?} is damaged, or packed in an unusual way",
            entry.path
        )
    };
    let mut file = archive
        .by_index(entry.index)
        .map_err(|error| Error::damaged_bundle(damaged(), error))?;
    // A name that is taken here is one that the disk takes for another, in a way that no rule
    // foresaw.
    let mut out = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .map_err(|error| Error::io("make", path, error))?;
    let packed = file.compressed_size();
    let mut buffer = vec![0; BUFFER];
    let mut unpacked = 0;
    loop {
        stopped.check()?;
        let count = match file.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(Error::damaged_bundle(damaged(), error)),
        };
        unpacked += count as u64;
        meter.count(count as u64, unpacked, packed)?;
        out.write_all(&buffer[..count])
            .map_err(|error| Error::io("write", path, error))?;
    }
}

/// Counts what really comes out of a bundle, whatever its headers claim.
struct Meter<'l> {
    limits: &'l ExtractLimits,
    /// The size of the bundle.
    bundle: u64,
    total: u64,
}

impl Meter<'_> {
    /// Counts bytes of a file, of which `unpacked` have come so far from at most `packed`.
    fn count(&mut self, bytes: u64, unpacked: u64, packed: u64) -> Result<(), Error> {
        self.total += bytes;
        let ratio = self.limits.ratio;
        let is_bomb =
            |unpacked: u64, packed: u64| unpacked > FREE && unpacked > packed.saturating_mul(ratio);
        if self.total > self.limits.total_size {
            let limit = self.limits.total_size;
            return Err(Error::bundle(format!(
                "the bundle holds more than {limit} bytes, the limit: see `Pull::limits`"
            )));
        }
        if is_bomb(self.total, self.bundle) || is_bomb(unpacked, packed.min(self.bundle)) {
            return Err(Error::bundle(format!(
                "the bundle holds more than {ratio} times its size, the limit: see `Pull::limits`"
            )));
        }
        Ok(())
    }
}

fn too_many(limits: &ExtractLimits) -> Error {
    let limit = limits.entries;
    Error::bundle(format!(
        "the bundle holds more than {limit} files and folders, the limit: see `Pull::limits`"
    ))
}

/// A reader that ends with an error when too much is read.
pub(super) struct Capped<R> {
    inner: R,
    left: Rc<Cell<u64>>,
}

impl<R: Read> Read for Capped<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let left = self.left.get().saturating_sub(read as u64);
        self.left.set(left);
        match left {
            0 => Err(io::Error::other("too much is read")),
            _ => Ok(read),
        }
    }
}

impl<R: Seek> Seek for Capped<R> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.inner.seek(position)
    }
}
