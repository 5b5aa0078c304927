//! Files whose hash is a tree, shared out to all threads.

use crate::support::{EMPTY_B3, Place, Ran};
use lanesum::{Algorithm, Hasher, blake3};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::time::{Duration, Instant};

fn message(len: usize, seed: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 131 + (i >> 9) * 7 + seed) as u8).collect()
}

/// Next to every boundary: of files that are hashed one by one, of those that are shared out, of
/// parts, of chunks.
#[test]
fn every_length() {
    let place = Place::new();
    let mut expected = String::new();
    let mut i = 0;
    let whole = [128 << 10, (128 << 10) + 1024, 256 << 10, (1 << 20) + 512];
    let shared = [2 << 20, 4 << 20, (4 << 20) + 1024, (4 << 20) + (128 << 10), (4 << 20) + (256 << 10)];
    for end in [&whole[..], &shared, &[(8 << 20) - 1]].concat() {
        for len in [end - 1, end, end + 1] {
            let message = message(len, i);
            place.file(format!("d/{i:02}"), &message);
            expected.push_str(&format!("{}  d/{i:02}\n", blake3::hash(&message)));
            i += 1;
        }
    }
    for threads in ["1", "2", "5", "150"] {
        place.run(&["hash", "-j", threads, "d"]).says(&expected);
        place.shell(&format!("$L b3sum --no-mmap --num-threads {threads} d/*")).says(&expected);
    }
}

/// What is hashed in one go has its mode and its output, as what is cut has.
#[test]
fn modes_and_outputs() {
    let place = Place::new();
    let key = [7; blake3::KEY_LEN];
    place.file("key", key);
    for len in [100 << 10, 300 << 10, 3 << 20] {
        let message = message(len, 4);
        place.file("m", &message);
        let keyed = blake3::Mode::keyed(&key).hash(&message);
        let derived = blake3::Mode::derive_key("a context").hash(&message);
        place.shell("$L b3sum --keyed m < key").says(format!("{keyed}  m\n"));
        place.shell("$L b3sum --derive-key 'a context' m").says(format!("{derived}  m\n"));
        let mut output = [0; 100];
        let mut hasher = blake3::Hasher::new();
        hasher.update(&message).finalize_xof().fill(&mut output);
        let hex = output[5..].iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        place.shell("$L b3sum --length 95 --seek 5 m").says(format!("{hex}  m\n"));
    }
}

/// Large and small ones, in the order of the names.
#[test]
fn among_others() {
    let place = Place::new();
    let mut expected = String::new();
    for i in 0..600 {
        let len = if i % 97 == 0 { 6 << 20 } else { i << (if i % 3 == 0 { 10 } else { 0 }) };
        let message = message(len, i);
        place.file(format!("d/{i:03}"), &message);
        expected.push_str(&format!("{}  d/{i:03}\n", blake3::hash(&message)));
    }
    for threads in ["1", "2", "4"] {
        place.run(&["hash", "-j", threads, "d"]).says(&expected);
        place.shell(&format!("$L hash -j {threads} d/*")).says(&expected);
    }
}

/// A file on standard input is read from where it is, and is then at its end.
#[test]
fn on_standard_input() {
    let place = Place::new();
    let message = message((9 << 20) + 5, 1);
    place.file("m", &message);
    for skip in [0, 1, 4097, 6 << 20] {
        let mut file = File::open(place.path().join("m")).unwrap();
        file.seek(SeekFrom::Start(skip as u64)).unwrap();
        let mut command = place.command(&["hash", "-", "-"]);
        let hash = blake3::hash(&message[skip..]);
        Ran::from(command.stdin(file.try_clone().unwrap()).output().unwrap())
            .says(format!("{hash}  -\n{EMPTY_B3}  -\n"));
        assert_eq!(file.read(&mut [0]).unwrap(), 0, "nothing is left");
    }
}

/// A pipe, read by one thread and hashed by another where there may be three.
#[test]
fn through_a_pipe() {
    let place = Place::new();
    for len in [(1 << 20) - 1, 1 << 20, (1 << 20) + 1, (5 << 20) + 77] {
        let message = message(len, 2);
        place.file("m", &message);
        let [b3, md5] = [
            blake3::hash(&message).to_string(),
            lanesum::hash(lanesum::Algorithm::Md5, &message).to_string(),
        ];
        for threads in ["1", "2", "3", "8"] {
            let hash = |algorithm| format!("cat m | $L hash -a {algorithm} -j {threads} - m");
            place.shell(&hash("blake3")).says(format!("{b3}  -\n{b3}  m\n"));
            place.shell(&hash("md5")).says(format!("{md5}  -\n{md5}  m\n"));
        }
        place.shell("cat m | $L md5sum - m").says(format!("{md5}  -\n{md5}  m\n"));
        let sha1 = lanesum::hash(Algorithm::Sha1, &message);
        for threads in ["1", "2", "3", "8"] {
            place
                .shell(&format!("cat m | $L hash -a md5,sha1,blake3 -j {threads} -"))
                .says(format!("{md5}  -\n{sha1}  -\n{b3}  -\n"));
        }
    }
}

#[test]
fn a_tree_beside_another_function() {
    let place = Place::new();
    let message = message(5 << 20, 3);
    place.file("m", &message);
    let (b3, md5) = (blake3::hash(&message), lanesum::hash(lanesum::Algorithm::Md5, &message));
    place.run(&["hash", "-a", "blake3,md5", "m"]).says(format!("{b3}  m\n{md5}  m\n"));
}

/// Files whose pieces are hashed as soon as they are read, alone and beside those that wait for
/// others, at each length next to a piece's.
#[test]
fn without_lanes() {
    let place = Place::new();
    let algorithms = [Algorithm::Crc32, Algorithm::Xxh3_64, Algorithm::Md5];
    let mut lines = [const { String::new() }; 3];
    let mut manifest = String::new();
    let lens = [0, 16 << 10, 63 << 10, 64 << 10, 126 << 10, 256 << 10, 512 << 10, 3 << 20];
    for i in 0..90 {
        let message = message((lens[i % lens.len()] + i / lens.len()).saturating_sub(5), i);
        place.file(format!("d/{i:02}"), &message);
        for (lines, algorithm) in lines.iter_mut().zip(algorithms) {
            lines.push_str(&format!("{}  d/{i:02}\n", lanesum::hash(algorithm, &message)));
        }
        let algorithm = algorithms[i % algorithms.len()];
        let digest = lanesum::hash(algorithm, &message);
        manifest.push_str(&format!("{} (d/{i:02}) = {digest}\n", algorithm.tag()));
    }
    place.file("manifest", manifest);
    for threads in ["1", "2", "5"] {
        for (lines, algorithm) in lines.iter().zip(algorithms) {
            place.run(&["hash", "--untagged", "-a", algorithm.name(), "-j", threads, "d"]).says(lines);
        }
        let both = place.run(&["hash", "--untagged", "-a", "crc32,xxh3-64", "-j", threads, "d"]);
        let each = lines[0].lines().zip(lines[1].lines());
        both.says(each.map(|(crc, xxh)| format!("{crc}\n{xxh}\n")).collect::<String>());
        let checked = place.run(&["check", "--quiet", "-j", threads, "manifest"]);
        assert_eq!((checked.code, checked.out.as_str()), (Some(0), ""), "{}", checked.err);
    }
}

/// One thread hashes it: window by window, mapped and read.
#[test]
fn no_trees() {
    let place = Place::new();
    let message = message((40 << 20) + 77, 5);
    place.file("m", &message);
    let md5 = |bytes: &[u8]| lanesum::hash(Algorithm::Md5, bytes).to_string();
    let (whole, crc) = (md5(&message), lanesum::hash(Algorithm::Crc32, &message));
    place.run(&["hash", "-a", "md5,crc32", "m"]).says(format!("{whole}  m\n{crc}  m\n"));
    place.shell("$L md5sum m - < m").says(format!("{whole}  m\n{whole}  -\n"));
    for skip in [1, 4097, 6 << 20, 36 << 20] {
        let mut file = File::open(place.path().join("m")).unwrap();
        file.seek(SeekFrom::Start(skip as u64)).unwrap();
        let mut command = place.command(&["md5sum"]);
        Ran::from(command.stdin(file.try_clone().unwrap()).output().unwrap())
            .says(format!("{}  -\n", md5(&message[skip..])));
        assert_eq!(file.read(&mut [0]).unwrap(), 0, "nothing is left");
    }
}

/// Several functions, on a thread each where there are so many.
#[test]
fn several_threads() {
    let place = Place::new();
    let message = message((40 << 20) + 77, 6);
    place.file("m", &message).file("n", &message[..(9 << 20) + 1]);
    let algorithms =
        [Algorithm::Sha1, Algorithm::Md5, Algorithm::Crc32, Algorithm::Blake3, Algorithm::Sha256];
    let lines = |name, message: &[u8]| {
        algorithms.map(|algorithm| format!("{}  {name}\n", lanesum::hash(algorithm, message))).concat()
    };
    let (m, n) = (lines("m", &message), lines("n", &message[..(9 << 20) + 1]));
    for threads in ["1", "2", "3", "8"] {
        let hash = ["hash", "-a", "sha1,md5,crc32,blake3,sha256", "-j", threads];
        place.run(&[&hash[..], &["m"]].concat()).says(&m);
        place.run(&[&hash[..], &["m", "n"]].concat()).says(format!("{m}{n}"));
        place.run(&[&hash[..], &["m", "n", "m", "n", "m"]].concat()).says(format!("{m}{n}{m}{n}{m}"));
    }
}

/// It grows and shrinks all the time: whatever a run sees, it is an error or
/// the hash of one of the lengths.
#[test]
fn a_file_that_changes() {
    let several = &[Algorithm::Sha1, Algorithm::Md5, Algorithm::Sha256];
    for algorithms in [&[Algorithm::Blake3][..], &[Algorithm::Md5], several] {
        let change = Change::of(24 << 20, LESS);
        let line = |message: &[u8], algorithm| format!("{}  m\n", lanesum::hash(algorithm, message));
        let lines = [&change.message[..], &change.message[..LESS]]
            .map(|message| algorithms.iter().map(|&algorithm| line(message, algorithm)).collect::<String>());
        let names: Vec<_> = algorithms.iter().map(|algorithm| algorithm.name()).collect();
        let mut changed = 0;
        change.until(&["hash", "-j", "2", "-a", &names.join(","), "m"], |ran| {
            if ran.code == Some(0) {
                assert!(lines.contains(&ran.out), "{}", ran.out);
            } else {
                assert_eq!(ran.out, "");
                assert!(ran.err.starts_with("lanesum: m: changed while it was read ("), "{}", ran.err);
                changed += 1;
            }
            changed > 0
        });
    }
}

/// A file of which all is one stretch, or whose pieces are hashed as soon as they are read, and
/// which is named again and again while it shrinks: each line is an error, or the hash of one of
/// the lengths.
#[test]
fn files_that_change() {
    const LESS: usize = (300 << 10) - 5;
    let change = Change::of(1 << 20, LESS);
    for algorithm in [Algorithm::Blake3, Algorithm::Crc32] {
        let command = [&["hash", "--untagged", "-j", "2", "-a", algorithm.name()], &["m"; 200][..]].concat();
        let digests = [&change.message[..], &change.message[..LESS]]
            .map(|message| lanesum::hash(algorithm, message).to_string());
        let mut changed = 0;
        change.until(&command, |ran| {
            let wrong = |line: &&str| !digests.iter().any(|digest| *line == format!("{digest}  m"));
            assert_eq!(ran.out.lines().find(wrong), None);
            let is_change = |line: &str| line.starts_with("lanesum: m: changed while it was read (");
            assert!(ran.err.lines().all(is_change), "{}", ran.err);
            assert_eq!(ran.out.lines().count() + ran.err.lines().count(), 200);
            changed += ran.err.lines().count();
            changed > 0
        });
    }
}

/// The system's command reads on, and prints the hash of what it read: of some bytes that the
/// file began with, and never of zeros behind its end.
#[test]
fn a_file_that_changes_under_md5sum() {
    let change = Change::of(24 << 20, LESS);
    let mut hasher = Hasher::new(Algorithm::Md5);
    let mut lines =
        HashSet::from([format!("{}  m\n", lanesum::hash(Algorithm::Md5, &change.message[..LESS]))]);
    for piece in change.message.chunks(32 << 10) {
        hasher.update(piece);
        lines.insert(format!("{}  m\n", hasher.finalize()));
    }
    let (mut runs, whole) = (0, format!("{}  m\n", hasher.finalize()));
    change.until(&["md5sum", "m"], |ran| {
        assert!(ran.code == Some(0) && lines.contains(&ran.out), "{}{}", ran.out, ran.err);
        runs += u32::from(ran.out != whole);
        runs > 5
    });
}

/// Bytes that are left of a file that changes: its end is in the last page of a window.
const LESS: usize = (8 << 20) - 5;

/// A file that is now shorter, now whole.
struct Change {
    place: Place,
    message: Vec<u8>,
    less: usize,
}

impl Change {
    fn of(len: usize, less: usize) -> Self {
        let (place, message) = (Place::new(), message(len, 9));
        place.file("m", &message);
        Self { place, message, less }
    }

    /// Runs a command while the file `m` becomes shorter: twenty times, and until `check` is
    /// content.
    fn until(&self, command: &[&str], mut check: impl FnMut(Ran) -> bool) {
        let path = self.place.path().join("m");
        let (mut content, mut runs) = (false, 0);
        // A change comes in the middle of a run, however long one takes here.
        let mut took = Duration::from_millis(8);
        while !content || runs < 20 {
            assert!(runs < 1000, "no run of {runs} saw a change");
            let start = Instant::now();
            let child = self.place.start(command);
            let file = OpenOptions::new().write(true).open(&path).unwrap();
            std::thread::sleep(took * (runs % 16) / 16);
            file.set_len(self.less as u64).unwrap();
            let ran = Ran::from(child.wait_with_output().unwrap());
            took = start.elapsed();
            content |= check(ran);
            let mut file = OpenOptions::new().write(true).open(&path).unwrap();
            file.write_all(&self.message).unwrap();
            runs += 1;
        }
        assert_eq!(fs::metadata(&path).unwrap().len(), self.message.len() as u64);
    }
}

/// Memory does not follow the size of a file.
#[cfg(target_os = "linux")]
#[test]
fn in_little_memory() {
    let place = Place::new();
    let sparse = File::create(place.path().join("m")).unwrap();
    sparse.set_len(1 << 30).unwrap();
    let ran = place.shell("ulimit -v 200000; $L hash -j 2 m");
    assert_eq!((ran.code, ran.out.len()), (Some(0), 64 + "  m\n".len()), "{}", ran.err);
}

/// More large files than there are descriptors for, in directories.
#[test]
fn with_few_descriptors() {
    let place = Place::new();
    let mut expected = String::new();
    for i in 0..30 {
        let message = message(if i % 2 == 0 { 4 << 20 } else { 300 << 10 }, i);
        place.file(format!("d/{i:02}/m"), &message);
        expected.push_str(&format!("{}  d/{i:02}/m\n", blake3::hash(&message)));
    }
    for threads in [1, 2, 4] {
        place.shell(&format!("ulimit -n 16; $L hash -j {threads} d")).says(&expected);
        place.shell(&format!("ulimit -n 16; $L hash -j {threads} d/*/m")).says(&expected);
    }
}

/// It ends at once, though much is left to be read.
#[test]
fn a_full_output() {
    let place = Place::new();
    place.file("a", "abc");
    let sparse = File::create(place.path().join("m")).unwrap();
    sparse.set_len(1 << 40).unwrap();
    let start = Instant::now();
    place.shell("$L hash -j 2 a m >/dev/full").fails("", "lanesum: write error: No space left on device\n");
    place.shell("$L hash -j 2 a m >&-").fails("", "lanesum: write error: Bad file descriptor\n");
    // To read it takes several times as long.
    assert!(start.elapsed() < Duration::from_secs(100));
}

/// A file that is open but cannot be read, nor mapped.
#[test]
fn a_read_error() {
    let place = Place::new();
    place.file("m", message(6 << 20, 1));
    place.shell("$L hash 0>> m").fails("", "lanesum: -: Bad file descriptor\n");
    place.shell("$L b3sum - 0>> m").fails("", "b3sum: -: Bad file descriptor (os error 9)\n");
}

/// The signal that a truncated file is known by, sent by a process, does what it
/// always did.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_means_something_else() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::os::unix::process::ExitStatusExt;
    let place = Place::new();
    let message = message(6 << 20, 2);
    place.file("m", &message).fifo("fifo");
    let mut child = place.start(&["hash", "-j", "2", "m", "fifo"]);
    let mut line = vec![0; 64 + "  m\n".len()];
    child.stdout.as_mut().unwrap().read_exact(&mut line).unwrap();
    assert_eq!(line, format!("{}  m\n", blake3::hash(&message)).as_bytes());
    kill_process(Pid::from_child(&child), Signal::BUS).unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(Signal::BUS.as_raw()));
}
