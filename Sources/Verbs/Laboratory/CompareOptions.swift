import ArgumentParser

/// Several ways of deciding, or of living, side by side.
package struct CompareOptions: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Set these side by side in the same worlds: policy files, by which is decided, and"
        + " scenarios, which are variants; one policy alone is set beside the defaults.",
      valueName: "file ..."))
  package var compare: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Beside it: cron, a systemd timer, Android's quotas, two rules of thumb, and an oracle."))
  package var rivals = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "In so many worlds, of --seed and the seeds after it; 5 unless given.", valueName: "number"))
  package var seeds: String?

  package init() {}

  package var isAsked: Bool { !compare.isEmpty || rivals }
}
