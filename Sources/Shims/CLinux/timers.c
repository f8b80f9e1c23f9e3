#define _GNU_SOURCE
#include "timers.h"

#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static void take(int timer) {
  uint64_t count;
  if (read(timer, &count, sizeof count) < 0) return;
}

static void watch(int fd) {
  struct itimerspec never = {0};
  never.it_value.tv_sec = (time_t)1 << 40;
  timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
}

int rubato_clock_watch_open(void) {
  int fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  if (fd >= 0) watch(fd);
  return fd;
}

void rubato_clock_watch_renew(int fd) {
  // read(2) fails with ECANCELED. Then the timer must be set again.
  take(fd);
  watch(fd);
}

static int64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t rubato_clock_wall(void) { return now(CLOCK_REALTIME); }
int64_t rubato_clock_boot(void) { return now(CLOCK_BOOTTIME); }
int64_t rubato_clock_awake(void) { return now(CLOCK_MONOTONIC); }

struct rubato_civil rubato_zone_civil(int64_t seconds) {
  time_t time = seconds;
  struct tm tm;
  memset(&tm, 0, sizeof tm);
  localtime_r(&time, &tm);
  struct rubato_civil civil = {tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday,
                               tm.tm_hour,        tm.tm_min,     tm.tm_sec};
  return civil;
}

int64_t rubato_zone_offset(int64_t seconds) {
  time_t time = seconds;
  struct tm tm;
  memset(&tm, 0, sizeof tm);
  localtime_r(&time, &tm);
  return tm.tm_gmtoff;
}

// Only tzset(3) checks whether /etc/localtime has changed; localtime_r need not.
void rubato_zone_refresh(void) { tzset(); }

int rubato_wake_alarm_open(void) {
  return timerfd_create(CLOCK_BOOTTIME_ALARM, TFD_CLOEXEC | TFD_NONBLOCK);
}

int rubato_wake_alarm_set(int fd, int64_t boot) {
  struct itimerspec moment = {0};
  moment.it_value.tv_sec = boot / 1000000000;
  moment.it_value.tv_nsec = boot % 1000000000;
  return timerfd_settime(fd, TFD_TIMER_ABSTIME, &moment, NULL);
}

void rubato_wake_alarm_take(int fd) { take(fd); }
