//! What a call comes back with.

use std::ffi::{CStr, c_char, c_int};

/// A status. Success is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// `LANESUM_OK`.
    Ok = 0,
    /// `LANESUM_ERROR_NULL`.
    Null = 1,
    /// `LANESUM_ERROR_ALGORITHM`.
    Algorithm = 2,
    /// `LANESUM_ERROR_LENGTH`.
    Length = 3,
    /// `LANESUM_ERROR_CHUNK_GROUP`.
    ChunkGroup = 4,
    /// `LANESUM_ERROR_MISMATCH`.
    Mismatch = 5,
    /// `LANESUM_ERROR_TRUNCATED`.
    Truncated = 6,
    /// `LANESUM_ERROR_TOO_LONG`.
    TooLong = 7,
    /// `LANESUM_ERROR_PANIC`.
    Panic = 8,
    /// `LANESUM_ERROR_NOT_TAKEN`.
    NotTaken = 9,
    /// `LANESUM_ERROR_TWICE`.
    Twice = 10,
}

impl Status {
    /// All of them, with their names in the header.
    pub const ALL: [(Self, &'static str); 11] = [
        (Self::Ok, "LANESUM_OK"),
        (Self::Null, "LANESUM_ERROR_NULL"),
        (Self::Algorithm, "LANESUM_ERROR_ALGORITHM"),
        (Self::Length, "LANESUM_ERROR_LENGTH"),
        (Self::ChunkGroup, "LANESUM_ERROR_CHUNK_GROUP"),
        (Self::Mismatch, "LANESUM_ERROR_MISMATCH"),
        (Self::Truncated, "LANESUM_ERROR_TRUNCATED"),
        (Self::TooLong, "LANESUM_ERROR_TOO_LONG"),
        (Self::Panic, "LANESUM_ERROR_PANIC"),
        (Self::NotTaken, "LANESUM_ERROR_NOT_TAKEN"),
        (Self::Twice, "LANESUM_ERROR_TWICE"),
    ];

    fn text(self) -> &'static CStr {
        match self {
            Self::Ok => c"success",
            Self::Null => c"a pointer is null that must not be",
            Self::Algorithm => c"the algorithm is null",
            Self::Length => c"a length is not what it must be, or a stride less than a digest",
            Self::ChunkGroup => c"the chunk group is larger than 2^12 chunks",
            Self::Mismatch => c"the message or its outboard encoding is not what the hash says",
            Self::Truncated => c"the message or its outboard encoding ends too early",
            Self::TooLong => c"the message goes on where it should end, or claims a length that none has",
            Self::NotTaken => c"the algorithm has no use for something that it is told",
            Self::Twice => c"a hasher is given twice",
            Self::Panic => c"a bug in lanesum, or a thread that hashed for this stream met one",
        }
    }
}

/// What a status means: static text, never null.
#[unsafe(no_mangle)]
pub extern "C" fn lanesum_strerror(status: c_int) -> *const c_char {
    let known = Status::ALL.into_iter().find(|(known, _)| *known as c_int == status);
    known.map_or(c"no status of lanesum's", |(status, _)| status.text()).as_ptr()
}
