//! What the linker can do for the size of the command. Its 0.6 MB of relocations, of
//! functions that are compiled to what another one is, and of frames go where the linker
//! takes the option, and the system's loader takes what is linked so: both are tried.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Functions of the same instructions become one. No function's address is compared.
const FOLDED: &str = "-Wl,--icf=all";

/// An address that moves with the program takes a bit, and not 24 bytes. Loaders know it
/// from glibc 2.36 and musl 1.2.4 on.
const PACKED: &str = "-Wl,-z,pack-relative-relocs";

/// Nobody looks for the frame of an address: see `src/unwind.rs`, and the hook that ends the
/// process in a panic, however it is compiled. But the unwinder that a static program has looks
/// for its own, and aborts where there is none: so ended what failed where RUST_BACKTRACE was set,
/// since errors have a backtrace then.
const NO_TABLE: &str = "-Wl,--no-eh-frame-hdr";

/// Nor for the frames themselves, a linker script that adds to the linker's own.
const NO_FRAMES: &str = "SECTIONS { /DISCARD/ : { *(.eh_frame) } } INSERT AFTER .text;\n";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RUSTC_LINKER");
    if var("PROFILE") != "release" {
        return;
    }
    // Whoever names a linker may well link for systems that are older than this one.
    let packed = env::var_os("RUSTC_LINKER").is_none() && links(PACKED) && runs();
    let linked_statically = var("CARGO_CFG_TARGET_FEATURE").split(',').any(|feature| feature == "crt-static");
    let no_table = var("CARGO_CFG_TARGET_ENV") == "gnu" && !linked_statically && links(NO_TABLE);
    let script = PathBuf::from(var("OUT_DIR")).join("no_frames.ld");
    let without_frames = format!("-T{}", script.display());
    let no_frames = no_table && fs::write(script, NO_FRAMES).is_ok() && links(&without_frames) && runs();
    let options =
        [(PACKED, packed), (FOLDED, links(FOLDED)), (NO_TABLE, no_table), (&without_frames, no_frames)];
    for (option, works) in options {
        if works {
            println!("cargo::rustc-link-arg-bins={option}");
        }
    }
}

fn var(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

fn probe() -> PathBuf {
    PathBuf::from(var("OUT_DIR")).join("probe")
}

/// Whether a program can be linked with the option.
fn links(option: &str) -> bool {
    let source = probe().with_extension("rs");
    let mut rustc = Command::new(var("RUSTC"));
    rustc.arg(&source).arg("-o").arg(probe()).args(["--target", &var("TARGET")]);
    rustc.arg(format!("-Clink-arg={option}"));
    let flags = var("CARGO_ENCODED_RUSTFLAGS");
    rustc.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        rustc.arg(format!("-Clinker={linker}"));
    }
    fs::write(source, "fn main() {}").is_ok() && succeeds(&mut rustc)
}

/// Whether the program that was linked last runs here: one for another system does not.
fn runs() -> bool {
    succeeds(&mut Command::new(probe()))
}

fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
