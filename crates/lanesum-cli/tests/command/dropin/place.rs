//! A place with the commands' names in it.

use crate::support::{Place, Ran};
use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

pub(crate) const NAMES: [&str; 9] =
    ["md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum", "cksum", "sum"];

/// A directory to work in, beside one of links to the binary.
pub(crate) struct Links {
    pub(crate) place: Place,
    links: Place,
}

impl Links {
    pub(crate) fn new() -> Self {
        let links = Place::new();
        for name in NAMES.iter().chain(&["b3sum", "bao"]) {
            symlink(env!("CARGO_BIN_EXE_lanesum"), links.path().join(name)).unwrap();
        }
        Self { place: Place::new(), links }
    }

    /// Files whose names and contents the tests know.
    pub(crate) fn with_files() -> Self {
        let links = Self::new();
        links
            .place
            .file("a", "abc")
            .file("b c", "hello")
            .file("q'q", "x")
            .file("n\nl", "y")
            .file("empty", "");
        fs::create_dir(links.place.path().join("d")).unwrap();
        links
    }

    /// A shell that finds the links first.
    pub(crate) fn bash(&self, script: &str) -> Command {
        let mut bash = self.system_bash(script);
        let path = std::env::var("PATH").unwrap();
        bash.env("PATH", format!("{}:{path}", self.links.path().display()));
        bash
    }

    /// A shell that finds the system's commands.
    pub(crate) fn system_bash(&self, script: &str) -> Command {
        let mut bash = Command::new("bash");
        bash.args(["-c", script]).current_dir(self.place.path()).stdin(Stdio::null());
        bash.env("LC_ALL", "C.UTF-8").env_remove("LANESUM_ISA").env_remove("POSIXLY_CORRECT");
        bash.env("L", env!("CARGO_BIN_EXE_lanesum"));
        bash
    }

    /// Runs a script that finds the links first.
    pub(crate) fn run(&self, script: &str) -> Ran {
        self.bash(script).output().unwrap().into()
    }
}
