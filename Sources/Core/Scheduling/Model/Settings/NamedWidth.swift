/// The width of all groups of a name: the number of simultaneous runs of one user's requests in it.
package struct NamedWidth: Hashable, Sendable {
  package var name: String
  package var width: Int

  package init(name: String, width: Int) {
    self.name = name
    self.width = width
  }
}
