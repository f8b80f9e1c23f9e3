/// An error in the typed input, with the remedy.
package struct InputError: Error, Hashable, CustomStringConvertible, Sendable {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
