import ArgumentParser
import Control

/// Changes a request as a task file.
package struct EditVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a request in an editor, as a task file.",
    discussion: """
      Opens the request in $VISUAL, $EDITOR or the machine's editor, checks the saved file, and \
      changes the request as a whole. The request keeps its last success, the rhythm of its intervals, \
      its checkpoint and its history. Options that the file omits return to their defaults. \
      rubato-tasks(5) describes the keys; `rubatoctl set` changes options without an editor.
      """)

  @OptionGroup var request: RequestOptions
  @OptionGroup package var connection: ConnectionOptions

  package init() {}

  /// Returns the call for the request.
  package func call() throws(Failure) -> GetTaskFile {
    GetTaskFile(id: request.id, app: request.app, owner: try request.owner.uid())
  }
}
