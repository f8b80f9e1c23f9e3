#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "supervise.h"

// The size is the default capacity of a pipe (pipe(7)).
static char buffer[65536];

void output_open(struct output *output, const struct rubato_plan *plan) {
  *output = (struct output){.limit = plan->output_limit_bytes,
                            .directory_fd = -1,
                            .segment_fd = -1,
                            .segment_start = plan->output_segment,
                            .previous_start = plan->output_previous,
                            .total = plan->output_start};
  snprintf(output->name, sizeof output->name, "%s", plan->output_name);
}

// Writes the name of a segment: the offset of its first byte in the whole output.
static void write_segment_name(int64_t start, char name[32]) {
  snprintf(name, 32, "%" PRId64, start);
}

// Opens the directory of the run, which is created by the first output. Returns whether it is open.
static bool open_directory(struct output *output) {
  if (output->directory_fd >= 0) return true;
  const char *name = output->name;
  if (mkdirat(RUBATO_FD_OUTPUT, name, 0700) != 0 && errno != EEXIST) return false;
  output->directory_fd = openat(RUBATO_FD_OUTPUT, name, O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  return output->directory_fd >= 0;
}

// Creates a segment that begins at the end of the output so far. Returns whether it is open.
static bool open_segment(struct output *output) {
  char name[32];
  if (!open_directory(output)) return false;
  write_segment_name(output->total, name);
  output->segment_fd =
      openat(output->directory_fd, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  output->segment_start = output->total;
  return output->segment_fd >= 0;
}

// Opens the last segment of an earlier step. Returns whether the step can continue it: it must end
// where the step begins, so that offsets in a segment are offsets in the output.
static bool continue_segment(struct output *output) {
  char name[32];
  struct stat file;
  if (output->segment_fd >= 0 || output->segment_start < 0 || !open_directory(output)) return false;
  write_segment_name(output->segment_start, name);
  int fd = openat(output->directory_fd, name, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd < 0) return false;
  output->segment_fd = fd;
  return fstat(fd, &file) == 0 && output->segment_start + file.st_size == output->total;
}

// Returns the number of bytes that fit into the segment, whose size is half of the limit.
static int64_t room_in_segment(const struct output *output) {
  return output->limit / 2 - (output->total - output->segment_start);
}

// Removes a segment; does nothing if `start` is negative.
static void remove_segment(struct output *output, int64_t start) {
  char name[32];
  if (start < 0) return;
  write_segment_name(start, name);
  unlinkat(output->directory_fd, name, 0);
}

// Closes the segment, which becomes the older one and replaces the one before. An empty one is
// removed.
static void close_segment(struct output *output) {
  if (output->segment_fd < 0) return;
  close(output->segment_fd);
  output->segment_fd = -1;
  int64_t start = output->segment_start;
  output->segment_start = -1;
  if (output->total == start) {
    remove_segment(output, start);
    return;
  }
  remove_segment(output, output->previous_start);
  output->previous_start = start;
}

// Closes the present segment and opens a new one. Returns whether that is open.
static bool begin_segment(struct output *output) {
  close_segment(output);
  return open_segment(output);
}

// Counts bytes that cannot be stored, for example on a full disk, as lost: the command must not
// wait for space. The segment ends before the gap, so that offsets in a segment are offsets in the
// output.
static void skip_output(struct output *output, int64_t count) {
  close_segment(output);
  output->lost += count;
  output->total += count;
}

// Writes bytes of the command to its segments.
static void store(struct output *output, const char *bytes, int64_t count) {
  while (count > 0) {
    bool is_open = output->segment_fd >= 0 || continue_segment(output);
    bool needs_segment = !is_open || room_in_segment(output) <= 0;
    if (needs_segment && !begin_segment(output)) return skip_output(output, count);
    int64_t room = room_in_segment(output);
    int64_t part = count < room ? count : room;
    ssize_t written = write(output->segment_fd, bytes, (size_t)part);
    if (written <= 0) return skip_output(output, count);
    output->total += written;
    bytes += written;
    count -= written;
  }
}

bool output_pump(struct output *output, int pipe_fd, int64_t limit) {
  while (limit > 0) {
    ssize_t count = read(pipe_fd, buffer, sizeof buffer);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    if (count == 0) return false;
    store(output, buffer, count);
    limit -= count;
  }
  return true;
}
