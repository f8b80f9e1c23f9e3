import ArgumentParser

package struct ReplayVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Decide a recording of the daemon again, and say what differs.",
    discussion: """
      `rubatod --record FILE` writes down what the daemon takes in and decides. The same scheduler \
      decides it again here, without a daemon: exit 0 if every decision is the same, 1 if one is \
      not. With --policy the numbers of that file decide instead, and the answer is what would have \
      become of each request; exit 0. docs/replay.md tells what is in a recording.
      """)

  @Argument(
    help: "The recording; - is standard input.", completion: .file(extensions: ["jsonl"]))
  package var file: String

  @Option(
    help: ArgumentHelp(
      "Say what would differ with the numbers of this policy file.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  package var policy: String?

  @Flag(help: "Print JSON for programs.")
  package var json = false

  package init() {}
}
