//! A hash with all that it is told.

use crate::algorithm::Algorithm;
use crate::algorithm::dispatch::AnyHash;
use alloc::sync::Arc;

/// A hash function: an algorithm, and what it is told beside the message.
#[derive(Clone)]
pub(crate) struct Function {
    algorithm: Algorithm,
    told: Option<Arc<Told>>,
}

/// What an algorithm is told.
struct Told {
    hash: AnyHash,
    /// Bytes of output.
    output_len: usize,
}

impl Function {
    /// The algorithm as it is.
    pub(crate) const fn new(algorithm: Algorithm) -> Self {
        Self { algorithm, told: None }
    }

    /// A hash that is told something.
    pub(crate) fn told(algorithm: Algorithm, hash: AnyHash, output_len: usize) -> Self {
        Self { algorithm, told: Some(Arc::new(Told { hash, output_len })) }
    }

    /// The algorithm.
    pub(crate) fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Bytes of output.
    #[inline]
    pub(crate) fn output_len(&self) -> usize {
        self.told.as_ref().map_or(self.algorithm.digest_len(), |told| told.output_len)
    }

    /// The hash itself; one that is told nothing is put into the room.
    #[inline]
    pub(crate) fn hash<'h>(&'h self, room: &'h mut Option<AnyHash>) -> &'h AnyHash {
        match &self.told {
            Some(told) => &told.hash,
            None => room.insert(self.algorithm.plain()),
        }
    }
}

impl From<Algorithm> for Function {
    fn from(algorithm: Algorithm) -> Self {
        Self::new(algorithm)
    }
}

/// `on_hash!(function, hash => e)`: `e` for the hash that a function is, of whatever
/// family.
macro_rules! on_hash {
    ($function:expr, $hash:ident => $e:expr) => {{
        let mut room = None;
        $crate::algorithm::dispatch::on_family!(AnyHash: $function.hash(&mut room), $hash => $e)
    }};
}
pub(crate) use on_hash;
