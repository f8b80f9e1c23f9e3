/// Where and why a trace is not what it should be.
package struct TraceError: Error, Hashable, CustomStringConvertible, Sendable {
  /// As the file was named by whoever reads it.
  package var file: String
  /// Counts from 1.
  package var line: Int
  /// What is wrong and what is allowed.
  package var message: String

  package var description: String { "\(file):\(line): \(message)" }
}
