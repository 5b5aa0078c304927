//! Closed descriptors, full disks, pipes that nobody reads, little memory.

use super::place::Links;

const ABC: &str = "900150983cd24fb0d6963f7d28e17f72";

#[test]
fn closed_descriptors() {
    let links = Links::with_files();
    for name in ["md5sum", "sum", "cksum -a sha3 -l 256"] {
        let command = name.split(' ').next().unwrap();
        links.run(&format!("{name} <&-")).fails(
            "",
            format!("{command}: -: Bad file descriptor\n{command}: standard input: Bad file descriptor\n"),
        );
        links
            .run(&format!("{name} a >&-"))
            .fails("", format!("{command}: write error: Bad file descriptor\n"));
        // Nothing is written, so nothing is lost.
        assert_eq!(links.run(&format!("{name} a > /dev/null <&- 2>&-")).code, Some(0));
    }
    links.run("md5sum - a - <&-").fails(
        format!("{ABC}  a\n"),
        "md5sum: -: Bad file descriptor\nmd5sum: -: Bad file descriptor\nmd5sum: standard input: Bad file descriptor\n",
    );
    links.run("md5sum a > m; md5sum -c --status m >&-").says("");
    links.run("md5sum -c --quiet m >&-").says("");
    links.run("md5sum -c m >&-").fails("", "md5sum: write error: Bad file descriptor\n");
    links
        .run("md5sum -c <&-")
        .fails("", "md5sum: 'standard input': read error\nmd5sum: standard input: Bad file descriptor\n");
    links.run("md5sum --version >&-").fails("", "md5sum: write error: Bad file descriptor\n");
    links.run("md5sum nope 2>&-").fails("", "");
    // A warning that nobody hears is a failure.
    links.run("{ cat m; echo bad; } > w; md5sum -c w 2>/dev/full").fails("a: OK\n", "");
    links.run("md5sum -c w 2>/dev/null").says("a: OK\n");
}

#[test]
fn full() {
    let links = Links::with_files();
    for script in
        ["md5sum a", "md5sum a a a", "cksum a", "md5sum --help", "md5sum --version", "cksum -a md5 --raw a"]
    {
        let command = script.split(' ').next().unwrap();
        links
            .run(&format!("{script} > /dev/full"))
            .fails("", format!("{command}: write error: No space left on device\n"));
    }
    // At once, and not after all input.
    links.place.fifo("never");
    links
        .run("timeout 600 md5sum a never > /dev/full")
        .fails("", "md5sum: write error: No space left on device\n");
}

/// The signal, where it is not ignored; else the error.
#[test]
fn broken_pipes() {
    let links = Links::with_files();
    links
        .run("md5sum $(yes a | head -n 5000) | head -1; echo ${PIPESTATUS[0]}")
        .says(format!("{ABC}  a\n141\n"));
    let ran =
        links.run("f=$(yes a | head -n 5000); trap '' PIPE; md5sum $f | head -1; echo ${PIPESTATUS[0]}");
    assert_eq!(ran.out, format!("{ABC}  a\n1\n"));
    assert_eq!(ran.err, "md5sum: write error: Broken pipe\n");
}

/// What `--version` needs and 12 MiB more is enough for everything.
#[test]
fn little_memory() {
    let links = Links::with_files();
    links.place.file("large", vec![b'x'; 20 << 20]);
    links
        .run("md5sum a empty large > m; cksum -a sha3 -l 256 a large > s; cksum -a blake2b a large > b")
        .says("");
    let least = links.run(
        "for ((k = 1000; k < 200000; k += 250)); do
            (ulimit -v $k; exec md5sum --version) > /dev/null 2>&1 && { echo $k; exit; }; done",
    );
    let least: u64 = least.out.trim().parse().unwrap();
    for script in [
        "md5sum a large empty a | wc -l",
        "md5sum $(yes a | head -n 3000) | wc -l",
        "sha512sum large large a | wc -l",
        "b2sum large a | wc -l",
        "md5sum -c m | wc -l",
        "cksum -c s b | wc -l",
        "cksum a large | wc -l",
        "md5sum < large | wc -l",
    ] {
        let lines = links.run(script);
        let tight = links.run(&format!("ulimit -v {}; {script}", least + 12 * 1024));
        assert_eq!(tight, lines, "{script} in {least} KiB and 12 MiB");
        assert_eq!(lines.code, Some(0));
    }
}
