#include "poller.h"

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { events_at_once = 64 };

int rubato_poller_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

static int control(int poller, int operation, int fd, uint64_t number, int readiness) {
  uint32_t events = EPOLLONESHOT;
  if (readiness & RUBATO_READABLE) events |= EPOLLIN;
  if (readiness & RUBATO_WRITABLE) events |= EPOLLOUT;
  if (readiness & RUBATO_PRIORITY) events |= EPOLLPRI;
  struct epoll_event event = {.events = events, .data.u64 = number};
  return epoll_ctl(poller, operation, fd, &event);
}

int rubato_poller_add(int poller, int fd, uint64_t number, int readiness) {
  return control(poller, EPOLL_CTL_ADD, fd, number, readiness);
}

int rubato_poller_arm(int poller, int fd, uint64_t number, int readiness) {
  return control(poller, EPOLL_CTL_MOD, fd, number, readiness);
}

void rubato_poller_remove(int poller, int fd) { epoll_ctl(poller, EPOLL_CTL_DEL, fd, 0); }

int rubato_poller_wait(int poller, uint64_t *numbers, int capacity) {
  struct epoll_event events[events_at_once];
  int limit = capacity < events_at_once ? capacity : events_at_once;
  int count = epoll_wait(poller, events, limit, -1);
  for (int index = 0; index < count; index++) numbers[index] = events[index].data.u64;
  return count;
}
