import Simulation

/// The place and the reason of an error in a trace.
package struct TraceError: Error, Hashable, CustomStringConvertible, Sendable {
  /// The file's name as the caller gave it.
  package var file: String
  /// The line, counted from 1.
  package var line: Int
  /// The problem and the allowed values.
  package var message: String

  package var description: String { "\(file):\(line): \(message)" }
}
