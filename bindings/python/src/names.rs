//! Names of algorithms, as Python's hashlib writes them.

use lanesum::{Algorithm, Function};
use lanesum_files::manifest::of_tag;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::borrow::Cow;
use std::sync::OnceLock;

/// The name that a hash object has: `sha3_256` and `shake_128`, where the library
/// says `sha3-256` and `shake128`.
pub(crate) fn name(algorithm: Algorithm) -> &'static str {
    // Not BLAKE2 with digests of another length.
    names().iter().find(|(named, _)| *named == algorithm).map_or(algorithm.name(), |(_, name)| name)
}

/// All algorithms and their names.
fn names() -> &'static [(Algorithm, &'static str)] {
    static NAMES: OnceLock<Vec<(Algorithm, &'static str)>> = OnceLock::new();
    NAMES.get_or_init(|| Algorithm::ALL.into_iter().map(|a| (a, written(a.name()))).collect())
}

fn written(name: &'static str) -> &'static str {
    match name {
        "shake128" => "shake_128",
        "shake256" => "shake_256",
        _ if name.contains('-') => Box::leak(name.replace('-', "_").into_boxed_str()),
        _ => name,
    }
}

/// The names of all algorithms.
pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    names().iter().map(|(_, name)| *name)
}

/// The name of a function as `new` takes it: the algorithm's, with the bits of output
/// where they are not the usual ones.
pub(crate) fn of(function: &lanesum_files::function::Function) -> Cow<'static, str> {
    match function.algorithm() {
        Some(algorithm) if function.name() == algorithm.name() => name(algorithm).into(),
        _ => function.name(),
    }
}

/// The function of a name in any case: hashlib's, OpenSSL's or the library's, which may
/// have the bits of output in it.
///
/// # Errors
///
/// `ValueError` for a name that nobody has.
pub(crate) fn parse(text: &str) -> PyResult<Function> {
    let lower = text.to_ascii_lowercase();
    let known = names().iter().find(|(_, name)| *name == lower).map(|(algorithm, _)| *algorithm);
    // The library overlooks blanks, which hashlib does not.
    let spelled = || Some(&lower).filter(|name| !name.contains(char::is_whitespace));
    known
        .map(Function::new)
        .or_else(|| of_tag(spelled()?))
        .or_else(|| of_tag(&spelled()?.replace('_', "-")))
        .ok_or_else(|| PyValueError::new_err(format!("unsupported hash type {text}")))
}
