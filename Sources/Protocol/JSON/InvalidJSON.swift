/// The reason why bytes are not a JSON text, and the place of the first error.
package struct InvalidJSON: Error, Hashable, Sendable {
  /// The offset in bytes from the beginning.
  package let offset: Int
  package let problem: String
}
