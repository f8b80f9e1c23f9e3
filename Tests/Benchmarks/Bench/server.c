// server SOCKET DATABASE: does the least work of a server that answers a call when it is durable. It receives calls
// with a NUL byte at the end, commits each to SQLite, and answers it.

#include <signal.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "bench.h"
#include "ledger.h"

enum { max_connections = 1024, max_call = 65536 };

struct connection {
  size_t length;
  char bytes[max_call];
};

static struct connection *connections[max_connections];

static int listen_at(const char *path) {
  struct sockaddr_un address = socket_address(path);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 64))
    err(1, "%s", path);
  return listener;
}

static void watch(int poller, int fd) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event)) err(1, "epoll_ctl");
}

static void take_connection(int poller, int listener) {
  int fd = accept(listener, NULL, NULL);
  if (fd < 0 || fd >= max_connections) errx(1, "accept: no room for another connection");
  connections[fd] = calloc(1, sizeof **connections);
  watch(poller, fd);
}

static void drop_connection(int fd) {
  free(connections[fd]);
  connections[fd] = NULL;
  close(fd);
}

/// Commits and answers each complete call. Keeps the received part of the next call.
static void serve(int fd) {
  static const char answer[] = "{\"parameters\":{}}";
  struct connection *peer = connections[fd];
  ssize_t got = read(fd, peer->bytes + peer->length, max_call - peer->length);
  if (got <= 0) return drop_connection(fd);
  peer->length += (size_t)got;

  char *end;
  while ((end = memchr(peer->bytes, 0, peer->length))) {
    size_t length = (size_t)(end - peer->bytes);
    ledger_commit(peer->bytes, length);
    if (write(fd, answer, sizeof answer) != sizeof answer) return drop_connection(fd);
    peer->length -= length + 1;
    memmove(peer->bytes, end + 1, peer->length);
  }
}

int main(int count, char **arguments) {
  if (count != 3) errx(2, "usage: server SOCKET DATABASE");
  signal(SIGPIPE, SIG_IGN);
  ledger_open(arguments[2]);
  int listener = listen_at(arguments[1]), poller = epoll_create1(EPOLL_CLOEXEC);
  watch(poller, listener);
  for (;;) {
    struct epoll_event events[64];
    int ready = epoll_wait(poller, events, 64, -1);
    for (int each = 0; each < ready; each++) {
      int fd = events[each].data.fd;
      if (fd == listener) take_connection(poller, listener);
      else serve(fd);
    }
  }
}
