/// One of several programs that are one piece of work, run in order
package struct StepInfo: Codable, Hashable, Sendable {
  /// Letters, digits and . _ @ : -; step-1, step-2 and so on unless given
  @OrNull package var name: String?
  /// The program's absolute path, then its arguments
  package var arguments: [String]
  /// The longest that it may take; what its kind gives where it is null
  @OrNull package var limit: Double?

  package init(
    name: String? = nil, arguments: [String], limit: Double? = nil
  ) {
    self.name = name
    self.arguments = arguments
    self.limit = limit
  }
}
