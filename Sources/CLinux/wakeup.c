#include "wakeup.h"

#include <sys/eventfd.h>
#include <sys/prctl.h>

int rubato_wakeup_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void rubato_wakeup_send(int wakeup) { eventfd_write(wakeup, 1); }

void rubato_wakeup_take(int wakeup) {
  eventfd_t count;
  eventfd_read(wakeup, &count);
}

void rubato_name_thread(const char *name) { prctl(PR_SET_NAME, name); }
