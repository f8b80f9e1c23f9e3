/// The origin of a request that a task file declares.
package struct Declaration: Hashable, Codable, Sendable {
  /// The path of the task file.
  package var file: String
  /// The digest of its effective content; another digest is another request.
  package var digest: String

  package init(file: String, digest: String) {
    self.file = file
    self.digest = digest
  }
}
