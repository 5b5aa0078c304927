//! A message so far; and many of them at once, in lanes where there are any.

use super::{ForeignState, Function, Value};
use lanesum::{Digest, Hasher};

/// What a function keeps of a message.
#[expect(clippy::large_enum_variant, reason = "nearly all are the library's")]
pub enum State {
    /// Of a function of the library.
    Library(Hasher),
    /// Of another one.
    Foreign(Box<dyn ForeignState>),
}

impl Function {
    /// Begins a message.
    pub fn begin(&self) -> State {
        match self {
            Self::Library(function) => State::Library(Hasher::new(function)),
            Self::Foreign(foreign) => State::Foreign(foreign.begin()),
        }
    }
}

impl State {
    /// The hasher, if a digest holds all of its output.
    fn short(&self) -> Option<&Hasher> {
        match self {
            Self::Library(hasher) if hasher.function().output_len() <= Digest::MAX_LEN => Some(hasher),
            _ => None,
        }
    }
}

/// Adds a piece to each of many messages. Those of one algorithm share its
/// lanes.
pub fn update_many<'u>(updates: impl Iterator<Item = (&'u mut State, &'u [u8])>) {
    let mut hashers = Vec::with_capacity(updates.size_hint().0);
    for (state, piece) in updates {
        match state {
            State::Library(hasher) => hashers.push((hasher, piece)),
            State::Foreign(state) => state.update(piece),
        }
    }
    lanesum::update_many(&mut hashers);
}

/// What comes of the messages, in their order.
pub fn finish_many(states: &[&State]) -> Vec<Value> {
    let hashers: Vec<_> = states.iter().filter_map(|state| state.short()).collect();
    let mut digests = lanesum::finalize_many(&hashers).into_iter();
    let values = states.iter().map(|state| match state {
        _ if state.short().is_some() => Value::Digest(digests.next().expect("there is one for each")),
        State::Library(hasher) => {
            let mut output = vec![0; hasher.function().output_len()].into_boxed_slice();
            hasher.finalize_into(&mut output).expect("its room is as long as it says");
            Value::from(output)
        }
        State::Foreign(state) => Value::Digest(state.finish()),
    });
    values.collect()
}
