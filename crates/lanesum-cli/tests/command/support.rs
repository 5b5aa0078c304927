//! Runs the binary in a directory of its own.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

/// A directory, and what can be done in it.
pub(crate) struct Place(TempDir);

/// What a run gave.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// The names in it, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = fs::read_dir(self.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Those without what SIGKILL may leave: between the two calls by which a file takes the place of
    /// another it has a name beside it.
    pub(crate) fn names_after_kills(&self) -> Vec<String> {
        let mut names = self.names();
        names.retain(|name| !(name.starts_with(".lanesum-") && name.ends_with(".tmp")));
        names
    }

    /// Writes a file, and the directories that it is in.
    pub(crate) fn file(&self, name: impl AsRef<OsStr>, bytes: impl AsRef<[u8]>) -> &Self {
        let path = self.path().join(name.as_ref());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        self
    }

    pub(crate) fn command(&self, args: &[impl AsRef<OsStr>]) -> Command {
        self.command_of(env!("CARGO_BIN_EXE_lanesum").as_ref(), args)
    }

    /// A command that runs this copy of `lanesum`.
    fn command_of(&self, lanesum: &Path, args: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(lanesum);
        command
            .args(args)
            .current_dir(self.path())
            .env_remove("LANESUM_ISA")
            .env_remove("LANESUM_COSTS")
            .stdin(Stdio::null());
        command
    }

    /// Runs `lanesum`.
    pub(crate) fn run(&self, args: &[impl AsRef<OsStr>]) -> Ran {
        self.command(args).output().unwrap().into()
    }

    /// Runs `lanesum` with something on standard input.
    pub(crate) fn run_with(&self, args: &[impl AsRef<OsStr>], input: impl AsRef<[u8]>) -> Ran {
        let stdin = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut &stdin, input.as_ref()).unwrap();
        std::io::Seek::rewind(&mut &stdin).unwrap();
        self.command(args).stdin(stdin).output().unwrap().into()
    }

    /// A command that runs `lanesum` as nobody, who owns the place from now on. As
    /// this user, where that cannot be had.
    pub(crate) fn command_as_nobody(&self, args: &[impl AsRef<OsStr>]) -> Command {
        const NOBODY: u32 = 65534;
        let own = self.path().join("lanesum-copy");
        if !own.exists() {
            // Another process copies it: a file that this one has open for writing may
            // be so in a child as well, for a moment, and then it cannot be run.
            let mut copy = Command::new("cp");
            copy.args([OsStr::new(env!("CARGO_BIN_EXE_lanesum")), own.as_os_str()]);
            assert!(copy.status().unwrap().success());
        }
        let mut command = self.command_of(&own, args);
        if chown(self.path(), Some(NOBODY), Some(NOBODY)).is_ok() {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }

    /// Starts `lanesum`, with pipes on all sides.
    pub(crate) fn start(&self, args: &[impl AsRef<OsStr>]) -> Child {
        self.command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Runs a shell's command, in which `$L` is the binary.
    pub(crate) fn shell(&self, command: &str) -> Ran {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).env("L", env!("CARGO_BIN_EXE_lanesum")).env("LC_ALL", "C.UTF-8");
        shell.current_dir(self.path()).stdin(Stdio::null()).output().unwrap().into()
    }

    pub(crate) fn fifo(&self, name: &str) {
        let mode = rustix::fs::Mode::from_raw_mode(0o600);
        let directory = fs::File::open(self.path()).unwrap();
        rustix::fs::mknodat(&directory, name, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Ran {
    /// It went well, and said only this.
    #[track_caller]
    pub(crate) fn says(&self, out: impl AsRef<str>) {
        assert_eq!((self.code, self.out.as_str(), self.err.as_str()), (Some(0), out.as_ref(), ""));
    }

    /// It failed, with these lines and these messages.
    #[track_caller]
    pub(crate) fn fails(&self, out: impl AsRef<str>, err: impl AsRef<str>) {
        assert_eq!((self.code, self.out.as_str(), self.err.as_str()), (Some(1), out.as_ref(), err.as_ref()));
    }

    /// The command line was wrong, and the message says how.
    #[track_caller]
    pub(crate) fn is_wrong_usage(&self, part: &str) {
        assert_eq!((self.code, self.out.as_str()), (Some(2), ""), "{}", self.err);
        assert!(self.err.contains(part), "{}", self.err);
    }
}

/// A name of bytes.
pub(crate) fn bytes(name: &[u8]) -> &OsStr {
    OsStr::from_bytes(name)
}

pub(crate) const EMPTY_MD5: &str = "d41d8cd98f00b204e9800998ecf8427e";
pub(crate) const EMPTY_B3: &str = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";
pub(crate) const EMPTY_SHA256: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
pub(crate) const ABC_MD5: &str = "900150983cd24fb0d6963f7d28e17f72";
pub(crate) const ABC_SHA1: &str = "a9993e364706816aba3e25717850c26c9cd0d89d";
pub(crate) const ABC_B3: &str = "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85";
pub(crate) const ABC_SHA256: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
