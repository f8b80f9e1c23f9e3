#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "supervise.h"

// Returns the string at `*position`, and moves `*position` behind its NUL; NULL if no NUL follows
// before `end`.
static char *next_string(char **position, const char *end) {
  char *start = *position;
  char *nul = memchr(start, 0, (size_t)(end - start));
  if (nul == NULL) return NULL;
  *position = nul + 1;
  return start;
}

// Returns the next `count` strings, with a NULL behind them as for execve(2); NULL if one is
// missing.
static char **next_strings(char **position, const char *end, uint32_t count) {
  char **strings = calloc((size_t)count + 1, sizeof *strings);
  if (strings == NULL) return NULL;
  for (uint32_t index = 0; index < count; index++) {
    strings[index] = next_string(position, end);
    if (strings[index] == NULL) return NULL;
  }
  return strings;
}

// Finds the directory, the arguments and the environment behind the plan. Returns whether all
// exist.
static bool parse(struct order *order) {
  const struct rubato_plan *plan = &order->plan;
  char *position = order->mapping + sizeof *plan;
  const char *end = order->mapping + order->size;
  order->directory = next_string(&position, end);
  if (order->directory == NULL || plan->argument_count == 0) return false;
  order->arguments = next_strings(&position, end, plan->argument_count);
  order->environment = next_strings(&position, end, plan->environment_count);
  return order->arguments != NULL && order->environment != NULL;
}

bool order_read(struct order *order) {
  struct stat file;
  if (fstat(RUBATO_FD_PLAN, &file) != 0) return false;
  errno = EINVAL;
  if (file.st_size < (off_t)sizeof order->plan) return false;
  order->size = (size_t)file.st_size;
  order->mapping = mmap(NULL, order->size, PROT_READ, MAP_PRIVATE, RUBATO_FD_PLAN, 0);
  if (order->mapping == MAP_FAILED) return false;
  close(RUBATO_FD_PLAN);
  memcpy(&order->plan, order->mapping, sizeof order->plan);
  errno = EINVAL;
  const char *name = order->plan.output_name;
  return order->plan.version == RUBATO_SUPERVISE_VERSION &&
         memchr(name, 0, sizeof order->plan.output_name) != NULL && parse(order);
}

void order_forget(struct order *order) {
  munmap(order->mapping, order->size);
  free(order->arguments);
  free(order->environment);
  order->directory = NULL;
  order->arguments = order->environment = NULL;
}
