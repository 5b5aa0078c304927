//! Rows: a table for people, or a JSON object a line.

use crate::machine::Machine;
use serde_json::json;
use std::io::{self, Write, stdout};

/// What values are counted in.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    /// 10^9 bytes a second.
    GigabytesPerSecond,
    /// 10^6 messages a second.
    MegamessagesPerSecond,
    /// Cycles of the core for one block in every lane.
    CyclesPerStep,
    /// Of the core.
    BytesPerCycle,
    /// Operations in a cycle of the core.
    PerCycle,
    Milliseconds,
    Seconds,
}

impl Unit {
    fn name(self) -> &'static str {
        match self {
            Self::GigabytesPerSecond => "GB/s",
            Self::MegamessagesPerSecond => "M/s",
            Self::CyclesPerStep => "cycles",
            Self::BytesPerCycle => "B/cyc.",
            Self::PerCycle => "/cycle",
            Self::Milliseconds => "ms",
            Self::Seconds => "s",
        }
    }

    /// A value from the seconds that `work` took: bytes, messages, or times
    /// that the same was done.
    fn value(self, work: f64, seconds: f64) -> f64 {
        match self {
            Self::GigabytesPerSecond => work / seconds / 1e9,
            Self::MegamessagesPerSecond => work / seconds / 1e6,
            Self::BytesPerCycle | Self::PerCycle => work / seconds,
            Self::Milliseconds => seconds / work * 1e3,
            Self::Seconds | Self::CyclesPerStep => seconds / work,
        }
    }
}

/// Who did how much in what time.
#[derive(Clone)]
pub(crate) struct Run {
    name: String,
    /// Bytes, messages, or how many times the same was done.
    work: f64,
    seconds: f64,
}

impl Run {
    /// `work` is bytes, messages, or how many times the same was done.
    pub(crate) fn new(name: impl Into<String>, work: usize, seconds: f64) -> Self {
        Self { name: name.into(), work: work as f64, seconds }
    }
}

/// A comparison.
pub(crate) struct Row {
    pub(crate) case: String,
    pub(crate) algorithm: &'static str,
    pub(crate) unit: Unit,
    /// A name and a value, as the peer.
    pub(crate) subject: (String, f64),
    pub(crate) peer: (String, f64),
    /// How many times as fast as the peer the subject is.
    pub(crate) ratio: f64,
    /// What the ratio should be, at least.
    pub(crate) bar: Option<f64>,
}

impl Row {
    /// The comparison of two runs.
    pub(crate) fn new(
        case: impl Into<String>,
        algorithm: &'static str,
        unit: Unit,
        subject: Run,
        peer: Run,
    ) -> Self {
        let ratio = subject.work / subject.seconds / (peer.work / peer.seconds);
        let value = |run: Run| (run.name, unit.value(run.work, run.seconds));
        let (subject, peer) = (value(subject), value(peer));
        Self { case: case.into(), algorithm, unit, subject, peer, ratio, bar: None }
    }

    /// With what the ratio should be, at least.
    pub(crate) fn bar(self, bar: Option<f64>) -> Self {
        Self { bar, ..self }
    }
}

/// Where rows go.
pub(crate) struct Report {
    bench: &'static str,
    machine: Machine,
    json: bool,
    all: bool,
    bars: usize,
    met: usize,
}

impl Report {
    /// Prints the table's header.
    pub(crate) fn new(bench: &'static str, machine: Machine, json: bool, all: bool) -> io::Result<Self> {
        if !json {
            writeln!(stdout(), "{machine}\n")?;
            writeln!(
                stdout(),
                "{:<34} {:<10}  {:<18} {:>8}   {:<20} {:>8} {:<6}  {:>7}  at least",
                bench,
                "algorithm",
                "subject",
                "",
                "peer",
                "",
                "",
                "ratio"
            )?;
        }
        Ok(Self { bench, machine, json, all, bars: 0, met: 0 })
    }

    /// Prints a row.
    pub(crate) fn row(&mut self, row: &Row) -> io::Result<()> {
        let met = row.bar.map(|bar| row.ratio >= bar);
        self.bars += usize::from(met.is_some());
        self.met += usize::from(met == Some(true));
        self.print(row, met)
    }

    /// Prints a row that another one sums up: where it was asked for, and in
    /// JSON.
    pub(crate) fn detail(&self, row: &Row) -> io::Result<()> {
        if self.json || self.all { self.print(row, None) } else { Ok(()) }
    }

    fn print(&self, row: &Row, met: Option<bool>) -> io::Result<()> {
        let Row { case, algorithm, unit, subject, peer, ratio, bar } = row;
        let unit = unit.name();
        if self.json {
            let object = json!({
                "bench": self.bench, "case": case, "algorithm": algorithm,
                "subject": subject.0, "value": subject.1,
                "peer": peer.0, "peer_value": peer.1,
                "unit": unit, "ratio": ratio, "bar": bar, "met": met,
                "machine": self.machine.to_string(),
            });
            return writeln!(stdout(), "{object}");
        }
        let bar = match (bar, met) {
            (Some(bar), Some(true)) => format!("{bar:.2}  met"),
            (Some(bar), _) => format!("{bar:.2}  MISSED"),
            (None, _) => String::new(),
        };
        writeln!(
            stdout(),
            "{case:<34} {algorithm:<10}  {:<18} {:>8}   {:<20} {:>8} {unit:<6}  {:>7}  {bar}",
            subject.0,
            digits(subject.1),
            peer.0,
            digits(peer.1),
            digits(*ratio),
        )
    }

    /// Prints how many bars were met.
    pub(crate) fn end(&self) -> io::Result<()> {
        if self.json || self.bars == 0 {
            return Ok(());
        }
        writeln!(stdout(), "\n{} of {} bars met", self.met, self.bars)
    }
}

/// Three significant digits, or four.
fn digits(value: f64) -> String {
    let decimals = match value.abs() {
        100.0.. => 0,
        10.0.. => 1,
        0.1.. => 3,
        _ => 4,
    };
    format!("{value:.decimals$}")
}
