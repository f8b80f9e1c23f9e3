/// The place in the code of an app that calls the library.
struct Caller: CustomStringConvertible, Sendable {
  private let fileID: StaticString
  private let line: UInt

  init(_ fileID: StaticString, _ line: UInt) { (self.fileID, self.line) = (fileID, line) }

  /// The place, such as `Feed/Refresh.swift:12`.
  var description: String { line == 0 ? "\(fileID)" : "\(fileID):\(line)" }

  /// The place of the current call.
  @TaskLocal static var current = Caller(
    "an unknown place, through a reference to the method", 0)
}
