//! C programs with the installed library: what the header promises, and the
//! example.
#![cfg(unix)]

mod support;

use std::path::Path;
use std::process::Command;
use support::{built, cc, here, run};

/// Installs the library as cargo built it for the tests.
fn install(root: &Path) -> anyhow::Result<()> {
    let mut install = Command::new(here().join("install"));
    install.env("FROM", built()?).env("DESTDIR", root).env("PREFIX", "/opt/lanesum").env("LIBDIR", "lib");
    run(&mut install)?;
    Ok(())
}

/// Compiles a program against the shared library, or the static one.
fn compile(source: &str, library: &Path, shared: bool, program: &Path) -> anyhow::Result<()> {
    let mut cc = cc();
    cc.arg(here().join(source)).arg("-o").arg(program);
    if shared {
        cc.arg("-L")
            .arg(library)
            .arg("-llanesum")
            .arg("-pthread")
            .arg(format!("-Wl,-rpath,{}", library.display()));
    } else {
        cc.arg(library.join("liblanesum.a")).args(["-pthread", "-ldl", "-lm"]);
    }
    run(&mut cc)?;
    Ok(())
}

/// Runs a program under valgrind, where there is one. It knows no AVX-512.
fn valgrind(program: &Path) -> anyhow::Result<Option<String>> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return Ok(None);
    }
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args(["--quiet", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"])
        .arg(program)
        .env("LANESUM_ISA", "avx2");
    run(&mut valgrind).map(Some)
}

/// Messages of their own buffers, and before a page that nobody may touch.
#[test]
fn batches_of_messages_with_nothing_behind_them() -> anyhow::Result<()> {
    let root = tempfile::tempdir()?;
    install(root.path())?;
    let program = root.path().join("batches");
    compile("tests/c/batches.c", &root.path().join("opt/lanesum/lib"), false, &program)?;
    for isa in ["portable", "sse2", "ssse3", "avx2", "neon", ""] {
        let done = run(Command::new(&program).env("LANESUM_ISA", isa))?;
        println!("LANESUM_ISA={isa}: {done}");
        assert!(done.ends_with(" batches\n"), "{done}");
    }
    if let Some(done) = valgrind(&program)? {
        println!("valgrind: {done}");
    }
    Ok(())
}

/// The C programs under the address sanitizer and the one of undefined behaviour:
/// they watch the C side, and what the library frees, leaks and hands over.
#[test]
fn with_sanitizers() -> anyhow::Result<()> {
    let sanitize = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let root = tempfile::tempdir()?;
    let empty = root.path().join("empty.c");
    std::fs::write(&empty, "int main(void) { return 0; }\n")?;
    if !cc().args(sanitize).arg(&empty).arg("-o").arg(root.path().join("empty")).output()?.status.success() {
        println!("skipped: this C compiler has no sanitizers");
        return Ok(());
    }
    install(root.path())?;
    let library = root.path().join("opt/lanesum/lib");
    for (source, last) in [("tests/c/check.c", "all as promised\n"), ("tests/c/batches.c", " batches\n")] {
        let program = root.path().join("sanitized");
        let mut cc = cc();
        cc.args(sanitize).arg(here().join(source)).arg("-o").arg(&program).arg(library.join("liblanesum.a"));
        run(cc.args(["-pthread", "-ldl", "-lm"]))?;
        for isa in ["", "portable"] {
            let done = run(Command::new(&program).env("LANESUM_ISA", isa))?;
            assert!(done.ends_with(last), "{source}: {done}");
        }
    }
    Ok(())
}

#[test]
fn what_the_header_promises() -> anyhow::Result<()> {
    let root = tempfile::tempdir()?;
    install(root.path())?;
    let library = root.path().join("opt/lanesum/lib");
    for (shared, name) in [(true, "shared"), (false, "static")] {
        let program = root.path().join(name);
        compile("tests/c/check.c", &library, shared, &program)?;
        for isa in ["", "portable"] {
            assert_eq!(run(Command::new(&program).env("LANESUM_ISA", isa))?, "all as promised\n");
        }
    }
    // It must not have been the name in the target directory.
    let needed = run(Command::new("ldd").arg(root.path().join("shared")))?;
    assert!(needed.contains("liblanesum.so.0 =>"), "{needed}");

    if let Some(done) = valgrind(&root.path().join("shared"))? {
        assert_eq!(done, "all as promised\n");
    }
    Ok(())
}

#[test]
fn the_example_prints_what_sha256sum_prints() -> anyhow::Result<()> {
    let root = tempfile::tempdir()?;
    install(root.path())?;
    let program = root.path().join("checksum");
    compile("examples/checksum.c", &root.path().join("opt/lanesum/lib"), true, &program)?;
    let files = [here().join("include/lanesum.h"), here().join("install"), here().join("Cargo.toml")];
    let ours = run(Command::new(&program).arg("sha256").args(&files))?;
    assert_eq!(ours, run(Command::new("sha256sum").args(&files))?);

    let output = Command::new(&program).args(["md5", "/no/such/file"]).output()?;
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr)?.contains("/no/such/file: No such file"));
    assert_eq!(Command::new(&program).arg("md6").output()?.status.code(), Some(2));
    Ok(())
}

/// `pkg-config` finds it, where there is one.
#[test]
fn what_pkg_config_says() -> anyhow::Result<()> {
    let root = tempfile::tempdir()?;
    install(root.path())?;
    let pc = std::fs::read_to_string(root.path().join("opt/lanesum/lib/pkgconfig/lanesum.pc"))?;
    assert!(pc.starts_with("prefix=/opt/lanesum\nlibdir=${prefix}/lib\n"), "{pc}");
    assert!(!pc.contains('@'), "{pc}");
    assert!(pc.contains(concat!("Version: ", env!("CARGO_PKG_VERSION"), "\n")), "{pc}");
    Ok(())
}
