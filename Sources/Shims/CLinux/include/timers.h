// Timers that Swift cannot import from the headers of the system, and time zones.
#ifndef RUBATO_TIMERS_H
#define RUBATO_TIMERS_H

#include <stdint.h>

/// Opens a descriptor that becomes readable when the wall clock is set (timerfd_create(2),
/// TFD_TIMER_CANCEL_ON_SET). Returns the descriptor or -1 with errno.
int rubato_clock_watch_open(void);

/// Reads the event of a descriptor of `rubato_clock_watch_open`, so that it becomes readable again at the next one.
void rubato_clock_watch_renew(int watch);

/// Opens a timer that wakes a sleeping machine (timerfd_create(2), CLOCK_BOOTTIME_ALARM). Returns the descriptor or -1
/// with errno: EPERM without CAP_WAKE_ALARM, EOPNOTSUPP or EINVAL without a real-time clock that can wake.
int rubato_wake_alarm_open(void);

/// Sets the timer to a time of CLOCK_BOOTTIME in nanoseconds; 0 clears it. Returns 0 or -1 with errno.
int rubato_wake_alarm_set(int alarm, int64_t boot);

/// Reads the expiration of the timer, so that it is no longer readable.
void rubato_wake_alarm_take(int alarm);

/// Returns the time of one of the system's clocks in nanoseconds.
int64_t rubato_clock_wall(void);
int64_t rubato_clock_boot(void);
int64_t rubato_clock_awake(void);

/// A date and a time of day in the time zone of the system.
struct rubato_civil {
  int year, month, day, hour, minute, second;
};

/// Returns the local time of the system's zone at `seconds` since 1970 UTC.
struct rubato_civil rubato_zone_civil(int64_t seconds);

/// Returns the difference between local time and UTC in seconds, at `seconds` since 1970 UTC.
int64_t rubato_zone_offset(int64_t seconds);

/// Checks whether the time zone of the system has changed.
void rubato_zone_refresh(void);

#endif
