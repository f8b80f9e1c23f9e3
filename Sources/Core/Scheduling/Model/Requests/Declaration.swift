/// Where a request is declared that nobody submitted by hand.
package struct Declaration: Hashable, Codable, Sendable {
  /// The path of the task file.
  package var file: String
  /// Of its effective content: another one is another request.
  package var digest: String

  package init(file: String, digest: String) {
    self.file = file
    self.digest = digest
  }
}
