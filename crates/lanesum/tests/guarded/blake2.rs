//! The doors of BLAKE2, with parameters.

use crate::check::{Door, Own};
use crate::doors::{cut, digests};
use lanesum::blake2::{blake2b, blake2bp, blake2s, blake2sp};

/// States of many messages, in two pieces each.
macro_rules! update_many {
    ($hash:ident, $params:path, $messages:expr) => {{
        let mut states = vec![$hash::State::new(&$params()); $messages.len()];
        for second in [false, true] {
            let piece = |(i, message)| if second { cut(i, message).1 } else { cut(i, message).0 };
            let pieces = $messages.iter().copied().enumerate().map(piece);
            $hash::update_many(&mut states.iter_mut().zip(pieces).collect::<Vec<_>>());
        }
        digests($hash::finalize_many(&states.iter().collect::<Vec<_>>()))
    }};
}
pub(crate) const DOORS: [Own; 12] = [
    Door { name: "blake2b::hash", run: |m, _| digests(each(m, |m| blake2b::hash(&params::b(), m))) },
    Door { name: "blake2b::hash_many", run: |m, _| digests(blake2b::hash_many(&jobs(m, params::b))) },
    Door { name: "blake2b::update_many", run: |m, _| update_many!(blake2b, params::b, m) },
    Door { name: "blake2s::hash", run: |m, _| digests(each(m, |m| blake2s::hash(&params::s(), m))) },
    Door { name: "blake2s::hash_many", run: |m, _| digests(blake2s::hash_many(&jobs(m, params::s))) },
    Door { name: "blake2s::update_many", run: |m, _| update_many!(blake2s, params::s, m) },
    Door { name: "blake2bp::hash", run: |m, _| digests(each(m, |m| blake2bp::hash(&params::bp(), m))) },
    Door {
        name: "blake2bp::par_hash",
        run: |m, _| digests(each(m, |m| blake2bp::par_hash(&params::bp(), m))),
    },
    Door { name: "blake2bp::hash_many", run: |m, _| digests(blake2bp::hash_many(&jobs(m, params::bp))) },
    Door { name: "blake2sp::hash", run: |m, _| digests(each(m, |m| blake2sp::hash(&params::sp(), m))) },
    Door {
        name: "blake2sp::par_hash",
        run: |m, _| digests(each(m, |m| blake2sp::par_hash(&params::sp(), m))),
    },
    Door { name: "blake2sp::hash_many", run: |m, _| digests(blake2sp::hash_many(&jobs(m, params::sp))) },
];

mod params {
    use super::*;

    pub(super) fn b() -> blake2b::Params {
        let params = blake2b::Params::new().key(b"a key").and_then(|p| p.salt(b"salt"));
        params.and_then(|p| p.personal(b"personal")).and_then(|p| p.digest_len(33)).expect("all fit")
    }

    pub(super) fn s() -> blake2s::Params {
        let params = blake2s::Params::new().key(b"a key").and_then(|p| p.salt(b"salt"));
        params.and_then(|p| p.personal(b"person")).and_then(|p| p.digest_len(17)).expect("all fit")
    }

    pub(super) fn bp() -> blake2bp::Params {
        blake2bp::Params::new().key(b"a key").expect("it fits")
    }

    pub(super) fn sp() -> blake2sp::Params {
        blake2sp::Params::new().key(b"a key").expect("it fits")
    }
}

fn each<D>(messages: &[&[u8]], hash: impl Fn(&[u8]) -> D) -> Vec<D> {
    messages.iter().map(|message| hash(message)).collect()
}

/// Every message with parameters of its own.
fn jobs<'a, P>(messages: &[&'a [u8]], params: fn() -> P) -> Vec<(P, &'a [u8])> {
    messages.iter().map(|message| (params(), *message)).collect()
}
