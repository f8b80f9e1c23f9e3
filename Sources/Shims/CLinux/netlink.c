#define _GNU_SOURCE
#include "netlink.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/netlink.h>

int rubato_netlink_open(int protocol, uint32_t groups) {
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol);
  if (fd < 0) return -errno;
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = groups};
  int error = 0;
  if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0) error = -errno;
  if (error == 0) error = rubato_netlink_adopt(fd);
  if (error == 0) return fd;
  close(fd);
  return error;
}

int rubato_netlink_adopt(int socket) {
  int on = 1;
  if (setsockopt(socket, SOL_SOCKET, SO_PASSCRED, &on, sizeof on) != 0) return -errno;
  int flags = fcntl(socket, F_GETFL);
  if (flags < 0 || fcntl(socket, F_SETFL, flags | O_NONBLOCK) != 0) return -errno;
  return 0;
}

static int option(int socket, int name) {
  int value = -1;
  socklen_t size = sizeof value;
  return getsockopt(socket, SOL_SOCKET, name, &value, &size) == 0 ? value : -1;
}

int rubato_netlink_protocol(int socket) {
  return option(socket, SO_DOMAIN) == AF_NETLINK ? option(socket, SO_PROTOCOL) : -1;
}

static uint32_t sending_user(struct msghdr *header) {
  struct ucred credentials;
  for (struct cmsghdr *item = CMSG_FIRSTHDR(header); item; item = CMSG_NXTHDR(header, item)) {
    if (item->cmsg_level != SOL_SOCKET || item->cmsg_type != SCM_CREDENTIALS) continue;
    memcpy(&credentials, CMSG_DATA(item), sizeof credentials);
    return credentials.uid;
  }
  return UINT32_MAX;
}

ssize_t rubato_netlink_receive(
    int socket, void *bytes, size_t capacity, uint32_t *port, uint32_t *uid) {
  struct sockaddr_nl sender = {0};
  struct iovec part = {.iov_base = bytes, .iov_len = capacity};
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(struct ucred))];
  struct msghdr header = {
      .msg_name = &sender, .msg_namelen = sizeof sender, .msg_iov = &part, .msg_iovlen = 1,
      .msg_control = control, .msg_controllen = sizeof control};
  ssize_t count = recvmsg(socket, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (count < 0) return -errno;
  *port = sender.nl_pid;
  *uid = sending_user(&header);
  return header.msg_flags & MSG_TRUNC ? -EMSGSIZE : count;
}

int rubato_netlink_send(int socket, const void *bytes, size_t count) {
  struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
  ssize_t sent = sendto(
      socket, bytes, count, MSG_DONTWAIT, (struct sockaddr *)&kernel, sizeof kernel);
  return sent < 0 ? -errno : 0;
}
