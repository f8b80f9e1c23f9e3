import Control
import Foundation
import Testing

/// Watched paths that their user may not read, with a real daemon and the process that watches them.
@Suite(.enabled(if: Rubatoctl.canRunAsNobody))
struct UnreadablePathTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The names are too long for a message, and are cut within a character in one of the two; or the
  /// daemon does not accept their characters in a message. The other path is watched nevertheless.
  @Test(arguments: [
    String(repeating: "ä", count: 60), "x" + String(repeating: "ä", count: 60), "a\u{1}b",
    "a\u{200D}b",
  ])
  func aDirectoryOfAnyNameIsReported(name: String) throws {
    let locked = "\(directory.path)/\(name)"
    let manager = FileManager.default
    try manager.createDirectory(atPath: locked, withIntermediateDirectories: false)
    try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
    try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: locked)
    let daemon = try ReadingDaemon(directory, sources: "none")
    for (id, path) in [("locked", "\(locked)/file"), ("open", "\(directory.path)/file")] {
      let submit = try Rubatoctl.runAsNobody(
        ["submit", "--id", id, "--when-changed", path, "--", "/bin/true"], by: daemon.process)
      #expect(submit.code == 0, "\(submit.errors)")
    }
    var texts: [String] = []
    while texts.isEmpty {
      let explained = try daemon.call(Explain(id: "locked", owner: 65534)).explanations.first
      texts = explained?.warnings.map(\.text) ?? []
      pauseBeforeAskingAgain()
    }
    #expect(texts.first?.contains("directory on its way: Permission denied") == true, "\(texts)")
    let other = try daemon.call(Explain(id: "open", owner: 65534)).explanations.first
    #expect(other?.warnings.isEmpty == true, "\(other?.warnings ?? [])")
  }
}
