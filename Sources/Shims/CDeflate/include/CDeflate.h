#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Deflate by the machine's zlib, which is loaded when it is first used: nothing is linked with it, and a program starts
 * without it. What is declared here is the part of zlib's stable binary interface that this needs; zlib itself
 * compares the size of the structure and its major version.
 */

/* Why there is no zlib here; NULL where there is one. */
const char *cdeflate_problem(void);

struct cdeflate_stream;

/* Raw deflate with a level from 0 to 9. NULL where memory is short, or there is no zlib. */
struct cdeflate_stream *cdeflate_begin(int level);

/*
 * Compresses from input into output, and tells how much it took and gave. Returns 1 when the stream is at its end, which
 * is_last asks for, 0 where there is more to come, -1 on an error.
 */
int cdeflate_some(struct cdeflate_stream *stream, const uint8_t *input, size_t *input_count,
                  uint8_t *output, size_t *output_count, bool is_last);

void cdeflate_end(struct cdeflate_stream *stream);

/* The CRC-32 of ZIP, gzip and PNG, of what was before and `count` bytes more; of nothing it is 0. It needs no zlib. */
uint32_t cdeflate_checksum(uint32_t before, const uint8_t *bytes, size_t count);
