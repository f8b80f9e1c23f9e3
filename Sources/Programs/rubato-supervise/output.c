#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "supervise.h"

// As much as a pipe holds by default (pipe(7)).
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

static void name_of(int64_t number, char name[32]) { snprintf(name, 32, "%" PRId64, number); }

static bool open_directory(struct output *output) {
  if (output->directory_fd >= 0) return true;
  const char *name = output->name;
  if (mkdirat(RUBATO_FD_OUTPUT, name, 0700) != 0 && errno != EEXIST) return false;
  output->directory_fd = openat(RUBATO_FD_OUTPUT, name, O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  return output->directory_fd >= 0;
}

static bool open_segment(struct output *output) {
  char name[32];
  if (!open_directory(output)) return false;
  name_of(output->total, name);
  output->segment_fd =
      openat(output->directory_fd, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  output->segment_start = output->total;
  return output->segment_fd >= 0;
}

// The last segment of an earlier step, if there is room in it. It must end where the step begins,
// so that an offset in a segment stays an offset in the output.
static bool continue_segment(struct output *output) {
  char name[32];
  struct stat file;
  if (output->segment_fd >= 0 || output->segment_start < 0 || !open_directory(output)) return false;
  name_of(output->segment_start, name);
  int fd = openat(output->directory_fd, name, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd < 0) return false;
  output->segment_fd = fd;
  return fstat(fd, &file) == 0 && output->segment_start + file.st_size == output->total;
}

static int64_t room(const struct output *output) {
  return output->limit / 2 - (output->total - output->segment_start);
}

static void drop(struct output *output, int64_t start) {
  char name[32];
  if (start < 0) return;
  name_of(start, name);
  unlinkat(output->directory_fd, name, 0);
}

// The segment becomes the older one; nothing stays of an empty one.
static void close_segment(struct output *output) {
  if (output->segment_fd < 0) return;
  close(output->segment_fd);
  output->segment_fd = -1;
  int64_t start = output->segment_start;
  output->segment_start = -1;
  if (output->total == start) {
    drop(output, start);
    return;
  }
  drop(output, output->previous_start);
  output->previous_start = start;
}

static bool turn_over(struct output *output) {
  close_segment(output);
  return open_segment(output);
}

// What the file system refuses (a full disk) is counted and gone: the command must not hang. The
// gap ends the segment, so that an offset in a segment stays an offset in the output.
static void lose(struct output *output, int64_t count) {
  close_segment(output);
  output->lost += count;
  output->total += count;
}

static void store(struct output *output, const char *bytes, int64_t count) {
  while (count > 0) {
    bool open = output->segment_fd >= 0 || continue_segment(output);
    if ((!open || room(output) <= 0) && !turn_over(output)) return lose(output, count);
    int64_t part = count < room(output) ? count : room(output);
    ssize_t written = write(output->segment_fd, bytes, (size_t)part);
    if (written <= 0) return lose(output, count);
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
