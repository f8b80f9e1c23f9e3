#!/usr/bin/env python3
"""uevent.py ACTION DEVPATH SUBSYSTEM: sends a uevent of a device to all listeners, which only root can do. In a
container, /sys/.../uevent, by which the kernel sends such an event, is read-only."""
import socket
import sys

NETLINK_KOBJECT_UEVENT = 15
action, path, subsystem = sys.argv[1:]
fields = [f"{action}@{path}", f"ACTION={action}", f"DEVPATH={path}", f"SUBSYSTEM={subsystem}", "SEQNUM=1", ""]
with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_KOBJECT_UEVENT) as kernel:
    kernel.sendto("\0".join(fields).encode(), (0, 1))
