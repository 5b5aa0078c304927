//! Adler-32 of two parts.

/// The largest prime below 2^16.
const BASE: u64 = 65521;

/// RFC 1950, section 8.2: `a` is 1 plus the sum of the bytes, `b` the sum of
/// all the values of `a`. The second part began with `a = 1`, not with the
/// first part's `a`, and each of its bytes added what is missing to `b`.
pub(crate) fn combine(first: u32, second: u32, second_len: u64) -> u32 {
    let parts = |sum: u32| (u64::from(sum & 0xffff), u64::from(sum >> 16));
    let ((a1, b1), (a2, b2)) = (parts(first), parts(second));
    let missing = (a1 + BASE - 1) % BASE;
    let a = (missing + a2) % BASE;
    let b = (b1 + b2 + second_len % BASE * missing) % BASE;
    (b << 16 | a) as u32
}
