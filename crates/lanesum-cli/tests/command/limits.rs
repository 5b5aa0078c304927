//! Little of what the system gives: threads, and memory to address.

use crate::support::{ABC_B3, ABC_MD5, Place, Ran};
use rustix::process::{Resource, Rlimit, setrlimit};
use std::fs;
use std::os::unix::process::CommandExt;

/// Runs it without a second thread: as nobody, where this user may have as many
/// as there are.
fn alone(place: &Place, args: &[&str]) -> Ran {
    let mut command = place.command_as_nobody(args);
    let limit = || {
        let one = Rlimit { current: Some(1), maximum: Some(1) };
        Ok(setrlimit(Resource::Nproc, one)?)
    };
    // SAFETY: between `fork` and `exec` it makes one system call.
    unsafe { command.pre_exec(limit) };
    command.output().unwrap().into()
}

/// No second thread: what there is does the work, and shows no progress.
#[cfg(target_os = "linux")]
#[test]
fn no_threads() {
    let place = Place::new();
    place.file("a", "abc").file("long", vec![7; 9_000_000]).file("M", format!("{ABC_MD5}  a\n"));
    let long = place.run(&["hash", "long"]).out;
    for progress in ["--progress=always", "--progress=never"] {
        let run = |args: &[&str]| alone(&place, &[args, &[progress]].concat());
        run(&["hash", "a", "long"]).says(format!("{ABC_B3}  a\n{long}"));
        run(&["check", "M"]).says("a: OK\n");
        run(&["verify", "a", ABC_MD5]).says("a: OK\n");
        run(&["bao", "hash", "long", "long"]).says(long.repeat(2));
        run(&["bao", "encode", "long", "out"]).says("");
        run(&["bao", "decode", &long[..64], "out", "back"]).says("");
        assert!(fs::read(place.path().join("back")).unwrap() == vec![7; 9_000_000]);
    }
}

/// From little more than the program itself needs on, everything goes. Its buffers, its
/// paths and one thread take 2.5 MB, whose last pages depend on where the system puts
/// them.
#[cfg(target_os = "linux")]
#[test]
fn little_memory() {
    let place = Place::new();
    place.file("a", "abc").file("long", vec![7; 9_000_000]);
    for i in 0..300 {
        place.file(format!("d/{i}"), vec![i as u8; 5000 * (i % 40)]);
    }
    place.run(&["hash", "-o", "M", "a", "long", "d"]).says("");
    let lines = fs::read_to_string(place.path().join("M")).unwrap();
    let long = &lines.lines().nth(1).unwrap()[..64];
    let least = least(&place);
    for room in (0..40).map(|i| least + 4000 + 1000 * i) {
        let run = |command: &str| place.shell(&format!("ulimit -v {room}; $L {command}"));
        let good = |command: &str, out: &str| {
            let ran = run(command);
            assert_eq!((ran.code, &*ran.out), (Some(0), out), "{command} with {room} KiB: {}", ran.err);
        };
        good("hash a long d", &lines);
        good("hash -j 8 --progress always a long d", &lines);
        good("check --quiet M", "");
        good("bao encode long out", "");
        good(&format!("bao decode {long} out back"), "");
    }
    assert!(fs::read(place.path().join("back")).unwrap() == vec![7; 9_000_000]);
}

/// The KiB with which the program begins at all.
#[cfg(target_os = "linux")]
fn least(place: &Place) -> u64 {
    let starts = |room: &u64| place.shell(&format!("ulimit -v {room}; $L --version")).code == Some(0);
    (40..2000).map(|i| 100 * i).find(starts).unwrap()
}
