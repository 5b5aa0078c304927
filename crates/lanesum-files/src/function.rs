//! What is computed of a file: a function of the library, or of another crate.

mod foreign;
mod state;
mod told;
mod value;
mod whole;

use lanesum::Algorithm;
use lanesum::blake3::{Hasher, Mode};
use std::borrow::Cow;
use std::sync::Arc;

pub use foreign::{Foreign, ForeignState};
pub use state::{State, finish_many, update_many};
pub use told::Told;
pub use value::Value;
pub use whole::hash_many;

/// A hash function.
#[derive(Clone, Debug)]
pub enum Function {
    /// One of the library's, whose messages share lanes.
    Library(lanesum::Function),
    /// Another one.
    Foreign(Arc<dyn Foreign>),
}

/// BLAKE3 with all that it is told, for a message whose parts are hashed apart.
#[derive(Clone, Copy, Debug)]
pub struct Blake3 {
    /// The key, or the context, or neither.
    pub mode: Mode,
    /// How many bytes of the extended output are passed over.
    pub seek: u64,
    /// How many bytes are put out.
    pub len: usize,
}

/// The most bytes of output: a line is kept whole until its turn comes.
pub const MAX_OUTPUT: usize = 64 << 10;

impl From<Algorithm> for Function {
    /// The algorithm as it is.
    fn from(algorithm: Algorithm) -> Self {
        Self::plain(algorithm)
    }
}

impl From<lanesum::Function> for Function {
    fn from(function: lanesum::Function) -> Self {
        Self::Library(function)
    }
}

impl Blake3 {
    /// The output for a message.
    pub fn output(&self, hasher: &Hasher) -> Value {
        let mut bytes = vec![0; self.len].into_boxed_slice();
        let mut reader = hasher.finalize_xof();
        reader.set_position(self.seek);
        reader.fill(&mut bytes);
        Value::from(bytes)
    }
}

impl Function {
    /// One that the library does not have.
    pub fn foreign(foreign: impl Foreign + 'static) -> Self {
        Self::Foreign(Arc::new(foreign))
    }

    /// The algorithm as it is.
    pub const fn plain(algorithm: Algorithm) -> Self {
        Self::Library(lanesum::Function::new(algorithm))
    }

    /// The name: `blake3-512`.
    pub fn name(&self) -> Cow<'static, str> {
        match self {
            Self::Library(function) => function.name(),
            Self::Foreign(foreign) => Cow::Owned(foreign.tag().to_lowercase()),
        }
    }

    /// The name as it stands in a tagged line: `BLAKE3-512`.
    pub fn tag(&self) -> Cow<'static, str> {
        match self {
            Self::Library(function) => function.tag(),
            Self::Foreign(foreign) => Cow::Owned(foreign.tag()),
        }
    }

    /// The algorithm, if it is the library's.
    pub fn algorithm(&self) -> Option<Algorithm> {
        match self {
            Self::Library(function) => Some(function.algorithm()),
            Self::Foreign(_) => None,
        }
    }

    /// How many bytes it puts out.
    pub fn output_len(&self) -> usize {
        match self {
            Self::Library(function) => function.output_len(),
            Self::Foreign(foreign) => foreign.digest_len(),
        }
    }

    /// Whether it has kernels that hash several messages at once.
    pub fn has_lanes(&self) -> bool {
        let algorithm = self.algorithm();
        algorithm.is_some_and(|algorithm| algorithm.kernels().iter().any(|kernel| kernel.lanes() > 1))
    }

    /// How BLAKE3 is told to hash, if it is BLAKE3: a large message can then be
    /// shared out to threads.
    pub fn blake3(&self) -> Option<Blake3> {
        match self {
            Self::Library(function) => {
                Some(Blake3 { mode: function.mode()?, seek: function.seek(), len: function.output_len() })
            }
            Self::Foreign(_) => None,
        }
    }
}
