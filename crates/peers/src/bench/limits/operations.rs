//! Instructions sorted by the ports that they want.

use anyhow::{Context, bail};
use iced_x86::{Decoder, DecoderOptions, Instruction, InstructionInfoFactory, OpAccess, OpKind, Register};
use std::fs::File;
use std::os::unix::fs::FileExt;

/// Operations on vectors that want the same ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Additions, logic of two inputs, blends.
    Add,
    /// Rotations.
    Rotate,
    /// Shifts.
    Shift,
    /// Logic of three inputs.
    Ternary,
    /// Words of two vectors, one of the one and one of the other.
    Unpack,
    /// Other shuffles, and what goes from one part of a vector to another.
    Shuffle,
    /// A part of a vector out of memory: a load and a blend.
    Insert,
}

impl Class {
    pub(super) const ALL: [Self; 7] =
        [Self::Add, Self::Rotate, Self::Shift, Self::Ternary, Self::Unpack, Self::Shuffle, Self::Insert];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Add => "adds",
            Self::Rotate => "rotates",
            Self::Shift => "shifts",
            Self::Ternary => "ternary logic",
            Self::Unpack => "unpacks",
            Self::Shuffle => "shuffles",
            Self::Insert => "inserts",
        }
    }
}

/// How mnemonics begin, without the V of AVX. The first one that fits holds.
const MNEMONICS: [(&str, Class); 31] = [
    ("padd", Class::Add),
    ("psub", Class::Add),
    ("pcmp", Class::Add),
    ("pmin", Class::Add),
    ("pmax", Class::Add),
    ("pxor", Class::Add),
    ("xorp", Class::Add),
    ("pand", Class::Add),
    ("andp", Class::Add),
    ("andnp", Class::Add),
    ("por", Class::Add),
    ("orp", Class::Add),
    ("pblend", Class::Add),
    ("blendp", Class::Add),
    ("pro", Class::Rotate),
    ("psll", Class::Shift),
    ("psrl", Class::Shift),
    ("psra", Class::Shift),
    ("pternlog", Class::Ternary),
    ("pshuf", Class::Shuffle),
    ("punpck", Class::Unpack),
    ("unpck", Class::Unpack),
    ("perm", Class::Shuffle),
    ("pperm", Class::Shuffle),
    ("palign", Class::Shuffle),
    ("align", Class::Shuffle),
    ("shuf", Class::Shuffle),
    ("insert", Class::Shuffle),
    ("extract", Class::Shuffle),
    ("movhp", Class::Shuffle),
    ("movlp", Class::Shuffle),
];

/// The widths that are told apart, in bytes. What is narrower counts as the first.
pub(super) const WIDTHS: [usize; 4] = [8, 16, 32, 64];

/// How many of each class and width, of loads and of stores; all by `WIDTHS`.
#[derive(Default)]
pub(super) struct Operations {
    vectors: [[f64; WIDTHS.len()]; Class::ALL.len()],
    pub(super) loads: [f64; WIDTHS.len()],
    pub(super) stores: [f64; WIDTHS.len()],
    /// Instructions that do rounds of SHA, which no port here is measured for.
    pub(super) rounds: f64,
    /// What the core takes in.
    pub(super) instructions: f64,
}

impl Operations {
    /// Those at some addresses of this process, and how often each is executed.
    ///
    /// # Errors
    ///
    /// Where there is an instruction on vectors that has no class.
    pub(super) fn of(executed: impl IntoIterator<Item = (usize, f64)>) -> anyhow::Result<Self> {
        let memory = File::open("/proc/self/mem")?;
        let mut operations = Self::default();
        for (address, times) in executed {
            let mut code = [0; 15];
            let len = memory.read_at(&mut code, address as u64).context("the code cannot be read")?;
            let instruction = Decoder::new(64, &code[..len], DecoderOptions::NONE).decode();
            operations.add(&instruction, times)?;
        }
        Ok(operations)
    }

    fn add(&mut self, instruction: &Instruction, times: f64) -> anyhow::Result<()> {
        // A jump is taken in with the comparison before it.
        if !instruction.is_jcc_short_or_near() {
            self.instructions += times;
        }
        if format!("{:?}", instruction.mnemonic()).starts_with("Sha") {
            self.rounds += times;
            return Ok(());
        }
        let mut loads = false;
        for memory in InstructionInfoFactory::new().info(instruction).used_memory() {
            let width = place(memory.memory_size().size());
            match memory.access() {
                OpAccess::Read | OpAccess::CondRead => self.loads[width] += times,
                OpAccess::Write | OpAccess::CondWrite => self.stores[width] += times,
                OpAccess::ReadWrite | OpAccess::ReadCondWrite => {
                    self.loads[width] += times;
                    self.stores[width] += times;
                }
                OpAccess::None | OpAccess::NoMemAccess => {}
            }
            loads |= memory.access() == OpAccess::Read;
        }
        let registers = (0..instruction.op_count())
            .filter(|&i| instruction.op_kind(i) == OpKind::Register)
            .map(|i| instruction.op_register(i));
        let Some(width) = registers.filter(|r| r.is_vector_register()).map(Register::size).max() else {
            return Ok(());
        };
        if let Some(class) = class(instruction, loads)? {
            self.vectors[class as usize][place(width)] += times;
        }
        Ok(())
    }

    /// How many of a class, by width.
    pub(super) fn class(&self, class: Class) -> &[f64; WIDTHS.len()] {
        &self.vectors[class as usize]
    }

    /// How many the units of the vectors take, by width.
    pub(super) fn on_vectors(&self) -> [f64; WIDTHS.len()] {
        std::array::from_fn(|width| self.vectors.iter().map(|class| class[width]).sum())
    }
}

/// Where a width is among `WIDTHS`.
fn place(bytes: usize) -> usize {
    WIDTHS.iter().position(|&width| bytes <= width).unwrap_or(WIDTHS.len() - 1)
}

/// The class of an instruction on vectors; none where it only loads, stores, or
/// gives a register another name.
fn class(instruction: &Instruction, loads: bool) -> anyhow::Result<Option<Class>> {
    let name = format!("{:?}", instruction.mnemonic()).to_ascii_lowercase();
    let name = name.strip_prefix('v').unwrap_or(&name);
    if name.starts_with("zero") {
        return Ok(None);
    }
    if name.starts_with("mov") || name.contains("broadcast") {
        let of_vectors_only = (0..instruction.op_count()).all(|i| {
            instruction.op_kind(i) != OpKind::Register || instruction.op_register(i).is_vector_register()
        });
        return Ok(match loads {
            true if instruction.has_op_mask() => Some(Class::Insert),
            true => None,
            false if name.starts_with("mov") && of_vectors_only => None,
            false => Some(Class::Shuffle),
        });
    }
    match MNEMONICS.iter().find(|(start, _)| name.starts_with(start)) {
        Some((start, Class::Shuffle)) if loads && *start == "insert" => Ok(Some(Class::Insert)),
        Some((_, class)) => Ok(Some(*class)),
        None => bail!("no class for the instruction {name}"),
    }
}
