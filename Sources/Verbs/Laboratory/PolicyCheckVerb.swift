import ArgumentParser

package struct PolicyCheckVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what is wrong with task and policy files, and what the good ones mean.",
    discussion: "It needs no daemon. Exit 1 if anything is wrong.")

  @Argument(
    help: "Task files, policy files; unless given, all that the daemon would read.",
    completion: .file(extensions: ["yaml"]))
  package var files: [String] = []

  @Flag(help: "Those of your own daemon.")
  package var user = false

  @Flag(help: "Print JSON for programs.")
  package var json = false

  package init() {}
}
