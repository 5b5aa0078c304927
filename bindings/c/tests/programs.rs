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

    // It knows no AVX-512.
    if Command::new("valgrind").arg("--version").output().is_ok() {
        let mut valgrind = Command::new("valgrind");
        valgrind
            .args(["--quiet", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"])
            .arg(root.path().join("shared"))
            .env("LANESUM_ISA", "avx2");
        assert_eq!(run(&mut valgrind)?, "all as promised\n");
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
