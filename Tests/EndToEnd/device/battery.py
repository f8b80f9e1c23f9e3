#!/usr/bin/env python3
"""battery.py LINK FIFO: simulates a charger (AC) and a battery (BAT0) in a mocked /sys. This program must run below
umockdev-wrapper. For the programs that read the mock, UMOCKDEV_DIR must be the directory to which LINK points.

A line of FIFO sets one attribute and sends a uevent of its device: `AC online 0`.
"""
import os
import sys

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev

link, fifo = sys.argv[1:]
testbed = UMockdev.Testbed.new()
devices = {
    "AC": testbed.add_device("power_supply", "AC", None, ["type", "Mains", "online", "0"], []),
    "BAT0": testbed.add_device(
        "power_supply", "BAT0", None,
        ["type", "Battery", "present", "1", "status", "Discharging", "capacity", "80",
         "energy_full", "60000000", "energy_full_design", "80000000", "energy_now", "48000000",
         "power_now", "6000000", "voltage_now", "12000000"], []),
}
os.symlink(testbed.get_root_dir(), link)

while True:
    with open(fifo) as lines:
        for line in lines:
            name, attribute, value = line.split()
            testbed.set_attribute(devices[name], attribute, value)
            testbed.uevent(devices[name], "change")
