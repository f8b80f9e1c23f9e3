// notified SOCKET SECONDS COMMAND [ARGUMENT...]: executes the command with a notification socket and a watchdog of
// SECONDS, as systemd would start it. No process reads the socket, whose queue has room for the few pings of a
// measurement.

#include <unistd.h>

#include "bench.h"

int main(int count, char **arguments) {
  if (count < 4) errx(2, "usage: notified SOCKET SECONDS COMMAND [ARGUMENT...]");
  struct sockaddr_un address = socket_address(arguments[1]);
  int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
  if (bind(fd, (struct sockaddr *)&address, sizeof address)) err(1, "%s", arguments[1]);
  char microseconds[32], pid[32];
  snprintf(microseconds, sizeof microseconds, "%lld", atoll(arguments[2]) * 1000000);
  snprintf(pid, sizeof pid, "%d", getpid());
  setenv("NOTIFY_SOCKET", arguments[1], 1);
  setenv("WATCHDOG_USEC", microseconds, 1);
  setenv("WATCHDOG_PID", pid, 1);
  execv(arguments[3], arguments + 3);
  err(1, "%s", arguments[3]);
}
