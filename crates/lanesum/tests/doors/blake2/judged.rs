//! Against `blake2b_simd` and `blake2s_simd`, which share no code with us, and
//! the reference.

use super::bytes;
use super::random::{Random, random, random_tree};
use lanesum::Digest;
use lanesum::blake2::ParamError;
use proptest::collection::vec;
use proptest::prelude::*;

/// The digest of another crate.
fn digest(bytes: &[u8]) -> Digest {
    Digest::from_bytes(bytes).expect("1 to 64 bytes")
}

/// The same for both: `$hash` is ours and the reference's, `$simd` is the crate.
macro_rules! judged {
    ($hash:ident, $tree:ident, $simd:ident, $max:literal) => {
        mod $hash {
            use super::*;
            use lanesum::blake2::{$hash, $tree};

            fn ours(random: &Random) -> Result<$hash::Params, ParamError> {
                Ok($hash::Params::new()
                    .digest_len(random.digest_len)?
                    .key(&random.key)?
                    .salt(&random.salt)?
                    .personal(&random.personal)?
                    .fanout(random.fanout)
                    .max_depth(random.depth)?
                    .max_leaf_len(random.leaf_len)
                    .node_offset(random.node_offset)?
                    .node_depth(random.node_depth)
                    .inner_len(random.inner_len)?
                    .last_node(random.last_node))
            }

            fn theirs(random: &Random, message: &[u8]) -> Digest {
                let mut params = $simd::Params::new();
                params
                    .hash_length(random.digest_len)
                    .key(&random.key)
                    .salt(&random.salt)
                    .personal(&random.personal)
                    .fanout(random.fanout)
                    .max_depth(random.depth)
                    .max_leaf_length(random.leaf_len)
                    .node_offset(random.node_offset)
                    .node_depth(random.node_depth)
                    .inner_hash_length(random.inner_len)
                    .last_node(random.last_node);
                digest(params.hash(message).as_bytes())
            }

            fn our_tree((digest_len, key): &(usize, Vec<u8>)) -> Result<$tree::Params, ParamError> {
                $tree::Params::new().digest_len(*digest_len)?.key(key)
            }

            fn their_tree((digest_len, key): &(usize, Vec<u8>), message: &[u8]) -> Digest {
                digest($simd::$tree::Params::new().hash_length(*digest_len).key(key).hash(message).as_bytes())
            }

            proptest! {
                #[test]
                fn any_parameters(random in random($max), message in vec(any::<u8>(), 0..600)) {
                    prop_assert_eq!($hash::hash(&ours(&random)?, &message), theirs(&random, &message));
                }

                /// Pieces of any lengths, empty ones too; the digest after each.
                #[test]
                fn any_pieces(random in random($max), pieces in vec(0..400usize, 0..12)) {
                    let message = bytes(pieces.iter().sum());
                    let mut state = $hash::State::new(&ours(&random)?);
                    let mut end = 0;
                    for piece in pieces {
                        state.update(&message[end..end + piece]);
                        end += piece;
                        prop_assert_eq!(state.finalize(), theirs(&random, &message[..end]));
                        prop_assert_eq!(state.message_len(), end as u64);
                    }
                    let other = Random { last_node: !random.last_node, ..random };
                    prop_assert_eq!(
                        state.clone().set_last_node(other.last_node).finalize(),
                        theirs(&other, &message)
                    );
                }

                /// Many at once, each with its own parameters: whole, and in two
                /// pieces, of which either may be empty.
                #[test]
                fn any_jobs(jobs in vec((random($max), 0..1500usize, 0..1500usize), 0..40)) {
                    let message = bytes(3000);
                    let params: Vec<_> = jobs.iter().map(|job| ours(&job.0)).collect::<Result<_, _>>()?;
                    let whole: Vec<_> =
                        params.iter().zip(&jobs).map(|(p, (_, cut, len))| (p, &message[..cut + len])).collect();
                    let digests = $hash::hash_many(&whole);
                    let mut states: Vec<_> = params.iter().map($hash::State::new).collect();
                    for second in [false, true] {
                        let pieces = jobs.iter().map(|&(_, cut, len)| {
                            if second { &message[cut..cut + len] } else { &message[..cut] }
                        });
                        $hash::update_many(&mut states.iter_mut().zip(pieces).collect::<Vec<_>>());
                    }
                    let finalized = $hash::finalize_many(&states.iter().collect::<Vec<_>>());
                    for (i, (random, cut, len)) in jobs.iter().enumerate() {
                        let expected = theirs(random, &message[..cut + len]);
                        prop_assert_eq!(digests[i], expected, "hash_many, job {}", i);
                        prop_assert_eq!(finalized[i], expected, "update_many, job {}", i);
                        prop_assert_eq!(states[i].message_len(), (cut + len) as u64);
                    }
                }

                /// The tree, in pieces of any lengths.
                #[test]
                fn any_tree(random in random_tree($max), pieces in vec(0..1500usize, 0..8)) {
                    let message = bytes(pieces.iter().sum());
                    let mut state = $tree::State::new(&our_tree(&random)?);
                    let mut end = 0;
                    for piece in pieces {
                        state.update(&message[end..end + piece]);
                        end += piece;
                        prop_assert_eq!(state.finalize(), their_tree(&random, &message[..end]));
                        prop_assert_eq!(state.message_len(), end as u64);
                    }
                }

                /// Many trees at once.
                #[test]
                fn any_trees(jobs in vec((random_tree($max), 0..2500usize, 0..2500usize), 0..30)) {
                    let message = bytes(5000);
                    let params: Vec<_> = jobs.iter().map(|job| our_tree(&job.0)).collect::<Result<_, _>>()?;
                    let whole: Vec<_> =
                        params.iter().zip(&jobs).map(|(p, (_, cut, len))| (p, &message[..cut + len])).collect();
                    let digests = $tree::hash_many(&whole);
                    let mut states: Vec<_> = params.iter().map($tree::State::new).collect();
                    for second in [false, true] {
                        let pieces = jobs.iter().map(|&(_, cut, len)| {
                            if second { &message[cut..cut + len] } else { &message[..cut] }
                        });
                        $tree::update_many(&mut states.iter_mut().zip(pieces).collect::<Vec<_>>());
                    }
                    for (i, (random, cut, len)) in jobs.iter().enumerate() {
                        let expected = their_tree(random, &message[..cut + len]);
                        prop_assert_eq!(digests[i], expected, "hash_many, job {}", i);
                        prop_assert_eq!(states[i].finalize(), expected, "update_many, job {}", i);
                    }
                }
            }

            /// Every length over some blocks and rounds, at once and byte by byte.
            #[test]
            fn every_length() {
                let message = bytes(1700);
                let (mut state, mut tree) = ($hash::State::default(), $tree::State::default());
                for len in 0..=message.len() {
                    let part = &message[..len];
                    let expected = digest(&reference::$hash::hash(&Default::default(), part));
                    assert_eq!($hash::hash(&Default::default(), part), expected, "{len} bytes");
                    assert_eq!(state.finalize(), expected, "{len} bytes, byte by byte");
                    let expected = digest(&reference::$tree($max, &[], part));
                    assert_eq!($tree::hash(&Default::default(), part), expected, "{len} bytes");
                    assert_eq!(tree.finalize(), expected, "{len} bytes, byte by byte");
                    if let Some(byte) = message.get(len..=len) {
                        state.update(byte);
                        tree.update(byte);
                    }
                }
            }

            /// A long tree: in lanes, and on as many threads as a part of the leaves
            /// each may have.
            #[test]
            fn long_tree() {
                let message = bytes((1 << 20) + 12_345);
                let random = ($max, bytes($max));
                let (params, expected) = (our_tree(&random).unwrap(), their_tree(&random, &message));
                assert_eq!($tree::hash(&params, &message), expected);
                for threads in [1, 2, 4, 8] {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                    assert_eq!(pool.install(|| $tree::par_hash(&params, &message)), expected);
                    let mut state = $tree::State::new(&params);
                    pool.install(|| {
                        state.par_update(&message[..777]).par_update(&message[777..]);
                    });
                    assert_eq!(state.finalize(), expected, "{threads} threads, in two pieces");
                }
            }

            #[test]
            fn what_is_out_of_range_is_an_error() {
                let params = $hash::Params::new;
                let (long, max) = ([0; $max + 1], $max);
                for len in [0, max + 1, usize::MAX] {
                    let error = ParamError::DigestLength { len, max };
                    assert_eq!(params().digest_len(len).unwrap_err(), error);
                    assert_eq!($tree::Params::new().digest_len(len).unwrap_err(), error);
                }
                let len = max + 1;
                assert_eq!(params().key(&long).unwrap_err(), ParamError::KeyLength { len, max });
                assert_eq!($tree::Params::new().key(&long).unwrap_err(), ParamError::KeyLength { len, max });
                assert_eq!(params().inner_len(len).unwrap_err(), ParamError::InnerLength { len, max });
                let (len, max) = (max / 4 + 1, max / 4);
                assert_eq!(params().salt(&long[..len]).unwrap_err(), ParamError::SaltLength { len, max });
                assert_eq!(params().personal(&long[..len]).unwrap_err(), ParamError::PersonalLength { len, max });
                assert_eq!(params().max_depth(0).unwrap_err(), ParamError::Depth);
                assert_eq!(params().node_offset(1 << 48).is_err(), $max == 32);
                assert!(params().node_offset((1 << 48) - 1).is_ok());
            }

            /// What is printed of parameters and states does not depend on the key.
            #[test]
            fn keys_are_not_printed() {
                let [a, b] = [[1; 16], [2; 16]].map(|key| {
                    let params = $hash::Params::new().key(&key).unwrap();
                    let tree = $tree::Params::new().key(&key).unwrap();
                    let (state, tree_state) = ($hash::State::new(&params), $tree::State::new(&tree));
                    format!("{params:?} {tree:?} {state:?} {tree_state:?}")
                });
                assert_eq!(a, b);
            }

            /// Through `std::io::Write`.
            #[test]
            fn written() {
                let message = bytes(5000);
                let (mut state, mut tree) = ($hash::State::default(), $tree::State::default());
                std::io::copy(&mut &message[..], &mut state).unwrap();
                std::io::copy(&mut &message[..], &mut tree).unwrap();
                assert_eq!(state.finalize(), $hash::hash(&$hash::Params::new(), &message));
                assert_eq!(tree.finalize(), $tree::hash(&$tree::Params::new(), &message));
            }
        }
    };
}

judged!(blake2b, blake2bp, blake2b_simd, 64);
judged!(blake2s, blake2sp, blake2s_simd, 32);
