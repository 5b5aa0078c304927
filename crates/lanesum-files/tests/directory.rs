//! A directory hashed through the library, as a program would that is not the
//! command: in order, with errors as values, on any number of threads.

use lanesum::{Algorithm, hash};
use lanesum_files::engine::{
    self, BoxedSource, Next, Options, Progress, ReadError, Reading, Sink, Source, Task,
};
use lanesum_files::function::Function;
use lanesum_files::input::Input;
use lanesum_files::walk::{Exclude, Rules, Walk};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;
use std::{fs, panic, thread};

/// Names, some of which are directories.
struct Operands(std::vec::IntoIter<Input>);

impl Source for Operands {
    type Job = ();
    type Line = Lines;

    fn keeps_files(&self) -> bool {
        false
    }

    fn left(&self) -> usize {
        self.0.len()
    }

    fn next(&mut self, _: bool) -> Next<(), Lines> {
        self.0.next().map_or(Next::End, |input| Next::Read(input, ()))
    }
}

/// What is in a directory.
struct Below(Walk);

impl Source for Below {
    type Job = ();
    type Line = Lines;

    fn next(&mut self, _: bool) -> Next<(), Lines> {
        match self.0.next() {
            Some(Ok(input)) => Next::Read(input, ()),
            Some(Err(error)) => Next::Line(vec![Line { name: error.name, digests: Err(error.error.into()) }]),
            None => Next::End,
        }
    }
}

struct Line {
    name: Vec<u8>,
    digests: Result<Vec<Vec<u8>>, ReadError>,
}

/// A line, or up to `JOINED` that follow on each other.
type Lines = Vec<Line>;
const JOINED: usize = 5;

struct Digests {
    functions: Vec<Function>,
    rules: Arc<Rules>,
}

impl Task for Digests {
    type Job = ();
    type Line = Lines;

    fn functions<'a>(&'a self, (): &'a ()) -> &'a [Function] {
        &self.functions
    }

    fn line(&self, input: Input, (): (), reading: Result<Reading, ReadError>) -> Lines {
        assert!(!input.name.ends_with(b"/panics"), "it is meant to");
        let digests = reading.map(|reading| reading.digests.iter().map(|d| d.as_bytes().to_vec()).collect());
        vec![Line { name: input.name, digests }]
    }

    fn join(&self, last: &mut Lines, lines: Lines) -> Option<Lines> {
        if last.len() + lines.len() > JOINED {
            return Some(lines);
        }
        last.extend(lines);
        None
    }

    fn walk(&self, input: &Input, (): &()) -> Option<BoxedSource<(), Lines>> {
        Some(Box::new(Below(Walk::new(input.name.clone(), self.rules.clone()))))
    }
}

/// Keeps lines, up to some number.
struct Keep(Vec<Line>, usize);

impl Sink<Lines> for Keep {
    type Error = &'static str;

    fn line(&mut self, lines: Lines) -> Result<(), &'static str> {
        for line in lines {
            if self.0.len() == self.1 {
                return Err("enough");
            }
            self.0.push(line);
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), &'static str> {
        Ok(())
    }
}

#[derive(Default)]
struct Count(AtomicU64);

impl Progress for Count {
    fn add(&self, bytes: u64) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// 300 small files, empty ones among them, a large one, and a file that is to be
/// left out. Says how many bytes the others have.
fn make(root: &Path) -> u64 {
    let mut bytes = 0;
    for i in 0..300u32 {
        let directory = root.join(format!("d{}", i % 7));
        fs::create_dir_all(&directory).unwrap();
        let len = [0, 1, 63, 64, 1000, 8192, 100_000][i as usize % 7];
        fs::write(directory.join(format!("f{i}")), vec![i as u8; len]).unwrap();
        bytes += len as u64;
    }
    let large: Vec<u8> = (0..9_000_001u32).map(|i| (i / 3) as u8).collect();
    fs::write(root.join("large"), &large).unwrap();
    fs::write(root.join("not.this"), "x").unwrap();
    bytes + large.len() as u64
}

fn run(
    root: &Path,
    names: &[&str],
    threads: usize,
    map: bool,
    most: usize,
) -> (Keep, Result<(), &'static str>, u64) {
    let inputs: Vec<_> = names.iter().map(|name| Input::operand(root.join(name).as_os_str())).collect();
    let rules =
        Arc::new(Rules { exclude: Exclude::new(&["*.this".to_owned()]).unwrap(), ..Rules::default() });
    let functions = vec![Algorithm::Blake3.into(), Algorithm::Md5.into()];
    let (mut sink, count) = (Keep(Vec::new(), most), Count::default());
    let options = Options { threads, map, outputs: &[], progress: &count };
    let run = engine::run(&Digests { functions, rules }, Operands(inputs.into_iter()), &mut sink, &options);
    (sink, run, count.0.into_inner())
}

/// Takes files out of the system's cache, as far as the file system does that.
fn uncache(root: &Path) {
    for input in Walk::new(root.as_os_str().as_bytes().to_vec(), Arc::new(Rules::default())) {
        let file = input.unwrap().open().unwrap();
        rustix::fs::fsync(&file).unwrap();
        rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed).unwrap();
    }
}

/// Each file once, in order, with both digests, and its bytes counted: of files that are in the
/// system's cache and of others.
#[test]
fn digests_in_order() {
    let root = tempfile::tempdir().unwrap();
    let bytes = make(root.path());
    let mut before: Option<Vec<Vec<u8>>> = None;
    for (threads, map, cached) in [
        (1, true, true),
        (1, true, false),
        (2, false, true),
        (2, true, false),
        (4, true, false),
        (64, true, true),
    ] {
        if !cached {
            uncache(root.path());
        }
        let (Keep(lines, _), run, counted) = run(root.path(), &["."], threads, map, usize::MAX);
        assert_eq!(run, Ok(()));
        assert_eq!(counted, bytes);
        assert_eq!(lines.len(), 301);
        for line in &lines {
            let content = fs::read(OsStr::from_bytes(&line.name)).unwrap();
            let digests = line.digests.as_ref().unwrap();
            for (digest, algorithm) in digests.iter().zip([Algorithm::Blake3, Algorithm::Md5]) {
                assert_eq!(digest, hash(algorithm, &content).as_bytes());
            }
        }
        let names: Vec<_> = lines.into_iter().map(|line| line.name).collect();
        assert!(names.is_sorted());
        assert!(before.as_ref().is_none_or(|before| *before == names));
        before = Some(names);
    }
}

/// Lines of names and of what is in directories come in one order, whichever stand together.
#[test]
fn files_between_directories() {
    let root = tempfile::tempdir().unwrap();
    make(root.path());
    let below = |directory: &str| {
        let mut names: Vec<_> =
            fs::read_dir(root.path().join(directory)).unwrap().map(|entry| entry.unwrap().path()).collect();
        names.sort();
        names
    };
    let (mut names, mut expected) = (Vec::new(), Vec::new());
    for i in 0..600 {
        // Directories at the start, at the end and behind each other among them.
        let name = match i % 150 {
            0 | 70 | 71 | 149 => format!("d{}", i % 7),
            20 => "none".to_owned(),
            21 => "large".to_owned(),
            _ => format!("d{}/f{}", i % 300 % 7, i % 300),
        };
        let path = root.path().join(&name);
        if path.is_dir() {
            expected.extend(below(&name))
        } else {
            expected.push(path)
        }
        names.push(name);
    }
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    for threads in [1, 2, 4, 64] {
        let (Keep(lines, _), run, _) = run(root.path(), &names, threads, true, usize::MAX);
        assert_eq!(run, Ok(()));
        let found: Vec<_> = lines.iter().map(|line| Path::new(OsStr::from_bytes(&line.name))).collect();
        assert_eq!(found, expected, "{threads} threads");
        let unread = lines.iter().filter(|line| line.digests.is_err()).count();
        assert_eq!(unread, 4);
    }
}

/// A file that is not there is a value, and the others go on.
#[test]
fn errors_are_values() {
    let root = tempfile::tempdir().unwrap();
    make(root.path());
    let (Keep(lines, _), run, _) = run(root.path(), &["d0/f0", "none", "large", "large/x"], 2, true, 99);
    assert_eq!(run, Ok(()));
    let errors: Vec<_> =
        lines.iter().map(|line| line.digests.as_ref().err().map(ToString::to_string)).collect();
    let system = |text: &str| Some(text.to_owned());
    assert_eq!(errors, [None, system("No such file or directory"), None, system("Not a directory")]);
    assert!(lines[1].digests.as_ref().is_err_and(ReadError::is_missing));
}

/// A sink that takes no more ends the work, and its error comes back.
#[test]
fn a_sink_ends_it() {
    let root = tempfile::tempdir().unwrap();
    make(root.path());
    for threads in [1, 4] {
        let (Keep(lines, _), run, _) = run(root.path(), &["."], threads, true, 10);
        assert_eq!((lines.len(), run), (10, Err("enough")));
    }
}

/// A panic ends the work of all threads, though behind the line that never comes there are more
/// than may wait for it. What does not end fails as well.
#[test]
fn a_panic_ends_it() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("panics"), "x").unwrap();
    fs::write(root.path().join("f"), "y").unwrap();
    // What waits is counted by the bytes of its names, too.
    let long = "./".repeat(1500) + "f";
    for place in [0, 1000] {
        let mut names = vec![long.clone(); 6000];
        names[place] = "panics".to_owned();
        let root = root.path().to_owned();
        let (send, done) = mpsc::channel();
        thread::spawn(move || {
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            let run = panic::catch_unwind(|| run(&root, &names, 4, true, usize::MAX).1);
            _ = send.send(run.is_err());
        });
        assert_eq!(done.recv_timeout(Duration::from_secs(600)), Ok(true), "at {place}");
    }
}
