//! Details of 9.11 that the installed version lacks, or answers otherwise.

use super::place::Links;

const ABC: &str = "900150983cd24fb0d6963f7d28e17f72";

/// What was said about the marker before `--tag` holds again behind `--untagged`.
#[test]
fn markers() {
    let links = Links::with_files();
    for (options, marker) in [
        ("--binary --tag --untagged", '*'),
        ("--tag --binary --untagged", ' '),
        ("--untagged --binary", '*'),
        ("--tag --untagged", ' '),
        ("--text --tag --untagged", ' '),
        ("-b -t --untagged", ' '),
    ] {
        links.run(&format!("cksum -a md5 {options} a")).says(format!("{ABC} {marker}a\n"));
    }
    for (script, what) in [
        ("md5sum -t --tag a", "--tag does not support --text mode"),
        ("md5sum -t --tag -w a", "the --warn option is meaningful only when verifying checksums"),
        ("cksum -a md5 -t --tag --quiet a", "the --quiet option is meaningful only when verifying checksums"),
    ] {
        let name = script.split(' ').next().unwrap();
        let help = format!("Try '{name} --help' for more information.\n");
        links.run(script).fails("", format!("{name}: {what}\n{help}"));
    }
}

/// Base64 with bits to spare is another digest, and not none.
#[test]
fn stray_bits() {
    let links = Links::with_files();
    let did_not = "cksum: WARNING: 1 computed checksum did NOT match\n";
    let base64 = links.run("cksum -a sha1 --base64 --untagged a").out;
    let (digest, _) = base64.split_once(' ').unwrap();
    // The last character has two bits to spare.
    let stray = digest.replace("0=", "1=");
    assert_ne!(stray, digest);
    links.run(&format!("echo '{stray}  a' | cksum -a sha1 -c")).fails("a: FAILED\n", did_not);
    links.run(&format!("echo 'SHA1 (a) = {stray}' | cksum -c")).fails("a: FAILED\n", did_not);
    let tag = format!("SHA1{}=", "+".repeat(23));
    links.run(&format!("echo '{tag}  a' | cksum -a sha1 -c")).fails("a: FAILED\n", did_not);
    links.run(&format!("echo '{digest}  a' | cksum -a sha1 -c")).says("a: OK\n");
}

#[test]
fn digests_of_16_bits() {
    let links = Links::with_files();
    links.run("cksum -a blake2b -l 16 --base64 a | cksum -c").says("a: OK\n");
    let none = "b2sum: 'standard input': no properly formatted checksum lines found\n";
    links.run("cksum -a blake2b -l 16 --base64 a | b2sum -c").fails("", none);
    links.run("cksum -a blake2b -l 16 --base64 --untagged a | b2sum -c").fails("", none);
}

/// OpenSSL's spelling of SHA-2 is `cksum`'s, and not `sha256sum`'s.
#[test]
fn tags_of_openssl() {
    let links = Links::with_files();
    let tagged = "cksum -a sha256 a | sed s/SHA256/SHA2-256/";
    links.run(&format!("{tagged} | cksum -c; {tagged} | cksum -a sha2 -c")).says("a: OK\na: OK\n");
    for command in ["sha256sum", "cksum -a sha256"] {
        let name = command.split(' ').next().unwrap();
        let none = format!("{name}: 'standard input': no properly formatted checksum lines found\n");
        links.run(&format!("{tagged} | {command} -c")).fails("", none);
    }
}

/// Lines are called by the last tag that one began with, good or not.
#[test]
fn what_warnings_call_lines() {
    let links = Links::with_files();
    let ran = links
        .run("printf 'bad\\nMD5 x\\nbad\\nSHA3-7\\n  \\\\BLAKE2b(\\nBSD (a) = 1\\n#SM3 (a)\\n\\rSM3 (a)\\n' | cksum -cw");
    let called: Vec<_> = ran.err.lines().filter_map(|line| line.split(" formatted ").nth(1)).collect();
    let called: Vec<_> = called.iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(
        called,
        ["CRC", "MD5", "MD5", "SHA3", "BLAKE2b", "BLAKE2b", "BLAKE2b", "checksum"],
        "{}",
        ran.err
    );
}

/// One blank, and no name.
#[test]
fn no_name() {
    let links = Links::with_files();
    for command in ["b2sum", "cksum -a md5"] {
        let name = command.split(' ').next().unwrap();
        let digest = "cksum -a ${a:-md5} --untagged a | sed 's/ .*/ /'";
        let a = if name == "b2sum" { "blake2b" } else { "md5" };
        links.run(&format!("a={a}; {digest} | {command} -c")).fails(
            "'': FAILED open or read\n",
            format!(
                "{name}: '': No such file or directory\n{name}: WARNING: 1 listed file could not be read\n"
            ),
        );
    }
    let none = "md5sum: 'standard input': no properly formatted checksum lines found\n";
    links.run("md5sum a | sed 's/ .*/ /' | md5sum -c").fails("", none);
}

/// `-` in a manifest reads standard input before a later manifest on it is read.
#[test]
fn standard_input_twice() {
    let links = Links::with_files();
    links.run(&format!("echo '{ABC}  -' > dash; md5sum a > m")).says("");
    let none = "md5sum: 'standard input': no properly formatted checksum lines found\n";
    links.run("printf abc | md5sum -c dash -").fails("-: OK\n", none);
    links
        .run("md5sum -c dash - < m")
        .fails("-: FAILED\n", format!("md5sum: WARNING: 1 computed checksum did NOT match\n{none}"));
    links.run("md5sum -c m - < m").says("a: OK\na: OK\n");
}

#[test]
fn lengths_below_zero() {
    let links = Links::with_files();
    assert_eq!(links.run("b2sum -l -0 a"), links.run("b2sum a"));
    links
        .run("b2sum -l -8 a")
        .fails("", "b2sum: invalid length: ‘-8’\nb2sum: maximum digest length for ‘BLAKE2b’ is 512 bits\n");
    links.run("b2sum -l -x a").fails("", "b2sum: invalid length: ‘-x’\n");
}

/// For each file, and by one way only.
#[test]
fn debug_of_crc32b() {
    let links = Links::with_files();
    let ran = links.run("GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX cksum --debug -a crc32b a nope a");
    let says = if cfg!(target_arch = "x86_64") { "cksum: pclmul support not detected\n" } else { "" };
    assert_eq!(ran.err, format!("{says}cksum: nope: No such file or directory\n{says}"));
    assert_eq!(ran.out.lines().count(), 2);
}

/// A tag with a length has a digest of that length: GNU's commands compare the first
/// 64 bits here, and say OK.
#[test]
fn no_part_of_a_digest() {
    let links = Links::with_files();
    let none = "cksum: 'standard input': no properly formatted checksum lines found\n";
    links.run(&format!("echo 'MD5-64 (a) = {}' | cksum -c", &ABC[..16])).fails("", none);
    links.run(&format!("echo 'MD5-128 (a) = {ABC}' | cksum -c")).says("a: OK\n");
    links.run(&format!("echo 'MD5-128 (a) = {ABC}' | cksum -a md5 -c")).says("a: OK\n");
    // Whose digests have one length reads none.
    links
        .run(&format!("echo 'MD5-128 (a) = {ABC}' | md5sum -c"))
        .fails("", "md5sum: 'standard input': no properly formatted checksum lines found\n");
}
