//! What a function is told beside its algorithm, where manifests name that.

use super::Function;

/// A key, a context, a position: what no line of a manifest says.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The key.
    pub key: Option<Vec<u8>>,
    /// The context that a key is derived for.
    pub context: Option<String>,
    /// How many bytes of the output are passed over.
    pub seek: Option<u64>,
}

impl Told {
    /// The function that is told all of it. None for one that does not take it.
    pub fn tell(&self, mut function: lanesum::Function) -> Option<Function> {
        if let Some(key) = &self.key {
            function = function.with_key(key).ok()?;
        }
        if let Some(context) = &self.context {
            function = function.with_context(context).ok()?;
        }
        if let Some(seek) = self.seek {
            function = function.with_seek(seek).ok()?;
        }
        Some(function.into())
    }
}
