/// What happens to a run when a gate closes that would end it.
package enum ClosedGateAnswer: String, CaseIterable, Codable, Sendable {
  /// As its kind has it: expiration, or being asked to defer.
  case stop
  /// It is frozen where it stands, and thawed if the gate opens again within a limit.
  case freeze
}

/// Which failed runs are retried, named as in systemd's `Restart=`.
package enum RetryCondition: String, CaseIterable, Codable, Sendable {
  /// All of them.
  case failure
  /// Those that did not exit by themselves: a status is the command's own word that it has failed.
  case abnormal
}

/// How delays grow from one failure to the next (Android's JobInfo).
package enum BackoffGrowth: String, CaseIterable, Codable, Sendable {
  /// The first delay, twice, three times ...
  case linear
  /// Doubled each time.
  case exponential
}
