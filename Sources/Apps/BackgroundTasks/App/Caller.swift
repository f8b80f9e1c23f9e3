/// The place in the code of an app that calls the library.
package struct Caller: CustomStringConvertible, Sendable {
  /// The module and the name of the file.
  package let fileID: StaticString
  /// The path of the file.
  package let filePath: StaticString
  /// The line, from 1; 0 if the place is unknown.
  package let line: UInt

  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt) {
    (self.fileID, self.filePath, self.line) = (fileID, filePath, line)
  }

  /// The place, such as `Feed/Refresh.swift:12`.
  package var description: String { line == 0 ? "\(fileID)" : "\(fileID):\(line)" }

  /// The place of the current call.
  @TaskLocal package static var current = Caller(
    "an unknown place, through a reference to the method", "", 0)
}
