//! Where digests go.

use super::Digest;

/// Room for the digests of many messages.
pub(crate) trait Output {
    /// The room for a message's digest: as many bytes as it has.
    fn digest_mut(&mut self, message: usize) -> &mut [u8];
}

/// Digests of `len` bytes.
pub(crate) struct Digests<'d> {
    pub(crate) digests: &'d mut [Digest],
    pub(crate) len: usize,
}

impl Output for Digests<'_> {
    #[inline]
    fn digest_mut(&mut self, message: usize) -> &mut [u8] {
        self.digests[message].room(self.len)
    }
}

/// Digests of `len` bytes, one behind the other.
pub(crate) struct Packed<'d> {
    pub(crate) bytes: &'d mut [u8],
    pub(crate) len: usize,
}

impl Output for Packed<'_> {
    #[inline]
    fn digest_mut(&mut self, message: usize) -> &mut [u8] {
        &mut self.bytes[message * self.len..][..self.len]
    }
}

/// Digests in given places of others, each as long as it is there.
pub(crate) struct Scattered<'d, L> {
    pub(crate) digests: &'d mut [Digest],
    pub(crate) places: &'d [usize],
    /// Bytes in the digest at a place.
    pub(crate) len: L,
}

impl<L: Fn(usize) -> usize> Output for Scattered<'_, L> {
    #[inline]
    fn digest_mut(&mut self, message: usize) -> &mut [u8] {
        let place = self.places[message];
        self.digests[place].room((self.len)(place))
    }
}
