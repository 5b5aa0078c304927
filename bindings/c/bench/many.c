/* Hashes many messages of 64 bytes, in turns: at once by lanesum, and one by one
 * by OpenSSL with one context that is used again. Prints the least CPU seconds
 * that each took. `peers c` compiles and runs it.
 *
 * usage: many ALGORITHM MESSAGES CPU-SECONDS
 */
#include <lanesum.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LEN 64

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv)
{
    const lanesum_algorithm *algorithm = argc == 4 ? lanesum_algorithm_named(argv[1]) : NULL;
    size_t count = argc == 4 ? strtoul(argv[2], NULL, 10) : 0, len, i;
    double end, start, ours = 1e9, theirs = 1e9;
    unsigned char *bytes, *digests, *expected;
    lanesum_message *messages;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_MD *method;

    if (algorithm == NULL || count == 0 || context == NULL) {
        fprintf(stderr, "usage: many ALGORITHM MESSAGES CPU-SECONDS\n");
        return 2;
    }
    method = EVP_MD_fetch(NULL, lanesum_algorithm_name(algorithm), NULL);
    len = lanesum_algorithm_digest_len(algorithm);
    bytes = malloc(count * LEN);
    digests = calloc(count, len);
    expected = calloc(count, len);
    messages = calloc(count, sizeof *messages);
    if (method == NULL || bytes == NULL || digests == NULL || expected == NULL || messages == NULL)
        return 1;
    for (i = 0; i < count * LEN; i++)
        bytes[i] = (unsigned char)(i * 31 + i / 251);
    for (i = 0; i < count; i++) {
        messages[i].data = bytes + i * LEN;
        messages[i].len = LEN;
    }
    end = now() + strtod(argv[3], NULL);
    do {
        start = now();
        if (lanesum_hash_many(algorithm, messages, count, digests, len) != LANESUM_OK)
            return 1;
        if (now() - start < ours)
            ours = now() - start;
        start = now();
        for (i = 0; i < count; i++) {
            EVP_DigestInit_ex2(context, method, NULL);
            EVP_DigestUpdate(context, messages[i].data, messages[i].len);
            EVP_DigestFinal_ex(context, expected + i * len, NULL);
        }
        if (now() - start < theirs)
            theirs = now() - start;
        if (memcmp(digests, expected, count * len) != 0) {
            fprintf(stderr, "many: lanesum and OpenSSL differ\n");
            return 1;
        }
    } while (now() < end);
    printf("%.9f %.9f\n", ours, theirs);
    return 0;
}
