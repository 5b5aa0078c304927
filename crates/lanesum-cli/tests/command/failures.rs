//! What goes wrong around the command: files, outputs, the command line.

use crate::support::{ABC_B3, ABC_MD5, Place, Ran};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

#[test]
fn the_others_go_on() {
    let place = Place::new();
    place.file("a", "abc");
    let at = |name: &str| place.path().join(name);
    symlink("loop", at("loop")).unwrap();
    symlink("nowhere", at("dangling")).unwrap();
    let _socket = UnixListener::bind(at("socket")).unwrap();
    let long = "x".repeat(300);
    place
        .run(&["hash", "nope", "a", "loop", "dangling", "a/b", "socket", &long, "", "new\nline", "a"])
        .fails(
            format!("{ABC_B3}  a\n{ABC_B3}  a\n"),
            format!(
                "lanesum: nope: No such file or directory\n\
             lanesum: loop: Too many levels of symbolic links\n\
             lanesum: dangling: No such file or directory\n\
             lanesum: a/b: Not a directory\n\
             lanesum: socket: No such device or address\n\
             lanesum: {long}: File name too long\n\
             lanesum: '': No such file or directory\n\
             lanesum: 'new'$'\\n''line': No such file or directory\n"
            ),
        );
}

/// Messages stand between the lines where their files do.
#[test]
fn messages_in_their_place() {
    let place = Place::new();
    place.file("a", "abc");
    let ran = place.shell("$L hash a nope a 2>&1");
    assert_eq!(ran.out, format!("{ABC_B3}  a\nlanesum: nope: No such file or directory\n{ABC_B3}  a\n"));
}

#[test]
fn unreadable() {
    let place = Place::new();
    place.file("a", "abc").file("secret", "").file("dir/x", "").file("z", "abc");
    for name in ["secret", "dir"] {
        fs::set_permissions(place.path().join(name), fs::Permissions::from_mode(0o000)).unwrap();
    }
    let ran = place.run(&["hash", "."]);
    if File::open(place.path().join("secret")).is_ok() {
        // Rights mean nothing to this user.
        assert_eq!((ran.code, ran.out.lines().count()), (Some(0), 4));
    } else {
        ran.fails(
            format!("{ABC_B3}  ./a\n{ABC_B3}  ./z\n"),
            "lanesum: ./dir: Permission denied\nlanesum: ./secret: Permission denied\n",
        );
    }
    fs::set_permissions(place.path().join("dir"), fs::Permissions::from_mode(0o700)).unwrap();
}

/// Where nobody knows which files are missing, no manifest takes the place of
/// the old one.
#[test]
fn a_manifest_that_is_not_whole() {
    let place = Place::new();
    place.file("a", "abc").file("M", "old").file("dir/sub/x", "");
    let not_written = "lanesum: M: not written: it lacks files that nobody can name\n";
    for partial in [&[][..], &["--partial"]] {
        let ran = place.run(&[&["hash", "-o", "M", "--files0-from", "dir"], partial].concat());
        ran.fails("", format!("lanesum: dir: Is a directory\n{not_written}"));
    }
    let sub = place.path().join("dir/sub");
    fs::set_permissions(&sub, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read_dir(&sub).is_err() {
        let ran = place.run(&["hash", "-o", "M", "a", "dir", "a"]);
        ran.fails("", format!("lanesum: dir/sub: Permission denied\n{not_written}"));
    }
    fs::set_permissions(&sub, fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!(fs::read(place.path().join("M")).unwrap(), b"old");
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 3, "and nothing is left of the new one");
}

/// It opens, but every read fails.
#[cfg(target_os = "linux")]
#[test]
fn read_errors() {
    let place = Place::new();
    place.file("a", "abc");
    place
        .run(&["hash", "a", "/proc/self/mem", "a"])
        .fails(format!("{ABC_B3}  a\n{ABC_B3}  a\n"), "lanesum: /proc/self/mem: Input/output error\n");
}

/// Stops a process as soon as it has a file open. Says whether it still has it then.
#[cfg(target_os = "linux")]
fn stop_with_open(child: &Child, file: &Path) -> bool {
    let deadline = Instant::now() + Duration::from_secs(600);
    let descriptors = format!("/proc/{}/fd", child.id());
    let pid = Pid::from_child(child);
    let open = || {
        let fds = fs::read_dir(&descriptors).into_iter().flatten().flatten();
        fds.filter_map(|fd| fs::read_link(fd.path()).ok()).any(|path| path == file)
    };
    while !open() {
        assert!(Instant::now() < deadline, "it never opens the file");
        sleep(Duration::from_millis(1));
    }
    kill_process(pid, Signal::STOP).unwrap();
    let stopped = WaitIdOptions::STOPPED | WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(pid), stopped).unwrap();
    open()
}

/// Does something to a long file while it is read: in another run, where this one was done
/// with it before it could be stopped.
#[cfg(target_os = "linux")]
fn while_read(change: impl Fn(&File)) -> Ran {
    let place = Place::new();
    place.file("a", "abc");
    let path =
        place.path().join("long").canonicalize().unwrap_or(place.path().canonicalize().unwrap().join("long"));
    let file = File::create(&path).unwrap();
    file.set_len(1 << 30).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(1000)).unwrap();
    loop {
        let mut child = place.start(&["hash", "-a", "md5", "a", "long", "a"]);
        if stop_with_open(&child, &path) {
            change(&file);
            kill_process(Pid::from_child(&child), Signal::CONT).unwrap();
            return child.wait_with_output().unwrap().into();
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_changes_while_it_is_read() {
    let lines = format!("{ABC_MD5}  a\n{ABC_MD5}  a\n");
    let changed = |after: u64| {
        format!("lanesum: long: changed while it was read ({} bytes before, {after} after)\n", 1 << 30)
    };
    while_read(|file| file.set_len(100).unwrap()).fails(&lines, changed(100));
    while_read(|file| file.set_len((1 << 30) + 1).unwrap()).fails(&lines, changed((1 << 30) + 1));
    while_read(|mut file| file.write_all(b"x").unwrap()).fails(&lines, changed(1 << 30));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output() {
    let place = Place::new();
    place.file("a", "abc").file("M", format!("{ABC_MD5}  a\n"));
    for command in [
        "hash a",
        "check M",
        &format!("verify a {ABC_MD5}"),
        "algorithms",
        "bench -a md5",
        "man",
        "completions bash",
        "--help",
        "--version",
        "hash --help",
    ] {
        place
            .shell(&format!("$L {command} >/dev/full"))
            .fails("", "lanesum: write error: No space left on device\n");
    }
    // By its name, whatever it is called while it is written.
    place
        .shell("$L hash -o /dev/full a")
        .fails("", "lanesum: cannot write /dev/full: No space left on device\n");
}

#[test]
fn a_closed_output() {
    let place = Place::new();
    place.file("a", "abc");
    place.shell("$L hash a >&-").fails("", "lanesum: write error: Bad file descriptor\n");
    place.shell("$L --version >&-").fails("", "lanesum: write error: Bad file descriptor\n");
    place.shell("$L hash <&-").fails("", "lanesum: -: Bad file descriptor\n");
    place.shell("$L check <&-").fails("", "lanesum: 'standard input': Bad file descriptor\n");
    // Nobody is told, but the exit status still says it.
    assert_eq!(place.shell("$L hash nope 2>&-").code, Some(1));
    // Nothing is to be written, so nothing fails.
    assert_eq!(place.shell(&format!("echo '{ABC_MD5}  a' | $L check --status >&-")).code, Some(0));
}

/// It ends at once, though its input never does.
#[test]
fn a_reader_that_leaves() {
    let place = Place::new();
    place.file("a", "abc");
    place.fifo("fifo");
    let start = |args: &[&str]| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        place.command(args).stdin(Stdio::piped()).stdout(writer).stderr(Stdio::piped()).spawn().unwrap()
    };
    // By the signal, as any command in front of `head`.
    let broken = (None, "");
    for (args, line) in
        [(&["check"][..], format!("{ABC_MD5}  a\n")), (&["hash", "--files0-from=-"], "a\0".into())]
    {
        let mut child = start(args);
        let mut stdin = child.stdin.take().unwrap();
        while stdin.write_all(line.as_bytes()).is_ok() {}
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!((ran.code, &*ran.err), broken);
    }
    // A pipe that nobody writes to keeps nobody waiting.
    for threads in ["-j1", "-j2"] {
        let ran = Ran::from(start(&["hash", threads, "a", "fifo"]).wait_with_output().unwrap());
        assert_eq!((ran.code, &*ran.err), broken);
    }
}

#[test]
fn wrong_usage() {
    let place = Place::new();
    place.file("a", "abc");
    place.run(&["hash", "-a", "md6", "a"]).is_wrong_usage("unknown algorithm; known: md5, sha1");
    place.run(&["hash", "--nope"]).is_wrong_usage("--nope");
    place.run(&["hash", "-j", "x"]).is_wrong_usage("--threads");
    place.run(&["hash", "--json", "--tag", "a"]).is_wrong_usage("cannot be used with");
    place.run(&["hash", "--progress", "often", "a"]).is_wrong_usage("always");
    place.run(&["frobnicate"]).is_wrong_usage("frobnicate");
    place.run(&[""; 0]).is_wrong_usage("Usage: lanesum");
    let mut command = place.command(&["hash", "a"]);
    Ran::from(command.env("LANESUM_ISA", "avx1024").output().unwrap())
        .is_wrong_usage("LANESUM_ISA: unknown instruction set");
    let mut costs = place.command(&["hash", "a"]);
    Ran::from(costs.env("LANESUM_COSTS", "guess").output().unwrap())
        .is_wrong_usage("LANESUM_COSTS: unknown source of costs; known: measured, table, model");
    Ran::from(command.env("LANESUM_ISA", "portable").output().unwrap()).says(format!("{ABC_B3}  a\n"));
}

/// However much there is to do and to remember, on however many threads.
#[cfg(target_os = "linux")]
#[test]
fn memory() {
    let place = Place::new();
    fs::create_dir(place.path().join("d")).unwrap();
    for i in 0..20_000 {
        File::create(place.path().join(format!("d/{i:0100}"))).unwrap();
    }
    for i in 0..300 {
        place.file(format!("e/{i}"), vec![0; 300_000]);
    }
    place.fifo("first");
    place.fifo("last");
    for threads in ["1", "200"] {
        // All lines wait for the first, and then it waits for the last.
        let args = ["hash", "-a", "md5,sha1,sha512", "-j", threads, "first", "d", "e", "d", "d", "last"];
        let mut child = place.start(&args);
        let mut lines = child.stdout.take().unwrap();
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            lines.read_to_string(&mut text).unwrap();
            text.lines().count()
        });
        sleep(Duration::from_millis(500));
        drop(File::options().write(true).open(place.path().join("first")).unwrap());
        let last = File::options().write(true).open(place.path().join("last")).unwrap();
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(peak < 64 << 10, "{peak} KiB with {threads} threads");
        drop(last);
        assert!(child.wait().unwrap().success());
        assert_eq!(reader.join().unwrap(), 3 * (1 + 60_000 + 300 + 1));
    }
}
