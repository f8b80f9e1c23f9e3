// crowd SOCKET REQUESTS WATCHERS: submits REQUESTS requests, which wait until tomorrow and for a network, and watches
// them on WATCHERS connections. Prints a line when all connections watch, then reads their events immediately until it
// is killed.

#include <poll.h>
#include <unistd.h>

#include "bench.h"

enum { max_watchers = 120 };

static char reply[1 << 20];

static int connect_to(const char *path) {
  struct sockaddr_un address = socket_address(path);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(fd, (struct sockaddr *)&address, sizeof address)) err(1, "%s", path);
  return fd;
}

/// Sends a text with its terminating NUL.
static void send_text(int fd, const char *text) {
  size_t length = strlen(text) + 1;
  if (write(fd, text, length) != (ssize_t)length) err(1, "write");
}

/// Reads a reply up to its NUL.
static void take_reply(int fd) {
  size_t length = 0;
  do {
    ssize_t got = read(fd, reply + length, sizeof reply - length);
    if (got <= 0) errx(1, "connection closed");
    length += (size_t)got;
  } while (reply[length - 1]);
  if (strstr(reply, "\"error\":\"")) errx(1, "refused: %s", reply);
}

static void submit(int fd, int number) {
  char call[512];
  snprintf(call, sizeof call,
           "{\"method\":\"io.rubato.Scheduler.Submit\",\"parameters\":{\"id\":\"crowd-%d\",\"kind\":\"maintenance\","
           "\"command\":{\"arguments\":[\"/bin/true\"],\"directory\":\"/\",\"environment\":{},\"umask\":18},"
           "\"earliest\":\"24h\",\"requires\":[\"network\"]}}",
           number);
  send_text(fd, call);
  take_reply(fd);
}

int main(int count, char **arguments) {
  if (count != 4) errx(2, "usage: crowd SOCKET REQUESTS WATCHERS");
  int requests = atoi(arguments[2]), watchers = atoi(arguments[3]);
  if (watchers > max_watchers) errx(2, "watchers: up to %d", max_watchers);
  int fd = connect_to(arguments[1]);
  for (int number = 0; number < requests; number++) submit(fd, number);
  close(fd);

  static struct pollfd polled[max_watchers];
  for (int each = 0; each < watchers; each++) {
    polled[each] = (struct pollfd){.fd = connect_to(arguments[1]), .events = POLLIN};
    send_text(polled[each].fd, "{\"method\":\"io.rubato.Scheduler.Watch\",\"parameters\":{},\"more\":true}");
  }
  puts("watching");
  fflush(stdout);
  for (;;) {
    if (poll(polled, (nfds_t)watchers, -1) < 1) err(1, "poll");
    for (int each = 0; each < watchers; each++)
      if (polled[each].revents && read(polled[each].fd, reply, sizeof reply) <= 0)
        errx(1, "the daemon has closed the connection of a watcher");
  }
}
