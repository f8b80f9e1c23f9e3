// Performs an action of a notification about a request: shows the output of rubatoctl as another notification.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <sys/wait.h>
#include <unistd.h>

#include "notify.h"

// The most bytes of output that are shown; a notification has no room for more.
enum { longest_answer = 1500 };

// Returns the path of rubatoctl: next to this program if it is there, else the installed one. `room` has space for the
// path.
const char *controller(char *room, size_t size) {
  ssize_t length = readlink("/proc/self/exe", room, size - sizeof "rubatoctl");
  if (length > 0) {
    room[length] = '\0';
    char *name = strrchr(room, '/');
    if (name != NULL) {
      strcpy(name + 1, "rubatoctl");
      if (access(room, X_OK) == 0) return room;
    }
  }
  return "/usr/bin/rubatoctl";
}

// Reads the output of `rubatoctl VERB REQUEST` to its end, since a full pipe would block it. Only the first bytes are
// kept in `text`.
static void read_output(const char *verb, const char *request, char *text, size_t size) {
  int ends[2];
  if (pipe(ends) != 0) end(EX_OSERR, "pipe", strerror(errno));
  pid_t child = fork();
  if (child < 0) end(EX_OSERR, "fork", strerror(errno));
  if (child == 0) {
    char room[PATH_MAX];
    (void)dup2(ends[1], STDOUT_FILENO);
    (void)dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    const char *program = controller(room, sizeof room);
    execl(program, "rubatoctl", verb, request, (char *)NULL);
    perror(program);
    _exit(127);
  }
  close(ends[1]);
  size_t length = 0;
  char more[512];
  ssize_t count;
  while ((count = read(ends[0], more, sizeof more)) != 0) {
    if (count < 0 && errno != EINTR) break;
    if (count < 0) continue;
    size_t room = size - 1 - length, taken = (size_t)count < room ? (size_t)count : room;
    memcpy(text + length, more, taken);
    length += taken;
  }
  close(ends[0]);
  (void)waitpid(child, NULL, 0);
  // Removes a character that the limit may have cut, since the bus accepts only whole ones.
  while (length > 0 && length == size - 1 && ((unsigned char)text[length - 1] & 0x80) != 0) length--;
  while (length > 0 && text[length - 1] == '\n') length--;
  text[length] = '\0';
}

void answer(const char *verb, const char *request) {
  char text[longest_answer];
  read_output(verb, request, text, sizeof text);
  char *shown_text = escaped(text);
  struct notification shown = {.app = "Rubato", .title = request, .text = shown_text};
  sd_bus_error error = SD_BUS_ERROR_NULL;
  uint32_t number = 0;
  int result = show(session(), &shown, &number, &error);
  free(shown_text);
  if (result < 0) end(EXIT_FAILURE, "the session refuses the notification", error.message != NULL ? error.message : "");
  exit(EXIT_SUCCESS);
}
