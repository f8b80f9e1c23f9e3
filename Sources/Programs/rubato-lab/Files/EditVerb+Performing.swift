import Control
import Terminal
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

extension EditVerb: LaboratoryWork {
  /// Opens a request as a file in the user's editor and sends the changes. After an error the user can edit the file
  /// again; otherwise the file is kept.
  func perform() throws {
    let session = try Session(connection)
    let query = try call()
    let reply = try session.call(query)
    // The file gets the name of the id, which must not lead to another directory.
    guard reply.id == query.id, AnsweredName.isPlain(reply.id) else {
      throw Failure.notAName(reply.id, of: "request")
    }
    let file = try EditedFile(reply)
    try Editor.open(file)
    while true {
      do throws(Failure) {
        let change = try file.changeCall()
        let group = try file.groupWithoutWidth()
        if let change { try session.change(change, naming: file.withPlaceInFile) }
        if let group { try session.restoreWidth(of: group, reply.owner, isOnly: change == nil) }
        file.remove()
        if change == nil, group == nil { try session.printUnchanged(reply) }
        return
      } catch {
        let place = "your changes are kept in \(file.path)"
        guard Question.isPossible, !connection.json else { throw error.adding(place) }
        error.report(asJSON: false)
        guard Question.ask("Edit it again?", usual: true) else { throw Failure.refused(place) }
        try Editor.open(file)
      }
    }
  }
}

/// The user's editor.
private enum Editor {
  /// Opens the file in the user's editor, and waits until the editor ends. If the editor fails, throws an error, and
  /// removes the file unless the user has changed it.
  static func open(_ file: EditedFile) throws(Failure) {
    // The shell starts it, since it may be a command line. The path is passed as a variable, so that the shell does not
    // interpret it.
    setenv("RUBATO_EDITED_FILE", file.path, 1)
    let status = system("exec \(command) \"$RUBATO_EDITED_FILE\"")
    unsetenv("RUBATO_EDITED_FILE")
    guard status != 0 else { return }
    guard !file.isUntouched else {
      file.remove()
      throw .refused(
        "\(command) failed, so nothing was changed; name another editor in VISUAL or EDITOR")
    }
    throw .refused("\(command) failed, so nothing was changed; \(file.path) is kept")
  }

  /// The command line of the editor.
  private static var command: String {
    for name in ["VISUAL", "EDITOR"] {
      if let command = Process.environment[name], !command.isEmpty { return command }
    }
    // This is Debian's name for the editor that its administrator has chosen (policy, 11.4).
    return access("/usr/bin/editor", X_OK) == 0 ? "editor" : "vi"
  }
}

extension Session {
  /// Restores the usual width of a group, and prints it. Prints no JSON next to that of a change.
  fileprivate func restoreWidth(
    of group: String, _ owner: Int64, isOnly: Bool
  ) throws(Failure) {
    let reply = try call(SetGroup(name: group, owner: owner))
    guard isOnly || !isJSON else { return }
    try printAnswer(reply.group) { _ in [GroupTable.sentence(reply.group)] }
  }

  /// Prints that the request was not changed.
  fileprivate func printUnchanged(_ reply: GetTaskFile.Reply) throws(Failure) {
    Output.printError("Unchanged: \(reply.id.visible).")
  }
}
