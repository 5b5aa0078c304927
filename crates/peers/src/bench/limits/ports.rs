//! What the ports of this CPU take in a cycle, measured with operations in
//! registers that do not wait for one another.

mod mixes;

use super::operations::{Class, Operations, WIDTHS};
use crate::machine::{CHAIN_CYCLES, chain};
use crate::measure::{Contender, Effort, least_seconds};
use crate::report::{Row, Unit};
use crate::session::Session;
use anyhow::Context;
use std::array::from_fn;

/// How many classes there are.
const CLASSES: usize = Class::ALL.len();

/// A rate for each width, where this CPU has it.
type Rates = [Option<f64>; WIDTHS.len()];

/// How many of something a cycle takes.
pub(super) struct Ports {
    /// Operations of two classes, as many of the one as of the other, by width.
    pairs: [[Rates; CLASSES]; CLASSES],
    loads: Rates,
    stores: Rates,
    /// Instructions of any kind.
    instructions: f64,
}

/// What a loop measures.
#[derive(Clone, Copy)]
enum What {
    Pair(usize, usize),
    Loads,
    Stores,
    Instructions,
}

impl Ports {
    /// This CPU's.
    pub(super) fn measure() -> Self {
        let mut loops = vec![(What::Instructions, 0, mixes::MOVES)];
        for (place, width) in WIDTHS.into_iter().enumerate() {
            for a in 0..CLASSES {
                for b in 0..=a {
                    loops.extend(mixes::of(width, a, b).map(|mix| (What::Pair(a, b), place, mix)));
                }
            }
            loops.extend(mixes::loads(width).map(|mix| (What::Loads, place, mix)));
            loops.extend(mixes::stores(width).map(|mix| (What::Stores, place, mix)));
        }
        let mut contenders: Vec<Contender<'_>> = vec![Box::new(chain)];
        contenders.extend(loops.iter().map(|(_, _, mix)| Box::new(mix.run) as Contender<'_>));
        let seconds = least_seconds(Effort::Quick, 1, &mut contenders);
        let cycle = seconds[0] / CHAIN_CYCLES;
        let none = [None; WIDTHS.len()];
        let mut ports =
            Self { pairs: [[none; CLASSES]; CLASSES], loads: none, stores: none, instructions: 0.0 };
        for ((what, width, mix), seconds) in loops.into_iter().zip(&seconds[1..]) {
            let rate = mix.operations as f64 / (seconds / cycle);
            match what {
                What::Pair(a, b) => {
                    ports.pairs[a][b][width] = Some(rate);
                    ports.pairs[b][a][width] = Some(rate);
                }
                What::Loads => ports.loads[width] = Some(rate),
                What::Stores => ports.stores[width] = Some(rate),
                What::Instructions => ports.instructions = rate,
            }
        }
        ports
    }

    /// How many of two classes: two have no fewer ports than one, but as many of
    /// each do not fill them where one has few.
    fn pair(&self, a: Class, b: Class, width: usize) -> Option<f64> {
        let [a, b] = [a as usize, b as usize];
        Some(self.pairs[a][b][width]?.max(self.pairs[a][a][width]?).max(self.pairs[b][b][width]?))
    }

    /// How many of any class.
    fn any(&self, width: usize) -> Option<f64> {
        self.pairs.as_flattened().iter().filter_map(|rates| rates[width]).max_by(f64::total_cmp)
    }

    /// Reports what was measured, beside what a vector of 128 bits allows.
    pub(super) fn report(&self, session: &mut Session) -> anyhow::Result<()> {
        let mut rows = |name: &str, rates: Rates| -> anyhow::Result<()> {
            let Some(first) = rates.into_iter().flatten().next() else { return Ok(()) };
            for (width, rate) in WIDTHS.into_iter().zip(rates) {
                let Some(rate) = rate else { continue };
                session.report.row(&Row {
                    case: format!("{name}, {} bits", 8 * width),
                    algorithm: "",
                    unit: Unit::PerCycle,
                    subject: ("the ports".to_owned(), rate),
                    peer: ("the narrowest".to_owned(), first),
                    ratio: rate / first,
                    bar: None,
                })?;
            }
            Ok(())
        };
        for class in Class::ALL {
            rows(class.name(), from_fn(|width| self.pair(class, class, width)))?;
        }
        rows("any of these", from_fn(|width| self.any(width)))?;
        rows("loads", self.loads)?;
        rows("stores", self.stores)?;
        rows("instructions", [Some(self.instructions), None, None, None])
    }

    /// The least cycles of some operations, and what takes them.
    ///
    /// # Errors
    ///
    /// Where the ports of one of them were not measured.
    pub(super) fn limit(&self, operations: &Operations) -> anyhow::Result<(String, f64)> {
        let mut limits = vec![
            ("loads".to_owned(), cycles(&operations.loads, &self.loads)?),
            ("stores".to_owned(), cycles(&operations.stores, &self.stores)?),
            ("instructions".to_owned(), operations.instructions / self.instructions),
            ("vector units".to_owned(), cycles(&operations.on_vectors(), &from_fn(|w| self.any(w)))?),
        ];
        for (i, a) in Class::ALL.into_iter().enumerate() {
            for b in Class::ALL.into_iter().take(i) {
                let (counts, others) = (operations.class(a), operations.class(b));
                let both = from_fn(|width| counts[width] + others[width]);
                // Where one of them is not there, the ports of the other one.
                let rates = from_fn(|width| match (counts[width] > 0.0, others[width] > 0.0) {
                    (true, true) => self.pair(a, b, width),
                    (true, false) => self.pair(a, a, width),
                    (false, _) => self.pair(b, b, width),
                });
                limits.push((format!("{}, {}", a.name(), b.name()), cycles(&both, &rates)?));
            }
        }
        limits.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).context("no limit")
    }

    /// How many operations there are of each kind, and the cycles that they would
    /// take alone.
    ///
    /// # Errors
    ///
    /// Where the ports of one of them were not measured.
    pub(super) fn each(&self, operations: &Operations) -> anyhow::Result<Vec<(&'static str, f64, f64)>> {
        let mut each = Vec::new();
        for class in Class::ALL {
            let counts = operations.class(class);
            let rates = from_fn(|width| self.pair(class, class, width));
            each.push((class.name(), counts.iter().sum(), cycles(counts, &rates)?));
        }
        each.push(("loads", operations.loads.iter().sum(), cycles(&operations.loads, &self.loads)?));
        each.push(("stores", operations.stores.iter().sum(), cycles(&operations.stores, &self.stores)?));
        each.push(("instructions", operations.instructions, operations.instructions / self.instructions));
        Ok(each)
    }
}

/// The least cycles of so many of each width.
fn cycles(counts: &[f64; WIDTHS.len()], rates: &Rates) -> anyhow::Result<f64> {
    let mut sum = 0.0;
    for (count, rate) in counts.iter().zip(rates).filter(|(count, _)| **count > 0.0) {
        sum += count / rate.context("operations that were not measured")?;
    }
    Ok(sum)
}
