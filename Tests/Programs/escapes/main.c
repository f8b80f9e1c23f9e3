// escapes MODE LIFELINE [leave]: tries to outlive the end of its run, in one of several ways. All its processes hold
// the named pipe LIFELINE open, so the end of the pipe means that all have ended. A line on the pipe means that the
// program has reached the state that it wants. With `leave` the first process then exits; otherwise it stays.
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
  some_processes = 100,
  // A limit for the case that they are not killed: a machine can bear this number.
  most_processes = 500,
  chunk_bytes = 16 << 20,
  most_chunks = 32,
};

static int lifeline;
static bool leaves;

static void report(const char *line) {
  ssize_t written = write(lifeline, line, strlen(line));
  (void)written;
}

static _Noreturn void stay(void) {
  for (;;) pause();
}

// Reports that the state is reached. Called in the first process.
static _Noreturn void rest(void) {
  report("ready\n");
  if (leaves) exit(3);
  stay();
}

static void ignore_everything(void) {
  sigset_t all;
  for (int number = 1; number < NSIG; number++) signal(number, SIG_IGN);
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
}

// Waits until no other process has the gate open.
static void wait_for(const int gate[2]) {
  char byte;
  close(gate[1]);
  ssize_t count = read(gate[0], &byte, 1);
  (void)count;
  close(gate[0]);
}

static void open_gate(int gate[2]) {
  if (pipe2(gate, O_CLOEXEC) != 0) exit(2);
}

static void set_session(void) { setsid(); }
static void change_group(void) { setpgid(0, 0); }

static void daemonise(void) {
  setsid();
  if (fork() > 0) _exit(0);
  ignore_everything();
  if (chdir("/") != 0) _exit(2);
  for (int fd = 0; fd < 3; fd++) close(fd);
}

static void fork_again(void) {
  if (fork() > 0) _exit(0);
}

// Starts a child that hides in some way, and waits until it has done so.
static void with_child(void (*hide)(void)) {
  int gate[2];
  open_gate(gate);
  if (fork() == 0) {
    close(gate[0]);
    hide();
    close(gate[1]);
    stay();
  }
  wait_for(gate);
}

static void stop_itself(void) {
  ignore_everything();
  if (fork() > 0) report("ready\n");
  raise(SIGSTOP);
  stay();
}

static void flood(void) {
  static char text[65536];
  memset(text, 'x', sizeof text);
  for (long count = 0;; count++) {
    ssize_t written = write(STDOUT_FILENO, text, sizeof text);
    if (written < 0) stay();
    if (count == 64) report("ready\n");
  }
}

static void fill_memory(void) {
  for (int count = 0; count < most_chunks; count++) {
    char *chunk = malloc(chunk_bytes);
    if (chunk == NULL) break;
    memset(chunk, count + 1, chunk_bytes);
    if (count == 4) report("ready\n");
  }
  stay();
}

// Every process forks for ever, and each has its own session. A process counts before it exists: a busy machine starts
// thousands of children before the first of them runs.
static void fork_without_end(void) {
  struct { int allowed, running; } *count;
  count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (count == MAP_FAILED) exit(2);
  signal(SIGCHLD, SIG_IGN);
  for (;;) {
    if (__atomic_add_fetch(&count->allowed, 1, __ATOMIC_RELAXED) > most_processes) stay();
    pid_t child = fork();
    if (child < 0) __atomic_sub_fetch(&count->allowed, 1, __ATOMIC_RELAXED);
    if (child != 0) continue;
    setsid();
    if (__atomic_add_fetch(&count->running, 1, __ATOMIC_RELAXED) == some_processes) report("ready\n");
  }
}

// A child in its own session stops the supervisor repeatedly.
static void stop_supervisor(void) {
  char path[64], name[32] = "";
  pid_t supervisor = getppid();
  snprintf(path, sizeof path, "/proc/%d/comm", supervisor);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd >= 0 && read(fd, name, sizeof name - 1) > 0) close(fd);
  // Stops only a supervisor, and not another program that has started this one.
  bool is_supervisor = strncmp(name, "rubato-supervis", 15) == 0;
  ignore_everything();
  if (fork() > 0) return;
  setsid();
  ignore_everything();
  for (;;) {
    if (!is_supervisor) pause();
    kill(supervisor, SIGSTOP);
  }
}

static void say_goodbye(int number) {
  (void)number;
  report("bye\n");
  _exit(4);
}

int main(int argc, char **argv) {
  if (argc < 3 || (lifeline = open(argv[2], O_WRONLY | O_CLOEXEC)) < 0) {
    fputs("usage: escapes MODE LIFELINE [leave]\n", stderr);
    return 2;
  }
  const char *mode = argv[1];
  leaves = argc > 3;
  if (strcmp(mode, "obey") == 0) signal(SIGTERM, say_goodbye);
  else if (strcmp(mode, "doubleFork") == 0) with_child(fork_again);
  else if (strcmp(mode, "session") == 0) with_child(set_session);
  else if (strcmp(mode, "group") == 0) with_child(change_group);
  else if (strcmp(mode, "daemon") == 0) with_child(daemonise);
  else if (strcmp(mode, "deaf") == 0) with_child(ignore_everything), ignore_everything();
  else if (strcmp(mode, "stopped") == 0) stop_itself();
  else if (strcmp(mode, "stopping") == 0) stop_supervisor();
  else if (strcmp(mode, "flood") == 0) flood();
  else if (strcmp(mode, "memory") == 0) fill_memory();
  else if (strcmp(mode, "forks") == 0) fork_without_end();
  else return 2;
  rest();
}
