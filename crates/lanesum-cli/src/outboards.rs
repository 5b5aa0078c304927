//! The hash trees of files, beside their manifest: of a file that has rotted they say
//! which 16 KiB.
//!
//! Each is Bao's outboard encoding with groups of 16 KiB, `DIR/ab/cdef....obao`, under the
//! digest of the file: no two files clash that differ, no name in a manifest leads out of
//! DIR, and a file that moves keeps its own. A file of one group has no tree, and none is
//! written. Nothing in DIR is believed: a tree is held to the digest in the manifest.

mod args;
mod bad;
mod make;
mod pending;
mod prune;

pub(crate) use args::OutboardArgs;
pub(crate) use bad::Bad;
pub(crate) use prune::Prune;

use crate::message;
use anyhow::{Result, anyhow};
use lanesum::Digest;
use lanesum::bao::{ChunkGroup, Format, ReadAt};
use lanesum::blake3::{Hash, Mode};
use lanesum_files::function::Function;
use lanesum_files::status::{FileId, Status};
use pending::Pending;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Bytes of a group: what is said to be bad is so long, or a multiple.
const GROUP: u64 = 16 << 10;

/// A directory of them.
#[derive(Debug)]
pub(crate) struct Outboards {
    path: PathBuf,
    id: FileId,
    /// Which of the functions of each file it is that has trees.
    function: usize,
    format: Format,
    /// Where trees are noted until a manifest lists them, for who removes old ones.
    pending: Option<Pending>,
}

impl Outboards {
    /// Those in a directory. Makes it, if it is to be `made`.
    ///
    /// # Errors
    ///
    /// Why it cannot be used. None of the functions is BLAKE3 with digests of 32 bytes.
    fn open(path: &Path, functions: &[Function], made: bool) -> Result<Self> {
        let problem =
            |error: io::Error| anyhow!("{}: {}", message::shown(path.as_os_str()), message::reason(&error));
        let plain = |function: &Function| function.blake3().filter(|told| told.seek == 0 && told.len == 32);
        let found = functions.iter().enumerate().find_map(|(i, function)| Some((i, plain(function)?)));
        let Some((function, told)) = found else {
            return Err(anyhow!("--outboards needs digests of BLAKE3: other hashes have no trees"));
        };
        if made {
            fs::create_dir_all(path).map_err(problem)?;
        }
        fs::read_dir(path).map_err(problem)?;
        let id = Status::from(rustix::fs::stat(path).map_err(|errno| problem(errno.into()))?).id;
        let format = Format::BAO.with_mode(told.mode).with_chunk_group(ChunkGroup::KIB_16);
        Ok(Self { path: path.to_owned(), id, function, format, pending: None })
    }

    /// Notes each tree that is written or to be removed in a file beside the manifest. Says
    /// which file that is.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn note(&mut self, path: PathBuf) -> anyhow::Result<FileId> {
        let problem =
            |error: &io::Error| anyhow!("{}: {}", message::shown(path.as_os_str()), message::reason(error));
        let pending = Pending::open(path.clone()).map_err(|error| problem(&error))?;
        let id = pending.id().map_err(|error| problem(&error))?;
        self.pending = Some(pending);
        Ok(id)
    }

    /// The directory, which is none of the files that a manifest lists.
    pub(crate) fn id(&self) -> FileId {
        self.id
    }

    /// Which of the functions of each file it is that has trees.
    pub(crate) fn function(&self) -> usize {
        self.function
    }

    fn mode(&self) -> Mode {
        self.format.mode()
    }

    /// Where the tree of a file is.
    fn place(&self, hash: &Hash) -> PathBuf {
        let hex = hash.to_hex();
        let (directory, name) = hex.as_str().split_at(2);
        self.path.join(directory).join(format!("{name}.obao"))
    }

    /// Whether there is one of a file of `len` bytes, or none is needed.
    pub(crate) fn has(&self, digest: &Digest, len: u64) -> bool {
        let size = || Some(fs::metadata(self.place(&hash(digest.as_bytes())?)).ok()?.len());
        len <= GROUP || size().map(u128::from) == Some(self.format.outboard_len(len))
    }

    /// How many bytes the file of a tree has. The length stands beside the tree, and is not in
    /// its hashes: what it leads to is. None where the tree is not as long as one of such a
    /// file has to be.
    fn len_of(&self, tree: &File) -> io::Result<Option<u64>> {
        let mut header = [0; 8];
        if tree.read_all_at(0, &mut header)? < header.len() {
            return Ok(None);
        }
        let len = u64::from_le_bytes(header);
        let size = u128::from(tree.metadata()?.len());
        Ok((len > GROUP && size == self.format.outboard_len(len)).then_some(len))
    }
}

/// A digest as BLAKE3's.
fn hash(digest: &[u8]) -> Option<Hash> {
    Some(Hash::from_bytes(digest.try_into().ok()?))
}
