//! Streams: many threads, each with a message, that share the lanes.
//!
//! A service hashes many uploads at once. Each arrives on a thread of its own,
//! in pieces, so that no thread ever has two messages for two lanes. A
//! [`Pool`] brings them together, in [`Stream::update`]: where more threads
//! hash than there are cores, one of them takes up the pieces of those that
//! wait, and hashes them with its own, one in each SIMD lane.
//!
//! ```
//! use lanesum::streams::Pool;
//! use lanesum::{Algorithm, hash};
//!
//! let pool = Pool::new(Algorithm::Sha256);
//! std::thread::scope(|scope| {
//!     for upload in ["one", "two", "three"] {
//!         let mut stream = pool.stream();
//!         scope.spawn(move || {
//!             stream.update(upload.as_bytes());
//!             assert_eq!(stream.finalize(), hash(Algorithm::Sha256, upload.as_bytes()));
//!         });
//!     }
//! });
//! ```
//!
//! A pool has no thread of its own, no timer and no polling. Pieces of 128 KiB and more
//! are hashed where they are. Where there are more streams than a few for each core, a stream
//! gathers smaller pieces until it has 128 KiB, before it waits for others. The pieces lie in
//! 64 buffers for each core, 8 MiB, however many streams there are. A stream that is alone is
//! hashed at once, as by [`Hasher`]. So are the streams of algorithms that do not gain: of
//! BLAKE2bp and BLAKE2sp a single message fills the lanes.
//!
//! Streams need no closing: one that is dropped leaves nothing behind.

mod buffers;
mod combine;
mod groups;
mod lanes;
#[allow(unsafe_code, reason = "reads a piece that another thread's caller keeps borrowed")]
mod loan;
mod sharing;
mod stats;
mod sync;

pub use stats::Stats;

use crate::algorithm::Algorithm;
use crate::digest::{Digest, OutputLengthError};
use crate::function::Function;
use crate::hasher::Hasher;
use alloc::borrow::Cow;
use combine::Rounds;
use core::fmt;
use lanes::Lanes;
use sharing::{LOST, Member, Sharing};
use stats::Alone;
use std::sync::Arc;

/// What brings the streams of one function together.
///
/// A handle: its clones are the same pool, and its streams may outlive it.
#[derive(Clone)]
pub struct Pool(Arc<Shared>);

struct Shared {
    function: Function,
    /// Where the algorithm gains.
    sharing: Option<Sharing>,
    alone: Alone,
}

impl Pool {
    /// A pool for streams of an [`Algorithm`] or a [`Function`], on as many cores as this
    /// process may use.
    pub fn new(function: impl Into<Function>) -> Self {
        let function = function.into();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let sharing = Lanes::of(&function).map(|lanes| Sharing::new(lanes, cores));
        Self(Arc::new(Shared { function, sharing, alone: Alone::default() }))
    }

    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.0.function.algorithm()
    }

    /// The function: the algorithm with its parameters.
    pub fn function(&self) -> &Function {
        &self.0.function
    }

    /// A stream, for a new message.
    pub fn stream(&self) -> Stream {
        let hasher = Some(Hasher::new(&self.0.function));
        let member = self.0.sharing.as_ref().map(Sharing::member);
        Stream { shared: self.0.clone(), hasher, member, alone: 0 }
    }

    /// What was done so far, by all streams.
    pub fn stats(&self) -> Stats {
        let rounds = self.0.sharing.as_ref().map_or(Rounds::default(), Sharing::rounds);
        Stats::new(rounds, &self.0.alone)
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("function", &self.0.function).finish_non_exhaustive()
    }
}

/// One message in pieces, that shares the lanes with the other streams of its
/// [`Pool`].
///
/// As a [`Hasher`], it may move from thread to thread between two calls.
pub struct Stream {
    shared: Arc<Shared>,
    /// Away while another thread has it, and for good if that one panicked.
    hasher: Option<Hasher>,
    /// Where the algorithm gains.
    member: Option<Member>,
    /// Bytes hashed alone, not yet counted in `shared`.
    alone: u64,
}

impl Stream {
    /// Adds a piece to the message. The piece is free again when this returns.
    ///
    /// A small piece may only be copied, to be hashed with later ones, or by
    /// [`Stream::finalize`]. Otherwise this may block until another thread has hashed the
    /// piece, and hash other streams' pieces meanwhile: with `n` threads a core, that is
    /// for no longer than `n` threads take to hash a piece each, or 128 KiB, and where they
    /// fill the lanes for a fraction of that. There is no bound in time, for a piece
    /// has no bound in length, and the system may let other programs run. In an
    /// asynchronous program this is blocking work, as hashing always is: see the
    /// example `uploads`.
    ///
    /// # Panics
    ///
    /// Where the thread that hashed for this one panicked, which no input
    /// makes it do: then, and until [`Stream::reset`].
    pub fn update(&mut self, piece: &[u8]) -> &mut Self {
        let hasher = self.hasher.as_mut().expect(LOST);
        let alone = match (&self.shared.sharing, &mut self.member) {
            (Some(sharing), Some(member)) => {
                // Those of the pool's handles too: a few more.
                let streams = Arc::strong_count(&self.shared);
                sharing.update(streams, &mut self.hasher, member, piece)
            }
            _ => {
                hasher.update(piece);
                piece.len()
            }
        };
        self.alone += alone as u64;
        self
    }

    /// The digest of the message so far. More pieces may follow.
    ///
    /// It may block as [`Stream::update`] does, for what that has not hashed yet.
    ///
    /// # Panics
    ///
    /// As [`Stream::update`].
    pub fn finalize(&self) -> Digest {
        self.whole().finalize()
    }

    /// Writes the output for the message so far, as [`Hasher::finalize_into`]. It may block as
    /// [`Stream::finalize`] does.
    ///
    /// # Errors
    ///
    /// As [`Hasher::finalize_into`].
    ///
    /// # Panics
    ///
    /// As [`Stream::update`].
    pub fn finalize_into(&self, output: &mut [u8]) -> Result<(), OutputLengthError> {
        self.whole().finalize_into(output)
    }

    /// The function: the algorithm with its parameters.
    pub fn function(&self) -> &Function {
        &self.shared.function
    }

    /// Begins a new message, of the same function.
    pub fn reset(&mut self) -> &mut Self {
        self.end();
        self.hasher = Some(Hasher::new(&self.shared.function));
        self
    }

    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.shared.function.algorithm()
    }

    /// How many bytes the message has so far.
    ///
    /// # Panics
    ///
    /// As [`Stream::update`].
    pub fn message_len(&self) -> u64 {
        let gathered = self.member.as_ref().map_or(0, |member| member.gathered().len());
        self.hasher.as_ref().expect(LOST).message_len() + gathered as u64
    }

    /// The hasher of the whole message so far.
    fn whole(&self) -> Cow<'_, Hasher> {
        let hasher = self.hasher.as_ref().expect(LOST);
        match (&self.shared.sharing, &self.member) {
            (Some(sharing), Some(member)) if !member.gathered().is_empty() => {
                let mut whole = Some(hasher.clone());
                let alone = sharing.add_gathered(&mut whole, member);
                self.shared.alone.add(alone as u64);
                Cow::Owned(whole.expect(LOST))
            }
            _ => Cow::Borrowed(hasher),
        }
    }

    /// Ends a message.
    fn end(&mut self) {
        self.shared.alone.add(core::mem::take(&mut self.alone));
        if let (Some(sharing), Some(member)) = (&self.shared.sharing, &mut self.member) {
            sharing.forget(member);
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.end();
    }
}

impl fmt::Debug for Stream {
    /// The algorithm; not the state, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("function", &self.shared.function).finish_non_exhaustive()
    }
}

impl std::io::Write for Stream {
    /// [`Stream::update`]: never an error, and never less than all.
    fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
        self.update(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
