"""Figures of a process and its files that must not grow: sampled repeatedly, and compared at the end."""

import os
import pathlib

# The permitted increase of a figure above its earlier maximum, in addition to a tenth: objects that exist temporarily.
SLACK = {"descriptors": 8, "memory KiB": 4096, "threads": 1, "cgroups": 4, "zombies": 2,
         "database KiB": 1024, "log KiB": 1024}


class Figures:
    """The samples of one daemon. `lines` is the number of lines logged since the last sample."""

    def __init__(self, pid, state, log_lines, cgroup=None):
        self.pid, self.state, self.log_lines, self.cgroup = pid, pathlib.Path(state), log_lines, cgroup
        self.samples, self.logged = [], log_lines()

    def take(self):
        logged = self.log_lines()
        self.samples.append({
            "descriptors": len(os.listdir(f"/proc/{self.pid}/fd")),
            "memory KiB": self.proportional_set(),
            "threads": len(os.listdir(f"/proc/{self.pid}/task")),
            "cgroups": self.cgroups(),
            "zombies": self.zombies(),
            "database KiB": self.size("rubato.sqlite"),
            "log KiB": self.size("rubato.sqlite-wal"),
            "lines": logged - self.logged,
        })
        self.logged = logged

    def proportional_set(self):
        for line in open(f"/proc/{self.pid}/smaps_rollup"):
            if line.startswith("Pss:"):
                return int(line.split()[1])
        return 0

    def cgroups(self):
        if not self.cgroup or not os.path.isdir(self.cgroup):
            return 0
        return sum(1 for _ in os.walk(self.cgroup)) - 1

    def zombies(self):
        count = 0
        for task in pathlib.Path(f"/proc/{self.pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                try:
                    state = pathlib.Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0]
                except OSError:
                    continue
                count += state == "Z"
        return count

    def size(self, name):
        path = self.state / name
        return path.stat().st_size // 1024 if path.exists() else 0

    def grown(self):
        """Prints for each figure its maximum in each quarter, and for the lines their number; returns the figures that
        grew from the third to the last quarter. They may grow in the first half, in which the history fills up."""
        quarters = [self.samples[len(self.samples) * n // 4:len(self.samples) * (n + 1) // 4]
                    for n in range(4)]
        print(f"{'largest in each quarter':<24}" + "".join(f"{n}.".rjust(10) for n in range(1, 5)))
        grown = []
        for name, slack in SLACK.items():
            largest = [max(sample[name] for sample in quarter) for quarter in quarters]
            print(f"{name:<24}" + "".join(f"{value:>10,}" for value in largest))
            if largest[3] > largest[2] * 1.1 + slack:
                grown.append(name)
        lines = [sum(sample["lines"] for sample in quarter) for quarter in quarters]
        print(f"{'lines logged':<24}" + "".join(f"{value:>10,}" for value in lines))
        # Growth by half is permitted, since the events are random.
        return grown + (["lines"] if lines[3] > lines[2] * 1.5 + 50 else [])
