/* Prints the checksums of files, as sha256sum does, all of them at once.
 *
 *     cc checksum.c $(pkg-config --cflags --libs lanesum) -o checksum
 *     ./checksum sha256 *.c
 */
#include <errno.h>
#include <lanesum.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads a file into memory. Says whether that went well. */
static int read_file(const char *path, lanesum_message *message)
{
    FILE *file = fopen(path, "rb");
    unsigned char *data = NULL;
    size_t len = 0, room = 0, got;

    if (file == NULL)
        return 0;
    do {
        if (len == room) {
            unsigned char *more = realloc(data, room = room ? 2 * room : 65536);
            if (more == NULL)
                break;
            data = more;
        }
        got = fread(data + len, 1, room - len, file);
        len += got;
    } while (got > 0);
    if (ferror(file) || !feof(file)) {
        fclose(file);
        free(data);
        return 0;
    }
    fclose(file);
    message->data = data;
    message->len = len;
    return 1;
}

int main(int argc, char **argv)
{
    const lanesum_algorithm *algorithm = argc > 1 ? lanesum_algorithm_named(argv[1]) : NULL;
    size_t count = argc > 2 ? (size_t)argc - 2 : 0, len, i, j;
    lanesum_message *messages;
    unsigned char *digests;
    int status, failed = 0;

    if (algorithm == NULL) {
        size_t place;
        fprintf(stderr, "usage: checksum ALGORITHM FILE...\nalgorithms:");
        for (place = 0; lanesum_algorithm_at(place) != NULL; place++)
            fprintf(stderr, " %s", lanesum_algorithm_name(lanesum_algorithm_at(place)));
        fprintf(stderr, "\n");
        return 2;
    }
    len = lanesum_algorithm_digest_len(algorithm);
    messages = calloc(count + 1, sizeof *messages);
    digests = malloc(count * len + 1);
    if (messages == NULL || digests == NULL)
        return 1;
    for (i = 0; i < count; i++) {
        if (!read_file(argv[i + 2], &messages[i])) {
            fprintf(stderr, "checksum: %s: %s\n", argv[i + 2], strerror(errno));
            argv[i + 2] = NULL;
            failed = 1;
        }
    }
    status = lanesum_par_hash_many(algorithm, messages, count, digests, len);
    if (status != LANESUM_OK) {
        fprintf(stderr, "checksum: %s\n", lanesum_strerror(status));
        return 1;
    }
    for (i = 0; i < count; i++) {
        if (argv[i + 2] != NULL) {
            for (j = 0; j < len; j++)
                printf("%02x", digests[i * len + j]);
            printf("  %s\n", argv[i + 2]);
        }
        free((void *)messages[i].data);
    }
    free(messages);
    free(digests);
    return failed;
}
