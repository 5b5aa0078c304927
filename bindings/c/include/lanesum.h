/*
 * lanesum: hashes many messages at once, one in each SIMD lane.
 *
 * Link with -llanesum (pkg-config --cflags --libs lanesum).
 *
 * Lengths and strides are in bytes. A function that returns int returns a
 * status: LANESUM_OK, which is 0, or an error, of which lanesum_strerror says
 * what it means. After an error nothing was written, unless it says so.
 *
 * Pointers to no bytes, of a length of 0, may be null; any other null pointer
 * is LANESUM_ERROR_NULL, and a null handle to free is nothing. What a function
 * writes must not overlap what it reads.
 *
 * Threads: functions may be called from any number of threads at once. A
 * handle may move between threads, but while one call changes it (update,
 * reset, free) there must be no other call with it. Calls that take it as const
 * may run side by side. Functions with "par" in their name use a pool of
 * threads, one a core, which is made by the first of them: a process that calls
 * them must not fork and go on calling them in the child.
 *
 * No panic crosses into C, and no signal is used. Without memory the process
 * is aborted.
 *
 * The environment variable LANESUM_ISA caps the instructions that are used:
 * avx512, avx2, ssse3, sse2, portable and others that lanesum_isas names.
 */
#ifndef LANESUM_H
#define LANESUM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. */
#define LANESUM_VERSION "0.1.0"

/* The version of the library that runs: static text. */
const char *lanesum_version(void);

/* The instruction sets that the library runs on here, best first, with a space
 * between: static text. */
const char *lanesum_isas(void);

/* ---- Status ---------------------------------------------------------- */

enum {
    LANESUM_OK = 0,
    /* A pointer is null that must not be. */
    LANESUM_ERROR_NULL = 1,
    /* The algorithm is null: lanesum_algorithm_named did not know the name. */
    LANESUM_ERROR_ALGORITHM = 2,
    /* A length is not what it must be, or larger than an object can be, or a
     * stride is less than a digest. */
    LANESUM_ERROR_LENGTH = 3,
    /* A chunk group is larger than 2^12 chunks. */
    LANESUM_ERROR_CHUNK_GROUP = 4,
    /* The message, or its outboard encoding, is not what the hash says. */
    LANESUM_ERROR_MISMATCH = 5,
    /* The message, or its outboard encoding, ends too early. */
    LANESUM_ERROR_TRUNCATED = 6,
    /* The message goes on where it should end, or the outboard encoding claims
     * a length that no message has. */
    LANESUM_ERROR_TOO_LONG = 7,
    /* A bug in lanesum. What the call should have changed can only be freed,
     * or reset. */
    LANESUM_ERROR_PANIC = 8,
    /* The algorithm has no use for something that it is told, or a key is both
     * used and derived. */
    LANESUM_ERROR_NOT_TAKEN = 9,
    /* A hasher is given twice in one call. */
    LANESUM_ERROR_TWICE = 10
};

/* What a status means: static text, also for numbers that are none. */
const char *lanesum_strerror(int status);

/* ---- Algorithms ------------------------------------------------------ */

/* An algorithm, and all that it is told beside the message. Of those that are
 * told nothing there is one of each; it is never freed. */
typedef struct lanesum_algorithm lanesum_algorithm;

/* The most bytes that a digest has. */
#define LANESUM_MAX_DIGEST_LEN 64

/* The algorithm of a name, in the usual spellings: "md5", "SHA-256",
 * "sha512/256", "blake2b", "blake2b-256", "blake3". Null for another name. */
const lanesum_algorithm *lanesum_algorithm_named(const char *name);

/* The algorithms by number, from 0: null past the last one. */
const lanesum_algorithm *lanesum_algorithm_at(size_t place);

/* The name, as "sha512-256"; null for null. */
const char *lanesum_algorithm_name(const lanesum_algorithm *algorithm);

/* Bytes in a digest, or of the output that it was told to have; 0 for null. */
size_t lanesum_algorithm_digest_len(const lanesum_algorithm *algorithm);

/* The kernels that it runs on here, with a space between: the instructions,
 * and how many sets of lanes, as "avx512x4"; null for null. */
const char *lanesum_algorithm_kernels(const lanesum_algorithm *algorithm);

/* What an algorithm is told. All zeros are nothing. */
typedef struct lanesum_told {
    /* The key, which makes the hash a MAC: of BLAKE3 32 bytes, of LeMac 16, of
     * BLAKE2b and BLAKE2bp 1 to 64, of BLAKE2s and BLAKE2sp 1 to 32. */
    const void *key;
    size_t key_len;
    /* The context for which BLAKE3 derives a key from the message. */
    const void *context;
    size_t context_len;
    /* BLAKE2b's and BLAKE2s's salt and personalisation, of up to 16 and 8
     * bytes. */
    const void *salt;
    size_t salt_len;
    const void *personal;
    size_t personal_len;
    /* Bytes of output, 0 for the usual ones: of BLAKE3 and SHAKE any number, of
     * BLAKE2 up to the longest digest. */
    size_t output_len;
    /* Bytes of BLAKE3's output that are passed over. */
    uint64_t seek;
} lanesum_told;

/* Makes an algorithm that is told something, for every function that takes one.
 * What it is told is copied. Free it with lanesum_algorithm_free, also before
 * the hashers and pools that were made with it.
 *
 * LANESUM_ERROR_NOT_TAKEN where it has no use for something, and
 * LANESUM_ERROR_LENGTH where something is too short or too long. */
int lanesum_algorithm_told(const lanesum_algorithm *algorithm, const lanesum_told *told,
                           lanesum_algorithm **made);

/* Only of those that lanesum_algorithm_told made. */
void lanesum_algorithm_free(lanesum_algorithm *algorithm);

/* ---- Many messages --------------------------------------------------- */

typedef struct lanesum_message {
    const void *data;
    size_t len;
} lanesum_message;

/* Hashes `count` messages of any lengths, one in each lane, on this core. The
 * digest of message i is written to `digests` + i * `stride`; what is between
 * the digests stays as it is. Room for the last one need not go on after its
 * digest.
 *
 * LANESUM_ERROR_LENGTH where the stride is less than a digest. */
int lanesum_hash_many(const lanesum_algorithm *algorithm, const lanesum_message *messages,
                      size_t count, void *digests, size_t stride);

/* The same on all cores: on the calling thread alone, where the system has no
 * other to give. */
int lanesum_par_hash_many(const lanesum_algorithm *algorithm, const lanesum_message *messages,
                          size_t count, void *digests, size_t stride);

/* ---- One message in pieces ------------------------------------------- */

typedef struct lanesum_hasher lanesum_hasher;

/* Makes a hasher for a new message. Free it with lanesum_hasher_free. */
int lanesum_hasher_new(const lanesum_algorithm *algorithm, lanesum_hasher **hasher);

/* Adds a piece to the message. The second does it on all cores, where the
 * algorithm is a tree: that gains from about a MiB on. */
int lanesum_hasher_update(lanesum_hasher *hasher, const void *piece, size_t len);
int lanesum_hasher_par_update(lanesum_hasher *hasher, const void *piece, size_t len);

/* Writes the digest of the message so far; more pieces may follow.
 *
 * LANESUM_ERROR_LENGTH where `len`, the room for it, is less than a digest. */
int lanesum_hasher_finalize(const lanesum_hasher *hasher, void *digest, size_t len);

/* Begins a new message. */
int lanesum_hasher_reset(lanesum_hasher *hasher);

/* Makes another hasher, which has the same message so far. */
int lanesum_hasher_clone(const lanesum_hasher *hasher, lanesum_hasher **clone);

void lanesum_hasher_free(lanesum_hasher *hasher);

/* ---- Many messages in pieces ----------------------------------------- */

typedef struct lanesum_update {
    lanesum_hasher *hasher;
    const void *piece;
    size_t len;
} lanesum_update;

/* Adds a piece to each of many messages, one in each lane. The algorithms may
 * differ; the hashers of each share its lanes.
 *
 * LANESUM_ERROR_TWICE where a hasher is given twice. */
int lanesum_update_many(const lanesum_update *updates, size_t count);

/* Writes the digest of hasher i to `digests` + i * `stride`; more pieces may
 * follow.
 *
 * LANESUM_ERROR_LENGTH where the stride is less than a digest. */
int lanesum_finalize_many(const lanesum_hasher *const *hashers, size_t count, void *digests,
                          size_t stride);

/* ---- Many threads, a message each ------------------------------------ */

/* Streams of one pool share the lanes: where more threads hash than there are
 * cores, one of them hashes for those that wait. Pieces of 16 KiB and more gain
 * most. */
typedef struct lanesum_pool lanesum_pool;
typedef struct lanesum_stream lanesum_stream;

/* What a pool has done so far. */
typedef struct lanesum_stats {
    /* Rounds in which a thread hashed for itself and for others. */
    uint64_t rounds;
    /* Pieces in a round, one in each lane, on average. */
    double lanes;
    /* Bytes hashed in rounds. */
    uint64_t bytes;
    /* Bytes that streams hashed alone, as far as they were finalized, reset or
     * freed. */
    uint64_t alone_bytes;
} lanesum_stats;

/* Makes a pool. */
int lanesum_pool_new(const lanesum_algorithm *algorithm, lanesum_pool **pool);

/* Writes what it has done so far. */
int lanesum_pool_stats(const lanesum_pool *pool, lanesum_stats *stats);

/* Frees it. Its streams live on. */
void lanesum_pool_free(lanesum_pool *pool);

/* Makes a stream for a new message: for one thread at a time. */
int lanesum_stream_new(const lanesum_pool *pool, lanesum_stream **stream);

/* Adds a piece to the message. It may copy a small piece, to be hashed with
 * later ones, or block until another thread has hashed the piece, and hash other
 * streams' pieces meanwhile. The piece is free again when it returns. A thread
 * must not be cancelled in it. */
int lanesum_stream_update(lanesum_stream *stream, const void *piece, size_t len);

/* As those of hashers; to finalize may block as to update does. */
int lanesum_stream_finalize(const lanesum_stream *stream, void *digest, size_t len);
int lanesum_stream_reset(lanesum_stream *stream);
void lanesum_stream_free(lanesum_stream *stream);

/* ---- BLAKE3 ---------------------------------------------------------- */

#define LANESUM_BLAKE3_KEY_LEN 32
#define LANESUM_BLAKE3_HASH_LEN 32

typedef struct lanesum_blake3 lanesum_blake3;

/* Makes a hasher: for the hash, for the hash with a key of 32 bytes, or for
 * deriving a key from what follows, for a context that nobody else uses. Free
 * it with lanesum_blake3_free. */
int lanesum_blake3_new(lanesum_blake3 **hasher);
int lanesum_blake3_new_keyed(const uint8_t *key, lanesum_blake3 **hasher);
int lanesum_blake3_new_derive_key(const void *context, size_t context_len,
                                  lanesum_blake3 **hasher);

/* Adds a piece to the message, on this core or on all: that gains from about a
 * MiB on. */
int lanesum_blake3_update(lanesum_blake3 *hasher, const void *piece, size_t len);
int lanesum_blake3_par_update(lanesum_blake3 *hasher, const void *piece, size_t len);

/* Writes the 32 bytes of the hash of the message so far. */
int lanesum_blake3_finalize(const lanesum_blake3 *hasher, uint8_t *hash);

/* Writes `len` bytes of the extended output of the message so far, from byte
 * `position` on. The hash is the first 32 bytes of it. */
int lanesum_blake3_finalize_xof(const lanesum_blake3 *hasher, uint64_t position, void *out,
                                size_t len);

/* As those of other hashers. A new message has the same mode and key. */
int lanesum_blake3_reset(lanesum_blake3 *hasher);
int lanesum_blake3_clone(const lanesum_blake3 *hasher, lanesum_blake3 **clone);
void lanesum_blake3_free(lanesum_blake3 *hasher);

/* ---- Bao: a message against its tree of BLAKE3 ------------------------ */

/* `chunk_group` says that the leaves of the tree are groups of 2^chunk_group
 * chunks of 1024 bytes, at most 2^12: 0 is what the `bao` command writes. `key`
 * has 32 bytes, or is null. Both sides must agree on them. */

/* Writes the length of the outboard encoding of a message. */
int lanesum_bao_outboard_len(size_t message_len, uint8_t chunk_group, size_t *outboard_len);

/* Writes the outboard encoding of a message, and its hash.
 *
 * LANESUM_ERROR_LENGTH where `outboard_len` is not what
 * lanesum_bao_outboard_len says. */
int lanesum_bao_outboard(const void *message, size_t message_len, uint8_t chunk_group,
                         const uint8_t *key, void *outboard, size_t outboard_len, uint8_t *hash);

/* Verifies a message against the outboard encoding and the hash.
 *
 * LANESUM_ERROR_MISMATCH, LANESUM_ERROR_TRUNCATED or LANESUM_ERROR_TOO_LONG
 * where it is another one. Then, unless `wrong_at` is null, the offset of the
 * first bad leaf or parent in the message is written there, or how many bytes
 * there are of what ends too early. */
int lanesum_bao_verify(const uint8_t *hash, const void *outboard, size_t outboard_len,
                       const void *message, size_t message_len, uint8_t chunk_group,
                       const uint8_t *key, uint64_t *wrong_at);

/* Bytes that the library made. */
typedef struct lanesum_buffer lanesum_buffer;

const void *lanesum_buffer_data(const lanesum_buffer *buffer);
size_t lanesum_buffer_len(const lanesum_buffer *buffer);
void lanesum_buffer_free(lanesum_buffer *buffer);

/* Bytes of a message: from `start` on, before `end`. */
typedef struct lanesum_range {
    uint64_t start;
    uint64_t end;
} lanesum_range;

/* Makes the slice for some ranges of a message: what verifies them, and they.
 * Nothing is verified here. */
int lanesum_bao_slice(const void *outboard, size_t outboard_len, const void *message,
                      size_t message_len, uint8_t chunk_group, const uint8_t *key,
                      const lanesum_range *ranges, size_t count, lanesum_buffer **slice);

/* Verifies a slice against the hash, for the ranges that it was made for, and
 * gives the bytes of the ranges, one behind the other. Where it is wrong none are
 * given; status and `wrong_at` as of lanesum_bao_verify. */
int lanesum_bao_decode_slice(const uint8_t *hash, const void *slice, size_t slice_len,
                             uint8_t chunk_group, const uint8_t *key,
                             const lanesum_range *ranges, size_t count,
                             lanesum_buffer **content, uint64_t *wrong_at);

#ifdef __cplusplus
}
#endif

#endif
