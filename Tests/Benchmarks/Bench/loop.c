// loop DATABASE CALL SECONDS: commits the contents of the file CALL to SQLite repeatedly, and prints the commits a
// second that the disk allows, without other work.

#include "bench.h"
#include "ledger.h"

int main(int count, char **arguments) {
  if (count != 4) errx(2, "usage: loop DATABASE CALL SECONDS");
  static char call[65536];
  FILE *file = fopen(arguments[2], "r");
  if (!file) err(1, "%s", arguments[2]);
  size_t length = fread(call, 1, sizeof call, file);
  fclose(file);

  ledger_open(arguments[1]);
  int64_t start = now_microseconds(), end = start + atoll(arguments[3]) * 1000000;
  long commits = 0;
  for (; now_microseconds() < end; commits++) ledger_commit(call, length);
  printf("%.0f\n", commits * 1e6 / (double)(now_microseconds() - start));
}
