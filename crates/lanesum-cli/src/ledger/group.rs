//! All lines of a manifest for one file.

use lanesum::Digest;
use lanesum_files::manifest::{Meta, Of};

/// Lines that have one name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub(crate) name: Vec<u8>,
    /// What they say.
    pub(crate) digests: Vec<(Of, Digest)>,
    /// How many bytes the file has, where a line says that itself.
    pub(crate) size: Option<u64>,
    /// What the system said of the file, as the line before its own has it. Empty where none
    /// has: [`Group::meta`] reads it.
    pub(crate) note: Vec<u8>,
    /// The lines as they are, with their ends, and what stands before them; for
    /// [`Cursor::with_text`](super::Cursor::with_text).
    pub(crate) text: Vec<u8>,
    /// How many groups are before it.
    pub(crate) index: u64,
    /// How many lines say what another one says.
    pub(crate) repeated: u64,
    /// Whether two lines say different sizes.
    pub(super) sizes_differ: bool,
}

impl Group {
    /// Takes the first line of a file, in place of all that it had: the memory is kept.
    pub(super) fn begin(
        &mut self,
        name: &[u8],
        digests: impl IntoIterator<Item = (Of, Digest)>,
        size: Option<u64>,
        index: u64,
    ) {
        self.name.clear();
        self.name.extend_from_slice(name);
        self.digests.clear();
        self.digests.extend(digests);
        self.note.clear();
        self.text.clear();
        (self.size, self.index) = (size, index);
        (self.repeated, self.sizes_differ) = (0, false);
    }

    /// Takes another line of the same file.
    pub(super) fn add(&mut self, digests: impl IntoIterator<Item = (Of, Digest)>, size: Option<u64>) {
        let mut news = false;
        for (of, digest) in digests {
            news |= self.add_digest(of, digest);
        }
        self.repeated += u64::from(!news);
        self.add_size(size);
    }

    /// Takes all lines of the same file that stood elsewhere.
    pub(super) fn append(&mut self, mut other: Self) {
        for (of, digest) in other.digests {
            self.repeated += u64::from(!self.add_digest(of, digest));
        }
        self.repeated += other.repeated;
        self.sizes_differ |= other.sizes_differ;
        self.add_size(other.size);
        self.text.append(&mut other.text);
    }

    /// Says whether no line has said it before.
    fn add_digest(&mut self, of: Of, digest: Digest) -> bool {
        let is_same = |(known, other): &(Of, Digest)| other == &digest && is_same(known, &of);
        let news = !self.digests.iter().any(is_same);
        if news {
            self.digests.push((of, digest));
        }
        news
    }

    /// What the system said of the file when it was read.
    pub(crate) fn meta(&self) -> Option<Meta> {
        Meta::read(&self.note)
    }

    fn add_size(&mut self, size: Option<u64>) {
        self.sizes_differ |= self.size.zip(size).is_some_and(|(a, b)| a != b);
        self.size = self.size.or(size);
    }

    /// Whether two lines say something else of the same function.
    pub(crate) fn contradicts_itself(&self) -> bool {
        if self.sizes_differ {
            return true;
        }
        let pairs =
            self.digests.iter().enumerate().flat_map(|(i, a)| self.digests[..i].iter().map(move |b| (a, b)));
        pairs
            .into_iter()
            .any(|((a, x), (b, y))| x != y && x.as_bytes().len() == y.as_bytes().len() && is_same(a, b))
    }
}

fn is_same(a: &Of, b: &Of) -> bool {
    match (a, b) {
        (Of::Function(a), Of::Function(b)) => a.tag() == b.tag(),
        (Of::Unnamed, Of::Unnamed) => true,
        _ => false,
    }
}
