//! Why a function cannot be told something.

use crate::algorithm::Algorithm;
use core::fmt;
use core::ops::RangeInclusive;

/// A parameter of a [`Function`](super::Function).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Parameter {
    /// A key.
    Key,
    /// The context of a key's derivation.
    Context,
    /// A salt.
    Salt,
    /// A personalisation.
    Personal,
    /// How many bytes of output there are.
    Output,
    /// How many bytes of output are passed over.
    Seek,
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Key => "key",
            Self::Context => "context",
            Self::Salt => "salt",
            Self::Personal => "personalisation",
            Self::Output => "output",
            Self::Seek => "seeking",
        })
    }
}

/// Why a [`Function`](super::Function) cannot have a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FunctionError {
    /// The algorithm takes no such parameter.
    NotTaken(
        /// The algorithm.
        Algorithm,
        /// The parameter.
        Parameter,
    ),
    /// The parameter is too short or too long.
    Length(
        /// The algorithm.
        Algorithm,
        /// The parameter.
        Parameter,
        /// How many bytes it may have.
        RangeInclusive<usize>,
    ),
    /// A key and a context exclude each other: a key is used, or one is derived.
    KeyAndContext,
    /// The bytes that are passed over and those of the output are 2<sup>64</sup> or more.
    PastTheEnd,
}

impl fmt::Display for FunctionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTaken(algorithm, what) => write!(f, "{algorithm} takes no {what}"),
            Self::Length(algorithm, what, lens) => {
                write!(f, "{} {what} of {algorithm} has {} bytes", article(*what), Span(lens))
            }
            Self::KeyAndContext => f.write_str("a key and a context exclude each other"),
            Self::PastTheEnd => f.write_str("the output ends before that"),
        }
    }
}

impl core::error::Error for FunctionError {}

fn article(what: Parameter) -> &'static str {
    if what == Parameter::Output { "the" } else { "a" }
}

/// Some lengths, as a reader says them.
struct Span<'r>(&'r RangeInclusive<usize>);

impl fmt::Display for Span<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self.0.start(), *self.0.end()) {
            (min, max) if min == max => write!(f, "{max}"),
            (0, max) => write!(f, "up to {max}"),
            (min, usize::MAX) => write!(f, "at least {min}"),
            (min, max) => write!(f, "{min} to {max}"),
        }
    }
}
