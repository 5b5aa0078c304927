//! How far the work is, on a terminal, and what was done in the end.

use crate::support::Place;
use crate::terminal::{on_terminal, terminal};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::{self, File};
use std::io::Read;

/// The last line that a command shows on a terminal, without how long it took.
fn last_line(place: &Place, args: &[&str]) -> (Option<i32>, String) {
    let (code, text) = on_terminal(place.command(args), "C.UTF-8");
    // On a busy machine a bar came before it.
    let last = frames(&text).pop().unwrap_or_default();
    let parts: Vec<_> = last.split(", ").filter(|part| !part.ends_with(" s")).collect();
    (code, parts.join(", "))
}

#[test]
fn sums_up_on_a_terminal() {
    let place = Place::new();
    place.file("t/a", "abc").file("t/b", "12345678").file("t/c", "");
    let all = |line: &str| (Some(0), line.to_owned());
    assert_eq!(last_line(&place, &["hash", "t"]), all("3 files, 11 B, all read"));
    assert_eq!(last_line(&place, &["hash", "--tag", "-o", "M", "t"]), all("3 files, 11 B, all read"));
    assert_eq!(last_line(&place, &["check", "M"]), all("3 files, 11 B, all OK"));
    assert_eq!(last_line(&place, &["check", "--quiet", "M"]), all("3 files, 11 B, all OK"));
    assert_eq!(last_line(&place, &["audit", "M", "t"]), all("3 files, 11 B, all OK"));
    assert_eq!(last_line(&place, &["update", "M", "t"]), all("3 files, 11 B, all OK"));
    place.file("t/a", "abd").file("t/d", "");
    fs::remove_file(place.path().join("t/c")).unwrap();
    let bad = |line: &str| (Some(1), line.to_owned());
    assert_eq!(last_line(&place, &["check", "-ablake3", "M"]), bad("3 files, 11 B, 2 NOT OK"));
    // Of what is missing there is nothing to read.
    assert_eq!(last_line(&place, &["audit", "M", "t"]), bad("4 files, 11 B, 2 NOT OK"));
    assert_eq!(last_line(&place, &["hash", "t", "nope"]), bad("3 files, 11 B, 1 not read"));
    // A line about one file needs no sum, and who asks for none gets none.
    assert_eq!(on_terminal(place.command(&["hash", "t/d"]), "C").1.lines().count(), 1);
    let (_, quiet) = on_terminal(place.command(&["hash", "--progress=never", "t"]), "C");
    assert_eq!(quiet.lines().count(), 3);
    assert!(!on_terminal(place.command(&["check", "--status", "M"]), "C").1.contains(" files"));
    // Into a pipe there are lines only.
    assert_eq!(place.run(&["hash", "t"]).err, "");
}

/// What is shown of `text` up to its end, without what moves the cursor.
fn frames(text: &str) -> Vec<String> {
    let mut frames = vec![String::new()];
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\x1b' => {
                // CSI: parameters, and a letter.
                let _ = chars.find(char::is_ascii_alphabetic);
            }
            '\r' | '\n' => frames.push(String::new()),
            c => frames.last_mut().unwrap().push(c),
        }
    }
    frames.into_iter().map(|frame| frame.trim().to_owned()).filter(|frame| !frame.is_empty()).collect()
}

fn resize(terminal: &File, columns: u16) {
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(terminal, size).unwrap();
}

/// Reads what is shown until a part of it satisfies somebody.
fn read_until(own: &mut File, enough: impl Fn(&str) -> bool) -> String {
    let (mut shown, mut piece) = (Vec::new(), [0; 4096]);
    while let Ok(n @ 1..) = own.read(&mut piece) {
        shown.extend_from_slice(&piece[..n]);
        if frames(&String::from_utf8_lossy(&shown)).iter().any(|frame| enough(frame)) {
            break;
        }
    }
    String::from_utf8(shown).unwrap()
}

/// A line is never longer than the terminal is wide, also after that has changed.
#[test]
fn fits_into_the_terminal() {
    let place = Place::new();
    place.file("t/a", "abc");
    // So long that it is ended here, by a signal. It takes no room on the disk.
    File::create(place.path().join("t/b")).unwrap().set_len(1 << 38).unwrap();
    let (mut own, theirs) = terminal();
    resize(&own, 120);
    let mut command = place.command(&["hash", "-j1", "t"]);
    command.stdout(std::process::Stdio::null()).stderr(theirs).env("TERM", "xterm");
    let mut child = command.spawn().unwrap();
    drop(command);
    // A read may end in the middle of a frame.
    let whole = |frame: &str| {
        ["left", "\u{2591}", " of 2 files  ", " of 256.00 GiB  ", "/s  "]
            .iter()
            .all(|part| frame.contains(part))
    };
    let wide = frames(&read_until(&mut own, whole));
    assert!(wide.iter().any(|frame| whole(frame)), "{wide:?}");
    for columns in [60, 30, 12, 80] {
        resize(&own, columns);
        // A frame or two may be on their way.
        let fits = |frame: &str| frame.chars().count() < usize::from(columns);
        let shown = read_until(&mut own, |frame| fits(frame) && frame.contains('B'));
        assert!(frames(&shown).iter().any(|frame| fits(frame)), "{columns}: {shown:?}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
}
