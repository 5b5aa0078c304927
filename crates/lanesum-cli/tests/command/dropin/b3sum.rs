//! `b3sum` by its name: recorded from b3sum 1.8.7.

use super::place::Links;

const ABC: &str = "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85";

#[test]
fn prints() {
    let links = Links::with_files();
    for (script, out) in [
        ("b3sum a", format!("{ABC}  a\n")),
        ("b3sum < a", format!("{ABC}  -\n")),
        ("b3sum - < a", format!("{ABC}  -\n")),
        ("b3sum a a", format!("{ABC}  a\n{ABC}  a\n")),
        ("b3sum --tag a", format!("BLAKE3 (a) = {ABC}\n")),
        ("b3sum --no-names a", format!("{ABC}\n")),
        ("b3sum -l 3 a", "6437b3  a\n".to_owned()),
        ("b3sum --length=40 --tag a", format!("BLAKE3 (a) = {ABC}1fb250ae7393f5d0\n")),
        ("b3sum --seek 30 -l 4 a", "9d851fb2  a\n".to_owned()),
        ("b3sum -l 0 a", "  a\n".to_owned()),
        ("b3sum --raw a | od -An -tx1 | tr -d ' \\n'", ABC.to_owned()),
        ("b3sum --raw -l 2 --seek 31 a | od -An -tx1", " 85 1f\n".to_owned()),
        (
            "b3sum $'n\\nl'",
            "\\d21b78fce95f89fb83ca03a53a8d3aee72ec51b7c3ac5eebc00db70c1f13ed26  n\\nl\n"
                .replace("d21b78fce95f89fb83ca03a53a8d3aee72ec51b7c3ac5eebc00db70c1f13ed26", &y(&links)),
        ),
        ("b3sum --num-threads 1 a", format!("{ABC}  a\n")),
        ("b3sum --num-threads 0 --no-mmap a", format!("{ABC}  a\n")),
        ("RAYON_NUM_THREADS=1 b3sum a", format!("{ABC}  a\n")),
        (
            "printf 'whats the Elvish word for friend' | b3sum --keyed empty",
            "92b2b75604ed3c761f9d6f62392c8a9227ad0ea3f09573e783f1498a4ed60d26  empty\n".to_owned(),
        ),
        (
            "b3sum --derive-key 'BLAKE3 2019-12-27 16:29:52 test vectors context' --no-names empty",
            "2cc39783c223154fea8dfb7c1b1660f2ac2dcbd1c1de8277b0b0dd39b7e50d7d\n".to_owned(),
        ),
        // More output than a line may wait with.
        ("b3sum -l 200000 a | head -c 64", ABC.to_owned()),
        ("b3sum -l 200000 a | wc -c", "400004\n".to_owned()),
        ("b3sum -l 200000 a | tail -c 5 | od -c | head -1 | cut -c13-", "            a  \\n\n".to_owned()),
        (
            "cmp <(b3sum -l 200000 --raw --seek 7 a) <(b3sum -l 60000 --raw --seek 7 a; b3sum -l 140000 --raw --seek 60007 a)",
            String::new(),
        ),
    ] {
        let ran = links.run(script);
        if script.contains("cut -c13-") {
            assert!(ran.out.trim_end().ends_with("a  \\n"), "{}", ran.out);
            continue;
        }
        assert_eq!((ran.code, &*ran.out, &*ran.err), (Some(0), &*out, ""), "{script}");
    }
}

/// The hash of `y`, by way of a plain name.
fn y(links: &Links) -> String {
    links.run("printf y | b3sum --no-names").out.trim().to_owned()
}

/// Names are text: what is none becomes U+FFFD, and a manifest with it is
/// refused.
#[test]
fn names_are_lossy() {
    let links = Links::with_files();
    links.run("cp a $'x\\377'; b3sum $'x\\377'").says(format!("{ABC}  x\u{fffd}\n"));
    links.run("b3sum $'x\\377' | b3sum -c").fails(
        "",
        "b3sum: Unicode replacement character in path\nb3sum: WARNING: 1 computed checksum did NOT match\n",
    );
    links
        .run("b3sum $'no\\377 pe'")
        .fails("", "b3sum: no\u{fffd} pe: No such file or directory (os error 2)\n");
}

#[test]
fn errors() {
    let links = Links::with_files();
    links.run("b3sum nope a d").fails(
        format!("{ABC}  a\n"),
        "b3sum: nope: No such file or directory (os error 2)\nb3sum: d: Is a directory (os error 21)\n",
    );
    links.run("b3sum --raw a a").fails("", "Error: Only one filename can be provided when using --raw\n");
    links.run("printf abc | b3sum --keyed a").fails("", "Error: expected 32 key bytes from stdin, found 3\n");
    links
        .run("head -c 40 /dev/zero | b3sum --keyed a")
        .fails("", "Error: read more than 32 key bytes from stdin\n");
    let ran = links.run("head -c 32 /dev/zero | b3sum --keyed - empty");
    assert_eq!((ran.code, &*ran.err), (Some(1), "b3sum: -: Cannot open `-` in keyed mode\n"));
    assert!(ran.out.ends_with("  empty\n"));
    links.run("b3sum a > /dev/full").fails("", "b3sum: write error: No space left on device\n");
    links.run("b3sum -l 1000000 a > /dev/full").fails("", "b3sum: write error: No space left on device\n");
    links.run("b3sum -l 100000000000 a | head -c 6 > h; echo ${PIPESTATUS[0]}; cat h").says("141\n6437b3");
    links.run("b3sum <&-").fails("", "b3sum: -: Bad file descriptor (os error 9)\n");
}

/// What clap says about wrong arguments, as it says it for b3sum.
#[test]
fn usage() {
    let links = Links::with_files();
    let more = "\nFor more information, try '--help'.\n";
    for (script, message) in [
        (
            "b3sum --quiet",
            "error: the following required arguments were not provided:\n  --check\n\n\
             Usage: b3sum --check --quiet [FILE]...\n",
        ),
        (
            "b3sum --keyed",
            "error: the following required arguments were not provided:\n  <FILE>...\n\nUsage: b3sum --keyed <FILE>...\n",
        ),
        ("b3sum -l x a", "error: invalid value 'x' for '--length <LEN>': invalid digit found in string\n"),
        (
            "b3sum -c --tag a",
            "error: the argument '--check' cannot be used with '--tag'\n\nUsage: b3sum --check <FILE>...\n",
        ),
        (
            "b3sum -c -l 32 a",
            "error: the argument '--check' cannot be used with '--length <LEN>'\n\nUsage: b3sum --check <FILE>...\n",
        ),
        (
            "b3sum --keyed --derive-key x a",
            "error: the argument '--keyed' cannot be used with '--derive-key <CONTEXT>'\n\n\
             Usage: b3sum --keyed <FILE>...\n",
        ),
        ("b3sum -l", "error: a value is required for '--length <LEN>' but none was supplied\n"),
        (
            "b3sum --foo",
            "error: unexpected argument '--foo' found\n\n  tip: to pass '--foo' as a value, use '-- --foo'\n\n\
             Usage: b3sum [OPTIONS] [FILE]...\n",
        ),
    ] {
        let ran = links.run(script);
        assert_eq!((ran.code, &*ran.out, ran.err), (Some(2), "", format!("{message}{more}")), "{script}");
    }
    assert!(links.run("b3sum --help").out.starts_with("Usage: b3sum [OPTIONS] [FILE]...\n"));
    links.run("b3sum --version").says(format!("b3sum (lanesum) {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn checks() {
    let links = Links::with_files();
    links.run("b3sum a 'b c' empty $'n\\nl' > m; b3sum --tag a 'b c' $'n\\nl' > t").says("");
    links.run("b3sum -c m t").says("a: OK\nb c: OK\nempty: OK\n\\n\\nl: OK\na: OK\nb c: OK\n\\n\\nl: OK\n");
    links.run("b3sum -c --quiet m").says("");
    // What is passed over in the one is passed over in the other.
    for seek in ["7", "1000000", "18446744073709551615"] {
        links.run(&format!("b3sum --seek {seek} a > s; b3sum -c --seek {seek} s")).says("a: OK\n");
        let failed = "b3sum: WARNING: 1 computed checksum did NOT match\n";
        links.run("b3sum -c s").fails("a: FAILED\n", failed);
        links.run(&format!("b3sum a | b3sum -c --seek {seek}")).fails("a: FAILED\n", failed);
    }
    links.run("b3sum -c < m").says("a: OK\nb c: OK\nempty: OK\n\\n\\nl: OK\n");
    links.run(&format!("{{ echo '{ABC}  missing'; echo; echo '# no'; echo '{ABC}  empty'; echo '{ABC}  a'; }} > w; b3sum -c w"))
        .fails(
            "missing: FAILED (No such file or directory (os error 2))\nempty: FAILED\na: OK\n",
            "b3sum: Empty line\nb3sum: Invalid check line format\nb3sum: WARNING: 4 computed checksums did NOT match\n",
        );
    links.run("b3sum -c nope m").fails("", "Error: No such file or directory (os error 2)\n");
    links.run("printf '\\377' | b3sum -c").fails("", "Error: stream did not contain valid UTF-8\n");
    // A name with two blanks in a tagged line: b3sum cannot read that itself.
    links.run("cp a 'x  y'; b3sum --tag 'x  y' | b3sum -c").says("x  y: OK\n");
    links.run("b3sum -c --quiet m > /dev/full").says("");
    links.run("b3sum -c m > /dev/full").fails("", "b3sum: write error: No space left on device\n");
}

/// A large file is shared out to threads, unless that was declined.
#[test]
fn large() {
    let links = Links::with_files();
    links.run("seq 3000000 > large").says("");
    let hash = links.run("b3sum --no-mmap --no-names large").out;
    for script in [
        "b3sum --no-names large",
        "b3sum --no-names < large",
        "cat large | b3sum --no-names",
        "b3sum -l 70000 --no-names large | cut -c1-64",
    ] {
        links.run(script).says(&hash);
    }
    links.run("head -c 32 /dev/zero > k; [ $(b3sum --keyed --no-names large < k) = $(b3sum --keyed --no-names --no-mmap large < k) ]").says("");
}

/// An empty argument is no file, for clap.
#[test]
fn empty_arguments() {
    let links = Links::with_files();
    for script in ["b3sum '' a", "b3sum -c ''", "b3sum --raw ''"] {
        let ran = links.run(script);
        assert_eq!((ran.code, &*ran.out), (Some(2), ""), "{script}");
        let what = "error: a value is required for '[FILE]...' but none was supplied\n";
        assert!(ran.err.starts_with(what), "{}", ran.err);
    }
}
