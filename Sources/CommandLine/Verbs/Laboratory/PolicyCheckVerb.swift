import ArgumentParser

package struct PolicyCheckVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check task and policy files, and show what they mean.",
    discussion: "Needs no daemon. Exit 1 if anything is wrong.")

  @Argument(
    help: "Task and policy files (default: all that the daemon would read).",
    completion: .file(extensions: ["yaml"]))
  package var files: [String] = []

  @Flag(help: "Check those of your own daemon.")
  package var user = false

  @Flag(help: "Print JSON.")
  package var json = false

  package init() {}
}
