//! `lanesum bag make`: a directory becomes a bag.
//!
//! The files are hashed where they are; only when all are, and can be listed, are they
//! moved. What is written meanwhile is in a directory of its own beside them.

mod payload;
mod staging;

use super::names;
use super::tags::{BAGIT, Oxum};
use crate::command::function::algorithm;
use crate::command::run::RunArgs;
use crate::command::usage;
use crate::console::Console;
use crate::json;
use crate::message;
use crate::output::Output;
use crate::progress::Progress;
use anyhow::{Result, anyhow};
use clap::Args;
use lanesum::Algorithm;
use lanesum_files::status::Time;
use payload::Payload;
use staging::{Begun, Staging};
use std::fs;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// Make a bag of a directory, in place.
///
/// `lanesum bag make` hashes all files in DIR, lists them in a manifest for each algorithm,
/// and moves them to `DIR/data`. It moves nothing unless it has read every file and can
/// list its name. A symbolic link, a pipe or a device cannot be in a bag. An empty
/// directory is in no manifest, and a message says so.
///
/// Until the bag is complete, lanesum writes only below `DIR/.lanesum-bag-...`. An
/// interrupted run leaves either no bag or a whole one. The next run goes on: it moves the
/// files back and reads them again, or, if all were moved, completes the bag.
#[derive(Args, Debug)]
pub(crate) struct MakeArgs {
    /// The directory
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// The algorithm; each of several, with commas between them, gets a manifest
    #[arg(short, long, value_name = "ALG", value_parser = algorithm, value_delimiter = ',', default_value = "sha512")]
    algorithm: Vec<Algorithm>,

    /// Add a line to bag-info.txt, as in `Source-Organization: City Archive`
    #[arg(long, value_name = "NAME:VALUE", value_parser = info)]
    info: Vec<String>,

    #[command(flatten)]
    run: RunArgs,
}

/// A line of `bag-info.txt`.
fn info(text: &str) -> Result<String, String> {
    let (name, value) = text.split_once(':').ok_or("not NAME:VALUE")?;
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() || text.contains(['\n', '\r']) {
        return Err("NAME and VALUE are text of one line".to_owned());
    }
    if ["payload-oxum", "bagging-date", "bag-software-agent"].contains(&&*name.to_ascii_lowercase()) {
        return Err(format!("lanesum writes {name} itself"));
    }
    Ok(format!("{name}: {value}\n"))
}

impl MakeArgs {
    pub(crate) fn run(self) -> Result<bool> {
        let bag = &self.directory;
        let shown = message::shown(bag.as_os_str());
        let problem = |error: std::io::Error| anyhow!("{shown}: {}", message::reason(&error));
        let mut algorithms = self.algorithm.clone();
        algorithms.sort_by_key(|algorithm| algorithm.name().to_string());
        algorithms.dedup();
        if !fs::metadata(bag).map_err(problem)?.is_dir() {
            return Err(usage("bag", format!("{shown} is not a directory")));
        }
        if bag.join("bagit.txt").exists() {
            Staging::clear(bag);
            return Err(anyhow!("{shown}: a bag already: it has a bagit.txt"));
        }
        let staging = match Staging::begin(bag)? {
            Begun::Staging(staging) => staging,
            Begun::Finished => return Ok(true),
        };
        let payload = Payload::new(bag, &staging, &algorithms)?;
        let (when, threads) = (self.run.progress.when, self.run.threads());
        let oxum = Progress::show(when, payload.sizes()?, |progress| {
            let console = Console::new(Output::stdout(), progress);
            payload.hash(console, threads, progress)
        })?;
        let Some(oxum) = oxum else { return Ok(false) };
        staging.write("bagit.txt", BAGIT)?;
        staging.write("bag-info.txt", &self.bag_info(oxum))?;
        for &algorithm in &algorithms {
            staging.write_tag_manifest(algorithm)?;
        }
        staging.install()?;
        Ok(true)
    }

    fn bag_info(&self, oxum: Oxum) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = json::time(Time { seconds: now.as_secs() as i64, nanoseconds: 0 });
        let date: String = now.unwrap_or_default().chars().take_while(|&c| c != 'T').collect();
        let agent = concat!("Bag-Software-Agent: lanesum ", env!("CARGO_PKG_VERSION"), "\n");
        format!("{agent}Bagging-Date: {date}\n{}Payload-Oxum: {oxum}\n", self.info.concat())
    }
}
