"""Gives changed files to rubatoctl, of types that users and programs write."""

import pathlib
import random
import resource
import subprocess
import tempfile

from daemon import Failure

ROOT = pathlib.Path(__file__).resolve().parents[3]
CORPUS = pathlib.Path(__file__).resolve().parent / "corpus"
SECONDS, MEGABYTES = 60, 1500

# For each kind: the original files, the name of the changed file, and the command that reads it.
KINDS = {
    "task": (sorted((ROOT / "etc/tasks").glob("*.yaml")), "task.yaml", ["policy", "check", "FILE"]),
    "policy": ([CORPUS / "policy.yaml"], "policy.yaml", ["policy", "check", "FILE"]),
    "scenario": (sorted((ROOT / "etc/scenarios").glob("*.yaml")), "scenario.yaml",
                 ["simulate", "FILE", "--days", "1"]),
    "work requests": ([CORPUS / "work.json"], "work.json",
                      ["simulate", str(ROOT / "etc/scenarios/weekday.yaml"), "--work-requests", "FILE"]),
    "trace": ([CORPUS / "trace.jsonl"], "trace.jsonl", ["simulate", "--trace", "FILE"]),
    "recording": (sorted((ROOT / "Tests/Suites/RecordingTests/Versions").glob("*.jsonl")), "recording.jsonl",
                  ["replay", "FILE"]),
}
TOKENS = [b"9223372036854775807", b"-9223372036854775808", b"1e300", b"-1", b"0", b"null", b"[]", b"{}", b"&a ", b"*a",
          b"!!binary ", b"? ", b"- ", b": ", b"\t", b"\x00", b"\xff\xfe", b"\xe2\x80\xae", b"\n\n", b"---\n", b"<<: *a\n",
          b'"', b"'", b"[[[[[[[[", b"{{{{{{{{", b"25:61", b"99999d", b"-5m", b"NaN", b".inf", b"0x7fffffff", b"Feb 30"]


def mutated(data, others, pick):
    """Returns `data` with one to six changes."""
    data = bytearray(data)
    for _ in range(pick.choice([1, 1, 2, 3, 6])):
        start = pick.randrange(len(data) + 1)
        end = min(len(data), start + pick.choice([1, 2, 8, 60, 400]))
        change = pick.randrange(8)
        if change == 0 and start < len(data):
            data[start] ^= 1 << pick.randrange(8)
        elif change == 1:
            del data[start:end]
        elif change == 2:
            data[start:start] = data[start:end] * pick.choice([1, 2, 50])
        elif change == 3:
            data[start:start] = pick.choice(TOKENS)
        elif change == 4:
            other = pick.choice(others).read_bytes()
            place = pick.randrange(len(other) + 1)
            data[start:end] = other[place:place + pick.choice([8, 60, 400])]
        elif change == 5:
            del data[start:]
        else:
            replace_number(data, start, pick)
    return bytes(data)


def replace_number(data, start, pick):
    digits = b"0123456789"
    while start < len(data) and data[start] not in digits:
        start += 1
    end = start
    while end < len(data) and data[end] in digits:
        end += 1
    data[start:end] = pick.choice(TOKENS[:5] + [b"4294967296", b"60", b"1000001"])


def limit():
    resource.setrlimit(resource.RLIMIT_DATA, (MEGABYTES << 20, MEGABYTES << 20))


def try_case(programs, kind, number, keep=None):
    """Fails if rubatoctl ends by a signal, takes too long, or refuses the file without a message."""
    seeds, name, arguments = KINDS[kind]
    pick = random.Random(f"{kind} {number}")
    data = mutated(pick.choice(seeds).read_bytes(), seeds, pick)
    with tempfile.TemporaryDirectory(prefix="rubato-fuzz-") as directory:
        file = pathlib.Path(directory) / name
        file.write_bytes(data)
        if keep:
            pathlib.Path(keep).write_bytes(data)
        command = [f"{programs}/rubatoctl"] + [str(file) if word == "FILE" else word for word in arguments]
        try:
            run = subprocess.run(command, capture_output=True, timeout=SECONDS, preexec_fn=limit,
                                 stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            raise Failure(f"{kind}:{number}: no end in {SECONDS} s") from None
    words = run.stderr.decode(errors="replace")
    if run.returncode < 0 or "Fatal error" in words:
        raise Failure(f"{kind}:{number}: ended by signal {-run.returncode}: {words[-600:]}")
    if run.returncode not in (0, 1, 2) or run.returncode and not (words + run.stdout.decode(errors="replace")).strip():
        raise Failure(f"{kind}:{number}: exit {run.returncode}: {words[-600:]}")
    return run.returncode == 0
