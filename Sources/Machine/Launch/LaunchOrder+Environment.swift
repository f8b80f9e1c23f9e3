import Scheduling

extension LaunchOrder {
  /// Returns the command's environment with the variables that name the run, which no order can override.
  /// - Parameter stopReasonPath: The file in which the command finds its stop reason.
  func environment(stopReasonPath: String) -> [String: String] {
    var environment = self.environment
    environment["RUBATO_RUN"] = id.run.map { String($0) }
    environment["RUBATO_STEP"] = String(step + 1)
    environment["RUBATO_BUDGET_SECONDS"] = budgetSeconds.map(secondsText)
    environment["RUBATO_STOP_REASON_FILE"] = stopReasonPath
    return environment
  }

  /// Formats whole seconds without a fraction, so that a shell can calculate with them.
  private func secondsText(_ seconds: Double) -> String {
    Int64(exactly: seconds).map { String($0) } ?? String(seconds)
  }
}
