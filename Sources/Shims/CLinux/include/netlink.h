// Sockets to the kernel: news of devices and of the network (netlink(7)).
#ifndef RUBATO_NETLINK_H
#define RUBATO_NETLINK_H

#include <stdint.h>
#include <sys/types.h>

enum { RUBATO_NETLINK_ROUTE = 0, RUBATO_NETLINK_UEVENTS = 15 };

/// Opens a socket that hears the groups of a bit mask. Answers a descriptor or -errno.
int rubato_netlink_open(int protocol, uint32_t groups);

/// Makes a socket that was opened elsewhere fit for rubato_netlink_receive. 0 or -errno.
int rubato_netlink_adopt(int socket);

/// The netlink protocol of a socket; -1 for what is no netlink socket.
int rubato_netlink_protocol(int socket);

/// Takes a message without waiting. Answers its size, or -errno: -EAGAIN when there is none, -ENOBUFS
/// when some were lost, -EMSGSIZE for one that did not fit. `port` becomes the sender's, which is 0
/// for the kernel, and `uid` the sending user, or UINT32_MAX where the kernel does not tell.
ssize_t rubato_netlink_receive(
    int socket, void *bytes, size_t capacity, uint32_t *port, uint32_t *uid);

/// Sends a message to the kernel. 0 or -errno.
int rubato_netlink_send(int socket, const void *bytes, size_t count);

#endif
