//! `blake2b` and `blake2s`, types with all the keywords that hashlib's have.

use crate::buffer::Buffer;
use crate::called::Called;
use crate::hash::{Given, hex, message};
use crate::locked::{Locked, RELEASE};
use crate::updated::Updated;
use lanesum::blake2::{DigestLength, ParamError, blake2b, blake2s};
use lanesum::{Algorithm, Digest, Function, FunctionError};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::intern;
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

/// A message so far. A short one is only kept, which is most of all there are: an object that
/// holds a state of 300 bytes takes twice as long to make.
#[derive(Clone)]
enum Message<S> {
    Short { len: u8, bytes: [u8; SHORT] },
    Long(Box<S>),
}

/// A state of BLAKE2b's or BLAKE2s's, as far as a [`Message`] needs it.
trait State: Clone + Send {
    fn add(&mut self, piece: &[u8]);
    fn digest(&self) -> Digest;
    fn len(&self) -> u64;
}

impl<S: State> Message<S> {
    const EMPTY: Self = Self::Short { len: 0, bytes: [0; SHORT] };

    /// Adds the first piece, if there is one. `begin` makes the state of an empty message.
    #[inline]
    fn start(&mut self, data: Option<&Bound<'_, PyAny>>, begin: impl FnOnce() -> S + Send) -> PyResult<()> {
        let Some(data) = data else { return Ok(()) };
        let buffer = Buffer::of(data)?;
        let bytes = buffer.bytes();
        match bytes.len() < RELEASE {
            true => self.add(bytes, begin),
            false => data.py().detach(|| self.add(bytes, begin)),
        }
        Ok(())
    }

    /// Adds a piece. `begin` is as above.
    fn add(&mut self, piece: &[u8], begin: impl FnOnce() -> S) {
        if let Self::Short { len, bytes } = self {
            let start = usize::from(*len);
            if let Some(room) = bytes.get_mut(start..start + piece.len()) {
                room.copy_from_slice(piece);
                *len += piece.len() as u8;
                return;
            }
        }
        self.add_long(piece, begin);
    }

    /// Adds a piece with which the message is a long one. Not inlined: the state is on the stack
    /// first, and whoever has room for it there is slower.
    #[inline(never)]
    fn add_long(&mut self, piece: &[u8], begin: impl FnOnce() -> S) {
        match self {
            Self::Long(state) => state.add(piece),
            Self::Short { len, bytes } => {
                let mut state = Box::new(begin());
                state.add(&bytes[..usize::from(*len)]);
                state.add(piece);
                *self = Self::Long(state);
            }
        }
    }

    /// The digest. `begin` is as above.
    fn digest(&self, begin: impl FnOnce() -> S) -> Digest {
        match self {
            Self::Short { len, bytes } => {
                let mut state = begin();
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

/// What a function is told besides the length of the digest.
#[derive(Clone)]
enum Told {
    Nothing,
    /// Key, salt and personalisation. The state is made when there is something to be done with
    /// it, and the function when somebody asks for it: they take longer than all else of a short
    /// message. In a box, for most are told nothing.
    More(Box<More>),
    /// It is one of a larger tree, which the library's doors do not take. Its message is long.
    Node,
}

/// Key, salt and personalisation, and how long each is.
#[derive(Clone)]
struct More {
    lens: [u8; 3],
    key: [u8; 64],
    salt: [u8; 16],
    person: [u8; 16],
}

impl Told {
    /// Of key, salt and personalisation, of which each is short enough.
    fn of(told: [&[u8]; 3]) -> Self {
        let lens = told.map(<[u8]>::len);
        if lens == [0; 3] {
            return Self::Nothing;
        }
        let mut more =
            Box::new(More { lens: lens.map(|len| len as u8), key: [0; 64], salt: [0; 16], person: [0; 16] });
        more.key[..lens[0]].copy_from_slice(told[0]);
        more.salt[..lens[1]].copy_from_slice(told[1]);
        more.person[..lens[2]].copy_from_slice(told[2]);
        Self::More(more)
    }

    /// Key, salt and personalisation.
    fn parts(&self) -> [&[u8]; 3] {
        let Self::More(more) = self else { return [&[]; 3] };
        let [key, salt, person] = more.lens.map(usize::from);
        [&more.key[..key], &more.salt[..salt], &more.person[..person]]
    }
}

/// The function that is told key, salt and personalisation, where they are not empty.
fn told(mut function: Function, [key, salt, person]: [&[u8]; 3]) -> Result<Function, FunctionError> {
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
                if matches!(self.told, Told::Node) {
                    return None;
                }
                let function = told(self.of_length(), self.told.parts()).ok()?;
                self.message.with(py, |message| message.is_empty()).then_some(function)
            }

            /// The function that is told nothing but the length of its digest.
            fn of_length(&self) -> Function {
                let plain = Function::new($algorithm);
                plain.with_output_len(self.digest_size.into()).unwrap_or(plain)
            }

            /// That is no node, with the first piece of the message, if there is one.
            fn begun(digest_size: u8, told: Told, data: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
                let mut message = Message::EMPTY;
                message.start(data, || Self::state(digest_size, &told))?;
                Ok(Self { digest_size, message: Locked::new(message), told })
            }

            /// The state of an empty message, which is not of a node.
            fn state(digest_size: u8, told: &Told) -> $module::State {
                match told {
                    Told::Nothing if digest_size == $max => Self::plain(),
                    told => {
                        let params = Self::params(digest_size.into(), told.parts());
                        $module::State::new(&params.expect("they were right when they were told"))
                    }
                }
            }

            /// That of the plain function.
            #[inline]
            fn plain() -> $module::State {
                // To copy it costs less than to work it out from the parameters.
                static PLAIN: LazyLock<$module::State> =
                    LazyLock::new(|| $module::State::new(&$module::Params::new()));
                PLAIN.clone()
            }

            fn params(
                digest_size: usize,
                [key, salt, person]: [&[u8]; 3],
            ) -> Result<$module::Params, ParamError> {
                $module::Params::new().digest_len(digest_size)?.key(key)?.salt(salt)?.personal(person)
            }

            fn value(&self, py: Python<'_>) -> Digest {
                self.message.with(py, |message| message.digest(|| Self::state(self.digest_size, &self.told)))
            }
        }

        impl Called for $name {
            #[inline]
            fn called(data: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
                let mut message = Message::EMPTY;
                message.start(data, Self::plain)?;
                Ok(Self { digest_size: $max, message: Locked::new(message), told: Told::Nothing })
            }

            fn told<'a, 'py>(
                data: Option<&Bound<'py, PyAny>>,
                keywords: impl Iterator<Item = (Borrowed<'a, 'py, PyAny>, Borrowed<'a, 'py, PyAny>)>,
            ) -> PyResult<Option<Self>> {
                let mut digest_size = $max;
                let [mut key, mut salt, mut person] = [const { None }; 3];
                for (name, value) in keywords {
                    let py = value.py();
                    // A name that stands in somebody's code is this object.
                    let is = |known: &Bound<'_, PyString>| name.as_ptr() == known.as_ptr();
                    if is(intern!(py, "digest_size")) {
                        let size = value.extract::<i64>().ok().and_then(|size| u8::try_from(size).ok());
                        let Some(size @ 1..=$max) = size else { return Ok(None) };
                        digest_size = size;
                    } else if is(intern!(py, "key")) {
                        key = Some(Buffer::of(&value)?);
                    } else if is(intern!(py, "salt")) {
                        salt = Some(Buffer::of(&value)?);
                    } else if is(intern!(py, "person")) {
                        person = Some(Buffer::of(&value)?);
                    } else if !is(intern!(py, "usedforsecurity")) {
                        return Ok(None);
                    }
                }
                let told = [&key, &salt, &person].map(|told| told.as_ref().map_or(&[][..], Buffer::bytes));
                let [key, salt, person] = told.map(<[u8]>::len);
                if key > $max || salt > $salt || person > $salt {
                    return Ok(None);
                }
                Self::begun(digest_size, Told::of(told), data).map(Some)
            }
        }

        impl Updated for $name {
            #[inline]
            fn updated(&self, piece: &Bound<'_, PyAny>) -> PyResult<()> {
                self.update(piece)
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
            #[pyo3(signature = (data=Given::NOT, *, digest_size=$max, key=Given::NOT, salt=Given::NOT, person=Given::NOT, fanout=1, depth=1,
                                leaf_size=Given::NOT, node_offset=Given::NOT, node_depth=0, inner_size=0, last_node=None,
                                usedforsecurity=None, string=Given::NOT))]
            #[allow(clippy::too_many_arguments, reason = "hashlib has them")]
            fn new<'py>(
                data: Given<'py>,
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
                string: Given<'py>,
            ) -> PyResult<Self> {
                let (_, data) = (usedforsecurity, message(data, string)?);
                let data = data.as_ref();
                let (key, salt, person) = (key.0.as_ref(), salt.0.as_ref(), person.0.as_ref());
                let (leaf_size, node_offset) = (leaf_size.0.as_ref(), node_offset.0.as_ref());
                // Anything is true or false.
                let last_node = last_node.map_or(Ok(false), PyAnyMethods::is_truthy)?;
                let node = (fanout, depth, node_depth, inner_size, last_node) != (1, 1, 0, 0, false)
                    || leaf_size.is_some() || node_offset.is_some();
                let digest_size: usize = small(digest_size, "digest_size")?;
                let leaf_size = large::<u32>(leaf_size, "leaf_size")?.unwrap_or(0);
                let node_offset = large::<u64>(node_offset, "node_offset")?.unwrap_or(0);
                let (key, salt, person) = (bytes(key)?, bytes(salt)?, bytes(person)?);
                let told = [&key, &salt, &person].map(|told| told.as_ref().map_or(&[][..], Buffer::bytes));
                let params = Self::params(digest_size, told).map_err(error)?;
                if !node {
                    return Self::begun(digest_size as u8, Told::of(told), data);
                }
                let params = (|| Ok::<_, ParamError>(params
                    .max_depth(u8::try_from(depth).unwrap_or(0))?
                    .max_leaf_len(leaf_size)
                    .node_offset(node_offset)?
                    .inner_len(usize::try_from(inner_size).unwrap_or(usize::MAX))?
                    .last_node(last_node)))().map_err(error)?
                    .fanout(small(fanout, "fanout")?)
                    .node_depth(small(node_depth, "node_depth")?);
                let message = Locked::new(Message::Long(Box::new($module::State::new(&params))));
                let hash = Self { digest_size: digest_size as u8, message, told: Told::Node };
                data.map_or(Ok(()), |data| hash.update(data)).map(|()| hash)
            }

            /// Adds a piece to the message.
            #[pyo3(signature = (data, /))]
            fn update(&self, data: &Bound<'_, PyAny>) -> PyResult<()> {
                let buffer = Buffer::of(data)?;
                self.message.with_bytes(data.py(), buffer.bytes(), |message, bytes| {
                    message.add(bytes, || Self::state(self.digest_size, &self.told));
                });
                Ok(())
            }

            /// The digest of the message so far.
            fn digest<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                PyBytes::new(py, self.value(py).as_bytes())
            }

            /// The digest of the message so far, in hexadecimal digits.
            fn hexdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
                hex(py, self.value(py).as_bytes())
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
