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

// Returns the length of `text` without a UTF-8 character at its end of which the last bytes are missing.
static size_t length_of_whole_characters(const char *text, size_t length) {
  size_t start = length;
  // A character has at most three bytes after its first one.
  while (start > 0 && length - start < 3 && ((unsigned char)text[start - 1] & 0xc0) == 0x80) start--;
  if (start == 0) return length;
  unsigned char first = (unsigned char)text[start - 1];
  size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return length - (start - 1) < size ? start - 1 : length;
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
  // The limit may have cut a character, and the bus accepts only whole ones.
  if (length == size - 1) length = length_of_whole_characters(text, length);
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
