/// Why bytes are no JSON text, and where they stop being one.
package struct InvalidJSON: Error, Hashable, Sendable {
  /// In bytes from the beginning.
  package let offset: Int
  package let problem: String
}
