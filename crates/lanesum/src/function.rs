//! A hash function with its parameters: a key, a context, a salt, a length of output.

mod error;

use crate::algorithm::Algorithm;
use crate::algorithm::dispatch::{AnyHash, Member};
use crate::blake3::{self, Mode};
use crate::digest::Digest;
use crate::family::{Family, Refused};
use alloc::borrow::Cow;
use alloc::format;
use alloc::sync::Arc;
use core::fmt;

pub use error::{FunctionError, Parameter};

/// A hash function: an algorithm with its parameters.
///
/// [`hash`](crate::hash()), [`hash_many`](crate::hash_many), [`Hasher::new`](crate::Hasher::new)
/// and their like take one, or an [`Algorithm`], which has no parameters. The methods
/// `with_...` return a function with one parameter more. A clone costs next to nothing and
/// shares the key.
///
/// ```
/// use lanesum::blake2::DigestLength;
/// use lanesum::{Algorithm, Function, hash, hash_many};
///
/// let mac = Function::new(Algorithm::Blake2b(DigestLength::MAX)).with_key(b"a key")?.with_output_len(32)?;
/// let digest = hash(&mac, b"message");
/// assert_eq!(hash_many(&mac, &["a", "message"])[1], digest);
/// assert_eq!(mac.name(), "blake2b-256");
/// # Ok::<(), lanesum::FunctionError>(())
/// ```
#[derive(Clone)]
pub struct Function {
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
    #[inline]
    pub const fn new(algorithm: Algorithm) -> Self {
        Self { algorithm, told: None }
    }

    /// Whether the two are known to compute the same: they are one algorithm without
    /// parameters, or clones of one function. Parameters are not compared, for a key is a
    /// secret.
    ///
    /// ```
    /// use lanesum::{Algorithm, Function};
    ///
    /// let plain = Function::new(Algorithm::Blake3);
    /// let keyed = plain.with_key(&[7; 32])?;
    /// assert!(plain.is_same(&Function::new(Algorithm::Blake3)) && keyed.is_same(&keyed.clone()));
    /// assert!(!keyed.is_same(&plain) && !keyed.is_same(&plain.with_key(&[7; 32])?));
    /// # Ok::<(), lanesum::FunctionError>(())
    /// ```
    pub fn is_same(&self, other: &Self) -> bool {
        let told = match (&self.told, &other.told) {
            (Some(told), Some(other)) => Arc::ptr_eq(told, other),
            (told, other) => told.is_none() && other.is_none(),
        };
        told && self.algorithm == other.algorithm
    }

    /// Under a key, which makes the hash a MAC: [`Algorithm::key_lens`] says how many
    /// bytes it has.
    ///
    /// # Errors
    ///
    /// [`FunctionError::NotTaken`] where the algorithm takes no key,
    /// [`FunctionError::Length`] for a key of another length, and
    /// [`FunctionError::KeyAndContext`] where the function has a context.
    pub fn with_key(&self, key: &[u8]) -> Result<Self, FunctionError> {
        let algorithm = self.algorithm;
        let lens = algorithm.key_lens().ok_or(FunctionError::NotTaken(algorithm, Parameter::Key))?;
        if !lens.contains(&key.len()) {
            return Err(FunctionError::Length(algorithm, Parameter::Key, lens));
        }
        self.telling(Parameter::Key, on_hash!(self, hash => wrapped(hash.with_key(key))))
    }

    /// Derives a key from the message, which is key material, for a context: a string
    /// that nothing else uses. BLAKE3 does.
    ///
    /// # Errors
    ///
    /// [`FunctionError::NotTaken`] where the algorithm takes no context, and
    /// [`FunctionError::KeyAndContext`] where the function has a key.
    pub fn with_context(&self, context: impl AsRef<[u8]>) -> Result<Self, FunctionError> {
        let context = context.as_ref();
        self.telling(Parameter::Context, on_hash!(self, hash => wrapped(hash.with_context(context))))
    }

    /// With a salt. BLAKE2b and BLAKE2s take one, of up to 16 and 8 bytes.
    ///
    /// # Errors
    ///
    /// [`FunctionError::NotTaken`] where the algorithm takes no salt, and
    /// [`FunctionError::Length`] where it is too long.
    pub fn with_salt(&self, salt: &[u8]) -> Result<Self, FunctionError> {
        self.telling(Parameter::Salt, on_hash!(self, hash => wrapped(hash.with_salt(salt))))
    }

    /// With a personalisation, which sets apart the hashes of different uses. BLAKE2b
    /// and BLAKE2s take one, of up to 16 and 8 bytes.
    ///
    /// # Errors
    ///
    /// [`FunctionError::NotTaken`] where the algorithm takes no personalisation, and
    /// [`FunctionError::Length`] where it is too long.
    pub fn with_personal(&self, personal: &[u8]) -> Result<Self, FunctionError> {
        self.telling(Parameter::Personal, on_hash!(self, hash => wrapped(hash.with_personal(personal))))
    }

    /// With that many bytes of output. BLAKE3 and SHAKE have any number, and a short
    /// output is the beginning of a long one. BLAKE2b and BLAKE2bp have 1
    /// to 64, BLAKE2s and BLAKE2sp 1 to 32, and each length is another hash.
    ///
    /// # Errors
    ///
    /// [`FunctionError::Length`] where the algorithm has no output of that length, and
    /// [`FunctionError::PastTheEnd`] where these bytes and those of [`Function::with_seek`]
    /// are 2<sup>64</sup> or more.
    pub fn with_output_len(&self, bytes: usize) -> Result<Self, FunctionError> {
        if bytes == self.output_len() {
            return Ok(self.clone());
        }
        if self.seek().checked_add(bytes as u64).is_none() {
            return Err(FunctionError::PastTheEnd);
        }
        let longest = if self.algorithm.has_any_length() { self.algorithm.longest_digest_len() } else { 0 };
        let hash = on_hash!(self, hash => wrapped(hash.with_output_len(bytes)));
        let lens = match hash {
            Ok(hash) if bytes > 0 => {
                let algorithm = self.algorithm.with_digest_len(bytes).unwrap_or(self.algorithm);
                return Ok(Self { algorithm, told: Some(Arc::new(Told { hash, output_len: bytes })) });
            }
            Ok(_) => 1..=usize::MAX,
            Err(_) if longest > 0 => 1..=longest,
            Err(_) => self.output_len()..=self.output_len(),
        };
        Err(FunctionError::Length(self.algorithm, Parameter::Output, lens))
    }

    /// With the first `bytes` bytes of the output passed over: BLAKE3 has output of up to
    /// 2<sup>64</sup> - 1 bytes, and no other algorithm takes this.
    ///
    /// # Errors
    ///
    /// [`FunctionError::NotTaken`] where the algorithm is another one, and
    /// [`FunctionError::PastTheEnd`] where these bytes and those of the output are
    /// 2<sup>64</sup> or more.
    pub fn with_seek(&self, bytes: u64) -> Result<Self, FunctionError> {
        if bytes.checked_add(self.output_len() as u64).is_none() {
            return Err(FunctionError::PastTheEnd);
        }
        self.telling(Parameter::Seek, on_hash!(self, hash => wrapped(hash.with_seek(bytes))))
    }

    /// The algorithm. Of BLAKE2 it has this function's length of output.
    #[inline]
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Bytes of output. A [`Digest`] has at most 64 of them: of a longer output it is
    /// the beginning.
    #[inline]
    pub fn output_len(&self) -> usize {
        self.told.as_ref().map_or(self.algorithm.digest_len(), |told| told.output_len)
    }

    /// BLAKE3's mode, with the key or the context; `None` for another algorithm.
    /// [`blake3::subtree`](crate::blake3::subtree), which hashes parts of a message apart,
    /// and [`bao`](crate::bao) take it.
    pub fn mode(&self) -> Option<Mode> {
        self.blake3().map(|told| told.mode())
    }

    /// How many bytes of the output are passed over.
    pub fn seek(&self) -> u64 {
        self.blake3().map_or(0, |told| told.seek())
    }

    fn blake3(&self) -> Option<blake3::Told> {
        match self.hash().cloned().unwrap_or_else(|| self.algorithm.plain()) {
            AnyHash::Blake3(told) => Some(told),
            _ => None,
        }
    }

    /// The algorithm's name, with the bits of output where they are not the usual
    /// ones: `blake2b-256`, `blake3-512`.
    pub fn name(&self) -> Cow<'static, str> {
        self.with_bits(self.algorithm.name())
    }

    /// The name as it stands in a tagged line of a manifest: `BLAKE3-512`.
    pub fn tag(&self) -> Cow<'static, str> {
        self.with_bits(self.algorithm.tag())
    }

    fn with_bits(&self, name: &'static str) -> Cow<'static, str> {
        if self.output_len() == self.algorithm.digest_len() {
            Cow::Borrowed(name)
        } else {
            Cow::Owned(format!("{name}-{}", 8 * self.output_len() as u128))
        }
    }

    /// The function that is told one thing more.
    fn telling(&self, what: Parameter, hash: Result<AnyHash, Refused>) -> Result<Self, FunctionError> {
        match hash {
            Ok(hash) => Ok(Self::told(self.algorithm, hash, self.output_len())),
            Err(Refused::NotTaken) => Err(FunctionError::NotTaken(self.algorithm, what)),
            Err(Refused::Length(max)) => Err(FunctionError::Length(self.algorithm, what, 0..=max)),
            Err(Refused::KeyAndContext) => Err(FunctionError::KeyAndContext),
        }
    }

    /// A hash that is told something.
    pub(crate) fn told(algorithm: Algorithm, hash: AnyHash, output_len: usize) -> Self {
        Self { algorithm, told: Some(Arc::new(Told { hash, output_len })) }
    }

    /// Bytes in a digest: the output, or the beginning of it.
    #[inline]
    pub(crate) fn digest_len(&self) -> usize {
        self.output_len().min(Digest::MAX_LEN)
    }

    /// The hash itself, where it is told something.
    #[inline]
    pub(crate) fn hash(&self) -> Option<&AnyHash> {
        self.told.as_ref().map(|told| &told.hash)
    }
}

/// A hash of one family as one of any.
fn wrapped<F: Member>(hash: Result<F, Refused>) -> Result<AnyHash, Refused> {
    hash.map(F::wrap_hash)
}

impl From<Algorithm> for Function {
    /// The algorithm as it is.
    #[inline]
    fn from(algorithm: Algorithm) -> Self {
        Self::new(algorithm)
    }
}

impl From<Mode> for Function {
    /// BLAKE3, with the mode's key or context.
    fn from(mode: Mode) -> Self {
        let told = blake3::Told::new(mode);
        Self::told(Algorithm::Blake3, AnyHash::Blake3(told), blake3::OUT_LEN)
    }
}

impl From<&Function> for Function {
    fn from(function: &Function) -> Self {
        function.clone()
    }
}

impl fmt::Debug for Function {
    /// The name; not the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Function").field(&self.name()).finish()
    }
}

/// `on_hash!(function, hash => e)`: `e` for the hash that a function is, of whatever
/// family.
macro_rules! on_hash {
    ($function:expr, $hash:ident => $e:expr) => {{
        let plain;
        let hash = match $function.hash() {
            Some(hash) => hash,
            None => {
                plain = $function.algorithm().plain();
                &plain
            }
        };
        $crate::algorithm::dispatch::on_family!(AnyHash: hash, $hash => $e)
    }};
}
pub(crate) use on_hash;
