import ArgumentParser
import Control
import Terminal
import Vocabulary

/// Writes queued requests as a file that `import` reads.
package struct ExportVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write your queued requests as a YAML file, for `rubatoctl import`.",
    discussion: """
      Each request is a document with the keys of a task file and its id, after the requests that it \
      follows. Without --with-secrets, the values of all variables are left out, except those of HOME, \
      LANG, LANGUAGE, LC_*, LOGNAME, PATH, SHELL, TZ and USER; a comment names them. Requests of \
      task files, of apps and of adopted timers are comments, and so are runs that do not repeat.

      rubatoctl export > jobs.yaml
      """)

  @Argument(
    help: ArgumentHelp(
      "Request ids, or patterns such as 'encode-*' (default: all).", valueName: "id"),
    completion: RequestNames.completion)
  package var ids: [String] = []

  @OptionGroup var tagOptions: TagOptions

  @Flag(help: "Include the values of all variables. The file is readable only by you.")
  package var withSecrets = false

  @Option(
    help: ArgumentHelp(
      "Write to this file, readable only by you (default: standard output).", valueName: "path"),
    completion: .file(extensions: ["yaml"]))
  package var output: String?

  @OptionGroup var owner: OwnerOptions
  @OptionGroup package var connection: ConnectionOptions

  package init() {}

  /// Refuses JSON next to a file of YAML.
  package func validate() throws {
    guard output == nil || !connection.json else {
      throw ValidationError("--output writes YAML; leave out --json.")
    }
  }

  /// Returns the selected requests. Throws if ids or tags were given, and no request has or matches any.
  package func requests(_ session: Session) throws(Failure) -> [RequestInfo] {
    let all = try session.list(List(owner: try owner.uid())).requests
    let tags = try tagOptions.names()
    let selected = all.filter {
      RequestPattern.includes(ids, tags: tags, app: $0.app, id: $0.id, tagsOfRequest: $0.tags)
    }
    guard selected.isEmpty, !ids.isEmpty || !tags.isEmpty else { return selected }
    let isFile = ids.contains { $0.hasSuffix(".yaml") }
    throw RequestPattern.noMatchFailure(
      "request", ids, tags, "list", advice: isFile ? "; to write a file, use --output FILE" : "")
  }

  /// Whether an environment variable is no secret, since submissions pass it on.
  package static func isInherited(_ variable: String) -> Bool {
    InheritedVariables.contains(variable)
  }
}
