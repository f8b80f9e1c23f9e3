import Verbs

extension WorldOptions {
  /// Returns the command of rubatoctl that simulates the same worlds, as words without `--seed` and `--device`.
  func commandWords() -> [String] {
    var words = ["rubatoctl", "simulate"]
    if let scenario { words.append(scenario) }
    if let trace { words += ["--trace", trace] }
    if let workRequests { words += ["--work-requests", workRequests] }
    if let policy { words += ["--policy", policy] }
    if let days { words += ["--days", days] }
    if let refreshesPerDay { words += ["--refreshes-per-day", refreshesPerDay] }
    if workAt != "00:00" { words += ["--work-at", workAt] }
    return words
  }
}
