//! Any number of short byte strings put in order, in bounded memory: sorted runs of them
//! in a temporary file without a name, and their merge.

mod names;
mod runs;
#[allow(unsafe_code, reason = "maps the temporary file")]
mod spill;

pub(crate) use names::Names;
pub(crate) use runs::{Merge, Runs};
