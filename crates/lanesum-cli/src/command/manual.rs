//! `lanesum completions` and `lanesum man`: what a package installs beside the
//! binary.

use crate::command::Cli;
use crate::dropin::DropIn;
use crate::output::Output;
use anyhow::{Context, Result};
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Write completions for a shell to standard output.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum completions bash > ~/.local/share/bash-completion/completions/lanesum
  lanesum completions zsh > ~/.zfunc/_lanesum
  lanesum completions fish > ~/.config/fish/completions/lanesum.fish
")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

impl CompletionsArgs {
    pub(crate) fn run(&self) -> Result<bool> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "lanesum", &mut script);
        let mut output = Output::stdout();
        output.write(&script)?;
        output.finish()?;
        Ok(true)
    }
}

/// Write the manual pages to a directory, or the first to standard output.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum man | man -l -
  lanesum man ~/.local/share/man/man1
")]
pub(crate) struct ManArgs {
    /// Where to write `lanesum.1`, a page for each command, and one for each
    /// name of `lanesum links`
    #[arg(value_name = "DIR")]
    directory: Option<PathBuf>,
}

impl ManArgs {
    pub(crate) fn run(&self) -> Result<bool> {
        let mut cli = Cli::command();
        // Gives the commands their full names.
        cli.build();
        let Some(directory) = &self.directory else {
            let mut output = Output::stdout();
            output.write(&page(&cli)?)?;
            output.finish()?;
            return Ok(true);
        };
        fs::create_dir_all(directory)
            .and_then(|()| write_pages(&cli, directory))
            .and_then(|()| DropIn::commands().iter().try_for_each(|command| write_pages(command, directory)))
            .and_then(|()| {
                DropIn::pages()
                    .try_for_each(|(name, page)| fs::write(directory.join(format!("{name}.1")), page))
            })
            .with_context(|| crate::message::shown(directory.as_os_str()))?;
        Ok(true)
    }
}

/// Writes the pages of a command, and of all below it.
fn write_pages(command: &Command, directory: &Path) -> io::Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    fs::write(directory.join(format!("{name}.1")), page(command)?)?;
    command
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
        .try_for_each(|command| write_pages(command, directory))
}

/// The page of a command, with its examples as they are.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let examples = command.get_after_long_help().map(|help| help.ansi().to_string());
    Man::new(command.clone().after_long_help(None::<&str>)).render(&mut page)?;
    if let Some(examples) = examples.as_deref().and_then(|help| help.strip_prefix("Examples:\n")) {
        page.extend_from_slice(b".SH EXAMPLES\n.nf\n");
        for line in examples.lines() {
            // A backslash and a dash mean something to roff, and so does a dot in front.
            let line = line.replace('\\', "\\e").replace('-', "\\-");
            page.extend_from_slice(format!("\\&{line}\n").as_bytes());
        }
        page.extend_from_slice(b".fi\n");
    }
    Ok(page)
}
