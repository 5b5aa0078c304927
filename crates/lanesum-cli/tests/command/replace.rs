//! Files that the command writes: whole and in their place, or not at all.

use crate::support::{ABC_B3, EMPTY_B3, Place, Ran};
use rustix::process::{Pid, Signal, kill_process};
use std::fs::{self, File, TryLockError};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Has the system say that its file systems have no files without names.
#[cfg(target_os = "linux")]
fn without_unnamed_files(command: &mut Command) {
    const O_TMPFILE: u32 = 0o20_000_000;
    let load = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    let equal = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
    let has = (libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K) as u16;
    let give = (libc::BPF_RET | libc::BPF_K) as u16;
    let step = |code, jt, jf, k| libc::sock_filter { code, jt, jf, k };
    let filter = [
        step(load, 0, 0, 0), // the number of the call
        step(equal, 0, 3, libc::SYS_openat as u32),
        step(load, 0, 0, 32), // its third argument, on a little-endian machine
        step(has, 0, 1, O_TMPFILE),
        step(give, 0, 0, libc::SECCOMP_RET_ERRNO | libc::EOPNOTSUPP as u32),
        step(give, 0, 0, libc::SECCOMP_RET_ALLOW),
    ];
    let set = move || {
        let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut() };
        // SAFETY: the program is one of as many steps as it says, and is only read.
        let set = unsafe {
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
                && libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &program) == 0
        };
        if set { Ok(()) } else { Err(std::io::Error::last_os_error()) }
    };
    // SAFETY: between `fork` and `exec` it makes two system calls, and no more.
    unsafe { command.pre_exec(set) };
}

/// A command's two ways to write a file.
fn both(command: impl Fn() -> Command) -> Vec<Command> {
    let mut commands = vec![command()];
    if cfg!(target_os = "linux") {
        let mut other = command();
        #[cfg(target_os = "linux")]
        without_unnamed_files(&mut other);
        commands.push(other);
    }
    commands
}

/// The names in a place that end in what a file has that is being written.
fn unfinished(place: &Place) -> Vec<String> {
    place.names().into_iter().filter(|name| name.starts_with(".lanesum-")).collect()
}

const SIGNALS: [Signal; 4] = [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT];

/// Takes the signals as they come from a terminal: a shell's jobs in the background
/// ignore some of them, and so would all that they start.
fn heeds_signals(command: &mut Command) {
    let set = || {
        for signal in SIGNALS {
            // SAFETY: it takes no function of ours.
            if unsafe { libc::signal(signal.as_raw(), libc::SIG_DFL) } == libc::SIG_ERR {
                return Err(std::io::Error::last_os_error());
            }
        }
        Ok(())
    };
    // SAFETY: between `fork` and `exec` it makes four system calls, and no more.
    unsafe { command.pre_exec(set) };
}

/// Sends a signal after each of many waits, and says how many runs it ended. Standard
/// input has nothing in it, and no end.
fn interrupt(place: &Place, args: &[&str], waits: impl Iterator<Item = Duration>) -> usize {
    let mut ended = 0;
    let waits: Vec<_> = waits.collect();
    let (input, _writer) = std::io::pipe().unwrap();
    for i in 0..2 {
        for (wait, signal) in waits.iter().zip(SIGNALS.into_iter().cycle()) {
            let mut command =
                both(|| place.command(args)).remove(i % if cfg!(target_os = "linux") { 2 } else { 1 });
            heeds_signals(&mut command);
            command.stdin(input.try_clone().unwrap()).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().unwrap();
            sleep(*wait);
            kill_process(Pid::from_child(&child), signal).unwrap_or(());
            let status = child.wait().unwrap();
            match status.signal() {
                Some(by) => {
                    assert_eq!(by, signal.as_raw());
                    ended += 1;
                }
                None => assert!(status.success(), "{status}"),
            }
            assert_eq!(unfinished(place), [""; 0], "{signal:?} after {wait:?}, way {i}");
        }
    }
    ended
}

/// From nothing up to `most`, more of them when short.
fn waits(n: u32, most: Duration) -> impl Iterator<Item = Duration> {
    (0..n).map(move |i| most * i / n * i / n)
}

/// Nothing is left of a manifest that was interrupted, at whatever moment, and
/// the old one is there until the new one is. However slow this machine is, a run ends
/// by the signal alone that waits for standard input.
#[test]
fn an_interrupted_manifest() {
    let place = Place::new();
    place.file("SUMS", "old").file("d/a", "abc");
    File::create(place.path().join("d/long")).unwrap().set_len(1 << 30).unwrap();
    let args = ["hash", "-a", "md5", "-j1", "-o", "SUMS", "d", "-"];
    assert_eq!(interrupt(&place, &args, waits(32, Duration::from_millis(300))), 64);
    assert_eq!(fs::read_to_string(place.path().join("SUMS")).unwrap(), "old");
    // Around the moment when one goes for the other.
    for name in ["SUMS", "new"] {
        interrupt(&place, &["hash", "-o", name, "d/a"], waits(100, Duration::from_millis(20)));
    }
    let sums = fs::read_to_string(place.path().join("SUMS")).unwrap();
    assert!(sums == "old" || sums == format!("{ABC_B3}  d/a\n"), "{sums}");
}

#[test]
fn an_interrupted_encoding() {
    let place = Place::new();
    File::create(place.path().join("long")).unwrap().set_len(1 << 29).unwrap();
    place.file("out", "old");
    interrupt(&place, &["bao", "encode", "long", "out"], waits(30, Duration::from_millis(60)));
    let endless = ["bao", "encode", "-", "out"];
    assert_eq!(interrupt(&place, &endless, waits(16, Duration::from_millis(100))), 32);
}

/// A signal that is ignored when the command begins, as by `nohup`, stays so.
#[test]
fn an_ignored_signal() {
    let place = Place::new();
    place.fifo("fifo");
    let shell = "trap '' HUP; exec $L hash -o SUMS fifo";
    let mut command = Command::new("sh");
    command.args(["-c", shell]).env("L", env!("CARGO_BIN_EXE_lanesum")).current_dir(place.path());
    let mut child = command.spawn().unwrap();
    let writer = File::options().write(true).open(place.path().join("fifo")).unwrap();
    kill_process(Pid::from_child(&child), Signal::HUP).unwrap();
    sleep(Duration::from_millis(50));
    drop(writer);
    assert!(child.wait().unwrap().success());
    assert_eq!(fs::read_to_string(place.path().join("SUMS")).unwrap(), format!("{EMPTY_B3}  fifo\n"));
}

/// What is being written is no file of the directory yet; what somebody named
/// almost so is.
#[cfg(target_os = "linux")]
#[test]
fn no_walk_takes_an_unfinished_file_for_one() {
    let place = Place::new();
    place.file("a", "abc").file(".lanesum-mine", "abc");
    place.fifo("fifo");
    let mut command = place.command(&["hash", "-o", "SUMS", "fifo"]);
    without_unnamed_files(&mut command);
    let mut child = command.spawn().unwrap();
    // It has a name, and then a lock.
    let deadline = Instant::now() + Duration::from_secs(600);
    while !unfinished(&place).iter().any(|name| {
        let file = File::open(place.path().join(name)).unwrap();
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }) {
        assert!(Instant::now() < deadline, "it has no name, or no lock");
        sleep(Duration::from_millis(1));
    }
    let lines = format!("{ABC_B3}  ./.lanesum-mine\n{ABC_B3}  ./a\n");
    place.run(&["hash", "."]).says(&lines);
    // Killed without a moment to remove it.
    child.kill().unwrap();
    child.wait().unwrap();
    let name = unfinished(&place).into_iter().find(|name| name.ends_with(".tmp")).unwrap();
    let ran = place.run(&["hash", "."]);
    let left = "left out: a killed lanesum was writing it; you may remove it";
    assert_eq!((ran.code, ran.out, ran.err), (Some(0), lines, format!("lanesum: ./{name}: {left}\n")));
    // By its name it is a file as any other.
    place.run(&["hash", &name]).says(format!("{EMPTY_B3}  {name}\n"));
}

#[test]
fn mode_and_owner_stay() {
    for i in 0..2 {
        let place = Place::new();
        place.file("a", "abc").file("SUMS", "old");
        let sums = place.path().join("SUMS");
        fs::set_permissions(&sums, fs::Permissions::from_mode(0o640)).unwrap();
        // Only who may do all can give a file away.
        let given = chown(&sums, Some(1234), Some(2345)).is_ok();
        let before = fs::metadata(&sums).unwrap();
        let Some(mut command) = both(|| place.command(&["hash", "-o", "SUMS", "a"])).into_iter().nth(i)
        else {
            continue;
        };
        Ran::from(command.output().unwrap()).says("");
        let after = fs::metadata(&sums).unwrap();
        assert_eq!(fs::read_to_string(&sums).unwrap(), format!("{ABC_B3}  a\n"));
        assert_ne!(before.ino(), after.ino());
        assert_eq!((after.mode(), after.uid(), after.gid()), (before.mode(), before.uid(), before.gid()));
        assert!(!given || after.uid() == 1234);
    }
}

#[test]
fn what_may_not_be_replaced() {
    let place = Place::new();
    place.file("a", "abc").file("theirs", "old");
    fs::set_permissions(place.path().join("theirs"), fs::Permissions::from_mode(0o666)).unwrap();
    let run = |args: &[&str]| Ran::from(place.command_as_nobody(args).output().unwrap());
    // Where this user is not the one who may do everything, all is its own.
    if rustix::process::geteuid().is_root() {
        run(&["hash", "-o", "theirs", "a"]).fails(
            "",
            "lanesum: cannot write theirs: it belongs to another user or group, and what replaces it could not\n",
        );
        fs::set_permissions(place.path().join("theirs"), fs::Permissions::from_mode(0o444)).unwrap();
        run(&["hash", "-o", "theirs", "a"]).fails("", "lanesum: cannot write theirs: Permission denied\n");
        fs::create_dir(place.path().join("d")).unwrap();
        run(&["hash", "-o", "d/new", "a"]).fails(
            "",
            "lanesum: cannot write d/new: no file can be made in its directory: Permission denied\n",
        );
        // A directory that may be written to, and not read.
        let hidden = place.path().join("hidden");
        fs::create_dir(&hidden).unwrap();
        chown(&hidden, Some(65534), Some(65534)).unwrap();
        fs::set_permissions(&hidden, fs::Permissions::from_mode(0o300)).unwrap();
        for _ in 0..2 {
            run(&["hash", "-o", "hidden/new", "a"]).says("");
        }
    }
    assert_eq!(fs::read_to_string(place.path().join("theirs")).unwrap(), "old");
}

#[test]
fn links() {
    let place = Place::new();
    place.file("a", "abc").file("d/old", "old");
    let at = |name: &str| place.path().join(name);
    symlink("d/old", at("to-old")).unwrap();
    symlink("d/new", at("to-new")).unwrap();
    symlink("../to-new", at("d/twice")).unwrap();
    symlink("no/such", at("nowhere")).unwrap();
    symlink("loop", at("loop")).unwrap();
    fs::hard_link(at("d/old"), at("other")).unwrap();
    let line = format!("{ABC_B3}  a\n");
    for (name, written) in [("to-old", "d/old"), ("d/twice", "d/new"), ("to-new", "d/new")] {
        place.run(&["hash", "-o", name, "a"]).says("");
        assert!(fs::symlink_metadata(at(name)).unwrap().is_symlink(), "{name} stays a link");
        assert_eq!(fs::read_to_string(at(written)).unwrap(), line);
    }
    assert_eq!(fs::read_to_string(at("other")).unwrap(), "old", "another name of the old file keeps it");
    for (name, why) in [
        ("nowhere", "No such file or directory"),
        ("loop", "Too many levels of symbolic links"),
        ("d", "Is a directory"),
        ("new/", "Is a directory"),
        ("a/b", "Not a directory"),
    ] {
        place.run(&["hash", "-o", name, "a"]).fails("", format!("lanesum: cannot write {name}: {why}\n"));
    }
    assert!(fs::symlink_metadata(at("nowhere")).unwrap().is_symlink());
}

/// What is not a regular file is written as the lines come, and stays.
#[test]
fn devices_pipes_and_descriptors() {
    let place = Place::new();
    place.file("a", "abc");
    place.fifo("fifo");
    let line = format!("{ABC_B3}  a\n");
    place.shell("cat fifo & $L hash -o fifo a; wait").says(&line);
    place.run(&["hash", "-o", "/dev/null", "a"]).says("");
    for name in ["/dev/stdout", "/dev/fd/1"] {
        place.run(&["hash", "-o", name, "a"]).says(&line);
        // What is in a file already stays there, and the file is the same one.
        place
            .shell(&format!("echo first >f; ln -f f g; $L hash -o {name} a >>f; cat g"))
            .says(format!("first\n{line}"));
    }
    place
        .shell("echo first >f; ln -f f g; $L hash -o /dev/fd/3 a 3>>f; cat g")
        .says(format!("first\n{line}"));
    let ran = place.shell("$L hash -o /dev/stderr a");
    assert_eq!((ran.code, &*ran.out, &*ran.err), (Some(0), "", &*line));
}

/// A file that would be too long is an error, and not the end by a signal.
#[test]
fn a_limit_of_length() {
    let place = Place::new();
    place.file("a", "abc").file("SUMS", "old").file("long", vec![7; 3_000_000]);
    let names = "a ".repeat(400);
    place
        .shell(&format!("ulimit -f 1; $L hash -o SUMS {names}"))
        .fails("", "lanesum: cannot write SUMS: File too large\n");
    place.shell("ulimit -f 1; $L bao encode long out").fails("", "lanesum: write error: File too large\n");
    assert_eq!(fs::read_to_string(place.path().join("SUMS")).unwrap(), "old");
    assert!(!place.path().join("out").exists());
    assert_eq!(unfinished(&place), [""; 0]);
}

/// A manifest that would lack a file does not take the place of one that does
/// not.
#[test]
fn a_manifest_that_is_not_whole() {
    for form in [&[][..], &["--tag"], &["--json"]] {
        let place = Place::new();
        place.file("a", "abc").file("SUMS", "old");
        let run = |args: &[&str]| place.run(&[&["hash"], form, args].concat());
        let why = "not written: files are missing from it; --partial writes it without them";
        run(&["-o", "SUMS", "a", "nope"])
            .fails("", format!("lanesum: nope: No such file or directory\nlanesum: SUMS: {why}\n"));
        assert_eq!(fs::read_to_string(place.path().join("SUMS")).unwrap(), "old");
        run(&["-o", "new", "a", "nope"])
            .fails("", format!("lanesum: nope: No such file or directory\nlanesum: new: {why}\n"));
        assert!(!place.path().join("new").exists());
        // Who asks for it gets it, and the exit status still says so.
        run(&["-o", "SUMS", "--partial", "a", "nope"])
            .fails("", "lanesum: nope: No such file or directory\n");
        let mut lines = run(&["a", "nope"]).out;
        assert_eq!(fs::read_to_string(place.path().join("SUMS")).unwrap(), lines);
        // It cannot list itself, and is whole without.
        run(&["-o", "SUMS", "a", "SUMS"]).fails("", "lanesum: SUMS: input file is output file\n");
        lines = run(&["a"]).out;
        let sums = fs::read_to_string(place.path().join("SUMS")).unwrap();
        assert!(sums.starts_with(&lines) && !sums.contains("nope"), "{sums}");
        assert_eq!(unfinished(&place), [""; 0]);
    }
    let place = Place::new();
    place.run(&["hash", "--partial", "a"]).is_wrong_usage("--output");
}

/// A link that leads back to where the walk is hides nothing from it.
#[test]
fn a_walk_in_a_circle() {
    let place = Place::new();
    place.file("d/a", "abc").file("d/e/b", "abc").file("SUMS", "old");
    symlink("..", place.path().join("d/e/up")).unwrap();
    let ran = place.run(&["hash", "-L", "-o", "SUMS", "d"]);
    ran.fails("", "lanesum: d/e/up: Too many levels of symbolic links\n");
    let sums = fs::read_to_string(place.path().join("SUMS")).unwrap();
    assert_eq!(sums, format!("{ABC_B3}  d/a\n{ABC_B3}  d/e/b\n"));
    // One that leads nowhere is a file that is missing.
    fs::remove_file(place.path().join("d/e/up")).unwrap();
    symlink("nowhere", place.path().join("d/e/up")).unwrap();
    let ran = place.run(&["hash", "-L", "-o", "SUMS", "d"]);
    assert!(ran.err.ends_with("--partial writes it without them\n"), "{}", ran.err);
}
