//! `--check` where 9.11 differs from the installed version.

use super::place::Links;

#[test]
fn results_are_quoted() {
    let links = Links::with_files();
    links.run("md5sum 'b c' \"q'q\" $'n\\nl' | md5sum -c").says("'b c': OK\n\"q'q\": OK\n'n'$'\\n''l': OK\n");
    links.place.file(" b", "abc").file("a\\b", "abc");
    links.run("md5sum ' b' 'a\\b' | md5sum -c").says("' b': OK\n'a\\b': OK\n");
}

#[test]
fn tags() {
    let links = Links::with_files();
    let script = "{ for a in md5 sha1 sm3 blake2b 'blake2b -l 8' 'sha2 -l 224' 'sha2 -l 512' 'sha3 -l 224' \
                  'sha3 -l 512' sha256; do cksum -a $a a; done; } > m";
    links.run(script).says("");
    let ok = "a: OK\n".repeat(10);
    links.run("cksum -c m").says(&ok);
    links
        .run("for a in md5 sha1 sm3 blake2b 'sha2 -l 256' sha3; do cksum -a $a -c m 2>/dev/null; done")
        .says("a: OK\n".repeat(1 + 1 + 1 + 2 + 3 + 2));
    links.run("sed 's/SHA\\([25]\\)/SHA2-\\1/' m | cksum -c").says(&ok);
    links.run("cksum -a sha2 -c m 2>&1 | tail -1").says("cksum: WARNING: 7 lines are improperly formatted\n");
    links.run("grep SHA3 m | cksum -cw").says("a: OK\na: OK\n");
    links
        .run("cksum -a sha3 -cw - < /dev/null")
        .fails("", "cksum: 'standard input': no properly formatted checksum lines found\n");
    links.run("echo 'SHA3-256 (a) = 00' | cksum -a sha3 -cw").fails(
        "",
        "cksum: 'standard input': 1: improperly formatted SHA3 checksum line\n\
         cksum: 'standard input': no properly formatted checksum lines found\n",
    );
    // A digest of another length is malformed, and not wrong.
    links
        .run("echo 'SHA256 (a) = 900150983cd24fb0d6963f7d28e17f72' | cksum -c")
        .fails("", "cksum: 'standard input': no properly formatted checksum lines found\n");
}

#[test]
fn untagged() {
    let links = Links::with_files();
    let script = "for a in blake2b 'sha2 -l 256' 'sha3 -l 384' sm3; do
        cksum -a $a --untagged a | cksum -a ${a%% *} -c; cksum -a $a --untagged --base64 a | cksum -a ${a%% *} -c; done";
    links.run(script).says("a: OK\n".repeat(8));
}

#[test]
fn base64() {
    let links = Links::with_files();
    links.run("cksum -a md5 --base64 a | cksum -c").says("a: OK\n");
    links.run("cksum -a md5 --base64 --untagged a | cksum -a md5 -c").says("a: OK\n");
    links
        .run("echo 'MD5 (a) = kAFQmDzST7DWlj99KOF/cg' | cksum -c 2>&1")
        .fails("cksum: 'standard input': no properly formatted checksum lines found\n", "");
    // Only `cksum` has it.
    let ran = links.run("cksum -a md5 --base64 --untagged a | md5sum -c");
    ran.fails("", "md5sum: 'standard input': no properly formatted checksum lines found\n");
}

/// A NUL among the digits is no separator, and the file is not opened.
#[test]
fn nul() {
    let links = Links::with_files();
    for line in [r"900150983cd24fb0\0006963f7d28e17f72  a", r"900150983cd24fb0d6963f7d28e17f72\0 a"] {
        links
            .run(&format!("printf '{line}\\n' | md5sum -c"))
            .fails("", "md5sum: 'standard input': no properly formatted checksum lines found\n");
    }
}

/// The first line decides for all input how many blanks are in front of names.
#[test]
fn spoofed() {
    let links = Links::with_files();
    let abc = "900150983cd24fb0d6963f7d28e17f72";
    links.run(&format!("printf '{abc} a\n{abc}  a\n' > one; printf '{abc}  a\n{abc} a\n' > two")).says("");
    links.run("md5sum -c one two").fails(
        "a: OK\n' a': FAILED open or read\n' a': FAILED open or read\na: OK\n",
        "md5sum: ' a': No such file or directory\nmd5sum: WARNING: 1 listed file could not be read\n\
         md5sum: ' a': No such file or directory\nmd5sum: WARNING: 1 listed file could not be read\n",
    );
}
