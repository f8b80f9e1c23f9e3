/// What was typed cannot be done; says what to do instead.
package struct InputError: Error, Hashable, CustomStringConvertible, Sendable {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
