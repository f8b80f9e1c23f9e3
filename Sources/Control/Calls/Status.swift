package struct Status: ControlMethod {
  package static let name = "Status"

  package struct Reply: Codable, Sendable {
    package var version: String
    package var now: String
    package var simulated: Bool
    package var stateDirectory: String
    /// Of the caller's, or of all for those who may see all
    package var waiting: Int64
    package var running: Int64
    /// Requests past their latest date
    package var overdue: [String]
    /// Requests that failed three times or more in a row
    package var failing: [String]
    /// Requests that crashed five times in the same step
    package var quarantined: [String]
    /// Something that an administrator should know, such as a database that was set aside
    package var warnings: [String]

    package init(
      version: String, now: String, simulated: Bool, stateDirectory: String, waiting: Int64,
      running: Int64, overdue: [String], failing: [String], quarantined: [String] = [],
      warnings: [String]
    ) {
      self.version = version
      self.now = now
      self.simulated = simulated
      self.stateDirectory = stateDirectory
      self.waiting = waiting
      self.running = running
      self.overdue = overdue
      self.failing = failing
      self.quarantined = quarantined
      self.warnings = warnings
    }
  }

  package init() {}
}
