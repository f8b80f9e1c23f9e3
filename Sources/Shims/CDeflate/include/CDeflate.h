#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Deflate with the zlib of the machine, which is loaded at its first use. Programs are not linked with zlib, and start
 * without it. These functions use a part of zlib's stable binary interface. zlib itself checks its major version and
 * the size of the structure.
 */

/* Returns the reason why zlib is not available; NULL if it is. */
const char *cdeflate_problem(void);

struct cdeflate_stream;

/* Begins a raw deflate with a level from 0 to 9. Returns NULL if memory or zlib is missing. */
struct cdeflate_stream *cdeflate_begin(int level);

/*
 * Compresses input into output. The counts are in: the available bytes; out: the bytes that were read and written.
 * With is_last, the stream ends after this input. Returns 1 at the end of the stream, 0 if more follows, -1 on an
 * error.
 */
int cdeflate_some(struct cdeflate_stream *stream, const uint8_t *input, size_t *input_count,
                  uint8_t *output, size_t *output_count, bool is_last);

void cdeflate_end(struct cdeflate_stream *stream);

/* Continues the CRC-32 of ZIP, gzip and PNG with `count` bytes. The CRC-32 of no bytes is 0. Does not need zlib. */
uint32_t cdeflate_checksum(uint32_t before, const uint8_t *bytes, size_t count);
