#include "CDeflate.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

/* The fields of z_stream in their order (zlib's manual, section "Stream Data Structures"). */
struct layout {
  const uint8_t *next_in;
  unsigned avail_in;
  unsigned long total_in;
  uint8_t *next_out;
  unsigned avail_out;
  unsigned long total_out;
  const char *message;
  void *state;
  void *(*allocate)(void *, unsigned, unsigned);
  void (*release)(void *, void *);
  void *opaque;
  int data_type;
  unsigned long checksum;
  unsigned long reserved;
};

struct cdeflate_stream {
  struct layout z;
};

enum { no_flush = 0, finish = 4, ok = 0, stream_end = 1, buffer_error = -5, deflated = 8 };

static struct {
  const char *(*version)(void);
  int (*begin)(struct layout *, int, int, int, int, int, const char *, int);
  int (*some)(struct layout *, int);
  int (*end)(struct layout *);
  const char *problem;
} zlib;

static void load(void) {
  void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    zlib.problem = "libz.so.1 cannot be loaded";
    return;
  }
  zlib.version = (const char *(*)(void))dlsym(library, "zlibVersion");
  zlib.begin = (int (*)(struct layout *, int, int, int, int, int, const char *, int))dlsym(
      library, "deflateInit2_");
  zlib.some = (int (*)(struct layout *, int))dlsym(library, "deflate");
  zlib.end = (int (*)(struct layout *))dlsym(library, "deflateEnd");
  if (!zlib.version || !zlib.begin || !zlib.some || !zlib.end)
    zlib.problem = "libz.so.1 is there, and not zlib: it lacks functions of it";
}

const char *cdeflate_problem(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return zlib.problem;
}

struct cdeflate_stream *cdeflate_begin(int level) {
  if (cdeflate_problem()) return NULL;
  struct cdeflate_stream *stream = calloc(1, sizeof *stream);
  if (!stream) return NULL;
  /* A window of 32 kB. A negative value means a stream without a zlib header. Memory level 8 is zlib's default. */
  if (zlib.begin(&stream->z, level, deflated, -15, 8, 0, zlib.version(), (int)sizeof stream->z) != ok) {
    free(stream);
    return NULL;
  }
  return stream;
}

int cdeflate_some(struct cdeflate_stream *stream, const uint8_t *input, size_t *input_count,
                  uint8_t *output, size_t *output_count, bool is_last) {
  if (*input_count > UINT_MAX || *output_count > UINT_MAX) return -1;
  stream->z.next_in = input;
  stream->z.avail_in = (unsigned)*input_count;
  stream->z.next_out = output;
  stream->z.avail_out = (unsigned)*output_count;
  int result = zlib.some(&stream->z, is_last ? finish : no_flush);
  *input_count -= stream->z.avail_in;
  *output_count -= stream->z.avail_out;
  if (result == stream_end) return 1;
  return result == ok || result == buffer_error ? 0 : -1;
}

void cdeflate_end(struct cdeflate_stream *stream) {
  zlib.end(&stream->z);
  free(stream);
}

static uint32_t checksums[256];

static void fill(void) {
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t value = byte;
    for (int bit = 0; bit < 8; bit++) value = value >> 1 ^ (value & 1 ? 0xedb88320 : 0);
    checksums[byte] = value;
  }
}

uint32_t cdeflate_checksum(uint32_t before, const uint8_t *bytes, size_t count) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, fill);
  uint32_t value = ~before;
  for (size_t i = 0; i < count; i++) value = value >> 8 ^ checksums[(value ^ bytes[i]) & 255];
  return ~value;
}
