// The part of Varlink (https://varlink.org) that the calls of this program need: JSON objects, each with a NUL behind it.
// All answers come from the daemon, so they are not checked fully.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "observe.h"

// The largest answer.
enum { most_bytes = 64 << 20 };

int connect_to_daemon(void) {
  const char *place = getenv("RUBATO_SOCKET");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (place == NULL || strlen(place) >= sizeof address.sun_path) {
    errno = 0;
    fail("started by rubatod only: RUBATO_SOCKET is not set");
  }
  strcpy(address.sun_path, place);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) fail(place);
  return fd;
}

void send_call(int fd, const char *text, size_t length) {
  // With the NUL behind it.
  for (size_t sent = 0; sent < length + 1;) {
    ssize_t count = send(fd, text + sent, length + 1 - sent, MSG_NOSIGNAL);
    if (count < 0 && errno != EINTR) fail("rubatod");
    if (count > 0) sent += (size_t)count;
  }
}

// Removes the first whole answer from the received bytes and returns it; NULL if there is none.
static char *remove_answer(struct inbox *inbox) {
  char *end = inbox->count == 0 ? NULL : memchr(inbox->bytes, 0, inbox->count);
  if (end == NULL) return NULL;
  size_t length = (size_t)(end - inbox->bytes) + 1;
  char *answer = resized(NULL, length);
  memcpy(answer, inbox->bytes, length);
  inbox->count -= length;
  memmove(inbox->bytes, end + 1, inbox->count);
  return answer;
}

char *receive(int fd, struct inbox *inbox) {
  char *known = remove_answer(inbox);
  if (known != NULL) return known;
  if (inbox->room - inbox->count < 1 << 16) {
    if (inbox->room > most_bytes) fail("the answer of rubatod is too long");
    inbox->room = inbox->room * 2 + (1 << 16);
    inbox->bytes = resized(inbox->bytes, inbox->room);
  }
  ssize_t count = recv(fd, inbox->bytes + inbox->count, inbox->room - inbox->count, MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return NULL;
  // The daemon has ended, and the next one starts this program again.
  if (count <= 0) exit(0);
  inbox->count += (size_t)count;
  return remove_answer(inbox);
}

// Returns whether an answer is an error. No string can contain this text, since its quotation marks have a backslash
// before them.
bool is_error(const char *answer) { return strstr(answer, "\"error\":") != NULL; }

// MARK: Strings

// Returns the value of four hexadecimal digits; -1 if one is another character.
static int hexadecimal(const char *digits) {
  int value = 0;
  for (int index = 0; index < 4; index++) {
    char digit = digits[index];
    int part = digit >= '0' && digit <= '9'   ? digit - '0'
               : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
               : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10
                                              : -1;
    if (part < 0) return -1;
    value = value * 16 + part;
  }
  return value;
}

// Writes a character in UTF-8 at `place`, and returns the position behind it.
static char *put_utf8(char *place, uint32_t scalar) {
  if (scalar < 0x80) {
    *place++ = (char)scalar;
  } else if (scalar < 0x800) {
    *place++ = (char)(0xc0 | scalar >> 6);
    *place++ = (char)(0x80 | (scalar & 0x3f));
  } else if (scalar < 0x10000) {
    *place++ = (char)(0xe0 | scalar >> 12);
    *place++ = (char)(0x80 | (scalar >> 6 & 0x3f));
    *place++ = (char)(0x80 | (scalar & 0x3f));
  } else {
    *place++ = (char)(0xf0 | scalar >> 18);
    *place++ = (char)(0x80 | (scalar >> 12 & 0x3f));
    *place++ = (char)(0x80 | (scalar >> 6 & 0x3f));
    *place++ = (char)(0x80 | (scalar & 0x3f));
  }
  return place;
}

// Writes the character of the escape that follows a backslash at `text`, and returns the position behind the escape.
static const char *unescape(const char *text, char **place) {
  static const char names[] = "bfnrt", values[] = "\b\f\n\r\t";
  const char *known = *text == 0 ? NULL : strchr(names, *text);
  if (*text != 'u') {
    *(*place)++ = known == NULL ? *text : values[known - names];
    return *text == 0 ? text : text + 1;
  }
  int unit = hexadecimal(text + 1);
  if (unit < 0) return text + 1;
  text += 5;
  uint32_t scalar = (uint32_t)unit;
  // JSON writes a character above U+FFFF as two escapes, its surrogates.
  if (unit >= 0xd800 && unit < 0xdc00 && text[0] == '\\' && text[1] == 'u') {
    int low = hexadecimal(text + 2);
    if (low >= 0xdc00 && low < 0xe000) {
      scalar = 0x10000 + ((uint32_t)(unit - 0xd800) << 10) + (uint32_t)(low - 0xdc00);
      text += 6;
    }
  }
  *place = put_utf8(*place, scalar);
  return text;
}

// Returns the string that begins with the quotation mark at `*text`, and moves `*text` behind it.
static char *read_string(const char **text) {
  const char *from = *text + 1;
  char *string = resized(NULL, strlen(from) + 1), *place = string;
  while (*from != 0 && *from != '"') {
    if (*from == '\\') {
      from = unescape(from + 1, &place);
    } else {
      *place++ = *from++;
    }
  }
  *place = 0;
  *text = *from == 0 ? from : from + 1;
  // Gives back the bytes that the escapes have needed.
  return resized(string, strlen(string) + 1);
}

char **paths_of(const char *answer, size_t *count) {
  static const char name[] = "\"paths\":[";
  const char *text = strstr(answer, name);
  char **paths = NULL;
  *count = 0;
  if (text == NULL) fail("the answer of rubatod contains no paths");
  for (text += sizeof name - 1; *text == '"' || *text == ',';) {
    if (*text == ',') {
      text++;
      continue;
    }
    paths = resized(paths, (*count + 1) * sizeof *paths);
    paths[(*count)++] = read_string(&text);
  }
  return paths;
}

// Appends bytes to a text.
void add(struct text *text, const char *bytes) {
  size_t length = strlen(bytes);
  if (text->count + length + 1 > text->room) {
    text->room = (text->count + length + 1) * 2;
    text->bytes = resized(text->bytes, text->room);
  }
  memcpy(text->bytes + text->count, bytes, length + 1);
  text->count += length;
}

// Appends a string of JSON in quotation marks.
void add_quoted(struct text *text, const char *bytes) {
  add(text, "\"");
  for (; *bytes != 0; bytes++) {
    char escaped[8] = {*bytes, 0};
    if (*bytes == '"' || *bytes == '\\') snprintf(escaped, sizeof escaped, "\\%c", *bytes);
    if ((unsigned char)*bytes < 0x20) snprintf(escaped, sizeof escaped, "\\u%04x", *bytes);
    add(text, escaped);
  }
  add(text, "\"");
}
