import ArgumentParser

/// A comparison of several deciders or scenarios.
package struct CompareOptions: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Compare policy files, or scenarios as variants, under the same seeds; a single policy"
        + " is compared with the defaults.",
      valueName: "file ..."))
  package var compare: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Compare with cron, systemd timers, Android, Windows, published prefetching, two rules of"
        + " thumb, and an oracle."))
  package var baselines = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of seeds, counted from --seed (default: 5).", valueName: "number"))
  package var seeds: String?

  package init() {}

  package var isRequested: Bool { !compare.isEmpty || baselines }
}
