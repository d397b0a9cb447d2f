//! A folder of this machine: `ROOM/XX/KEY`, where `XX` are the first two digits of the key.
//!
//! A writer fills a file with a unique name in the same folder and renames it to the entry's name when it is complete:
//! readers see all or nothing, and of two writers the last one wins. Nothing is synced to the disk: an entry that a
//! crash of the machine cuts short is noticed by its envelope. Reading a file updates its time, once a day, so that
//! entries in use are not dropped first.

use super::{Backend, Listed, Raw, Removed};
use crate::{Key, Room, StoreError};
use std::fs::{self, DirEntry, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// What the names of files begin with that are being written.
const NEW: &str = ".new-";
/// The file that says by its time when the last trim was.
const TRIMMED: &str = "trimmed";
/// No write takes this long: an older file that is still being written is a leftover.
const LEFTOVER: Duration = Duration::from_secs(10 * 60);
/// How often reading a file updates its time.
const READ_MARK: Duration = Duration::from_secs(24 * 60 * 60);
/// Files take whole blocks of a disk.
const BLOCK: u64 = 4096;
/// How often a folder is recreated that another process removes.
const ATTEMPTS: usize = 5;

/// Distinguishes the files of this process.
static WRITTEN: AtomicU64 = AtomicU64::new(0);

/// A store in a folder.
pub(super) struct Folder {
    root: PathBuf,
}

impl Folder {
    pub(super) fn open(root: &Path) -> Result<Folder, StoreError> {
        // Later changes of the working directory must not move the store.
        let root = std::path::absolute(root).map_err(|error| StoreError::file(root, error))?;
        fs::create_dir_all(&root).map_err(|error| StoreError::file(&root, error))?;
        Ok(Folder { root })
    }

    fn path(&self, room: Room, key: &Key) -> PathBuf {
        let name = key.to_string();
        let mut path = self.root.join(room.name());
        path.push(&name[..2]);
        path.push(name);
        path
    }

    /// Hands every file of a room to `each`, with its folder.
    fn walk(&self, room: Room, mut each: impl FnMut(&Path, DirEntry)) -> Result<(), StoreError> {
        let room = self.root.join(room.name());
        for first in 0..=u8::MAX {
            let folder = room.join(format!("{first:02x}"));
            let files = match fs::read_dir(&folder) {
                Ok(files) => files,
                Err(error) if is_missing(&error) => continue,
                Err(error) => return Err(StoreError::file(&folder, error)),
            };
            for file in files {
                let file = file.map_err(|error| StoreError::file(&folder, error))?;
                each(&folder, file);
            }
        }
        Ok(())
    }

    fn new_file(&self, folder: &Path) -> io::Result<(PathBuf, File)> {
        let mut attempt = 0;
        loop {
            let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{NEW}{}-{number}", std::process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((path, file)),
                Err(error) if attempt == ATTEMPTS => return Err(error),
                Err(error) if error.kind() == ErrorKind::NotFound => fs::create_dir_all(folder)?,
                // A process with our number, long ago or on another machine.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
            attempt += 1;
        }
    }
}

/// The key that a file is named after, if it lies where the key belongs.
fn key_of(folder: &Path, file: &DirEntry) -> Option<Key> {
    let name = file.file_name();
    let name = name.to_str()?;
    let first = folder.file_name()?.to_str()?;
    name.parse().ok().filter(|_| name.starts_with(first))
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// Reads a file of at most `most` bytes.
fn read(path: &Path, most: u64) -> io::Result<Raw> {
    // Asked before it is opened: to open a pipe would wait for a writer.
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if is_missing(&error) => return Ok(Raw::Nothing),
        Err(error) => return Err(error),
    };
    if !metadata.is_file() {
        return Ok(Raw::Unfit("it is no file".to_owned()));
    }
    let beyond = || Ok(Raw::Unfit("it is larger than an entry may be".to_owned()));
    if metadata.len() > most {
        return beyond();
    }
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if is_missing(&error) => return Ok(Raw::Nothing),
        Err(error) => return Err(error),
    };
    let mut bytes = Vec::with_capacity(metadata.len() as usize + 1);
    (&file).take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return beyond();
    }
    mark_as_read(&file, &metadata);
    Ok(Raw::Bytes(bytes))
}

fn mark_as_read(file: &File, metadata: &fs::Metadata) {
    let now = SystemTime::now();
    let modified = metadata.modified().unwrap_or(now);
    if now
        .duration_since(modified)
        .is_ok_and(|age| age > READ_MARK)
    {
        // A store that may only be read is as good.
        let _ = file.set_modified(now);
    }
}

impl Backend for Folder {
    fn read(&self, room: Room, key: &Key, most: u64) -> Result<Raw, StoreError> {
        let path = self.path(room, key);
        read(&path, most).map_err(|error| StoreError::file(&path, error))
    }

    fn write(&self, room: Room, key: &Key, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.path(room, key);
        let folder = path.parent().unwrap_or(&self.root);
        let (new, mut file) = self
            .new_file(folder)
            .map_err(|error| StoreError::file(folder, error))?;
        let written = file.write_all(bytes).and_then(|()| fs::rename(&new, &path));
        written.map_err(|error| {
            let _ = fs::remove_file(&new);
            StoreError::file(&path, error)
        })
    }

    fn remove(&self, room: Room, key: &Key) -> Result<(), StoreError> {
        let path = self.path(room, key);
        match fs::remove_file(&path) {
            Err(error) if !is_missing(&error) => Err(StoreError::file(&path, error)),
            _ => Ok(()),
        }
    }

    fn keys(&self, room: Room) -> Result<Vec<Key>, StoreError> {
        let mut keys = Vec::new();
        self.walk(room, |folder, file| keys.extend(key_of(folder, &file)))?;
        Ok(keys)
    }

    fn list(&self, room: Room) -> Result<Vec<Listed>, StoreError> {
        let mut entries = Vec::new();
        self.walk(room, |folder, file| {
            // What is gone meanwhile is not there.
            if let (Some(key), Ok(metadata)) = (key_of(folder, &file), file.metadata()) {
                entries.push(Listed {
                    room,
                    key,
                    bytes: metadata.len().next_multiple_of(BLOCK),
                    written: metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH),
                });
            }
        })?;
        Ok(entries)
    }

    fn remove_all(&self, doomed: &[Listed]) -> Result<Removed, StoreError> {
        let mut removed = Removed::default();
        for entry in doomed {
            if fs::remove_file(self.path(entry.room, &entry.key)).is_ok() {
                removed.entries += 1;
                removed.bytes += entry.bytes;
            }
        }
        Ok(removed)
    }

    fn claim_trim(&self, period: Duration) -> bool {
        let mark = self.root.join(TRIMMED);
        let last = fs::metadata(&mark).and_then(|metadata| metadata.modified());
        let now = SystemTime::now();
        let age = last.ok().and_then(|time| now.duration_since(time).ok());
        if age.is_some_and(|age| age < period) {
            return false;
        }
        // A process that cannot write the mark cannot remove entries either.
        let file = File::options()
            .write(true)
            .create(true)
            .truncate(true)
            .open(&mark);
        file.and_then(|file| file.set_modified(now)).is_ok()
    }

    fn sweep(&self) -> Result<u64, StoreError> {
        let now = SystemTime::now();
        let mut swept = 0;
        for room in Room::ALL {
            self.walk(room, |_, file| {
                let is_new = file.file_name().to_string_lossy().starts_with(NEW);
                if !is_new {
                    return;
                }
                let modified = file.metadata().and_then(|metadata| metadata.modified());
                let age = modified.ok().and_then(|time| now.duration_since(time).ok());
                if age.is_some_and(|age| age > LEFTOVER) && fs::remove_file(file.path()).is_ok() {
                    swept += 1;
                }
            })?;
        }
        Ok(swept)
    }
}
