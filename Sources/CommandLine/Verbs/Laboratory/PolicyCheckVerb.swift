import ArgumentParser

package struct PolicyCheckVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check task and policy files, and show their meaning.",
    discussion: """
      Needs no daemon.

      \(ExitCodes.paragraph("also 1 if a file has an error."))
      """)

  @Argument(
    help: "Task and policy files (default: all files that the daemon would read).",
    completion: .file(extensions: ["yaml"]))
  package var files: [String] = []

  @Flag(help: "Check the files of your own daemon.")
  package var user = false

  @Flag(help: "Print JSON.")
  package var json = false

  package init() {}
}
