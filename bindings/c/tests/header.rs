//! The header says what the code does: names, types, constants, sizes.
#![cfg(unix)]

mod support;

use lanesum_c::{Status, lanesum_message, lanesum_range, lanesum_stats, lanesum_told, lanesum_update};
use object::{Object, ObjectSymbol};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::mem::offset_of;
use std::process::Command;
use support::{built, cc, here, run};

/// The functions of the header, by name.
fn prototypes(header: &str) -> BTreeSet<String> {
    let mut code = String::new();
    let mut rest = header;
    while let Some((before, comment)) = rest.split_once("/*") {
        code += before;
        rest = comment.split_once("*/").expect("a comment ends").1;
    }
    code += rest;
    let calls = code.match_indices('(').map(|(at, _)| &code[..at]);
    let names =
        calls.map(|before| before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(""));
    names.filter(|name| name.starts_with("lanesum_")).map(str::to_owned).collect()
}

#[test]
fn the_library_has_what_the_header_declares_and_no_more() -> anyhow::Result<()> {
    let header = std::fs::read_to_string(here().join("include/lanesum.h"))?;
    let file = std::fs::read(built()?.join("liblanesum_c.so"))?;
    let library = object::File::parse(&*file)?;
    let symbols = library.dynamic_symbols().filter(|s| s.is_definition() && s.is_global());
    let exported: BTreeSet<_> = symbols.filter_map(|s| s.name().ok().map(str::to_owned)).collect();
    assert!(exported.len() > 30, "{exported:?}");
    assert_eq!(exported, prototypes(&header));
    Ok(())
}

/// A C compiler takes two declarations of a function only if their types agree:
/// the header's, and those that cbindgen reads from the code.
#[test]
fn prototypes_constants_and_layouts_agree() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let config = cbindgen::Config {
        language: cbindgen::Language::C,
        no_includes: true,
        export: cbindgen::ExportConfig {
            item_types: vec![cbindgen::ItemType::Functions],
            ..Default::default()
        },
        ..Default::default()
    };
    let mut from_code = Vec::new();
    let mut builder = cbindgen::Builder::new().with_config(config);
    for file in
        ["algorithm", "bao", "batch", "blake3", "buffer", "hasher", "many", "status", "streams", "version"]
    {
        builder = builder.with_src(here().join("src").join(file).with_extension("rs"));
    }
    builder.generate()?.write(&mut from_code);
    let from_code = String::from_utf8(from_code)?;
    assert!(from_code.matches("lanesum_").count() > 60, "{from_code}");

    let mut code = String::from("#include <lanesum.h>\n");
    for (status, name) in Status::ALL {
        writeln!(code, "_Static_assert({name} == {}, \"{name}\");", status as i32)?;
    }
    let mut is = |what: &str, value: usize| writeln!(code, "_Static_assert({what} == {value}, \"\");");
    is("sizeof(lanesum_message)", size_of::<lanesum_message>())?;
    is("offsetof(lanesum_message, data)", offset_of!(lanesum_message, data))?;
    is("offsetof(lanesum_message, len)", offset_of!(lanesum_message, len))?;
    is("sizeof(lanesum_stats)", size_of::<lanesum_stats>())?;
    is("offsetof(lanesum_stats, rounds)", offset_of!(lanesum_stats, rounds))?;
    is("offsetof(lanesum_stats, lanes)", offset_of!(lanesum_stats, lanes))?;
    is("offsetof(lanesum_stats, bytes)", offset_of!(lanesum_stats, bytes))?;
    is("offsetof(lanesum_stats, alone_bytes)", offset_of!(lanesum_stats, alone_bytes))?;
    is("sizeof(lanesum_told)", size_of::<lanesum_told>())?;
    is("offsetof(lanesum_told, key)", offset_of!(lanesum_told, key))?;
    is("offsetof(lanesum_told, key_len)", offset_of!(lanesum_told, key_len))?;
    is("offsetof(lanesum_told, context)", offset_of!(lanesum_told, context))?;
    is("offsetof(lanesum_told, context_len)", offset_of!(lanesum_told, context_len))?;
    is("offsetof(lanesum_told, salt)", offset_of!(lanesum_told, salt))?;
    is("offsetof(lanesum_told, salt_len)", offset_of!(lanesum_told, salt_len))?;
    is("offsetof(lanesum_told, personal)", offset_of!(lanesum_told, personal))?;
    is("offsetof(lanesum_told, personal_len)", offset_of!(lanesum_told, personal_len))?;
    is("offsetof(lanesum_told, output_len)", offset_of!(lanesum_told, output_len))?;
    is("offsetof(lanesum_told, seek)", offset_of!(lanesum_told, seek))?;
    is("sizeof(lanesum_update)", size_of::<lanesum_update>())?;
    is("offsetof(lanesum_update, hasher)", offset_of!(lanesum_update, hasher))?;
    is("offsetof(lanesum_update, piece)", offset_of!(lanesum_update, piece))?;
    is("offsetof(lanesum_update, len)", offset_of!(lanesum_update, len))?;
    is("sizeof(lanesum_range)", size_of::<lanesum_range>())?;
    is("offsetof(lanesum_range, start)", offset_of!(lanesum_range, start))?;
    is("offsetof(lanesum_range, end)", offset_of!(lanesum_range, end))?;
    is("LANESUM_MAX_DIGEST_LEN", lanesum::Digest::MAX_LEN)?;
    is("LANESUM_BLAKE3_KEY_LEN", lanesum::blake3::KEY_LEN)?;
    is("LANESUM_BLAKE3_HASH_LEN", lanesum::blake3::OUT_LEN)?;
    code += &from_code;
    let source = directory.path().join("agree.c");
    std::fs::write(&source, code)?;
    run(cc().arg("-fsyntax-only").arg(source))?;
    Ok(())
}

/// As C++ reads it.
#[test]
fn the_header_is_cpp_too() -> anyhow::Result<()> {
    let header = here().join("include/lanesum.h");
    let strict = ["-std=c++11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-x", "c++"];
    run(Command::new("cc").args(strict).arg(header))?;
    Ok(())
}

#[test]
fn the_versions_are_one() {
    let version = concat!("#define LANESUM_VERSION \"", env!("CARGO_PKG_VERSION"), "\"\n");
    assert!(include_str!("../include/lanesum.h").contains(version));
}
