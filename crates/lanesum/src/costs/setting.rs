//! `LANESUM_COSTS`, which says where costs are to come from.

use core::fmt;
use core::str::FromStr;

/// Where the costs of kernels are to come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Costs {
    /// All are measured, the first time that an algorithm is used.
    Measured,
    /// The table of the nearest CPU, else the model. Nothing is measured.
    Table,
    /// The model.
    Model,
}

impl Costs {
    const ALL: [Self; 3] = [Self::Measured, Self::Table, Self::Model];

    /// The name that `LANESUM_COSTS` uses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Table => "table",
            Self::Model => "model",
        }
    }
}

impl fmt::Display for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that `LANESUM_COSTS` does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseCostsError;

impl fmt::Display for ParseCostsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown source of costs; known: ")?;
        for (i, costs) in Costs::ALL.into_iter().enumerate() {
            write!(f, "{}{costs}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseCostsError {}

impl FromStr for Costs {
    type Err = ParseCostsError;

    fn from_str(name: &str) -> Result<Self, ParseCostsError> {
        Self::ALL.into_iter().find(|costs| costs.name() == name).ok_or(ParseCostsError)
    }
}

/// What `LANESUM_COSTS` says: `None` where it is unset or empty. Then costs are those of
/// the table or the model, until batches have been run that are worth measuring for.
///
/// It is read once. The library itself takes a name that it does not know for none; a
/// program that wants to refuse one asks here first.
///
/// # Errors
///
/// [`ParseCostsError`] where the variable holds anything but a name of [`Costs`].
#[cfg(feature = "std")]
pub fn costs() -> Result<Option<Costs>, ParseCostsError> {
    static COSTS: std::sync::OnceLock<Result<Option<Costs>, ParseCostsError>> = std::sync::OnceLock::new();
    *COSTS.get_or_init(|| match std::env::var_os("LANESUM_COSTS") {
        None => Ok(None),
        Some(name) if name.is_empty() => Ok(None),
        Some(name) => name.to_str().ok_or(ParseCostsError)?.parse().map(Some),
    })
}

/// Without the standard library there is no environment: `None`.
///
/// # Errors
///
/// None.
#[cfg(not(feature = "std"))]
pub fn costs() -> Result<Option<Costs>, ParseCostsError> {
    Ok(None)
}
