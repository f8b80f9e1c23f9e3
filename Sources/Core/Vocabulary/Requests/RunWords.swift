/// The answer of a run to a closing gate that would end it.
package enum ClosedGateAnswer: String, CaseIterable, Codable, Sendable {
  /// The answer of its kind: expiration, or a request to defer.
  case stop
  /// The run is frozen, and thawed if the gate opens again within a limit.
  case freeze
  /// The run is frozen for as long as the gate is closed.
  case freezeWhenBusy = "freeze-when-busy"
}

/// The failed runs that are retried, named as in systemd's `Restart=`.
package enum RetryCondition: String, CaseIterable, Codable, Sendable {
  /// Every failed run.
  case failure
  /// Runs that did not exit normally: an exit status is the command's own report of its failure.
  case abnormal
}

/// The growth of delays from one failure to the next (Android's JobInfo).
package enum BackoffGrowth: String, CaseIterable, Codable, Sendable {
  /// The first delay, then two times, three times ...
  case linear
  /// Doubled each time.
  case exponential
}
