//! The constructors: one for each algorithm, and `new`.

use crate::blake2::{Blake2b, Blake2s};
use crate::blake3::Blake3;
use crate::called::{self, Called};
use crate::hash::{Given, Hash, HashXof, message};
use crate::{names, updated};
use lanesum::blake2::DigestLength;
use lanesum::{Algorithm, Function};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};

macro_rules! constructors {
    ($($name:ident => $algorithm:expr, $type:ident;)*) => {
        $(
            #[doc = concat!("A hash object of `", stringify!($name), "`.")]
            #[pyfunction]
            #[pyo3(signature = (data=Given::NOT, *, usedforsecurity=None, string=Given::NOT))]
            fn $name<'py>(
                data: Given<'py>,
                usedforsecurity: Option<Bound<'py, PyAny>>,
                string: Given<'py>,
            ) -> PyResult<$type> {
                let _ = usedforsecurity;
                $type::begin($algorithm, message(data, string)?.as_ref())
            }
        )*

        /// Puts them into the module.
        pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            updated::add_class::<Blake2b>(module)?;
            updated::add_class::<Blake2s>(module)?;
            called::install::<Blake2b>(module.py());
            called::install::<Blake2s>(module.py());
            updated::add_class::<Blake3>(module)?;
            module.add_function(wrap_pyfunction!(new, module)?)
        }
    };
}

constructors! {
    md5 => Algorithm::Md5, Hash;
    sha1 => Algorithm::Sha1, Hash;
    sha224 => Algorithm::Sha224, Hash;
    sha256 => Algorithm::Sha256, Hash;
    sha384 => Algorithm::Sha384, Hash;
    sha512 => Algorithm::Sha512, Hash;
    sha512_224 => Algorithm::Sha512_224, Hash;
    sha512_256 => Algorithm::Sha512_256, Hash;
    sha3_224 => Algorithm::Sha3_224, Hash;
    sha3_256 => Algorithm::Sha3_256, Hash;
    sha3_384 => Algorithm::Sha3_384, Hash;
    sha3_512 => Algorithm::Sha3_512, Hash;
    shake_128 => Algorithm::Shake128, HashXof;
    shake_256 => Algorithm::Shake256, HashXof;
    keccak_256 => Algorithm::Keccak256, Hash;
    sm3 => Algorithm::Sm3, Hash;
    blake2bp => Algorithm::Blake2bp(DigestLength::MAX), Hash;
    blake2sp => Algorithm::Blake2sp(DigestLength::MAX), Hash;
    crc32 => Algorithm::Crc32, Hash;
    crc32c => Algorithm::Crc32c, Hash;
    crc64nvme => Algorithm::Crc64Nvme, Hash;
    adler32 => Algorithm::Adler32, Hash;
    xxh64 => Algorithm::Xxh64, Hash;
    xxh3_64 => Algorithm::Xxh3_64, Hash;
    xxh3_128 => Algorithm::Xxh3_128, Hash;
    rapidhash => Algorithm::Rapidhash, Hash;
    lemac => Algorithm::LeMac, Hash;
    nabhash => Algorithm::NabHash, Hash;
}

/// A hash object of the algorithm that has this name, in any case.
///
/// What `key` and `digest_size` may be the library says; BLAKE2b, BLAKE2s and BLAKE3
/// take all keywords of their types.
#[pyfunction]
#[pyo3(signature = (name, data=Given::NOT, *, string=Given::NOT, usedforsecurity=None, **keywords))]
fn new<'py>(
    name: &Bound<'py, PyAny>,
    data: Given<'py>,
    string: Given<'py>,
    usedforsecurity: Option<Bound<'py, PyAny>>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let _ = usedforsecurity;
    let py = name.py();
    let data = message(data, string)?;
    let text = name.cast::<PyString>().map_err(|_| PyTypeError::new_err("name must be a string"))?;
    // A character that no encoding has is in no name.
    let function = names::parse(&text.to_string_lossy())?;
    let algorithm = function.algorithm();
    let is_usual = Algorithm::ALL.contains(&algorithm) && function.output_len() == algorithm.digest_len();
    let typed = |class: Bound<'py, PyType>, keywords: Option<&Bound<'py, PyDict>>| match &data {
        Some(data) => class.call((data,), keywords),
        None => class.call((), keywords),
    };
    // The type has the length apart from the name, as hashlib's has.
    let shortened = |class| {
        let told = PyDict::new(py);
        told.set_item(intern!(py, "digest_size"), function.output_len())?;
        keywords.map_or(Ok(()), |keywords| told.update(keywords.as_mapping()))?;
        typed(class, Some(&told))
    };
    let plain = keywords.is_none_or(PyDictMethods::is_empty);
    match algorithm {
        Algorithm::Blake2b(DigestLength::MAX) if plain => {
            Ok(Bound::new(py, Blake2b::called(data.as_ref())?)?.into_any())
        }
        Algorithm::Blake2s(DigestLength::MAX) if plain => {
            Ok(Bound::new(py, Blake2s::called(data.as_ref())?)?.into_any())
        }
        Algorithm::Blake2b(DigestLength::MAX) => typed(py.get_type::<Blake2b>(), keywords),
        Algorithm::Blake2b(_) => shortened(py.get_type::<Blake2b>()),
        Algorithm::Blake2s(DigestLength::MAX) => typed(py.get_type::<Blake2s>(), keywords),
        Algorithm::Blake2s(_) => shortened(py.get_type::<Blake2s>()),
        Algorithm::Blake3 if is_usual => typed(py.get_type::<Blake3>(), keywords),
        _ if !plain || !is_usual => {
            let function = told(function, keywords)?;
            Ok(Bound::new(py, Hash::of(function, data.as_ref())?)?.into_any())
        }
        Algorithm::Shake128 | Algorithm::Shake256 => {
            Ok(Bound::new(py, HashXof::begin(algorithm, data.as_ref())?)?.into_any())
        }
        _ => Ok(Bound::new(py, Hash::begin(algorithm, data.as_ref())?)?.into_any()),
    }
}

/// The function with what keywords tell it.
fn told(mut function: Function, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Function> {
    for (name, value) in keywords.into_iter().flatten() {
        let name: String = name.extract()?;
        let told = match name.as_str() {
            "key" => function.with_key(crate::buffer::Buffer::of(&value)?.bytes()),
            // No object of Python's is longer than that.
            "digest_size" => match value.extract::<isize>()? {
                size @ 0.. => function.with_output_len(size as usize),
                _ => return Err(PyValueError::new_err("digest_size must not be negative")),
            },
            _ => {
                return Err(PyTypeError::new_err(format!(
                    "new() got an unexpected keyword argument '{name}'"
                )));
            }
        };
        function = told.map_err(|error| PyValueError::new_err(error.to_string()))?;
    }
    Ok(function)
}

/// The function that a caller means: by a name, by an object that has hashed nothing
/// yet, or by what makes such an object.
///
/// # Errors
///
/// `TypeError` for what is none of these, `ValueError` for a name that nobody has, for
/// an object that has hashed something, and for a key that the algorithm does not take.
pub(crate) fn function(algorithm: &Bound<'_, PyAny>, key: Option<&Bound<'_, PyAny>>) -> PyResult<Function> {
    let function = match algorithm.cast::<PyString>() {
        Ok(name) => names::parse(&name.to_string_lossy())?,
        Err(_) => of_object(algorithm)?,
    };
    match key {
        None => Ok(function),
        Some(key) => function
            .with_key(crate::buffer::Buffer::of(key)?.bytes())
            .map_err(|error| PyValueError::new_err(error.to_string())),
    }
}

fn of_object(object: &Bound<'_, PyAny>) -> PyResult<Function> {
    let py = object.py();
    let fresh = |function: Option<Function>| {
        function.ok_or_else(|| {
            PyValueError::new_err(
                "a hash object that stands for its function must be new, and no node of a tree",
            )
        })
    };
    if let Ok(hash) = object.cast::<Hash>() {
        return fresh(hash.get().function(py));
    }
    if let Ok(hash) = object.cast::<Blake2b>() {
        return fresh(hash.get().function(py));
    }
    if let Ok(hash) = object.cast::<Blake2s>() {
        return fresh(hash.get().function(py));
    }
    if let Ok(hash) = object.cast::<Blake3>() {
        return fresh(hash.get().function(py));
    }
    if let Ok(hash) = object.cast::<HashXof>() {
        return fresh(hash.get().function());
    }
    if object.is_callable()
        && object.getattr_opt(intern!(py, "update"))?.is_none_or(|_| object.is_instance_of::<PyType>())
    {
        let made = object.call0()?;
        if !made.is_callable() {
            return of_object(&made);
        }
    }
    Err(PyTypeError::new_err(
        "expected the name of an algorithm, or a hash object of lanesum, or what makes one",
    ))
}
