/* Batches of messages of many lengths, each in memory of its own with nothing
 * behind it: once from malloc, and once before a page that nobody may touch. For
 * every algorithm the digests are those of one message at a time, and what lies
 * between them stays as it is. Exits with 0 when all of it holds. */
/* For MAP_ANONYMOUS. */
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#include <lanesum.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define CHECK(what)                                                                  \
    do {                                                                             \
        if (!(what)) {                                                               \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #what);       \
            exit(1);                                                                 \
        }                                                                            \
    } while (0)

enum { MOST = 33, BLOCK = 128, LONGEST = 24 * BLOCK };

/* Room for a message before a page that nobody may touch, or from malloc. */
struct slot {
    unsigned char *map;
    size_t room;
};

static struct slot slots[MOST];

static void guard(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), i;
    for (i = 0; i < MOST; i++) {
        slots[i].room = (LONGEST + page - 1) / page * page;
        slots[i].map = mmap(NULL, slots[i].room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        CHECK(slots[i].map != MAP_FAILED);
        CHECK(mprotect(slots[i].map + slots[i].room, page, PROT_NONE) == 0);
    }
}

static unsigned char *message(size_t i, size_t len, int guarded)
{
    unsigned char *bytes = guarded ? slots[i].map + slots[i].room - len : malloc(len ? len : 1);
    size_t at;
    CHECK(bytes != NULL);
    for (at = 0; at < len; at++)
        bytes[at] = (unsigned char)(i * 131 + at * 7 + at / 251);
    return bytes;
}

/* One at a time, in two pieces. */
static void one(const lanesum_algorithm *algorithm, const lanesum_message *message, unsigned char *digest)
{
    const unsigned char *bytes = message->data;
    size_t first = message->len / 3;
    lanesum_hasher *hasher;
    CHECK(lanesum_hasher_new(algorithm, &hasher) == LANESUM_OK);
    CHECK(lanesum_hasher_update(hasher, bytes, first) == LANESUM_OK);
    CHECK(lanesum_hasher_update(hasher, bytes + first, message->len - first) == LANESUM_OK);
    CHECK(lanesum_hasher_finalize(hasher, digest, LANESUM_MAX_DIGEST_LEN) == LANESUM_OK);
    lanesum_hasher_free(hasher);
}

typedef int hash_many(const lanesum_algorithm *, const lanesum_message *, size_t, void *, size_t);

static void check(const lanesum_algorithm *algorithm, const size_t *lens, size_t count, size_t gap, int guarded)
{
    static hash_many *const doors[] = {lanesum_hash_many, lanesum_par_hash_many};
    lanesum_message messages[MOST];
    unsigned char expected[LANESUM_MAX_DIGEST_LEN], *digests;
    size_t len = lanesum_algorithm_digest_len(algorithm), stride = len + gap, room, i, j, door;

    /* The last digest need not fill its stride. Nothing is written before. */
    room = (count - 1) * stride + len;
    digests = malloc(room);
    CHECK(digests != NULL);
    for (i = 0; i < count; i++) {
        messages[i].data = message(i, lens[i], guarded);
        messages[i].len = lens[i];
    }
    for (door = 0; door < 2; door++) {
        for (i = 0; i + 1 < count; i++)
            memset(digests + i * stride + len, (int)i, gap);
        CHECK(doors[door](algorithm, messages, count, digests, stride) == LANESUM_OK);
        for (i = 0; i < count; i++) {
            one(algorithm, &messages[i], expected);
            CHECK(memcmp(digests + i * stride, expected, len) == 0);
            for (j = 0; i + 1 < count && j < gap; j++)
                CHECK(digests[i * stride + len + j] == (unsigned char)i);
        }
    }
    for (i = 0; i < count && !guarded; i++)
        free((void *)messages[i].data);
    free(digests);
}

/* Messages that lie between the digests, as the header allows. */
static void in_the_gaps(const lanesum_algorithm *algorithm)
{
    enum { COUNT = 20, GAP = 200 };
    static unsigned char room[COUNT * (LANESUM_MAX_DIGEST_LEN + GAP)];
    size_t len = lanesum_algorithm_digest_len(algorithm), stride = len + GAP, i, j;
    unsigned char expected[LANESUM_MAX_DIGEST_LEN];
    lanesum_message messages[COUNT];

    for (i = 0; i < COUNT; i++) {
        messages[i].data = room + i * stride + len;
        messages[i].len = GAP - i;
        for (j = 0; j < GAP; j++)
            room[i * stride + len + j] = (unsigned char)(i * 31 + j);
    }
    CHECK(lanesum_hash_many(algorithm, messages, COUNT, room, stride) == LANESUM_OK);
    for (i = 0; i < COUNT; i++) {
        one(algorithm, &messages[i], expected);
        CHECK(memcmp(room + i * stride, expected, len) == 0);
    }
}

int main(void)
{
    const lanesum_algorithm *algorithm;
    size_t lens[MOST], algorithms, shape, i, gap, batches = 0;
    unsigned seed = 1;

    guard();
    for (algorithms = 0; (algorithm = lanesum_algorithm_at(algorithms)) != NULL; algorithms++) {
        for (shape = 0; shape < 6; shape++) {
            for (i = 0; i < MOST; i++) {
                seed = seed * 1664525u + 1013904223u;
                /* One that turns to its padding where another ends; equal ones; ragged ones. */
                lens[i] = shape == 0 ? (i < 16 ? 10 : 9) * 64
                        : shape == 1 ? (i < 16 ? 10 : 9) * BLOCK
                        : shape == 2 ? 64 + i % 2
                                     : (seed >> 8) % LONGEST;
            }
            for (gap = 0; gap < 10; gap += 9, batches += 4) {
                check(algorithm, lens, shape < 2 ? 17 : MOST, gap, 0);
                check(algorithm, lens, shape < 2 ? 17 : MOST, gap, 1);
            }
        }
        in_the_gaps(algorithm);
    }
    printf("%zu algorithms, %zu batches\n", algorithms, batches);
    return 0;
}
