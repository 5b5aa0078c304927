//! All lines of a manifest for one file.

use super::meta::Meta;
use lanesum::Digest;
use lanesum_files::manifest::Of;

/// Lines that have one name.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) name: Vec<u8>,
    /// What they say.
    pub(crate) digests: Vec<(Of, Digest)>,
    pub(crate) meta: Option<Meta>,
    /// The lines as they are, with their ends, and what stands before them; for
    /// [`Cursor::with_text`](super::Cursor::with_text).
    pub(crate) text: Vec<u8>,
    /// How many groups are before it.
    pub(crate) index: u64,
    /// How many lines say what another one says.
    pub(crate) repeated: u64,
}

impl Group {
    /// The first line of a file.
    pub(super) fn new(name: Vec<u8>, of: Of, digest: Digest, index: u64) -> Self {
        Self { name, digests: vec![(of, digest)], meta: None, text: Vec::new(), index, repeated: 0 }
    }

    /// Takes another line of the same file.
    pub(super) fn add(&mut self, of: Of, digest: Digest) {
        let is_same = |(known, other): &(Of, Digest)| other == &digest && is_same(known, &of);
        if self.digests.iter().any(is_same) {
            self.repeated += 1;
        } else {
            self.digests.push((of, digest));
        }
    }

    /// Whether two lines say something else of the same function.
    pub(crate) fn contradicts_itself(&self) -> bool {
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
