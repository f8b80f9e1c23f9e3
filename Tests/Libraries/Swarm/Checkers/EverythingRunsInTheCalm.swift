/// Once nothing goes wrong any more and the device is good, all that can run does, and nothing is left.
final class EverythingRunsInTheCalm: Checker {}
