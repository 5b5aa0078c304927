//! A message so far; and many of them at once, in lanes where there are any.

use super::{Blake3, ForeignState, Function, Of, Params, Told, Value};
use lanesum::blake2::{blake2b, blake2bp, blake2s, blake2sp};
use lanesum::{Hasher, blake3};

/// What a function keeps of a message.
pub(crate) struct State(Kind);

enum Kind {
    Plain(Hasher),
    Blake2b(Box<blake2b::State>),
    Blake2s(Box<blake2s::State>),
    Blake2bp(Box<blake2bp::State>),
    Blake2sp(Box<blake2sp::State>),
    Blake3(Box<blake3::Hasher>, Blake3),
    Foreign(Box<dyn ForeignState>),
}

impl Function {
    /// Begins a message.
    pub(crate) fn begin(&self) -> State {
        let (algorithm, told) = match &self.0 {
            Of::Library(algorithm, told) => (*algorithm, told),
            Of::Foreign(foreign) => return State(Kind::Foreign(foreign.begin())),
        };
        State(match told {
            Told::Nothing => Kind::Plain(Hasher::new(algorithm)),
            Told::LeMac(lemac) => Kind::Plain(lemac.hasher()),
            Told::Blake2(params) => match &**params {
                Params::Blake2b(params) => Kind::Blake2b(Box::new(blake2b::State::new(params))),
                Params::Blake2s(params) => Kind::Blake2s(Box::new(blake2s::State::new(params))),
                Params::Blake2bp(params) => Kind::Blake2bp(Box::new(blake2bp::State::new(params))),
                Params::Blake2sp(params) => Kind::Blake2sp(Box::new(blake2sp::State::new(params))),
            },
            Told::Blake3(told) => Kind::Blake3(Box::new(blake3::Hasher::with_mode(told.mode)), *told),
        })
    }
}

/// Adds a piece to each of many messages. Those of one algorithm share its
/// lanes.
pub(crate) fn update_many<'u>(updates: impl Iterator<Item = (&'u mut State, &'u [u8])>) {
    let mut plain = Vec::with_capacity(updates.size_hint().0);
    let (mut b, mut s, mut bp, mut sp) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (state, piece) in updates {
        match &mut state.0 {
            Kind::Plain(hasher) => plain.push((hasher, piece)),
            Kind::Blake2b(state) => b.push((&mut **state, piece)),
            Kind::Blake2s(state) => s.push((&mut **state, piece)),
            Kind::Blake2bp(state) => bp.push((&mut **state, piece)),
            Kind::Blake2sp(state) => sp.push((&mut **state, piece)),
            Kind::Blake3(hasher, _) => {
                hasher.update(piece);
            }
            Kind::Foreign(state) => state.update(piece),
        }
    }
    lanesum::update_many(&mut plain);
    blake2b::update_many(&mut b);
    blake2s::update_many(&mut s);
    blake2bp::update_many(&mut bp);
    blake2sp::update_many(&mut sp);
}

/// What comes of the messages, in their order.
pub(crate) fn finish_many(states: &[&State]) -> Vec<Value> {
    let plain = states.iter().filter_map(|state| match &state.0 {
        Kind::Plain(hasher) => Some(hasher),
        _ => None,
    });
    let mut plain = lanesum::finalize_many(&plain.collect::<Vec<_>>()).into_iter();
    let values = states.iter().map(|state| match &state.0 {
        Kind::Plain(_) => Value::Digest(plain.next().expect("there is one for each")),
        Kind::Blake2b(state) => Value::Digest(state.finalize()),
        Kind::Blake2s(state) => Value::Digest(state.finalize()),
        Kind::Blake2bp(state) => Value::Digest(state.finalize()),
        Kind::Blake2sp(state) => Value::Digest(state.finalize()),
        Kind::Blake3(hasher, told) => told.output(hasher),
        Kind::Foreign(state) => Value::Digest(state.finish()),
    });
    values.collect()
}
