//! BLAKE3, the BLAKE3 paper (section 2), as the plain recursion over the tree.

const IV: [u32; 8] =
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/// The words of the message after each round: new word i is old word `PERMUTATION[i]`.
const PERMUTATION: [usize; 16] = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];

const CHUNK_START: u32 = 1 << 0;
const CHUNK_END: u32 = 1 << 1;
const PARENT: u32 = 1 << 2;
const ROOT: u32 = 1 << 3;
const KEYED_HASH: u32 = 1 << 4;
const DERIVE_KEY_CONTEXT: u32 = 1 << 5;
const DERIVE_KEY_MATERIAL: u32 = 1 << 6;

/// Bytes of a chunk, the leaf of the tree.
pub const CHUNK_LEN: usize = 1024;

/// The key words and the flags that every node of a tree has.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    key: [u32; 8],
    flags: u32,
}

impl Mode {
    /// `hash`.
    pub const HASH: Mode = Mode { key: IV, flags: 0 };

    /// `keyed_hash`.
    pub fn keyed_hash(key: &[u8; 32]) -> Mode {
        Mode { key: words(key), flags: KEYED_HASH }
    }

    /// `derive_key`: the message is the key material, and the key is the hash of the context.
    pub fn derive_key(context: &[u8]) -> Mode {
        let of_context = Mode { key: IV, flags: DERIVE_KEY_CONTEXT };
        let key = hash(of_context, context, 0, 32);
        Mode { key: words(&key), flags: DERIVE_KEY_MATERIAL }
    }
}

/// `out_len` bytes of the extended output of `message`, from byte `seek` on. The digest is the
/// first 32.
pub fn hash(mode: Mode, message: &[u8], seek: u64, out_len: usize) -> Vec<u8> {
    subtree(mode, message, 0).root_output(seek, out_len)
}

/// The tree over `message`, whose first chunk is chunk number `first_chunk` of the whole.
pub fn subtree(mode: Mode, message: &[u8], first_chunk: u64) -> Node {
    if message.len() <= CHUNK_LEN {
        return chunk(mode, message, first_chunk);
    }
    let (left, right) = message.split_at(left_len(message.len() as u64) as usize);
    let left_chunks = (left.len() / CHUNK_LEN) as u64;
    parent(
        mode,
        &subtree(mode, left, first_chunk).chaining_value(),
        &subtree(mode, right, first_chunk + left_chunks).chaining_value(),
    )
}

/// The bytes under the left child of a tree over `len` bytes (more than a chunk): the largest
/// power of two of chunks that leaves the right child a byte.
pub fn left_len(len: u64) -> u64 {
    let full_chunks = (len - 1) / CHUNK_LEN as u64;
    CHUNK_LEN as u64 * (1 << full_chunks.ilog2())
}

/// Chunk number `counter` of up to `CHUNK_LEN` bytes: a chain of blocks.
fn chunk(mode: Mode, bytes: &[u8], counter: u64) -> Node {
    let blocks = bytes.len().div_ceil(64).max(1);
    let mut chaining_value = mode.key;
    for i in 0..blocks {
        let end = bytes.len().min(64 * (i + 1));
        let mut block = [0; 64];
        block[..end - 64 * i].copy_from_slice(&bytes[64 * i..end]);
        let start_flag = if i == 0 { CHUNK_START } else { 0 };
        let end_flag = if i + 1 == blocks { CHUNK_END } else { 0 };
        let flags = mode.flags | start_flag | end_flag;
        let node = Node { chaining_value, block, counter, block_len: (end - 64 * i) as u32, flags };
        if i + 1 == blocks {
            return node;
        }
        chaining_value = words(&node.chaining_value());
    }
    unreachable!("a chunk has a last block")
}

/// The parent of two nodes that are no root.
pub fn parent(mode: Mode, left: &[u8; 32], right: &[u8; 32]) -> Node {
    let mut block = [0; 64];
    block[..32].copy_from_slice(left);
    block[32..].copy_from_slice(right);
    Node { chaining_value: mode.key, block, counter: 0, block_len: 64, flags: mode.flags | PARENT }
}

/// What goes into the last compression of a chunk or of a parent, which is another one at the root.
#[derive(Clone, Debug)]
pub struct Node {
    chaining_value: [u32; 8],
    block: [u8; 64],
    counter: u64,
    block_len: u32,
    flags: u32,
}

impl Node {
    /// What enters the parent, for a node that is not the root.
    pub fn chaining_value(&self) -> [u8; 32] {
        let out = compress(self.chaining_value, &self.block, self.counter, self.block_len, self.flags);
        std::array::from_fn(|i| out[i])
    }

    /// Of the root: the digest.
    pub fn root_hash(&self) -> [u8; 32] {
        let output = self.root_output(0, 32);
        std::array::from_fn(|i| output[i])
    }

    /// Of the root: `out_len` bytes of output from byte `seek` on. The counter is that of the
    /// 64-byte blocks of output.
    pub fn root_output(&self, seek: u64, out_len: usize) -> Vec<u8> {
        let skip = (seek % 64) as usize;
        let mut counter = seek / 64;
        let mut out = Vec::new();
        while out.len() < skip + out_len {
            out.extend(compress(
                self.chaining_value,
                &self.block,
                counter,
                self.block_len,
                self.flags | ROOT,
            ));
            counter += 1;
        }
        out[skip..skip + out_len].to_vec()
    }
}

/// The compression function (section 2.2): all 64 bytes of it.
pub fn compress(cv: [u32; 8], block: &[u8; 64], counter: u64, block_len: u32, flags: u32) -> [u8; 64] {
    let mut m: [u32; 16] = words(block);
    let mut v = [0; 16];
    v[..8].copy_from_slice(&cv);
    v[8..12].copy_from_slice(&IV[..4]);
    v[12..].copy_from_slice(&[counter as u32, (counter >> 32) as u32, block_len, flags]);
    for _ in 0..7 {
        g(&mut v, 0, 4, 8, 12, m[0], m[1]);
        g(&mut v, 1, 5, 9, 13, m[2], m[3]);
        g(&mut v, 2, 6, 10, 14, m[4], m[5]);
        g(&mut v, 3, 7, 11, 15, m[6], m[7]);
        g(&mut v, 0, 5, 10, 15, m[8], m[9]);
        g(&mut v, 1, 6, 11, 12, m[10], m[11]);
        g(&mut v, 2, 7, 8, 13, m[12], m[13]);
        g(&mut v, 3, 4, 9, 14, m[14], m[15]);
        m = PERMUTATION.map(|i| m[i]);
    }
    let mut out = [0; 64];
    for i in 0..8 {
        out[4 * i..][..4].copy_from_slice(&(v[i] ^ v[i + 8]).to_le_bytes());
        out[32 + 4 * i..][..4].copy_from_slice(&(v[i + 8] ^ cv[i]).to_le_bytes());
    }
    out
}

fn g(v: &mut [u32; 16], a: usize, b: usize, c: usize, d: usize, x: u32, y: u32) {
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(x);
    v[d] = (v[d] ^ v[a]).rotate_right(16);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(12);
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(y);
    v[d] = (v[d] ^ v[a]).rotate_right(8);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(7);
}

fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    std::array::from_fn(|i| u32::from_le_bytes(bytes.as_chunks().0[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From test_vectors.json of the BLAKE3 repository: length, hash, keyed_hash, derive_key.
    const VECTORS: [(usize, &str, &str, &str); 5] = [
        (
            0,
            "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262e00f03e7b69af26b7faaf09fcd333050\
             338ddfe085b8cc869ca98b206c08243a26f5487789e8f660afe6c99ef9e0c52b92e7393024a80459cf91f476f9ffdbda\
             7001c22e159b402631f277ca96f2defdf1078282314e763699a31c5363165421cce14d",
            "92b2b75604ed3c761f9d6f62392c8a9227ad0ea3f09573e783f1498a4ed60d26b18171a2f22a4b94822c701f107153db\
             a24918c4bae4d2945c20ece13387627d3b73cbf97b797d5e59948c7ef788f54372df45e45e4293c7dc18c1d41144a975\
             8be58960856be1eabbe22c2653190de560ca3b2ac4aa692a9210694254c371e851bc8f",
            "2cc39783c223154fea8dfb7c1b1660f2ac2dcbd1c1de8277b0b0dd39b7e50d7d905630c8be290dfcf3e6842f13bddd57\
             3c098c3f17361f1f206b8cad9d088aa4a3f746752c6b0ce6a83b0da81d59649257cdf8eb3e9f7d4998e41021fac119de\
             efb896224ac99f860011f73609e6e0e4540f93b273e56547dfd3aa1a035ba6689d89a0",
        ),
        (
            1,
            "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213",
            "6d7878dfff2f485635d39013278ae14f1454b8c0a3a2d34bc1ab38228a80c95b",
            "b3e2e340a117a499c6cf2398a19ee0d29cca2bb7404c73063382693bf66cb06c",
        ),
        (
            1024,
            "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7",
            "75c46f6f3d9eb4f55ecaaee480db732e6c2105546f1e675003687c31719c7ba4",
            "7356cd7720d5b66b6d0697eb3177d9f8d73a4a5c5e968896eb6a689684302706",
        ),
        (
            1025,
            "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444",
            "357dc55de0c7e382c900fd6e320acc04146be01db6a8ce7210b7189bd664ea69",
            "effaa245f065fbf82ac186839a249707c3bddf6d3fdda22d1b95a3c970379bcb",
        ),
        (
            7169,
            "a003fc7a51754a9b3c7fae0367ab3d782dccf28855a03d435f8cfe74605e7817",
            "ed9b1a922c046fdb3d423ae34e143b05ca1bf28b710432857bf738bcedbfa511",
            "554b0a5efea9ef183f2f9b931b7497995d9eb26f5c5c6dad2b97d62fc5ac31d9",
        ),
    ];

    #[test]
    fn vectors() {
        let keyed_hash = Mode::keyed_hash(b"whats the Elvish word for friend");
        let derive_key = Mode::derive_key(b"BLAKE3 2019-12-27 16:29:52 test vectors context");
        for (len, hashed, keyed, derived) in VECTORS {
            let message: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
            for (mode, digest) in [(Mode::HASH, hashed), (keyed_hash, keyed), (derive_key, derived)] {
                let got = hash(mode, &message, 0, digest.len() / 2);
                assert_eq!(hex::encode(got), digest, "{len} bytes");
            }
        }
    }
}
