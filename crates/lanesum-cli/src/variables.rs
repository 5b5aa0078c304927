//! The environment variables of the library: a program refuses what the library passes
//! over.

use anyhow::{Context, Result};

/// Reads them.
///
/// # Errors
///
/// Where one holds a name that the library does not know.
pub(crate) fn check() -> Result<()> {
    lanesum::cap().context("LANESUM_ISA")?;
    lanesum::costs().context("LANESUM_COSTS")?;
    Ok(())
}
