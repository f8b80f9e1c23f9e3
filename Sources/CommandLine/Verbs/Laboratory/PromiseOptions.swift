import ArgumentParser

/// The promises to check, and the files for their results.
package struct PromiseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Check the promises in this file (docs/expectations.md); exit 1 if one is broken.",
      valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  package var expect: String?

  @Option(
    help: ArgumentHelp(
      "Write the results to this file, as JUnit XML.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  package var junit: String?

  package init() {}
}
