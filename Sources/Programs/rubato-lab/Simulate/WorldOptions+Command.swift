import Verbs

extension WorldOptions {
  /// The words of the command that simulates the same world, without the options that choose a seed or a device.
  var commandWords: [String] {
    var words = ["rubatoctl", "simulate"]
    if let scenario { words.append(scenario) }
    if let trace { words += ["--trace", trace] }
    if let workRequests { words += ["--work-requests", workRequests] }
    if workAt != "00:00" { words += ["--work-at", workAt] }
    if let policy { words += ["--policy", policy] }
    if let days { words += ["--days", days] }
    if let refreshesPerDay { words += ["--refreshes-per-day", refreshesPerDay] }
    return words
  }
}
