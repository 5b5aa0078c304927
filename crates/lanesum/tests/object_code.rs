//! What the kernels are compiled to: one function each, that calls nothing, is no longer
//! than it has to be, and puts vectors away where they cross no line of the cache.
//!
//! Everything over lanes is meant to be inlined into one function a kernel. A
//! forgotten `#[inline(always)]` gives the same digests at a tenth of the speed,
//! so this disassembles an optimised build, and reads its functions' names, the
//! calls in the kernels, how many instructions they have, and which of them are stores.
//!
//! It compiles the library anew, which takes minutes: `./test assembly` runs it, or
//! `cargo test -p lanesum --test object_code -- --ignored`.

#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The most instructions of a kernel for each set of lanes, or each message side
/// by side: the longest one on any ISA, and a sixth more. The first part that a
/// function's name contains holds. A kernel without a row fails the test, and so does
/// a row without a kernel on x86-64.
const BUDGETS: [(&str, usize); 15] = [
    ("MeteredMd5", 1620),
    ("Md5", 990),
    ("Sha1", 1500),
    ("Sha256", 2000),
    ("Sha512", 1900),
    ("Keccak", 2000),
    ("Sm3", 3300),
    ("Blake2b", 2700),
    ("Blake2s", 2500),
    ("Blake3", 2500),
    ("::chunks::run", 2900),
    ("::parents::run", 2100),
    ("::output::run", 2100),
    ("::aes", 1700),
    ("::sha3::one::", 530),
];

/// How many vectors a kernel may put away at any place: some do once, before they begin.
const UNALIGNED: usize = 5;

/// What may be a function of its own in a module of vectors: the way from code
/// without an ISA's features to code with them, the door of a kernel that is not
/// lanes, the copy of a message, what is done once, and constants.
const NOT_OPERATIONS: [&str; 9] = [
    "::vectorize::with_features",
    "Interleaved<",
    "Nodes<",
    "::isa::copy::with_masks",
    "::detect",
    "::has_",
    "::isa::cap::",
    "::Order>::left",
    "core::fmt::",
];

/// Builds the library as in release, but not for the optimiser of a whole program, with names
/// that say for what a generic function is compiled, and returns its object file.
fn object_file() -> PathBuf {
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("object_code");
    let built = Command::new(env!("CARGO"))
        .args(["rustc", "--profile", "bindings", "--lib", "--locked", "--target", &target, "--target-dir"])
        .arg(&dir)
        .args(["--", "--emit=obj", "-Csymbol-mangling-version=v0"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let objects = std::fs::read_dir(dir.join(&target).join("bindings/deps")).expect("the build made it");
    objects
        .map(|entry| entry.expect("readable").path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("lanesum-") && name.ends_with(".o")
        })
        .max_by_key(|path| path.metadata().and_then(|m| m.modified()).expect("readable"))
        .expect("one object file, for there is one codegen unit")
}

/// A function of the library, as it was compiled.
#[derive(Default)]
struct Function {
    name: String,
    instructions: usize,
    /// What it calls, or ends with a jump to.
    calls: Vec<String>,
    /// How often it stores a vector of more than 16 bytes to its frame as if that were aligned
    /// to nothing.
    unaligned: usize,
    /// Whether it aligns its frame. What it stores unaligned is no vector then, but an array.
    aligns: bool,
}

fn demangled(symbol: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(symbol))
}

/// The functions in `objdump -dr`: a line with the name, a line for each
/// instruction, and after the instruction one for what the linker is to fill in.
fn functions() -> Vec<Function> {
    let output = Command::new("objdump")
        .args(["-dr", "--no-show-raw-insn"])
        .arg(object_file())
        .output()
        .expect("objdump runs: it is in binutils");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut functions: Vec<Function> = Vec::new();
    let mut operation = "";
    for line in std::str::from_utf8(&output.stdout).expect("it is text").lines() {
        if let Some((_, symbol)) = line.split_once(" <")
            && let Some(symbol) = symbol.strip_suffix(">:")
        {
            functions.push(Function { name: demangled(symbol), ..Function::default() });
        } else if let Some(function) = functions.last_mut() {
            let mut fields = line.split('\t').filter(|field| !field.is_empty());
            let (Some(address), Some(what)) = (fields.next(), fields.next()) else { continue };
            if address.contains(": R_") {
                // A section for each function, and one for its unlikely part.
                let symbol = what.split(['+', '-']).next().unwrap_or_default();
                let symbol = symbol.trim_start_matches(".text.").trim_start_matches("unlikely.");
                if ["call", "jmp", "bl", "b"].contains(&operation) {
                    function.calls.push(demangled(symbol));
                }
            } else {
                function.instructions += 1;
                function.unaligned += usize::from(is_unaligned(what));
                function.aligns |= what.starts_with("and ") && what.ends_with(",%rsp");
                operation = what.split_whitespace().next().unwrap_or_default();
            }
        }
    }
    functions
}

/// Whether it stores more than 16 bytes to the frame, `vmovdqu %ymm2,-0x80(%rsp)`.
fn is_unaligned(instruction: &str) -> bool {
    let (operation, operands) = instruction.split_once(' ').unwrap_or_default();
    let (from, to) = operands.trim_start().split_once(',').unwrap_or_default();
    let is_wide = from.starts_with("%ymm") || from.starts_with("%zmm");
    (operation.starts_with("vmovdqu") || operation.starts_with("vmovup")) && is_wide && to.ends_with("(%rsp)")
}

/// The number that ends the parameters of `Side<V, N>` or `Interleaved<C, N>`.
fn sets(name: &str) -> usize {
    let parameters = name.split_once("::Side<").or_else(|| name.split_once("Interleaved<"));
    let numbers = parameters.map_or("", |(_, parameters)| parameters).split(", ").filter_map(|parameter| {
        let digits = parameter.find(|c: char| !c.is_ascii_digit()).unwrap_or(parameter.len());
        parameter[..digits].parse().ok()
    });
    numbers.into_iter().next().unwrap_or(1)
}

/// The functions with a loop over blocks, or over nodes of BLAKE3, where the ISA is every CPU's.
const LOOPS: [&str; 4] = ["::lanes::run::<", "::chunks::run::<", "::parents::run::<", "::output::run::<"];

fn is_kernel(name: &str) -> bool {
    name.contains("::vectorize::with_features")
        || LOOPS.iter().any(|part| name.contains(part))
        || name.contains("Portable") && name.contains("Interleaved<")
}

#[test]
#[ignore = "compiles the library anew, for minutes"]
fn kernels_are_one_function_each() {
    let functions = functions();
    let kernels = || functions.iter().filter(|function| is_kernel(&function.name));
    // They are there, so that what is said of all of them says something.
    let large = kernels().filter(|kernel| kernel.instructions > 500).count();
    assert!(large > if cfg!(target_arch = "x86_64") { 60 } else { 15 }, "{large} kernels");

    let out_of_line: Vec<_> = functions
        .iter()
        .map(|function| &function.name)
        .filter(|name| {
            let path = name.trim_start_matches(['<', '&', '[']);
            let of_vectors =
                ["lanesum::isa::", "lanesum::lanes::"].iter().any(|module| path.starts_with(module))
                    || path.starts_with("lanesum::") && path.contains("::ahead::");
            of_vectors && !NOT_OPERATIONS.iter().any(|part| name.contains(part))
        })
        .collect();
    assert!(out_of_line.is_empty(), "out of line: {out_of_line:#?}");

    // A panic, a copy of memory, the turn of a lane to its tail, and the function
    // with the ISA's features, which is looked at itself.
    let called: Vec<_> = kernels()
        .flat_map(|kernel| kernel.calls.iter().map(|called| (&kernel.name, called)))
        .filter(|(_, called)| {
            !(called.starts_with("core::")
                || called.starts_with("mem")
                || called.ends_with("::turn_at")
                || called.contains("::vectorize::with_features"))
        })
        .collect();
    assert!(called.is_empty(), "called from a kernel: {called:#?}");

    let row = |kernel: &Function| BUDGETS.iter().find(|(part, _)| kernel.name.contains(part));
    let without: Vec<_> = kernels()
        .filter(|kernel| row(kernel).is_none())
        .map(|kernel| (&kernel.name, kernel.instructions))
        .collect();
    assert!(without.is_empty(), "without a budget: {without:#?}");
    // AArch64 has kernels of some rows only.
    for budget in BUDGETS.iter().filter(|_| cfg!(target_arch = "x86_64")) {
        assert!(kernels().any(|kernel| row(kernel) == Some(budget)), "no kernel has the budget {budget:?}");
    }

    let over: Vec<_> = kernels()
        .filter_map(|kernel| {
            let budget = row(kernel)?.1 * sets(&kernel.name);
            (kernel.instructions > budget)
                .then(|| format!("{} > {budget}: {}", kernel.instructions, kernel.name))
        })
        .collect();
    assert!(over.is_empty(), "more instructions than their budget: {over:#?}");

    let unaligned: Vec<_> = kernels()
        .filter(|kernel| !kernel.aligns && kernel.unaligned > UNALIGNED)
        .map(|kernel| (kernel.unaligned, &kernel.name))
        .collect();
    assert!(unaligned.is_empty(), "without `align_frame`: {unaligned:#?}");
}
