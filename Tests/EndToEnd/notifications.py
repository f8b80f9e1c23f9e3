#!/usr/bin/python3
"""A notification service for tests on the session bus. The first line of its output is `ready`. Each notification is a
line of JSON. It clicks on notifications with a title (--click TITLE), or chooses one of their actions (--action TITLE
NAME). A closed notification is a line with the summary `closed` and its number."""
import json
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"


def say(line):
    print(line, flush=True)


class Notifications(dbus.service.Object):
    def __init__(self, bus, clicks):
        super().__init__(bus, "/org/freedesktop/Notifications")
        self.number, self.clicks = 0, clicks  # the name of an action by title

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
        self.number += 1
        number = self.number
        say(json.dumps({"app": str(app), "summary": str(summary), "body": str(body),
                        "actions": [str(action) for action in actions]}))
        if str(summary) in self.clicks:
            GLib.idle_add(self.click, number, self.clicks[str(summary)])
        return dbus.UInt32(number)

    @dbus.service.method(NAME, in_signature="u")
    def CloseNotification(self, number):
        say(json.dumps({"app": "", "summary": "closed", "body": str(number), "actions": []}))
        self.NotificationClosed(number, 3)

    def click(self, number, action):
        self.ActionInvoked(number, action)
        self.NotificationClosed(number, 2)
        return False

    @dbus.service.signal(NAME, signature="us")
    def ActionInvoked(self, number, action):
        pass

    @dbus.service.signal(NAME, signature="uu")
    def NotificationClosed(self, number, reason):
        pass


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    name = dbus.service.BusName(NAME, bus)
    words, clicks = sys.argv[1:], {}
    while words:
        option, title = words.pop(0), words.pop(0)
        clicks[title] = words.pop(0) if option == "--action" else "default"
    service = Notifications(bus, clicks)
    say("ready")
    GLib.MainLoop().run()
    del name, service


main()
