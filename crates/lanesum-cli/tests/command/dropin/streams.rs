//! Files that take their time: pipes, terminals, manifests without an end.

use super::place::Links;
use crate::support::Ran;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

const ABC: &str = "900150983cd24fb0d6963f7d28e17f72";

fn start(links: &Links, script: &str) -> Child {
    let mut bash = links.bash(script);
    bash.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Pipes are read in the order in which they are named, to their ends.
#[test]
fn in_order() {
    let links = Links::with_files();
    links.place.fifo("p");
    links.place.fifo("q");
    links.run("{ printf abc > p; printf hello > q; } & md5sum p a q nope empty").fails(
        format!("{ABC}  p\n{ABC}  a\n5d41402abc4b2a76b9719d911017c592  q\nd41d8cd98f00b204e9800998ecf8427e  empty\n"),
        "md5sum: nope: No such file or directory\n",
    );
    links
        .run("printf abc | md5sum /dev/stdin a -")
        .says(format!("{ABC}  /dev/stdin\n{ABC}  a\nd41d8cd98f00b204e9800998ecf8427e  -\n"));
    links
        .run("md5sum <(printf abc) <(printf hello) | cut -c1-32")
        .says(format!("{ABC}\n5d41402abc4b2a76b9719d911017c592\n"));
    links.run("{ printf abc > p; } & md5sum p").says(format!("{ABC}  p\n"));
    links
        .run("{ printf abc > p; } & echo 'MD5 (p) = 900150983cd24fb0d6963f7d28e17f72' | md5sum -c")
        .says("p: OK\n");
}

/// The first line does not wait for the last file, nor the last line of a
/// manifest for the first file.
#[test]
fn as_they_come() {
    let links = Links::with_files();
    let mut child = start(&links, "md5sum a - empty");
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert_eq!(line, format!("{ABC}  a\n"));
    child.stdin.take().unwrap().write_all(b"abc").unwrap();
    line.clear();
    out.read_to_string(&mut line).unwrap();
    assert_eq!(line, format!("{ABC}  -\nd41d8cd98f00b204e9800998ecf8427e  empty\n"));
    assert!(child.wait().unwrap().success());

    let mut child = start(&links, "md5sum -c");
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..3 {
        writeln!(stdin, "{ABC}  a").unwrap();
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert_eq!(line, "a: OK\n");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// A manifest without an end is checked in little memory, and a line that
/// cannot be written ends it.
#[test]
fn endless_manifests() {
    let links = Links::with_files();
    let ran = links.run(&format!("yes '{ABC}  a' | md5sum -c > /dev/full"));
    ran.fails("", "md5sum: write error: No space left on device\n");
    let ran = links.run(&format!("yes '{ABC}  a' | md5sum -c | head -2; echo ${{PIPESTATUS[*]}}"));
    ran.says("a: OK\na: OK\n141 141 0\n");
    // A million lines, in 64 MiB.
    let script = format!(
        "ulimit -v 65536; yes '{ABC}  a' | head -n 200000 | md5sum -c --quiet; yes | head -c 20000000 | md5sum -c --status"
    );
    links.run(&script).fails("", "md5sum: 'standard input': no properly formatted checksum lines found\n");
    // And one line without an end, which GNU's would read.
    links.run("ulimit -v 65536; head -c 100000000 /dev/zero | tr '\\0' 5 | md5sum -c").fails(
        "",
        "md5sum: 'standard input': 1: a line longer than 1 MiB (1048576 bytes), which lanesum does not read\n\
         md5sum: 'standard input': no properly formatted checksum lines found\n",
    );
}

/// No line in two writes: lines of commands that run side by side stay whole. How many leave in
/// one depends on how many CPUs there are.
#[test]
fn whole_lines() {
    let links = Links::with_files();
    let script = "for i in 1 2 3 4; do md5sum $(yes a | head -n 500) $(yes empty | head -n 500) & done | sort | uniq -c | sed 's/^ *//'; wait";
    links.run(script).says(format!("2000 {ABC}  a\n2000 d41d8cd98f00b204e9800998ecf8427e  empty\n"));
    if let Ok(trace) = links
        .bash("strace -f -s 200 -e trace=write -o trace md5sum a empty a nope >/dev/null; cat trace")
        .output()
    {
        let trace = String::from_utf8_lossy(&trace.stdout).into_owned();
        let mut writes = trace.lines().filter(|line| line.contains("write(1"));
        assert!(writes.all(|line| line.contains("\\n\", ")), "{trace}");
    }
}

/// A terminal: one ^D ends it, and nothing is said.
#[test]
fn terminal() {
    let links = Links::with_files();
    let (mut own, theirs) = crate::terminal::terminal();
    let mut bash = links.bash("exec md5sum - a");
    bash.stdin(theirs).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = bash.spawn().unwrap();
    own.write_all(b"abc\n\x04").unwrap();
    Ran::from(child.wait_with_output().unwrap())
        .says(format!("0bee89b07a248e27c83fc3d5951213c1  -\n{ABC}  a\n"));
}

/// A file that grows while it is read has the digest of what was read.
#[test]
fn growing() {
    let links = Links::with_files();
    links.place.file("log", vec![b'x'; 8 << 20]);
    let script = "{ while [ ! -e stop ]; do printf 0123456789 >> log; done; } & \
        for i in 1 2 3 4 5; do md5sum log a log empty > out || echo FAILED; done; touch stop; wait; wc -l < out";
    links.run(script).says("4\n");
}

/// A file that says nothing until something writes to it does not stop others.
#[test]
fn interrupted() {
    let links = Links::with_files();
    let mut child = start(&links, "exec md5sum - a");
    thread::sleep(Duration::from_millis(200));
    let pid = rustix::process::Pid::from_child(&child);
    for signal in
        [rustix::process::Signal::STOP, rustix::process::Signal::CONT, rustix::process::Signal::WINCH]
    {
        rustix::process::kill_process(pid, signal).unwrap();
        thread::sleep(Duration::from_millis(50));
    }
    child.stdin.take().unwrap().write_all(b"abc").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{ABC}  -\n{ABC}  a\n"));
    assert!(output.stderr.is_empty());
}

/// What is nothing yet is waited for.
#[test]
fn not_blocking() {
    let links = Links::with_files();
    let script = r#"
        { sleep 0.3; printf abc; } | perl -e '
            use Fcntl; fcntl(STDIN, F_SETFL, O_NONBLOCK); exec "md5sum", "-"' "#;
    links.run(script).says(format!("{ABC}  -\n"));
    let script = r#"
        perl -e 'use Fcntl; fcntl(STDOUT, F_SETFL, O_NONBLOCK); exec "md5sum", ("a") x 5000' |
        { sleep 0.3; wc -l; } "#;
    links.run(script).says("5000\n");
}

/// Where the size of a file is not true it is read to its end.
#[test]
fn sizes_are_not_believed() {
    let links = Links::with_files();
    let expected = fs::read("/proc/version").unwrap();
    links.place.file("v", expected);
    links.run("md5sum /proc/version v a | cut -c1-32 | uniq | wc -l").says("2\n");
    links.run("cmp <(md5sum < /proc/version) <(md5sum < v); md5sum /proc/self/mem /proc/self/mem").fails(
        "",
        "md5sum: /proc/self/mem: Input/output error\nmd5sum: /proc/self/mem: Input/output error\n",
    );
}
