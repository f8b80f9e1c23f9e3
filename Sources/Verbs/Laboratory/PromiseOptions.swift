import ArgumentParser

/// The test bench: what is promised, and where the results go.
package struct PromiseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Check what this file promises (docs/expectations.md), over its seeds; exit 1 where it is not so.",
      valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  package var expect: String?

  @Option(
    help: ArgumentHelp(
      "Write what came of the promises into this file, JUnit XML.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  package var junit: String?

  package init() {}
}
