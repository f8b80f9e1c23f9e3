// The properties of the other end of a socket. <sys/socket.h> declares some of them only with _GNU_SOURCE, which cannot
// be defined for a module that Swift imports. Layouts: socket(7), unix(7).
#ifndef RUBATO_PEER_H
#define RUBATO_PEER_H

#include <sys/socket.h>
#include <sys/types.h>
#include <sys/xattr.h>

// The value of SO_PEERCRED, with the layout of struct ucred.
struct rubato_peer_credentials {
  pid_t pid;
  uid_t uid;
  gid_t gid;
};

// A socket option since Linux 6.16. With 0 on a listener, the kernel refuses file descriptors that clients send.
enum { RUBATO_SO_PASSRIGHTS = 83 };

/// Accepts a connection, which does not block and is closed at exec (accept4(2)). Returns -1 with errno on an error.
int rubato_accept(int listener);

#endif
