//! What a function puts out for a message.

use lanesum::Digest;
use std::fmt;

/// A digest, or more bytes than one has.
#[derive(Clone, Debug)]
pub enum Value {
    /// What a [`Digest`] holds.
    Digest(Digest),
    /// More than that.
    Extended(Box<[u8]>),
}

impl Value {
    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Digest(digest) => digest.as_bytes(),
            Self::Extended(bytes) => bytes,
        }
    }
}

impl From<Digest> for Value {
    fn from(digest: Digest) -> Self {
        Self::Digest(digest)
    }
}

impl From<Box<[u8]>> for Value {
    fn from(bytes: Box<[u8]>) -> Self {
        Digest::from_bytes(&bytes).map_or(Self::Extended(bytes), Self::Digest)
    }
}

impl PartialEq<Digest> for Value {
    /// In constant time for those of one length.
    fn eq(&self, digest: &Digest) -> bool {
        matches!(self, Self::Digest(own) if own == digest)
    }
}

impl fmt::Display for Value {
    /// Lower-case hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Digest(digest) => digest.fmt(f),
            Self::Extended(bytes) => bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
        }
    }
}
