//! Many files, and how few threads little work takes.

use super::place::Links;
use crate::support::Place;

/// 100,000 files, over more command lines than one, and one manifest.
#[test]
fn hundred_thousand() {
    let links = Links::new();
    links.run("mkdir f; cd f; seq 0 99999 | xargs touch; echo x > 77777").says("");
    let ran = links.run("cd f; seq 0 99999 | xargs -n 50000 md5sum > ../m; wc -l < ../m; cut -c1-32 ../m | sort | uniq -c | sort -n | sed 's/^ *//'; tail -1 ../m");
    ran.says(
        "100000\n1 401b30e3b8b5d629635a5c613cdb7919\n99999 d41d8cd98f00b204e9800998ecf8427e\n\
         d41d8cd98f00b204e9800998ecf8427e  99999\n",
    );
    links.run("cd f; md5sum -c ../m | awk '{ if ($1 != n++ \":\" || $2 != \"OK\") print }'; cd ..; cut -c35- m | paste -sd' ' | md5sum; seq 0 99999 | paste -sd' ' | md5sum").says(
        format!("{0}  -\n{0}  -\n", links.run("seq 0 99999 | paste -sd' ' | md5sum | cut -c1-32").out.trim()),
    );
}

/// One file, and a few small ones, are done by one thread.
#[test]
fn threads() {
    let links = Links::with_files();
    links.place.file("large", vec![0; 32 << 20]);
    let traced = |script: &str| {
        let ran =
            links.run(&format!("strace -f -e trace=clone,clone3 -o trace {script} > /dev/null; cat trace"));
        ran.out.matches("clone").count()
    };
    if links.run("strace -V").code != Some(0) {
        return;
    }
    for script in
        ["md5sum large", "md5sum a empty a", "cksum large", "b2sum a", "md5sum -c m", "sha256sum < large"]
    {
        links.run("md5sum large > m");
        assert_eq!(traced(script), 0, "{script}");
    }
}

/// The lines of large and small files, in order.
#[test]
fn mixed() {
    let links = Links::with_files();
    for i in 0..200_usize {
        links.place.file(format!("f{i}"), vec![i as u8; i * i * 37 % 100_000]);
    }
    for command in ["md5sum", "sha1sum", "sha256sum", "sha512sum", "b2sum", "b2sum -l 160"] {
        let ours = links.run(&format!("{command} f* nope a"));
        let theirs: crate::support::Ran =
            links.system_bash(&format!("{command} f* nope a")).output().unwrap().into();
        assert_eq!(ours, theirs);
    }
}

/// No line leaves in two writes, none of which is longer than a pipe takes at once: what is
/// written beside it, by another command, cannot break it. Each write is a datagram here.
#[test]
fn whole_lines() {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixDatagram;
    let place = Place::new();
    let names: Vec<String> = (0..3000).map(|i| format!("{i}-{}", "x".repeat(i % 200))).collect();
    for (i, name) in names.iter().enumerate() {
        place.file(name, vec![i as u8; i]);
    }
    for command in ["md5sum", "b3sum"] {
        let (ours, theirs) = UnixDatagram::pair().unwrap();
        let mut all = place.command(&[command]);
        all.args(&names).stdout(OwnedFd::from(theirs.try_clone().unwrap()));
        let mut child = all.spawn().unwrap();
        drop(all);
        let mut lines = 0;
        std::thread::scope(|scope| {
            scope.spawn(|| {
                assert!(child.wait().unwrap().success());
                theirs.send(b"").unwrap();
            });
            let mut write = [0; 1 << 16];
            loop {
                let n = ours.recv(&mut write).unwrap();
                if n == 0 {
                    break;
                }
                assert!(n <= rustix::pipe::PIPE_BUF && write[n - 1] == b'\n', "{n} bytes");
                let text = std::str::from_utf8(&write[..n]).unwrap();
                for (line, name) in text.lines().zip(&names[lines..]) {
                    assert!(line.ends_with(name), "{line}");
                }
                lines += text.lines().count();
            }
        });
        assert_eq!(lines, names.len(), "{command}");
    }
}

/// Hashes that have no lanes: the lines of many files, which all threads read,
/// are those of one file after the other.
#[test]
fn without_lanes() {
    let links = Links::with_files();
    for i in 0..300_usize {
        links.place.file(format!("f{i}"), vec![i as u8; i * i * 37 % 100_000]);
    }
    for command in ["cksum", "cksum -a crc32b", "cksum -a sha3 -l 256", "cksum -a sm3", "sum", "sum -s"] {
        let many = links.run(&format!("{command} f* nope a a"));
        let each = links.run(&format!("for f in f* nope a a; do {command} $f; done"));
        // `sum` leaves out the name of a file that is the only one.
        let lines = |out: &str| -> Vec<String> {
            out.lines()
                .map(|line| line.split(' ').filter(|word| !word.is_empty()).take(2).collect())
                .collect()
        };
        assert_eq!((lines(&many.out), &many.err), (lines(&each.out), &each.err), "{command}");
        assert_eq!(many.out.lines().count(), 302);
    }
    for command in ["cksum -a sha3 -l 256", "cksum -a sm3"] {
        let ran = links.run(&format!("{command} f* > m; echo damaged >> f7; {command} --check m"));
        assert_eq!(ran.out.lines().filter(|line| line.ends_with(": OK")).count(), 299);
        assert!(ran.out.contains("\nf7: FAILED\n"), "{}", ran.out);
        links.place.file("f7", vec![7; 7 * 7 * 37]);
    }
}
