import ArgumentParser

/// The settings for decisions.
package struct PolicyShowVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "List the settings with their policy keys.",
    discussion: """
      Shows the settings of the running daemon and their file; or the settings of a policy file, or \
      the defaults, which need no daemon. docs/policy.md describes each setting.
      """)

  @Argument(
    help: "Policy file; - is standard input (default: the settings of the running daemon).",
    completion: .file(extensions: ["yaml"]))
  package var file: String?

  @Flag(help: "Show the defaults.")
  package var defaults = false

  @Flag(help: "Show only settings that differ from the defaults.")
  package var changed = false

  @Flag(help: "Print a policy file, with a comment for each key.")
  package var yaml = false

  @OptionGroup package var connection: ConnectionOptions

  package init() {}

  /// Refuses options that exclude each other, such as a socket if no daemon is used.
  package func validate() throws {
    if yaml, connection.json { throw ValidationError("give --yaml or --json, not both.") }
    if file != nil, defaults { throw ValidationError("give FILE or --defaults, not both.") }
    if needsNoDaemon, connection.namesDaemon {
      throw ValidationError(
        "with \(file ?? "--defaults") no daemon is used; leave out --socket, --user and --system.")
    }
  }

  /// Whether no daemon is needed.
  package var needsNoDaemon: Bool { file != nil || defaults }
}
