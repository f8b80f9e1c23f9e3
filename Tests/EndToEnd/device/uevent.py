#!/usr/bin/env python3
"""uevent.py ACTION DEVPATH SUBSYSTEM: tells all who listen to the kernel's uevents of a device, as only
root may; /sys/.../uevent, which has the kernel itself tell it, is read-only in a container."""
import socket
import sys

NETLINK_KOBJECT_UEVENT = 15
action, path, subsystem = sys.argv[1:]
fields = [f"{action}@{path}", f"ACTION={action}", f"DEVPATH={path}", f"SUBSYSTEM={subsystem}", "SEQNUM=1", ""]
with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_KOBJECT_UEVENT) as kernel:
    kernel.sendto("\0".join(fields).encode(), (0, 1))
