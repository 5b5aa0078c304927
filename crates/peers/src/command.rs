//! Whole commands: what they print, and what they take.

use anyhow::{Context, ensure};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a command took, in seconds.
#[derive(Clone, Copy)]
pub(crate) struct Taken {
    pub(crate) wall: f64,
    /// On all cores together, in the kernel and out of it.
    pub(crate) cpu: f64,
}

/// What a command prints.
///
/// # Errors
///
/// Where it cannot be run, or fails.
pub(crate) fn output(command: &mut Command) -> anyhow::Result<Vec<u8>> {
    let program = command.get_program().to_owned();
    let out = command.stdin(Stdio::null()).output().with_context(|| format!("{}", program.display()))?;
    ensure!(
        out.status.success(),
        "{}: {}: {}",
        program.display(),
        out.status,
        String::from_utf8_lossy(&out.stderr)
    );
    Ok(out.stdout)
}

/// The median of several runs of each command, which take turns: at least `runs`, and as many
/// as `time` allows.
///
/// The least of them is what nobody has to wait for: whether two threads find two CPUs differs
/// from run to run.
///
/// # Errors
///
/// Where one cannot be run, or fails.
pub(crate) fn usually_taken(
    commands: &mut [Command],
    runs: usize,
    time: Duration,
) -> anyhow::Result<Vec<Taken>> {
    usually_taken_after(commands, runs, time, || Ok(()))
}

/// The same, of runs before each of which something is done that does not count.
///
/// # Errors
///
/// Those of [`usually_taken`], and of what is done.
pub(crate) fn usually_taken_after(
    commands: &mut [Command],
    runs: usize,
    time: Duration,
    mut before: impl FnMut() -> anyhow::Result<()>,
) -> anyhow::Result<Vec<Taken>> {
    let start = Instant::now();
    let mut done = 0;
    let mut all = vec![Vec::new(); commands.len()];
    while done < runs || start.elapsed() < time {
        for (command, of_one) in commands.iter_mut().zip(&mut all) {
            before()?;
            of_one.push(taken(command)?);
        }
        done += 1;
    }
    Ok(all.iter().map(|of_one| median(of_one)).collect())
}

/// The median of each figure, of some runs.
fn median(of_one: &[Taken]) -> Taken {
    let of = |figure: fn(&Taken) -> f64| {
        let mut figures: Vec<_> = of_one.iter().map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures[figures.len() / 2]
    };
    Taken { wall: of(|taken| taken.wall), cpu: of(|taken| taken.cpu) }
}

fn taken(command: &mut Command) -> anyhow::Result<Taken> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let (start, before) = (Instant::now(), children()?);
    let status = command.status()?;
    let (wall, cpu) = (start.elapsed().as_secs_f64(), children()? - before);
    ensure!(status.success(), "{}: {status}", command.get_program().display());
    Ok(Taken { wall, cpu })
}

/// The CPU seconds of all children that have ended. There is one at a time.
fn children() -> anyhow::Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    Ok((usage.user_time() + usage.system_time()).num_microseconds() as f64 * 1e-6)
}
