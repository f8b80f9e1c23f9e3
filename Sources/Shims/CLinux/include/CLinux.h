// Declarations that Swift cannot import from the headers of the system.
#ifndef RUBATO_CLINUX_H
#define RUBATO_CLINUX_H

#include <malloc.h>
#include <stdint.h>
#include <sys/types.h>

#include "files.h"
#include "memory.h"
#include "netlink.h"
#include "peer.h"
#include "process.h"
#include "stack.h"
#include "supervise.h"
#include "timers.h"
#include "wakeup.h"

#endif
