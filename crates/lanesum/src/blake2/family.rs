//! BLAKE2 for the front doors: the parameters are the hash, with all that it is
//! told.

use super::ParamError;
use super::compression::Words;
use super::position::{add_end, most};
use super::state::{digest, write_digest};
use super::{Params, State, TreeParams, TreeState, Variant, alike, many, tree_many};
use crate::digest::{Digest, Output};
use crate::family::{self, Family, Refused};
use crate::kernel::Kernels;
use crate::wipe::Wiped;
use alloc::boxed::Box;

/// Trees of at most so many messages, of so many bytes together, are hashed one by one: the
/// leaves of each fill lanes, and side by side they begin twice. On an AMD Zen 3, two messages of
/// 1,000 bytes of BLAKE2bp took 3.8 µs so, and take 2.5.
const FEW: usize = 8;
const SHORT: usize = 4096;

/// Why a parameter is not taken: each is too long, or it is too short.
fn refused(error: ParamError) -> Refused {
    match error {
        ParamError::DigestLength { max, .. }
        | ParamError::KeyLength { max, .. }
        | ParamError::SaltLength { max, .. }
        | ParamError::PersonalLength { max, .. } => Refused::Length(max),
        _ => Refused::NotTaken,
    }
}

impl<B: Variant> Family for Params<B> {
    type State = State<B>;

    fn shares_lanes(&self) -> bool {
        true
    }

    #[inline]
    fn begin(&self) -> State<B> {
        State::new(self)
    }

    #[inline]
    fn begin_again(&self, state: &mut State<B>) {
        state.reset();
    }

    fn with_key(&self, key: &[u8]) -> Result<Self, Refused> {
        self.clone().key(key).map_err(refused)
    }

    fn with_salt(&self, salt: &[u8]) -> Result<Self, Refused> {
        self.clone().salt(salt).map_err(refused)
    }

    fn with_personal(&self, personal: &[u8]) -> Result<Self, Refused> {
        self.clone().personal(personal).map_err(refused)
    }

    fn with_output_len(&self, bytes: usize) -> Result<Self, Refused> {
        self.clone().digest_len(bytes).map_err(refused)
    }

    #[inline]
    fn hash(&self, message: &[u8], digest: &mut [u8]) {
        after(self, message, |words| write_digest::<B>(words, digest));
    }

    #[inline]
    fn digest(&self, message: &[u8], len: usize) -> Digest {
        after(self, message, |words| digest::<B>(words, len))
    }

    fn compression(&self) -> Option<&'static Kernels> {
        Some(B::kernels())
    }

    fn hash_each(&self, messages: &[&[u8]], output: &mut impl Output) {
        alike::hash_each(self, messages, output);
    }
}

/// Does something with the state after a message.
#[inline(always)]
fn after<B: Variant, R>(params: &Params<B>, message: &[u8], f: impl FnOnce(&Words<B>) -> R) -> R {
    if !params.key_block().is_empty() || message.len() > most::<B>() {
        return State::new(params).update(message).ended(f);
    }
    let mut words = Wiped(params.start());
    add_end::<B>(&mut words.0, message, params.last_node);
    f(&words)
}

impl<B: Variant> Family for TreeParams<B> {
    // It is large.
    type State = Box<TreeState<B>>;

    fn begin(&self) -> Self::State {
        Box::new(TreeState::new(self))
    }

    fn begin_again(&self, state: &mut Self::State) {
        state.reset();
    }

    fn with_key(&self, key: &[u8]) -> Result<Self, Refused> {
        self.clone().key(key).map_err(refused)
    }

    fn with_output_len(&self, bytes: usize) -> Result<Self, Refused> {
        self.clone().digest_len(bytes).map_err(refused)
    }

    fn compression(&self) -> Option<&'static Kernels> {
        Some(B::kernels())
    }

    fn hash_each(&self, messages: &[&[u8]], output: &mut impl Output) {
        let bytes =
            messages.iter().take(FEW).fold(0_usize, |bytes, message| bytes.saturating_add(message.len()));
        if messages.len() <= FEW && bytes <= SHORT {
            return self.one_by_one(messages, output);
        }
        tree_many::hash_each(messages.len(), &|_| self, &|i| messages[i], &mut |i, digest| {
            output.digest_mut(i).copy_from_slice(digest.as_bytes());
        });
    }
}

impl<B: Variant> family::State for State<B> {
    #[inline(always)]
    fn hold_few(&mut self, piece: &[u8]) -> bool {
        State::hold_few(self, piece)
    }

    #[inline]
    fn update(&mut self, piece: &[u8]) {
        State::update(self, piece);
    }

    #[inline]
    fn finalize(&self, digest: &mut [u8]) {
        self.ended(|words| write_digest::<B>(words, digest));
    }

    #[inline]
    fn digest(&self, _: usize) -> Digest {
        State::finalize(self)
    }

    fn message_len(&self) -> u64 {
        self.message_len()
    }

    fn update_many(updates: &mut [(&mut Self, &[u8])]) {
        many::update_many(updates);
    }

    fn finalize_many(states: &[&Self], output: &mut impl Output) {
        for (i, digest) in many::finalize_many(states).iter().enumerate() {
            output.digest_mut(i).copy_from_slice(digest.as_bytes());
        }
    }
}

impl<B: Variant> family::State for TreeState<B> {
    fn update(&mut self, piece: &[u8]) {
        TreeState::update(self, piece);
    }

    #[cfg(feature = "rayon")]
    fn par_update(&mut self, piece: &[u8]) {
        TreeState::par_update(self, piece);
    }

    fn finalize(&self, digest: &mut [u8]) {
        digest.copy_from_slice(TreeState::finalize(self).as_bytes());
    }

    fn message_len(&self) -> u64 {
        self.message_len()
    }

    fn update_many(updates: &mut [(&mut Self, &[u8])]) {
        tree_many::update_many(updates);
    }
}
