//! No operation of a vector stays out of line.
//!
//! Everything over lanes is meant to be inlined into one function a kernel. A
//! forgotten `#[inline(always)]` gives the same digests at a tenth of the
//! speed, so this reads the symbols of an optimised build: an operation that
//! was compiled as a function of its own has one.

#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use object::{Object, ObjectSymbol, SymbolKind};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the library in release and returns its object file.
fn object_file() -> PathBuf {
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("object_code");
    let built = Command::new(env!("CARGO"))
        .args(["rustc", "--release", "--lib", "--locked", "--target", &target, "--target-dir"])
        .arg(&dir)
        .args(["--", "--emit=obj"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let objects = std::fs::read_dir(dir.join(&target).join("release/deps")).expect("the build made it");
    objects
        .map(|entry| entry.expect("readable").path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("lanesum-") && name.ends_with(".o")
        })
        .max_by_key(|path| path.metadata().and_then(|m| m.modified()).expect("readable"))
        .expect("one object file, for there is one codegen unit")
}

/// The names of all functions.
fn functions() -> Vec<String> {
    let bytes = std::fs::read(object_file()).expect("readable");
    let object = object::File::parse(&*bytes).expect("an object file");
    object
        .symbols()
        .filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.is_definition())
        .map(|symbol| format!("{:#}", rustc_demangle::demangle(symbol.name().unwrap_or_default())))
        .collect()
}

#[test]
fn no_vector_operation_is_out_of_line() {
    let functions = functions();
    let count = |part: &str| functions.iter().filter(|name| name.contains(part)).count();

    // The kernels themselves are there, so an empty list below says something.
    assert!(count("::compress") > 10, "no kernels among {} functions", functions.len());

    // The intrinsics' functions are called `op` and `row`; the rest is what is
    // generic over a vector.
    let out_of_line: Vec<_> = functions
        .iter()
        .filter(|name| {
            name.ends_with("::op")
                || name.ends_with("::row")
                || name.contains("::lanes::Vector>::")
                || name.contains("::transpose")
                || name.contains("::lanes::side::Side")
                    && (name.contains("core::ops::")
                        || name.contains("::arith::")
                        || name.contains("::bit::"))
        })
        .collect();
    assert!(out_of_line.is_empty(), "out of line: {out_of_line:#?}");
}
