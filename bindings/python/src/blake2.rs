//! `blake2b` and `blake2s`, types with all the keywords that hashlib's have.

use crate::buffer::Buffer;
use crate::called::Called;
use crate::hash::{Given, Locked, RELEASE, hex};
use lanesum::blake2::{DigestLength, ParamError, blake2b, blake2s};
use lanesum::{Algorithm, Digest, Function, FunctionError};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::sync::LazyLock;

/// hashlib overflows where the offset of a node does, and has a bad value elsewhere.
fn error(error: ParamError) -> PyErr {
    match error {
        ParamError::NodeOffset => PyOverflowError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// A number that has to be small and is not to be negative.
fn small<T: TryFrom<i64>>(value: i64, what: &str) -> PyResult<T> {
    T::try_from(value).map_err(|_| PyValueError::new_err(format!("{what} is out of its range: {value}")))
}

/// A number that overflows above its type, and is a bad value below 0.
fn large<'py, T: FromPyObject<'py, 'py, Error = PyErr>>(
    value: Option<&'py Bound<'py, PyAny>>,
    what: &str,
) -> PyResult<Option<T>> {
    let Some(value) = value else { return Ok(None) };
    if value.lt(0)? {
        return Err(PyValueError::new_err(format!("{what} must not be negative")));
    }
    value.extract().map(Some)
}

fn bytes<'py>(value: Option<&Bound<'py, PyAny>>) -> PyResult<Option<Buffer<'py>>> {
    value.map(Buffer::of).transpose()
}

/// The most bytes of a [`Message::Short`].
const SHORT: usize = 63;

/// A message so far. A short one of the plain function is only kept, which is most of all
/// there are: an object that holds a state of 300 bytes takes twice as long to make.
#[derive(Clone)]
enum Message<S> {
    Short { len: u8, bytes: [u8; SHORT] },
    Long(Box<S>),
}

/// A state of BLAKE2b's or BLAKE2s's, as far as a [`Message`] needs it.
trait State: Clone + Send {
    /// Of an empty message, by the plain function.
    fn plain() -> Self;
    fn add(&mut self, piece: &[u8]);
    fn digest(&self) -> Digest;
    fn len(&self) -> u64;
}

impl<S: State> Message<S> {
    const EMPTY: Self = Self::Short { len: 0, bytes: [0; SHORT] };

    fn add(&mut self, piece: &[u8]) {
        match self {
            Self::Long(state) => state.add(piece),
            Self::Short { len, bytes } => {
                let start = usize::from(*len);
                if let Some(room) = bytes.get_mut(start..start + piece.len()) {
                    room.copy_from_slice(piece);
                    *len += piece.len() as u8;
                    return;
                }
                let mut state = Box::new(S::plain());
                state.add(&bytes[..start]);
                state.add(piece);
                *self = Self::Long(state);
            }
        }
    }

    fn digest(&self) -> Digest {
        match self {
            Self::Short { len, bytes } => {
                let mut state = S::plain();
                state.add(&bytes[..usize::from(*len)]);
                state.digest()
            }
            Self::Long(state) => state.digest(),
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Short { len, .. } => *len == 0,
            Self::Long(state) => state.len() == 0,
        }
    }
}

/// What the library's doors are told besides the length of the digest.
#[derive(Clone)]
enum Told {
    Nothing,
    /// Key, salt and personalisation. The function is made when somebody asks for it: few do,
    /// and it takes longer than all else of a short message.
    More(Box<[Vec<u8>; 3]>),
    /// It is one of a larger tree, which they do not take.
    Node,
}

/// The function that is told key, salt and personalisation, where they are not empty.
fn told(mut function: Function, [key, salt, person]: &[Vec<u8>; 3]) -> Result<Function, FunctionError> {
    if !key.is_empty() {
        function = function.with_key(key)?;
    }
    if !salt.is_empty() {
        function = function.with_salt(salt)?;
    }
    if !person.is_empty() {
        function = function.with_personal(person)?;
    }
    Ok(function)
}

macro_rules! blake2 {
    ($(#[doc = $doc:literal])* $name:ident, $module:ident, $text:literal, $algorithm:expr, $block:literal, $max:literal, $salt:literal) => {
        $(#[doc = $doc])*
        #[cfg_attr(immutable, pyclass(frozen, immutable_type, module = "lanesum", name = $text))]
        #[cfg_attr(not(immutable), pyclass(frozen, module = "lanesum", name = $text))]
        pub(crate) struct $name {
            digest_size: u8,
            message: Locked<Message<$module::State>>,
            told: Told,
        }

        impl State for $module::State {
            #[inline]
            fn plain() -> Self {
                // To copy it costs less than to work it out from the parameters.
                static PLAIN: LazyLock<$module::State> =
                    LazyLock::new(|| $module::State::new(&$module::Params::new()));
                PLAIN.clone()
            }

            fn add(&mut self, piece: &[u8]) {
                self.update(piece);
            }

            fn digest(&self) -> Digest {
                self.finalize()
            }

            fn len(&self) -> u64 {
                self.message_len()
            }
        }

        impl $name {
            /// The function, of an object that has hashed nothing yet. None where it is
            /// a node of a larger tree.
            pub(crate) fn function(&self, py: Python<'_>) -> Option<Function> {
                let function = match &self.told {
                    Told::Nothing => self.of_length(),
                    Told::More(more) => told(self.of_length(), more).ok()?,
                    Told::Node => return None,
                };
                self.message.with(py, |message| message.is_empty()).then_some(function)
            }

            /// The function that is told nothing but the length of its digest.
            fn of_length(&self) -> Function {
                let plain = Function::new($algorithm);
                plain.with_output_len(self.digest_size.into()).unwrap_or(plain)
            }

            /// The plain function, with the first piece of the message, if there is one.
            #[inline]
            fn plain(data: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
                let mut message = Message::EMPTY;
                if let Some(data) = data {
                    let buffer = Buffer::of(data)?;
                    let bytes = buffer.bytes();
                    match bytes.len() < RELEASE {
                        true => message.add(bytes),
                        false => data.py().detach(|| message.add(bytes)),
                    }
                }
                Ok(Self { digest_size: $max, message: Locked::new(message), told: Told::Nothing })
            }
        }

        impl Called for $name {
            #[inline]
            fn called(data: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
                Self::plain(data)
            }
        }

        #[pymethods]
        impl $name {
            #[classattr]
            const MAX_DIGEST_SIZE: usize = $max;
            #[classattr]
            const MAX_KEY_SIZE: usize = $max;
            #[classattr]
            const PERSON_SIZE: usize = $salt;
            #[classattr]
            const SALT_SIZE: usize = $salt;

            #[new]
            #[pyo3(signature = (data=Given::NOT, /, *, digest_size=$max, key=Given::NOT, salt=Given::NOT, person=Given::NOT, fanout=1, depth=1,
                                leaf_size=Given::NOT, node_offset=Given::NOT, node_depth=0, inner_size=0, last_node=None,
                                usedforsecurity=None))]
            #[allow(clippy::too_many_arguments, reason = "hashlib has them")]
            fn new(
                data: Given<'_>,
                digest_size: i64,
                key: Given<'_>,
                salt: Given<'_>,
                person: Given<'_>,
                fanout: i64,
                depth: i64,
                leaf_size: Given<'_>,
                node_offset: Given<'_>,
                node_depth: i64,
                inner_size: i64,
                last_node: Option<&Bound<'_, PyAny>>,
                usedforsecurity: Option<&Bound<'_, PyAny>>,
            ) -> PyResult<Self> {
                let (_, data) = (usedforsecurity, data.0.as_ref());
                let (key, salt, person) = (key.0.as_ref(), salt.0.as_ref(), person.0.as_ref());
                let (leaf_size, node_offset) = (leaf_size.0.as_ref(), node_offset.0.as_ref());
                // Anything is true or false.
                let last_node = last_node.map_or(Ok(false), PyAnyMethods::is_truthy)?;
                let node = (fanout, depth, node_depth, inner_size, last_node) != (1, 1, 0, 0, false)
                    || leaf_size.is_some() || node_offset.is_some();
                if !node && digest_size == $max && key.is_none() && salt.is_none() && person.is_none() {
                    return Self::plain(data);
                }
                let digest_size: usize = small(digest_size, "digest_size")?;
                let begun = |params: &_, told| {
                    let message = Message::Long(Box::new($module::State::new(params)));
                    let hash = Self { digest_size: digest_size as u8, message: Locked::new(message), told };
                    data.map_or(Ok(()), |data| hash.update(data)).map(|()| hash)
                };
                if !node && key.is_none() && salt.is_none() && person.is_none() {
                    let params = $module::Params::new().digest_len(digest_size).map_err(error)?;
                    return begun(&params, Told::Nothing);
                }
                let leaf_size = large::<u32>(leaf_size, "leaf_size")?.unwrap_or(0);
                let node_offset = large::<u64>(node_offset, "node_offset")?.unwrap_or(0);
                let (key, salt, person) = (bytes(key)?, bytes(salt)?, bytes(person)?);
                let (key, salt, person) = (
                    key.as_ref().map_or(&[][..], Buffer::bytes),
                    salt.as_ref().map_or(&[][..], Buffer::bytes),
                    person.as_ref().map_or(&[][..], Buffer::bytes),
                );
                let params = (|| {
                    $module::Params::new().digest_len(digest_size)?.key(key)?.salt(salt)?.personal(person)
                })().map_err(error)?;
                let params = (|| Ok::<_, ParamError>(params
                    .max_depth(u8::try_from(depth).unwrap_or(0))?
                    .max_leaf_len(leaf_size)
                    .node_offset(node_offset)?
                    .inner_len(usize::try_from(inner_size).unwrap_or(usize::MAX))?
                    .last_node(last_node)))().map_err(error)?
                    .fanout(small(fanout, "fanout")?)
                    .node_depth(small(node_depth, "node_depth")?);
                let told = match node {
                    true => Told::Node,
                    false => Told::More(Box::new([key, salt, person].map(<[u8]>::to_vec))),
                };
                begun(&params, told)
            }

            /// Adds a piece to the message.
            #[pyo3(signature = (data, /))]
            fn update(&self, data: &Bound<'_, PyAny>) -> PyResult<()> {
                let buffer = Buffer::of(data)?;
                self.message.with_bytes(data.py(), buffer.bytes(), Message::add);
                Ok(())
            }

            /// The digest of the message so far.
            fn digest<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                PyBytes::new(py, self.message.with(py, |message| message.digest()).as_bytes())
            }

            /// The digest of the message so far, in hexadecimal digits.
            fn hexdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
                hex(py, self.message.with(py, |message| message.digest()).as_bytes())
            }

            /// A copy, to which other pieces can be added.
            fn copy(&self, py: Python<'_>) -> Self {
                let message = Locked::new(self.message.with(py, |message| message.clone()));
                Self { digest_size: self.digest_size, message, told: self.told.clone() }
            }

            /// The name of the algorithm, as `new` takes it.
            #[getter]
            fn name(&self) -> &'static str {
                $text
            }

            /// Bytes in the digest.
            #[getter]
            fn digest_size(&self) -> usize {
                self.digest_size.into()
            }

            /// Bytes in a block of the algorithm.
            #[getter]
            fn block_size(&self) -> usize {
                $block
            }

            fn __repr__(slf: &Bound<'_, Self>) -> String {
                format!("<lanesum.{} object @ {:p}>", $text, slf.as_ptr())
            }
        }
    };
}

blake2!(
    /// BLAKE2b, RFC 7693, with all of its parameters.
    Blake2b, blake2b, "blake2b", Algorithm::Blake2b(DigestLength::MAX), 128, 64, 16
);
blake2!(
    /// BLAKE2s, RFC 7693, with all of its parameters.
    Blake2s, blake2s, "blake2s", Algorithm::Blake2s(DigestLength::MAX), 64, 32, 8
);
