//! What a walk has found is replaced before it is opened.

use crate::support::{ABC_B3, Place, Ran};
use rustix::fs::{CWD, RenameFlags, renameat_with};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

/// Calls `f` while two files change places all the time.
fn while_swapped(a: &Path, b: &Path, f: impl FnOnce()) {
    let stop = AtomicBool::new(false);
    // Also where `f` panics: the scope waits for the thread.
    struct Stop<'a>(&'a AtomicBool);
    impl Drop for Stop<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE).unwrap();
            }
        });
        let _stop = Stop(&stop);
        f();
    });
}

/// Runs it, and ends it if it hangs.
#[track_caller]
fn run(place: &Place, args: &[&str]) -> Ran {
    let mut child = place.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(600);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > deadline {
            child.kill().unwrap();
            panic!("{args:?} hangs");
        }
        sleep(Duration::from_millis(1));
    }
    child.wait_with_output().unwrap().into()
}

/// Hashes `d` 200 times while `d/NAME` and `other` change places. Each run has the
/// line of a file, says that it was replaced, or has found no file.
fn swap(place: &Place, name: &str, other: &str, file: &str, messages: &[&str]) {
    let line = format!("{ABC_B3}  {file}\n");
    let (mut with, mut without) = (0, 0);
    let at = |name: &str| place.path().join(name);
    while_swapped(&at(name), &at(other), || {
        for i in 0..200 {
            let ran = run(place, &["hash", "-j", if i % 2 == 0 { "1" } else { "2" }, "d"]);
            let (mine, others): (Vec<_>, Vec<_>) = ran.out.lines().partition(|line| line.ends_with(file));
            assert_eq!(others.len(), 40, "{ran:?}");
            match mine[..] {
                [mine] => assert_eq!((format!("{mine}\n"), &*ran.err), (line.clone(), "")),
                [] if ran.err.is_empty() => assert_eq!(ran.code, Some(0)),
                [] => {
                    assert_eq!(ran.code, Some(1));
                    assert!(messages.iter().any(|message| ran.err == *message), "{ran:?}");
                }
                _ => panic!("{ran:?}"),
            }
            if mine.is_empty() { without += 1 } else { with += 1 }
        }
    });
    assert!(with > 0 && without > 0, "they changed places: {with} with it, {without} without");
}

fn place() -> Place {
    let place = Place::new();
    place.file("d/m/f", "abc").file("secret/f", "secret");
    for i in 0..20 {
        place.file(format!("d/a{i}"), "a").file(format!("d/z{i}"), "z");
    }
    place
}

const REPLACED: &str = "lanesum: d/m/f: no longer a regular file\n";

#[test]
fn by_a_link_to_a_file() {
    let place = place();
    symlink(place.path().join("secret/f"), place.path().join("link")).unwrap();
    swap(&place, "d/m/f", "link", "d/m/f", &[REPLACED]);
}

#[test]
fn by_a_link_to_a_device_without_end() {
    let place = place();
    symlink("/dev/zero", place.path().join("link")).unwrap();
    swap(&place, "d/m/f", "link", "d/m/f", &[REPLACED]);
}

#[test]
fn by_a_link_to_a_directory() {
    let place = place();
    symlink(place.path().join("secret"), place.path().join("link")).unwrap();
    // Listed as a directory, opened as a link; or opened again by another thread.
    let messages = ["lanesum: d/m: Not a directory\n", "lanesum: d/m/f: its directory was replaced\n"];
    swap(&place, "d/m", "link", "d/m/f", &messages);
}

#[test]
fn by_a_pipe() {
    let place = place();
    place.fifo("fifo");
    swap(&place, "d/m/f", "fifo", "d/m/f", &[REPLACED]);
}

/// Where links are followed one may be swapped in, but still no pipe and no
/// device is read.
#[test]
fn by_what_is_no_file_where_links_are_followed() {
    let place = place();
    symlink("/dev/zero", place.path().join("link")).unwrap();
    let at = |name: &str| place.path().join(name);
    while_swapped(&at("d/m/f"), &at("link"), || {
        for _ in 0..50 {
            let ran = run(&place, &["hash", "-L", "d"]);
            assert!(matches!(&*ran.err, "" | REPLACED), "{ran:?}");
        }
    });
}

/// Removed while it is walked.
#[test]
fn by_nothing() {
    let place = Place::new();
    let at = |name: &str| place.path().join(name);
    fs::create_dir(at("kept")).unwrap();
    for i in 0..300 {
        place.file(format!("d/{i:03}/f"), "abc").file(format!("kept/{i:03}"), "");
    }
    scope(|scope| {
        let removing = scope.spawn(|| fs::remove_dir_all(at("d")).unwrap());
        while !removing.is_finished() {
            let ran = run(&place, &["hash", "kept", "d"]);
            let (kept, gone): (Vec<_>, Vec<_>) = ran.out.lines().partition(|line| line.contains("  kept/"));
            assert_eq!(kept.len(), 300);
            assert!(gone.iter().all(|line| line.starts_with(ABC_B3)), "{ran:?}");
            assert!(ran.err.lines().all(|line| line.starts_with("lanesum: d") && line.ends_with("No such file or directory")), "{ran:?}");
        }
    });
}
