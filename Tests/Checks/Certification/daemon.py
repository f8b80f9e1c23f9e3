"""Calls a simulated rubatod with the Varlink client of the Python package `varlink`.

usage: daemon.py ADDRESS
"""

import sys

import varlink

INTERFACE = "io.rubato.Scheduler"


def check(condition, what):
    if not condition:
        sys.exit(f"failed: {what}")


def error_of(call):
    try:
        call()
    except varlink.VarlinkError as error:
        return error
    sys.exit("failed: the call was not refused")


def introspect(client):
    info = client.get_interfaces()
    check(INTERFACE in info, "the interface is listed")
    check("org.varlink.service" in info, "the service interface is listed")
    description = client.get_interface(INTERFACE)
    for method in ("Submit", "Explain", "Watch", "AdvanceClock"):
        check(method in description.members, f"{method} is described")


def call(rubato):
    rubato.SetDevice(values={"power": "battery", "battery": "26", "thermal": "nominal"})
    command = {"arguments": ["/bin/echo", "hello"], "directory": "/", "environment": {}, "umask": 18}
    accepted = rubato.Submit(id="backup", kind="utility", command=command, requires=["power"])
    check(accepted["request"]["state"] == "waiting", "the request waits")
    check(accepted["request"]["reasons"] == ["power"], "it waits for power")

    rubato.SetDevice(values={"power": "ac"})
    explanation = rubato.Explain(id="backup")["explanations"][0]
    battery = next(row for row in explanation["policies"] if row["name"] == "Battery Level")
    expected = (16 / 90) ** 0.4 * 1.2
    check(f"{battery['score']:.6f}" == f"{expected:.6f}", f"the battery's row is {battery['score']}")

    rubato.AdvanceClock(by=60.0)
    rubato.AdvanceClock(by=60.0)
    runs = rubato.Runs(id="backup")["runs"]
    check([run["outcome"] for run in runs] == ["completed"], f"it ran: {runs}")
    pieces = [reply["text"] for reply in rubato.Logs(id="backup", _more=True)]
    check("".join(pieces) == "hello\n", f"its output: {pieces}")


def be_refused(rubato):
    error = error_of(lambda: rubato.Cancel(id="nothing"))
    check(error.error() == f"{INTERFACE}.NotFound", "the error has the right name")
    check(error.parameters()["value"] == "nothing", "the error contains the value")
    error = error_of(lambda: rubato.SetDevice(values={"battery": "120"}))
    check(error.parameters()["field"] == "battery", "a refusal contains the field")


def watch(client, address):
    with varlink.Client(address) as second, second.open(INTERFACE) as watcher:
        notices = watcher.Watch(_more=True)
        check(next(notices)["notice"]["event"] == "snapshot", "watching begins with a snapshot")
        with client.open(INTERFACE) as rubato:
            rubato.SetDevice(values={"screen": "on"})
        check(next(notices)["notice"]["device"] == {"screen": "on"}, "watching continues with changes")


def main():
    address = sys.argv[1]
    with varlink.Client(address) as client:
        introspect(client)
        with client.open(INTERFACE) as rubato:
            call(rubato)
            be_refused(rubato)
        watch(client, address)
    print("Certification passed")


main()
