import ArgumentParser

/// The numbers that decide.
package struct PolicyShowVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "List the numbers that decide, with their names for a policy file.",
    discussion: """
      Those of the running daemon, with the file that they come from; or of a policy file, or the \
      defaults, which need no daemon. docs/policy.md tells what each number does.
      """)

  @Argument(
    help: "A policy file, - is standard input; unless given, what the running daemon decides by.",
    completion: .file(extensions: ["yaml"]))
  package var file: String?

  @Flag(help: "The defaults.")
  package var defaults = false

  @Flag(help: "Only what is not as in the defaults.")
  package var changed = false

  @Flag(help: "As a policy file, with a comment for each key.")
  package var yaml = false

  @OptionGroup package var connection: ConnectionOptions

  package init() {}

  package func validate() throws {
    guard !(yaml && connection.json) else {
      throw ValidationError("give --yaml or --json, not both.")
    }
    guard file == nil || !defaults else {
      throw ValidationError("give FILE or --defaults, not both.")
    }
    guard !asksNobody || !connection.namesDaemon else {
      throw ValidationError("with \(file ?? "--defaults") no daemon is asked; name none.")
    }
  }

  /// Whether no daemon is needed.
  package var asksNobody: Bool { file != nil || defaults }
}
