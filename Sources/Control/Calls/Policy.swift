package struct GetPolicy: ControlMethod {
  package static let name = "GetPolicy"

  package struct Reply: Codable, Hashable, Sendable {
    /// Null where the daemon found no file, and has the defaults
    @OrNull package var file: String?
    package var keys: [PolicyKeyInfo]

    package init(file: String?, keys: [PolicyKeyInfo]) {
      self.file = file
      self.keys = keys
    }
  }

  package init() {}
}
