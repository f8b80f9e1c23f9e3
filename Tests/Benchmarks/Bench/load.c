// load SOCKET CALL CONNECTIONS SECONDS: sends the call in the file CALL over each connection, each time after the
// answer to the last call, and prints the answers a second. Each @ in the file becomes one of 32 names of its
// connection, so the requests of a long run replace each other instead of reaching the limit of queued requests of a
// user.

#include <poll.h>
#include <unistd.h>

#include "bench.h"

enum { max_connections = 256, max_message = 65536, names = 32 };

struct connection {
  long calls;
  size_t length;
  char reply[max_message];
};

static char call[max_message];
static struct connection connections[max_connections];
static struct pollfd polled[max_connections];

static void read_call(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) err(1, "%s", path);
  call[fread(call, 1, sizeof call - 1, file)] = 0;
  fclose(file);
  call[strcspn(call, "\n")] = 0;
}

static int connect_to(const char *path) {
  struct sockaddr_un address = socket_address(path);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(fd, (struct sockaddr *)&address, sizeof address)) err(1, "%s", path);
  return fd;
}

static void send_call(int each) {
  static char message[max_message * 2];
  size_t length = 0;
  for (const char *from = call; *from; from++) {
    if (*from == '@') length += (size_t)sprintf(message + length, "%d-%ld", each, connections[each].calls % names);
    else message[length++] = *from;
  }
  message[length++] = 0;
  if (write(polled[each].fd, message, length) != (ssize_t)length) err(1, "write");
}

/// Returns whether the answer is complete. An error as the answer ends the measurement.
static int take_reply(int each) {
  struct connection *peer = &connections[each];
  ssize_t got = read(polled[each].fd, peer->reply + peer->length, max_message - peer->length);
  if (got <= 0) errx(1, "connection closed after %ld calls", peer->calls);
  peer->length += (size_t)got;
  if (peer->reply[peer->length - 1]) return 0;
  if (strstr(peer->reply, "\"error\":\"")) errx(1, "refused: %s", peer->reply);
  peer->length = 0;
  peer->calls++;
  return 1;
}

int main(int count, char **arguments) {
  if (count != 5) errx(2, "usage: load SOCKET CALL CONNECTIONS SECONDS");
  read_call(arguments[2]);
  int used = atoi(arguments[3]);
  if (used < 1 || used > max_connections) errx(2, "connections: 1 to %d", max_connections);
  for (int each = 0; each < used; each++)
    polled[each] = (struct pollfd){.fd = connect_to(arguments[1]), .events = POLLIN};

  int64_t start = now_microseconds(), end = start + atoll(arguments[4]) * 1000000;
  long answered = 0;
  for (int each = 0; each < used; each++) send_call(each);
  while (now_microseconds() < end) {
    if (poll(polled, (nfds_t)used, 10000) < 1) errx(1, "no answer for ten seconds");
    for (int each = 0; each < used; each++)
      if (polled[each].revents && take_reply(each)) {
        answered++;
        send_call(each);
      }
  }
  printf("%.0f\n", answered * 1e6 / (double)(now_microseconds() - start));
}
