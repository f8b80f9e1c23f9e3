/// A number that decides, by its name in a policy file; its values as such a file has them
package struct PolicyKeyInfo: Codable, Hashable, Sendable {
  package var key: String
  package var value: String
  package var `default`: String
  /// Which values there are, such as 1s to 24h
  package var allowed: String
  /// What the number does
  package var about: String

  package init(key: String, value: String, default: String, allowed: String, about: String) {
    self.key = key
    self.value = value
    self.default = `default`
    self.allowed = allowed
    self.about = about
  }

  package var isChanged: Bool { value != `default` }
}
