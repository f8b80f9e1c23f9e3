// What sockets know about the other end. <sys/socket.h> shows some of it only under _GNU_SOURCE,
// which cannot be set for a module that Swift imports. Layouts: socket(7), unix(7).
#ifndef RUBATO_PEER_H
#define RUBATO_PEER_H

#include <sys/socket.h>
#include <sys/types.h>
#include <sys/xattr.h>

// The answer to SO_PEERCRED; the same layout as struct ucred.
struct rubato_peer_credentials {
  pid_t pid;
  uid_t uid;
  gid_t gid;
};

// Linux 6.16; 0 on a listener makes the kernel refuse file descriptors that clients send.
enum { RUBATO_SO_PASSRIGHTS = 83 };

/// Takes a connection, which does not block and is closed at exec (accept4(2)); -1 with errno.
int rubato_accept(int listener);

#endif
