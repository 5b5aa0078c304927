/* What the header promises, called from C. Exits with 0 when all of it holds. */
#include <lanesum.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(what)                                                                  \
    do {                                                                             \
        if (!(what)) {                                                               \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #what);       \
            exit(1);                                                                 \
        }                                                                            \
    } while (0)

static const char ABC_MD5[] = "900150983cd24fb0d6963f7d28e17f72";
static const char ABC_SHA256[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
static const char ABC_BLAKE3[] = "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85";
static const char NONE_MD5[] = "d41d8cd98f00b204e9800998ecf8427e";

static int is(const unsigned char *bytes, const char *hex)
{
    size_t i;
    char two[3];
    for (i = 0; i < strlen(hex) / 2; i++) {
        sprintf(two, "%02x", bytes[i]);
        if (memcmp(two, hex + 2 * i, 2) != 0)
            return 0;
    }
    return 1;
}

static unsigned char *some_bytes(size_t len)
{
    unsigned char *bytes = malloc(len);
    size_t i;
    CHECK(bytes != NULL);
    for (i = 0; i < len; i++)
        bytes[i] = (unsigned char)(i * 31 + i / 251);
    return bytes;
}

static void about(void)
{
    size_t place;
    CHECK(strcmp(lanesum_version(), LANESUM_VERSION) == 0);
    CHECK(strstr(lanesum_isas(), "portable") != NULL);
    CHECK(strcmp(lanesum_strerror(LANESUM_OK), "success") == 0);
    CHECK(strcmp(lanesum_strerror(-1), lanesum_strerror(1000)) == 0);
    CHECK(lanesum_algorithm_named("no such") == NULL);
    CHECK(lanesum_algorithm_named("\xff") == NULL);
    CHECK(lanesum_algorithm_named(NULL) == NULL);
    CHECK(lanesum_algorithm_named("SHA-256") == lanesum_algorithm_named("sha256"));
    CHECK(lanesum_algorithm_digest_len(lanesum_algorithm_named("blake2b-256")) == 32);
    for (place = 0; lanesum_algorithm_at(place) != NULL; place++) {
        const lanesum_algorithm *algorithm = lanesum_algorithm_at(place);
        CHECK(lanesum_algorithm_named(lanesum_algorithm_name(algorithm)) == algorithm);
        CHECK(lanesum_algorithm_digest_len(algorithm) <= LANESUM_MAX_DIGEST_LEN);
        CHECK(lanesum_algorithm_kernels(algorithm) != NULL);
    }
    CHECK(place >= 12);
    CHECK(lanesum_algorithm_name(NULL) == NULL);
    CHECK(lanesum_algorithm_digest_len(NULL) == 0);
    CHECK(lanesum_algorithm_kernels(NULL) == NULL);
}

static void many(void)
{
    const lanesum_algorithm *md5 = lanesum_algorithm_named("md5");
    lanesum_message messages[3];
    unsigned char digests[64], packed[48];

    messages[0].data = "abc", messages[0].len = 3;
    messages[1].data = NULL, messages[1].len = 0;
    messages[2].data = "abcd", messages[2].len = 3;
    memset(digests, 7, sizeof digests);
    CHECK(lanesum_hash_many(md5, messages, 3, digests, 20) == LANESUM_OK);
    CHECK(is(digests, ABC_MD5) && is(digests + 20, NONE_MD5) && is(digests + 40, ABC_MD5));
    CHECK(is(digests + 16, "07070707") && is(digests + 36, "07070707") && is(digests + 56, "0707070707070707"));
    CHECK(lanesum_par_hash_many(md5, messages, 3, packed, 16) == LANESUM_OK);
    CHECK(memcmp(packed, digests, 16) == 0 && memcmp(packed + 32, digests + 40, 16) == 0);

    CHECK(lanesum_hash_many(md5, NULL, 0, NULL, 16) == LANESUM_OK);
    CHECK(lanesum_hash_many(NULL, messages, 3, packed, 16) == LANESUM_ERROR_ALGORITHM);
    CHECK(lanesum_hash_many(md5, NULL, 3, packed, 16) == LANESUM_ERROR_NULL);
    CHECK(lanesum_hash_many(md5, messages, 3, NULL, 16) == LANESUM_ERROR_NULL);
    CHECK(lanesum_hash_many(md5, messages, 3, packed, 15) == LANESUM_ERROR_LENGTH);
    CHECK(lanesum_hash_many(md5, messages, (size_t)-1, packed, 16) == LANESUM_ERROR_LENGTH);
    CHECK(lanesum_hash_many(md5, messages, 3, packed, (size_t)-1) == LANESUM_ERROR_LENGTH);
    messages[1].len = 1;
    CHECK(lanesum_hash_many(md5, messages, 3, packed, 16) == LANESUM_ERROR_NULL);
    messages[1].data = "", messages[1].len = (size_t)-1;
    CHECK(lanesum_hash_many(md5, messages, 3, packed, 16) == LANESUM_ERROR_LENGTH);
}

static void pieces(void)
{
    lanesum_hasher *hasher = NULL, *clone = NULL;
    unsigned char digest[32];

    CHECK(lanesum_hasher_new(NULL, &hasher) == LANESUM_ERROR_ALGORITHM && hasher == NULL);
    CHECK(lanesum_hasher_new(lanesum_algorithm_named("sha256"), NULL) == LANESUM_ERROR_NULL);
    CHECK(lanesum_hasher_new(lanesum_algorithm_named("sha256"), &hasher) == LANESUM_OK);
    CHECK(lanesum_hasher_update(hasher, "a", 1) == LANESUM_OK);
    CHECK(lanesum_hasher_clone(hasher, &clone) == LANESUM_OK);
    CHECK(lanesum_hasher_update(hasher, "x", 1) == LANESUM_OK);
    CHECK(lanesum_hasher_update(clone, "bc", 2) == LANESUM_OK);
    CHECK(lanesum_hasher_update(clone, NULL, 0) == LANESUM_OK);
    CHECK(lanesum_hasher_update(clone, NULL, 1) == LANESUM_ERROR_NULL);
    CHECK(lanesum_hasher_update(NULL, "x", 1) == LANESUM_ERROR_NULL);
    CHECK(lanesum_hasher_finalize(clone, digest, 31) == LANESUM_ERROR_LENGTH);
    CHECK(lanesum_hasher_finalize(clone, NULL, 32) == LANESUM_ERROR_NULL);
    CHECK(lanesum_hasher_finalize(clone, digest, 32) == LANESUM_OK && is(digest, ABC_SHA256));
    CHECK(lanesum_hasher_reset(hasher) == LANESUM_OK);
    CHECK(lanesum_hasher_update(hasher, "abc", 3) == LANESUM_OK);
    CHECK(lanesum_hasher_finalize(hasher, digest, 32) == LANESUM_OK && is(digest, ABC_SHA256));
    lanesum_hasher_free(hasher);
    lanesum_hasher_free(clone);
    lanesum_hasher_free(NULL);
}

static void blake3(void)
{
    lanesum_blake3 *hasher, *clone;
    unsigned char key[LANESUM_BLAKE3_KEY_LEN] = { 1 }, hash[LANESUM_BLAKE3_HASH_LEN], whole[200], part[70];
    unsigned char *message = some_bytes(100000);

    CHECK(lanesum_blake3_new(&hasher) == LANESUM_OK);
    CHECK(lanesum_blake3_update(hasher, "abc", 3) == LANESUM_OK);
    CHECK(lanesum_blake3_finalize(hasher, hash) == LANESUM_OK && is(hash, ABC_BLAKE3));
    CHECK(lanesum_blake3_finalize_xof(hasher, 0, whole, sizeof whole) == LANESUM_OK);
    CHECK(memcmp(whole, hash, sizeof hash) == 0);
    CHECK(lanesum_blake3_finalize_xof(hasher, 130, part, sizeof part) == LANESUM_OK);
    CHECK(memcmp(part, whole + 130, sizeof part) == 0);
    CHECK(lanesum_blake3_finalize_xof(hasher, 0, NULL, 1) == LANESUM_ERROR_NULL);
    CHECK(lanesum_blake3_reset(hasher) == LANESUM_OK);
    CHECK(lanesum_blake3_par_update(hasher, message, 100000) == LANESUM_OK);
    CHECK(lanesum_blake3_clone(hasher, &clone) == LANESUM_OK);
    CHECK(lanesum_blake3_finalize(hasher, hash) == LANESUM_OK);
    CHECK(lanesum_blake3_finalize(clone, part) == LANESUM_OK && memcmp(hash, part, sizeof hash) == 0);
    CHECK(lanesum_blake3_finalize(NULL, part) == LANESUM_ERROR_NULL);
    CHECK(lanesum_blake3_finalize(clone, NULL) == LANESUM_ERROR_NULL);
    lanesum_blake3_free(hasher);
    lanesum_blake3_free(clone);

    CHECK(lanesum_blake3_new_keyed(NULL, &hasher) == LANESUM_ERROR_NULL);
    CHECK(lanesum_blake3_new_keyed(key, &hasher) == LANESUM_OK);
    CHECK(lanesum_blake3_finalize(hasher, part) == LANESUM_OK && memcmp(hash, part, sizeof hash) != 0);
    lanesum_blake3_free(hasher);
    CHECK(lanesum_blake3_new_derive_key("context", 7, &hasher) == LANESUM_OK);
    CHECK(lanesum_blake3_finalize(hasher, hash) == LANESUM_OK && memcmp(hash, part, sizeof hash) != 0);
    lanesum_blake3_free(hasher);
    free(message);
}

static void bao(const unsigned char *key, unsigned char group)
{
    size_t len = 300000, outboard_len, i;
    unsigned char *message = some_bytes(len), *outboard, hash[32];
    uint64_t at = 77;

    CHECK(lanesum_bao_outboard_len(len, 13, &outboard_len) == LANESUM_ERROR_CHUNK_GROUP);
    CHECK(lanesum_bao_outboard_len(len, group, NULL) == LANESUM_ERROR_NULL);
    CHECK(lanesum_bao_outboard_len(len, group, &outboard_len) == LANESUM_OK);
    CHECK((outboard = malloc(outboard_len)) != NULL);
    CHECK(lanesum_bao_outboard(message, len, group, key, outboard, outboard_len - 1, hash) == LANESUM_ERROR_LENGTH);
    CHECK(lanesum_bao_outboard(message, len, group, key, outboard, outboard_len, hash) == LANESUM_OK);
#define VERIFY(outboard_len, len) \
    lanesum_bao_verify(hash, outboard, outboard_len, message, len, group, key, &at)
    CHECK(VERIFY(outboard_len, len) == LANESUM_OK && at == 77);
    CHECK(VERIFY(outboard_len, len - 1) == LANESUM_ERROR_TRUNCATED && at == len - 1);
    CHECK(VERIFY(outboard_len - 1, len) == LANESUM_ERROR_TRUNCATED);
    for (i = 5; i < len; i += 37777) {
        message[i] ^= 1;
        CHECK(VERIFY(outboard_len, len) == LANESUM_ERROR_MISMATCH);
        CHECK(at <= i && i < at + ((uint64_t)1024 << group));
        message[i] ^= 1;
    }
    hash[0] ^= 1;
    CHECK(lanesum_bao_verify(hash, outboard, outboard_len, message, len, group, key, NULL) == LANESUM_ERROR_MISMATCH);
    CHECK(lanesum_bao_verify(NULL, outboard, outboard_len, message, len, group, key, NULL) == LANESUM_ERROR_NULL);
    CHECK(lanesum_bao_verify(hash, NULL, outboard_len, message, len, group, key, NULL) == LANESUM_ERROR_NULL);
    free(message);
    free(outboard);
}

#define THREADS 32
#define PIECES 20
#define PIECE 40000

static lanesum_pool *pool;
static unsigned char expected[16];

static void *upload(void *unused)
{
    lanesum_stream *stream;
    unsigned char digest[16], *piece = malloc(PIECE), *message = some_bytes(PIECE);
    int i;

    CHECK(lanesum_stream_new(pool, &stream) == LANESUM_OK);
    for (i = 0; i < PIECES; i++) {
        memcpy(piece, message, PIECE);
        CHECK(lanesum_stream_update(stream, piece, PIECE) == LANESUM_OK);
        memset(piece, 0, PIECE);
    }
    CHECK(lanesum_stream_finalize(stream, digest, 15) == LANESUM_ERROR_LENGTH);
    CHECK(lanesum_stream_finalize(stream, digest, 16) == LANESUM_OK);
    CHECK(memcmp(digest, expected, 16) == 0);
    CHECK(lanesum_stream_reset(stream) == LANESUM_OK);
    CHECK(lanesum_stream_update(stream, "abc", 3) == LANESUM_OK);
    CHECK(lanesum_stream_finalize(stream, digest, 16) == LANESUM_OK && is(digest, ABC_MD5));
    lanesum_stream_free(stream);
    free(piece);
    free(message);
    return unused;
}

static void streams(void)
{
    const lanesum_algorithm *md5 = lanesum_algorithm_named("md5");
    unsigned char *piece = some_bytes(PIECE);
    lanesum_hasher *hasher;
    lanesum_stats stats;
    pthread_t threads[THREADS];
    int i;

    CHECK(lanesum_hasher_new(md5, &hasher) == LANESUM_OK);
    for (i = 0; i < PIECES; i++)
        CHECK(lanesum_hasher_update(hasher, piece, PIECE) == LANESUM_OK);
    CHECK(lanesum_hasher_finalize(hasher, expected, 16) == LANESUM_OK);
    lanesum_hasher_free(hasher);

    CHECK(lanesum_pool_new(NULL, &pool) == LANESUM_ERROR_ALGORITHM);
    CHECK(lanesum_pool_new(md5, &pool) == LANESUM_OK);
    for (i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, upload, NULL) == 0);
    for (i = 0; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(lanesum_pool_stats(pool, &stats) == LANESUM_OK);
    CHECK(stats.bytes + stats.alone_bytes == (uint64_t)THREADS * (PIECES * PIECE + 3));
    CHECK(stats.rounds == 0 || stats.lanes >= 1);
    CHECK(lanesum_pool_stats(NULL, &stats) == LANESUM_ERROR_NULL);
    lanesum_pool_free(pool);
    free(piece);
}

/* Keys and lengths, at every door. The digests are those of the Rust library's
 * tests and of b2sum's and BLAKE3's own. */
static void told(void)
{
    /* RFC 7693's self test has no key; these are of the official vectors: the key
     * 00 01 02 ..., and no message. */
    static const char BLAKE2B[] =
        "10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786b5e996e8f0f4eb981fc214b005f42d2ff4233499391653df7aefcbc13fc51568";
    static const char BLAKE2S[] = "48a8997da407876b3d79c0d92325ad3b89cbb754d86ab71aee047ad345fd2c49";
    unsigned char key[64], digest[64], again[64], both[2 * 131], *message = some_bytes(10000);
    lanesum_algorithm *b, *s, *lemac, *xof, *none = NULL;
    lanesum_hasher *hashers[3], *long_one;
    const lanesum_hasher *to_end[3];
    lanesum_update updates[3];
    lanesum_told nothing = { 0 }, keyed = { 0 }, long_output = { 0 };
    lanesum_message messages[2];
    lanesum_pool *pool_of_it;
    lanesum_stream *stream;
    int i;

    for (i = 0; i < 64; i++)
        key[i] = (unsigned char)i;
    keyed.key = key;
    keyed.key_len = 64;
    CHECK(lanesum_algorithm_told(lanesum_algorithm_named("blake2b"), &keyed, &b) == LANESUM_OK);
    CHECK(lanesum_algorithm_told(lanesum_algorithm_named("blake2s"), &keyed, &none) == LANESUM_ERROR_LENGTH);
    CHECK(lanesum_algorithm_told(lanesum_algorithm_named("md5"), &keyed, &none) == LANESUM_ERROR_NOT_TAKEN);
    CHECK(lanesum_algorithm_told(NULL, &keyed, &none) == LANESUM_ERROR_ALGORITHM);
    CHECK(lanesum_algorithm_told(b, NULL, &none) == LANESUM_ERROR_NULL && none == NULL);
    keyed.key_len = 32;
    CHECK(lanesum_algorithm_told(lanesum_algorithm_named("blake2s"), &keyed, &s) == LANESUM_OK);
    keyed.key_len = 0;
    CHECK(lanesum_algorithm_told(lanesum_algorithm_named("blake2s"), &keyed, &none) == LANESUM_ERROR_LENGTH);
    keyed.key_len = 16;
    CHECK(lanesum_algorithm_told(lanesum_algorithm_named("lemac"), &keyed, &lemac) == LANESUM_OK);
    keyed.key = NULL;
    CHECK(lanesum_algorithm_told(lanesum_algorithm_named("lemac"), &keyed, &none) == LANESUM_ERROR_NULL);
    long_output.output_len = 131;
    long_output.seek = 7;
    CHECK(lanesum_algorithm_told(lanesum_algorithm_named("blake3"), &long_output, &xof) == LANESUM_OK);
    CHECK(lanesum_algorithm_digest_len(xof) == 131);
    CHECK(strcmp(lanesum_algorithm_name(xof), "blake3-1048") == 0);

    messages[0].data = messages[1].data = NULL;
    messages[0].len = messages[1].len = 0;
    CHECK(lanesum_hash_many(b, messages, 1, digest, 64) == LANESUM_OK && is(digest, BLAKE2B));
    CHECK(lanesum_hash_many(s, messages, 1, digest, 64) == LANESUM_OK && is(digest, BLAKE2S));
    CHECK(lanesum_hash_many(xof, messages, 2, both, 130) == LANESUM_ERROR_LENGTH);
    CHECK(lanesum_hash_many(xof, messages, 2, both, 131) == LANESUM_OK && memcmp(both, both + 131, 131) == 0);

    CHECK(lanesum_hasher_new(b, &hashers[0]) == LANESUM_OK);
    CHECK(lanesum_hasher_new(s, &hashers[1]) == LANESUM_OK);
    CHECK(lanesum_hasher_new(lemac, &hashers[2]) == LANESUM_OK);
    CHECK(lanesum_pool_new(lemac, &pool_of_it) == LANESUM_OK);
    /* What is told was copied. */
    lanesum_algorithm_free(b);
    lanesum_algorithm_free(s);
    lanesum_algorithm_free(lemac);
    memset(key, 0, sizeof key);
    for (i = 0; i < 3; i++) {
        to_end[i] = hashers[i];
        updates[i].hasher = hashers[i];
        updates[i].piece = NULL;
        updates[i].len = 0;
    }
    {
        unsigned char digests[3 * 64];
        CHECK(lanesum_finalize_many(to_end, 3, digests, 63) == LANESUM_ERROR_LENGTH);
        CHECK(lanesum_finalize_many(to_end, 3, digests, 64) == LANESUM_OK);
        CHECK(is(digests, BLAKE2B) && is(digests + 64, BLAKE2S));
        CHECK(lanesum_finalize_many(NULL, 0, NULL, 0) == LANESUM_OK);
        CHECK(lanesum_finalize_many(to_end, (size_t)-1, digests, 64) == LANESUM_ERROR_LENGTH);
        CHECK(lanesum_finalize_many(NULL, (size_t)-1 >> 5, digests, 64) == LANESUM_ERROR_NULL);
    }
    CHECK(lanesum_update_many(updates, 3) == LANESUM_OK);
    for (i = 0; i < 3; i++) {
        updates[i].piece = message + i;
        updates[i].len = (size_t)(3000 * i);
    }
    CHECK(lanesum_update_many(updates, 3) == LANESUM_OK);
    updates[1].hasher = hashers[0];
    CHECK(lanesum_update_many(updates, 3) == LANESUM_ERROR_TWICE);
    updates[1].hasher = NULL;
    CHECK(lanesum_update_many(updates, 3) == LANESUM_ERROR_NULL);
    CHECK(lanesum_hasher_finalize(hashers[0], digest, 64) == LANESUM_OK && is(digest, BLAKE2B));
    CHECK(lanesum_hasher_finalize(hashers[2], digest, 64) == LANESUM_OK);
    CHECK(lanesum_stream_new(pool_of_it, &stream) == LANESUM_OK);
    CHECK(lanesum_stream_update(stream, message + 2, 6000) == LANESUM_OK);
    CHECK(lanesum_stream_finalize(stream, again, 16) == LANESUM_OK && memcmp(digest, again, 16) == 0);
    CHECK(lanesum_hasher_reset(hashers[1]) == LANESUM_OK);
    CHECK(lanesum_hasher_finalize(hashers[1], digest, 64) == LANESUM_OK && is(digest, BLAKE2S));
    CHECK(lanesum_hasher_new(xof, &long_one) == LANESUM_OK);
    CHECK(lanesum_hasher_par_update(long_one, NULL, 0) == LANESUM_OK);
    CHECK(lanesum_hasher_finalize(long_one, both + 131, 130) == LANESUM_ERROR_LENGTH);
    CHECK(lanesum_hasher_finalize(long_one, both + 131, 131) == LANESUM_OK && memcmp(both, both + 131, 131) == 0);
    CHECK(lanesum_algorithm_told(xof, &nothing, &none) == LANESUM_OK);
    CHECK(lanesum_algorithm_digest_len(none) == 131);
    lanesum_hasher_free(long_one);
    for (i = 0; i < 3; i++)
        lanesum_hasher_free(hashers[i]);
    lanesum_stream_free(stream);
    lanesum_pool_free(pool_of_it);
    lanesum_algorithm_free(xof);
    lanesum_algorithm_free(none);
    lanesum_algorithm_free(NULL);
    free(message);
}

/* SHAKE's output of any length, past its block of 168 or 136 bytes too, at every door.
 * The bytes are those of Python's hashlib. */
static void shake(void)
{
    static const struct {
        const char *name, *first, *from_160;
    } CASES[] = {
        { "shake128", "5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc8",
          "cc29082f5647584e6aa01b3f5af057805f973ff8ecb8b226ac32ada6f01c1fcd4818cb006aa5b4cd" },
        { "shake256", "483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739",
          "3a7e5d397fed1ada9442b99903f4dcfd8559ed3950faf40fe6f3b5d710ed3b677513771af6bfe119" },
    };
    unsigned char whole[200], out[3 * 200];
    lanesum_message messages[3] = { { "abc", 3 }, { NULL, 0 }, { "abc", 3 } };
    size_t i, len;

    for (i = 0; i < 2; i++) {
        for (len = 200; len > 0; len--) {
            lanesum_told told = { 0 };
            lanesum_algorithm *shake, *none = NULL;
            lanesum_hasher *hasher;
            told.output_len = len;
            CHECK(lanesum_algorithm_told(lanesum_algorithm_named(CASES[i].name), &told, &shake) == LANESUM_OK);
            CHECK(lanesum_algorithm_digest_len(shake) == len);
            told.seek = 1;
            CHECK(lanesum_algorithm_told(shake, &told, &none) == LANESUM_ERROR_NOT_TAKEN && none == NULL);
            CHECK(lanesum_hash_many(shake, messages, 3, out, len - 1) == LANESUM_ERROR_LENGTH);
            CHECK(lanesum_hash_many(shake, messages, 3, out, len) == LANESUM_OK);
            if (len == 200) {
                CHECK(is(out, CASES[i].first) && is(out + 160, CASES[i].from_160));
                memcpy(whole, out, len);
            }
            CHECK(memcmp(out, whole, len) == 0 && memcmp(out + 2 * len, whole, len) == 0);
            CHECK(lanesum_hasher_new(shake, &hasher) == LANESUM_OK);
            CHECK(lanesum_hasher_update(hasher, "a", 1) == LANESUM_OK);
            CHECK(lanesum_hasher_update(hasher, "bc", 2) == LANESUM_OK);
            CHECK(lanesum_hasher_finalize(hasher, out, len - 1) == LANESUM_ERROR_LENGTH);
            CHECK(lanesum_hasher_finalize(hasher, out, len) == LANESUM_OK && memcmp(out, whole, len) == 0);
            lanesum_hasher_free(hasher);
            lanesum_algorithm_free(shake);
        }
    }
}

static void slices(void)
{
    const size_t len = 300000;
    unsigned char *message = some_bytes(len), *outboard, *slice_bytes, hash[32], key[32] = { 5 };
    size_t outboard_len, slice_len;
    lanesum_range ranges[2] = { { 1000, 3000 }, { 200000, 200001 } };
    lanesum_buffer *slice, *content = NULL;
    uint64_t at = 7;

    CHECK(lanesum_bao_outboard_len(len, 4, &outboard_len) == LANESUM_OK);
    CHECK((outboard = malloc(outboard_len)) != NULL);
    CHECK(lanesum_bao_outboard(message, len, 4, key, outboard, outboard_len, hash) == LANESUM_OK);
    CHECK(lanesum_bao_slice(outboard, outboard_len, message, len, 13, key, ranges, 2, &slice) == LANESUM_ERROR_CHUNK_GROUP);
    CHECK(lanesum_bao_slice(outboard, outboard_len, message, 5, 4, key, ranges, 2, &slice) == LANESUM_ERROR_TRUNCATED);
    CHECK(lanesum_bao_slice(outboard, outboard_len, message, len, 4, key, NULL, 2, &slice) == LANESUM_ERROR_NULL);
    CHECK(lanesum_bao_slice(outboard, outboard_len, message, len, 4, key, ranges, 2, &slice) == LANESUM_OK);
    slice_len = lanesum_buffer_len(slice);
    CHECK(slice_len > 2001 && slice_len < 64000);
    CHECK(lanesum_bao_decode_slice(hash, lanesum_buffer_data(slice), slice_len, 4, key, ranges, 2, &content, &at) == LANESUM_OK);
    CHECK(lanesum_buffer_len(content) == 2001 && at == 7);
    CHECK(memcmp(lanesum_buffer_data(content), message + 1000, 2000) == 0);
    CHECK(((const unsigned char *)lanesum_buffer_data(content))[2000] == message[200000]);
    lanesum_buffer_free(content);
    content = NULL;
    CHECK((slice_bytes = malloc(slice_len)) != NULL);
    memcpy(slice_bytes, lanesum_buffer_data(slice), slice_len);
    CHECK(lanesum_bao_decode_slice(hash, slice_bytes, slice_len, 4, NULL, ranges, 2, &content, &at) == LANESUM_ERROR_MISMATCH);
    CHECK(lanesum_bao_decode_slice(hash, slice_bytes, slice_len - 1, 4, key, ranges, 2, &content, NULL) == LANESUM_ERROR_TRUNCATED);
    slice_bytes[slice_len - 1] ^= 1;
    CHECK(lanesum_bao_decode_slice(hash, slice_bytes, slice_len, 4, key, ranges, 2, &content, &at) == LANESUM_ERROR_MISMATCH);
    CHECK(at >= 196608 && at <= 200000 && content == NULL);
    CHECK(lanesum_buffer_data(NULL) == NULL && lanesum_buffer_len(NULL) == 0);
    lanesum_buffer_free(slice);
    lanesum_buffer_free(NULL);
    free(slice_bytes);
    free(outboard);
    free(message);
}

int main(void)
{
    unsigned char key[32] = { 9 };
    about();
    many();
    pieces();
    blake3();
    told();
    shake();
    slices();
    bao(NULL, 0);
    bao(NULL, 4);
    bao(key, 4);
    streams();
    puts("all as promised");
    return 0;
}
