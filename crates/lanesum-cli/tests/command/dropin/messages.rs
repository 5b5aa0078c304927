//! What coreutils 9.11 says where 9.1 says something else: recorded.

use super::place::Links;

#[test]
fn lengths() {
    let links = Links::with_files();
    for (script, message) in [
        (
            "b2sum -l 513 a",
            "b2sum: invalid length: ‘513’\nb2sum: maximum digest length for ‘BLAKE2b’ is 512 bits\n",
        ),
        ("b2sum -l 9 a", "b2sum: invalid length: ‘9’\nb2sum: length is not a multiple of 8\n"),
        (
            "b2sum -l 18446744073709551616 a",
            "b2sum: invalid length: ‘18446744073709551616’\n\
             b2sum: maximum digest length for ‘BLAKE2b’ is 512 bits\n",
        ),
        ("b2sum -l x -l 8 a", "b2sum: invalid length: ‘x’\n"),
        (
            "cksum -a sha3 -l 248 a",
            "cksum: invalid length: ‘248’\ncksum: digest length for ‘SHA3’ must be 224, 256, 384, or 512\n",
        ),
        (
            "cksum -a sha2 -l 8 -c a",
            "cksum: invalid length: ‘8’\ncksum: digest length for ‘SHA2’ must be 224, 256, 384, or 512\n",
        ),
        ("cksum -a sha2 a", "cksum: --algorithm=sha2 requires specifying --length 224, 256, 384, or 512\n"),
        ("cksum -a sha3 a", "cksum: --algorithm=sha3 requires specifying --length 224, 256, 384, or 512\n"),
        (
            "cksum -a md5 -l 8 a",
            "cksum: --length is only supported with --algorithm blake2b, sha2, or sha3\n",
        ),
        ("cksum -l 8 a", "cksum: --length is only supported with --algorithm blake2b, sha2, or sha3\n"),
        ("cksum -a crc -c a", "cksum: --check is not supported with --algorithm={bsd,sysv,crc,crc32b}\n"),
        ("cksum -a md5 --raw a a", "cksum: the --raw option is not supported with multiple files\n"),
    ] {
        links.run(script).fails("", message);
    }
    // Only the last one counts.
    links.run("b2sum -l 123 -l 128 a").says("cf4ab791c62b8d2b2109c90275287816  a\n");
}

#[test]
fn usage() {
    let links = Links::with_files();
    for (script, message) in [
        ("cksum --raw --base64 a", "--base64 and --raw are mutually exclusive"),
        ("cksum -a md5 --text a", "--text mode is only supported with --untagged"),
        ("cksum -a md5 --text --tag a", "--text mode is only supported with --untagged"),
        ("cksum -a md5 --tag --text a", "--text mode is only supported with --untagged"),
        ("cksum -c --tag a", "the --tag option is meaningless when verifying checksums"),
        ("cksum --b", "option '--b' is ambiguous; possibilities: '--base64' '--binary'"),
    ] {
        let help = "Try 'cksum --help' for more information.\n";
        links.run(script).fails("", format!("cksum: {message}\n{help}"));
    }
}

#[test]
fn types() {
    let links = Links::with_files();
    let types = [
        "bsd", "sysv", "crc", "crc32b", "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha2",
        "sha3", "blake2b", "sm3",
    ];
    for (locale, open, close) in [("C", "'", "'"), ("C.UTF-8", "‘", "’")] {
        // No part of a name is taken for it.
        let ran = links.run(&format!("LC_ALL={locale} cksum -a sh a"));
        let mut expected = format!(
            "cksum: invalid argument {open}sh{close} for {open}--algorithm{close}\nValid arguments are:\n"
        );
        for name in types {
            expected += &format!("  - {open}{name}{close}\n");
        }
        ran.fails("", expected + "Try 'cksum --help' for more information.\n");
    }
}

/// Names in messages, by locale.
#[test]
fn names() {
    let links = Links::new();
    links.run("LC_ALL=C md5sum é").fails("", "md5sum: ''$'\\303\\251': No such file or directory\n");
    links
        .run("LC_ALL= LC_CTYPE=C LANG=C.UTF-8 md5sum é")
        .fails("", "md5sum: ''$'\\303\\251': No such file or directory\n");
    links.run("LC_ALL= LC_CTYPE= LANG=C.UTF-8 md5sum é").fails("", "md5sum: é: No such file or directory\n");
    // One that is not installed is C's.
    links
        .run("LC_ALL=xx_YY.UTF-8 md5sum é")
        .fails("", "md5sum: ''$'\\303\\251': No such file or directory\n");
    links.run("env -i $(type -p md5sum) é").fails("", "md5sum: ''$'\\303\\251': No such file or directory\n");
}

#[test]
fn debug() {
    let links = Links::with_files();
    let ran = links.run("GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-PMULL cksum --debug nope a a");
    assert_eq!((ran.code, &*ran.out), (Some(1), "1219131554 3 a\n1219131554 3 a\n"));
    let mut lines = ran.err.lines();
    assert_eq!(lines.next(), Some("cksum: nope: No such file or directory"));
    assert!(lines.all(|line| line.ends_with(" support not detected")), "{}", ran.err);
    let ran = links.run("cksum --debug a a");
    assert_eq!(ran.out, "1219131554 3 a\n1219131554 3 a\n");
    assert!(ran.err.lines().filter(|line| line.ends_with(" hardware support")).count() <= 1, "{}", ran.err);
    // Standard error is an output like any other.
    for script in ["cksum --debug a 2>/dev/full", "cksum --debug a 2>&-"] {
        links.run(script).fails("1219131554 3 a\n", "");
    }
    links.run("cksum -a md5 --debug a").says("MD5 (a) = 900150983cd24fb0d6963f7d28e17f72\n");
}

/// A link and the first argument do the same, under the same name.
#[test]
fn two_ways_to_call() {
    let links = Links::with_files();
    for script in
        ["md5sum a nope", "md5sum --foo", "md5sum -c a", "b2sum -l 9", "cksum --version", "sum --help"]
    {
        let ran = links.run(script);
        assert_eq!(links.run(&format!("$L {script}")), ran);
        let (name, rest) = script.split_once(' ').unwrap();
        assert_eq!(links.run(&format!("$(type -p {name}) {rest}")), ran, "by a path");
    }
    // Bao has its own arguments there.
    assert_eq!(links.run("$L bao --help").code, Some(0));
}

#[test]
fn help() {
    let links = Links::with_files();
    for name in super::place::NAMES {
        let ran = links.run(&format!("{name} a --help"));
        assert_eq!((ran.code, &*ran.err), (Some(0), ""));
        assert!(ran.out.starts_with(&format!("Usage: {name} [OPTION]... [FILE]...\n")), "{}", ran.out);
        assert!(ran.out.lines().all(|line| line.len() <= 80), "{}", ran.out);
        links
            .run(&format!("{name} --vers"))
            .says(format!("{name} (lanesum) {}\n", env!("CARGO_PKG_VERSION")));
        links
            .run(&format!("{name} --help > /dev/full"))
            .fails("", format!("{name}: write error: No space left on device\n"));
    }
    // What GNU's own tests read out of it.
    let types = links.run(r"cksum --help | sed -n 's/^  \([a-z0-9][a-z0-9]*\) .*/\1/p'");
    types.says("sysv\nbsd\ncrc\ncrc32b\nmd5\nsha1\nsha2\nsha3\nblake2b\nsm3\n");
    // What is asked for first is done.
    assert_eq!(links.run("md5sum --help --foo").code, Some(0));
    assert_eq!(links.run("md5sum --foo --help").code, Some(1));
}
