//! What is computed of a file: an algorithm, and what it is told beside the
//! message.

mod foreign;
mod state;
mod value;

use lanesum::Algorithm;
use lanesum::blake2::{blake2b, blake2bp, blake2s, blake2sp};
use lanesum::blake3::{self, Mode};
use lanesum::lemac::LeMac;
use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::sync::Arc;

pub(crate) use foreign::{Foreign, ForeignState};
pub(crate) use state::{State, finish_many, update_many};
pub(crate) use value::Value;

/// A hash function.
#[derive(Clone, Debug)]
pub(crate) struct Function(Of);

/// Whose it is.
#[derive(Clone, Debug)]
enum Of {
    Library(Algorithm, Told),
    Foreign(Arc<dyn Foreign>),
}

/// What an algorithm is told.
#[derive(Clone, Debug)]
enum Told {
    /// Nothing.
    Nothing,
    /// BLAKE2's key, and the length of the digest.
    Blake2(Arc<Params>),
    Blake3(Blake3),
    /// LeMac's key; the nonce is zero.
    LeMac(LeMac),
}

/// The parameters of a variant of BLAKE2.
#[derive(Debug)]
enum Params {
    Blake2b(blake2b::Params),
    Blake2s(blake2s::Params),
    Blake2bp(blake2bp::Params),
    Blake2sp(blake2sp::Params),
}

/// BLAKE3 with all that it can be told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blake3 {
    /// The key, or the context, or neither.
    pub(crate) mode: Mode,
    /// How many bytes of the extended output are passed over.
    pub(crate) seek: u64,
    /// How many bytes are put out.
    pub(crate) len: usize,
}

/// The most bytes of output: a line is kept whole until its turn comes.
pub(crate) const MAX_OUTPUT: usize = 64 << 10;

impl From<Algorithm> for Function {
    /// The algorithm as it is.
    fn from(algorithm: Algorithm) -> Self {
        Self::plain(algorithm)
    }
}

impl From<Blake3> for Function {
    fn from(told: Blake3) -> Self {
        Self(Of::Library(Algorithm::Blake3, Told::Blake3(told)))
    }
}

impl Default for Blake3 {
    /// As it is: 32 bytes without a key.
    fn default() -> Self {
        Self { mode: Mode::HASH, seek: 0, len: blake3::OUT_LEN }
    }
}

impl Blake3 {
    /// The output for a message.
    pub(crate) fn output(&self, hasher: &blake3::Hasher) -> Value {
        if self.seek == 0 && self.len == blake3::OUT_LEN {
            return Value::Digest(hasher.finalize().into());
        }
        let mut bytes = vec![0; self.len].into_boxed_slice();
        let mut reader = hasher.finalize_xof();
        reader.set_position(self.seek);
        reader.fill(&mut bytes);
        Value::from(bytes)
    }
}

/// Why an algorithm does not take a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum KeyError {
    #[error("{0} takes no key")]
    None(Algorithm),
    #[error("a key of {algorithm} has {} bytes", span(.lens))]
    Length { algorithm: Algorithm, lens: RangeInclusive<usize> },
}

fn span(lens: &RangeInclusive<usize>) -> String {
    let (min, max) = (lens.start(), lens.end());
    if min == max { max.to_string() } else { format!("{min} to {max}") }
}

/// Refuses a key that is of the wrong length, or where none is taken.
///
/// # Errors
///
/// [`KeyError`].
pub(crate) fn check_key(algorithm: Algorithm, key: &[u8]) -> Result<(), KeyError> {
    // To BLAKE2 no byte of key is no key.
    let lens = match algorithm {
        Algorithm::Blake2b(_) | Algorithm::Blake2bp(_) => 1..=64,
        Algorithm::Blake2s(_) | Algorithm::Blake2sp(_) => 1..=32,
        Algorithm::Blake3 => blake3::KEY_LEN..=blake3::KEY_LEN,
        Algorithm::LeMac => 16..=16,
        _ => return Err(KeyError::None(algorithm)),
    };
    if lens.contains(&key.len()) { Ok(()) } else { Err(KeyError::Length { algorithm, lens }) }
}

impl Function {
    /// One that the library does not have.
    pub(crate) fn foreign(foreign: impl Foreign + 'static) -> Self {
        Self(Of::Foreign(Arc::new(foreign)))
    }

    /// The algorithm as it is.
    pub(crate) const fn plain(algorithm: Algorithm) -> Self {
        Self(Of::Library(algorithm, Told::Nothing))
    }

    /// An algorithm with a key.
    ///
    /// # Errors
    ///
    /// [`KeyError`].
    pub(crate) fn keyed(algorithm: Algorithm, key: &[u8]) -> Result<Self, KeyError> {
        check_key(algorithm, key)?;
        if algorithm == Algorithm::LeMac {
            let key = key.first_chunk().ok_or(KeyError::None(algorithm))?;
            return Ok(Self(Of::Library(algorithm, Told::LeMac(LeMac::new(key, &[0; 16])))));
        }
        let len = algorithm.digest_len();
        let params = match algorithm {
            Algorithm::Blake2b(_) => {
                blake2b::Params::new().digest_len(len).and_then(|params| params.key(key)).map(Params::Blake2b)
            }
            Algorithm::Blake2s(_) => {
                blake2s::Params::new().digest_len(len).and_then(|params| params.key(key)).map(Params::Blake2s)
            }
            Algorithm::Blake2bp(_) => blake2bp::Params::new()
                .digest_len(len)
                .and_then(|params| params.key(key))
                .map(Params::Blake2bp),
            Algorithm::Blake2sp(_) => blake2sp::Params::new()
                .digest_len(len)
                .and_then(|params| params.key(key))
                .map(Params::Blake2sp),
            _ => {
                let key = key.first_chunk().ok_or(KeyError::None(algorithm))?;
                return Ok(Blake3 { mode: Mode::keyed(key), ..Blake3::default() }.into());
            }
        };
        let params = params.expect("both lengths are checked");
        Ok(Self(Of::Library(algorithm, Told::Blake2(Arc::new(params)))))
    }

    /// The algorithm's name, with the bits of output where they are not the
    /// usual ones: `blake3-512`.
    pub(crate) fn name(&self) -> Cow<'static, str> {
        match &self.0 {
            Of::Library(algorithm, Told::Blake3(Blake3 { len, .. })) if *len != blake3::OUT_LEN => {
                Cow::Owned(format!("{algorithm}-{}", 8 * len))
            }
            Of::Library(algorithm, _) => Cow::Borrowed(algorithm.name()),
            Of::Foreign(foreign) => Cow::Owned(foreign.tag().to_lowercase()),
        }
    }

    /// The same as it stands in a tagged line: `BLAKE3-512`.
    pub(crate) fn tag(&self) -> String {
        match &self.0 {
            Of::Library(_, Told::Blake3(Blake3 { len, .. })) if *len != blake3::OUT_LEN => {
                format!("BLAKE3-{}", 8 * len)
            }
            Of::Library(algorithm, _) => algorithm.tag().to_owned(),
            Of::Foreign(foreign) => foreign.tag(),
        }
    }

    /// The algorithm, if it is the library's.
    pub(crate) fn algorithm(&self) -> Option<Algorithm> {
        match &self.0 {
            Of::Library(algorithm, _) => Some(*algorithm),
            Of::Foreign(_) => None,
        }
    }

    /// How many bytes it puts out.
    pub(crate) fn output_len(&self) -> usize {
        match &self.0 {
            Of::Library(_, Told::Blake3(Blake3 { len, .. })) => *len,
            Of::Library(algorithm, _) => algorithm.digest_len(),
            Of::Foreign(foreign) => foreign.digest_len(),
        }
    }

    /// How BLAKE3 is told to hash, if it is BLAKE3: a large message can then be
    /// shared out to threads.
    pub(crate) fn blake3(&self) -> Option<Blake3> {
        match &self.0 {
            Of::Library(Algorithm::Blake3, Told::Blake3(told)) => Some(*told),
            Of::Library(Algorithm::Blake3, _) => Some(Blake3::default()),
            _ => None,
        }
    }
}
