/// When faults have stopped and the device is good, every request that can run runs, and none is left.
final class EverythingRunsInTheCalm: Checker {}
