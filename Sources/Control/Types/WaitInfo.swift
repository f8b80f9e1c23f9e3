/// From then on a request waited for these reasons; for none while it ran
package struct ChangeInfo: Codable, Hashable, Sendable {
  package var at: String
  package var reasons: [String]

  package init(
    at: String, reasons: [String]
  ) {
    self.at = at
    self.reasons = reasons
  }
}

/// How long a reason has held, in seconds; reasons hold at the same time
package struct CostInfo: Codable, Hashable, Sendable {
  package var reason: String
  package var seconds: Double

  package init(
    reason: String, seconds: Double
  ) {
    self.reason = reason
    self.seconds = seconds
  }
}

/// How a request has waited
package struct HistoryInfo: Codable, Hashable, Sendable {
  /// The latest ten, oldest first
  package var changes: [ChangeInfo]
  /// What has cost most first
  package var costs: [CostInfo]
  /// Since when costs are counted: the submission, or what is still remembered
  package var since: String

  package init(
    changes: [ChangeInfo], costs: [CostInfo], since: String
  ) {
    self.changes = changes
    self.costs = costs
    self.since = since
  }
}

/// The first time in which it is more likely than not that a request may run
package struct LikelyInfo: Codable, Hashable, Sendable {
  package var from: String
  package var until: String

  package init(
    from: String, until: String
  ) {
    self.from = from
    self.until = until
  }
}
