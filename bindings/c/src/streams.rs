//! Many threads, one message each, that share the lanes.

use crate::algorithm::lanesum_algorithm;
use crate::border::{bytes, free, get, get_mut, put, status};
use crate::hasher::write;
use crate::status::Status;
use lanesum::streams::{Pool, Stream};
use std::ffi::{c_int, c_void};

/// What brings the streams of one algorithm together.
#[allow(non_camel_case_types, reason = "the name in C")]
pub struct lanesum_pool(Pool);

/// One message in pieces.
#[allow(non_camel_case_types, reason = "the name in C")]
pub struct lanesum_stream(Stream);

/// What a pool has done so far.
#[allow(non_camel_case_types, reason = "the name in C")]
#[repr(C)]
pub struct lanesum_stats {
    /// How many rounds were led.
    pub rounds: u64,
    /// How many pieces a round had on average.
    pub lanes: f64,
    /// How many bytes were hashed in rounds.
    pub bytes: u64,
    /// How many bytes streams hashed alone.
    pub alone_bytes: u64,
}

/// A pool.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_pool_new(
    algorithm: *const lanesum_algorithm,
    pool: *mut *mut lanesum_pool,
) -> c_int {
    // SAFETY: the header's: null or an algorithm, and room for a pointer.
    status(|| unsafe {
        let function = &get(algorithm).map_err(|_| Status::Algorithm)?.function;
        put(pool, || lanesum_pool(Pool::new(function)))
    })
}

/// What it has done so far.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_pool_stats(pool: *const lanesum_pool, stats: *mut lanesum_stats) -> c_int {
    // SAFETY: the header's: a pool, and room that nobody else touches.
    status(|| unsafe {
        let so_far = get(pool)?.0.stats();
        *get_mut(stats)? = lanesum_stats {
            rounds: so_far.rounds(),
            lanes: so_far.lanes(),
            bytes: so_far.bytes(),
            alone_bytes: so_far.alone_bytes(),
        };
        Ok(())
    })
}

/// Frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_pool_free(pool: *mut lanesum_pool) {
    // SAFETY: the header's: null, or a pool that is not used again.
    unsafe { free(pool) };
}

/// A stream, for a new message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_stream_new(
    pool: *const lanesum_pool,
    stream: *mut *mut lanesum_stream,
) -> c_int {
    // SAFETY: the header's: a pool, and room for a pointer.
    status(|| unsafe {
        let pool = &get(pool)?.0;
        put(stream, || lanesum_stream(pool.stream()))
    })
}

/// Adds a piece.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_stream_update(
    stream: *mut lanesum_stream,
    piece: *const c_void,
    len: usize,
) -> c_int {
    // SAFETY: the header's: a stream that no other call has, and bytes that nobody writes.
    status(|| unsafe {
        get_mut(stream)?.0.update(bytes(piece, len)?);
        Ok(())
    })
}

/// Writes the digest so far.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_stream_finalize(
    stream: *const lanesum_stream,
    digest: *mut c_void,
    len: usize,
) -> c_int {
    // SAFETY: the header's: a stream that no other call changes, and room for the digest.
    status(|| unsafe {
        let stream = &get(stream)?.0;
        write(stream.function().output_len(), digest, len, |out| stream.finalize_into(out))
    })
}

/// Begins a new message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_stream_reset(stream: *mut lanesum_stream) -> c_int {
    // SAFETY: the header's: a stream that no other call has.
    status(|| unsafe {
        get_mut(stream)?.0.reset();
        Ok(())
    })
}

/// Frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_stream_free(stream: *mut lanesum_stream) {
    // SAFETY: the header's: null, or a stream that is not used again.
    unsafe { free(stream) };
}
