#define _GNU_SOURCE
#include "peer.h"

int rubato_accept(int listener) { return accept4(listener, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK); }
