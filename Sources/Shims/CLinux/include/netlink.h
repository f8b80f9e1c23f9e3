// Sockets that receive the kernel's events about devices and the network (netlink(7)).
#ifndef RUBATO_NETLINK_H
#define RUBATO_NETLINK_H

#include <stdint.h>
#include <sys/types.h>

enum { RUBATO_NETLINK_ROUTE = 0, RUBATO_NETLINK_UEVENTS = 15 };

/// Opens a socket that receives messages to the groups of a bit mask. Returns a descriptor or -errno.
int rubato_netlink_open(int protocol, uint32_t groups);

/// Prepares a socket that another process has opened for rubato_netlink_receive. Returns 0 or -errno.
int rubato_netlink_adopt(int socket);

/// Returns the netlink protocol of a socket; -1 if it is no netlink socket.
int rubato_netlink_protocol(int socket);

/// Receives a message without waiting. Returns its size, or -errno: -EAGAIN if there is no message, -ENOBUFS if
/// messages were lost, -EMSGSIZE if the message did not fit. Sets `port` to the port of the sender, which is 0 for the
/// kernel, and `uid` to the user who sent the message, or to UINT32_MAX if the kernel does not report the user.
ssize_t rubato_netlink_receive(
    int socket, void *bytes, size_t capacity, uint32_t *port, uint32_t *uid);

/// Sends a message to the kernel. Returns 0 or -errno.
int rubato_netlink_send(int socket, const void *bytes, size_t count);

#endif
