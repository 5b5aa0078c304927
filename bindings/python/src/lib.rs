//! The Python package `lanesum`, as far as it is Rust: types converted, nothing
//! decided. What is computed, and how, the crates `lanesum` and `lanesum-files` say.

#![deny(unsafe_code)]

#[cfg(panic = "abort")]
compile_error!("a panic is an exception: build with `--profile wheel`, which unwinds");

#[allow(unsafe_code, reason = "is C's interface of Arrow")]
mod arrow;
mod bao;
mod blake2;
mod blake3;
#[allow(unsafe_code, reason = "holds buffers of Python objects")]
mod buffer;
#[allow(unsafe_code, reason = "is C's interface of a call")]
mod called;
mod check;
mod file;
mod files;
mod hash;
#[allow(unsafe_code, reason = "asks which interpreter this is")]
mod interpreter;
#[allow(unsafe_code, reason = "reads and makes objects by the thousand")]
mod items;
mod lock;
#[allow(unsafe_code, reason = "has the interpreter's lock stand for its own")]
mod locked;
mod manifest;
mod many;
mod memory;
mod names;
mod new;
mod pool;
mod slices;
mod streams;
mod subtree;
#[allow(unsafe_code, reason = "is C's interface of a method")]
mod updated;

use pyo3::prelude::*;
use pyo3::types::PyFrozenSet;

/// Hashes, one message or many at once.
#[pymodule(gil_used = false)]
fn _lanesum(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    interpreter::only(py)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    // Whether nobody can change the types.
    module.add("IMMUTABLE", cfg!(immutable))?;
    module.add("algorithms_available", PyFrozenSet::new(py, names::all())?)?;
    updated::add_class::<hash::Hash>(module)?;
    updated::add_class::<hash::HashXof>(module)?;
    module.add_class::<arrow::DigestArray>()?;
    module.add_class::<files::FileDigests>()?;
    module.add("FileChangedError", py.get_type::<files::FileChangedError>())?;
    module.add_class::<check::Checked>()?;
    module.add_class::<check::Checks>()?;
    module.add_class::<bao::BaoReader>()?;
    module.add("VerifyError", py.get_type::<bao::VerifyError>())?;
    module.add_function(wrap_pyfunction!(check::check, module)?)?;
    module.add_class::<manifest::ManifestEntry>()?;
    module.add_class::<manifest::ManifestEntries>()?;
    module.add_function(wrap_pyfunction!(manifest::manifest_entries, module)?)?;
    module.add_function(wrap_pyfunction!(manifest::manifest_line, module)?)?;
    module.add_function(wrap_pyfunction!(bao::bao_encode, module)?)?;
    module.add_function(wrap_pyfunction!(bao::bao_encode_file, module)?)?;
    module.add_function(wrap_pyfunction!(bao::bao_verify, module)?)?;
    module.add_function(wrap_pyfunction!(bao::bao_slice, module)?)?;
    module.add_function(wrap_pyfunction!(bao::bao_decode_slice, module)?)?;
    module.add_function(wrap_pyfunction!(subtree::checksum_combine, module)?)?;
    module.add_function(wrap_pyfunction!(many::digest_many, module)?)?;
    module.add_function(wrap_pyfunction!(slices::digest_slices, module)?)?;
    module.add_function(wrap_pyfunction!(streams::begin, module)?)?;
    module.add_function(wrap_pyfunction!(streams::update_many, module)?)?;
    module.add_function(wrap_pyfunction!(streams::shares_lanes, module)?)?;
    module.add_function(wrap_pyfunction!(arrow::digest_array, module)?)?;
    module.add_function(wrap_pyfunction!(files::digest_files, module)?)?;
    new::add(module)
}
