/// Load of the machine, without our own runs: score = (100 - load) / 100, as logs show.
struct CPUUsagePolicy: Policy {
  let name = "CPU Usage"
  let reads: DeviceFields = .load
  private let weight = 5.0

  /// Returns a hold above the highest load of the kind, unless the request is relaxed; otherwise the unused share of
  /// the processors as a score. `nil` if the load is unknown.
  func verdict(on candidate: Candidate) -> Verdict? {
    guard let load = candidate.raw.load else { return nil }
    if let highest = candidate.rules.highestLoad, load > highest, !candidate.isRelaxed {
      return .hold(.load, .byDefault, weight: weight)
    }
    return .proceed(weight: weight, score: Double(100 - load) / 100)
  }

  /// Returns the load in percent, and for a hold the limit of the kind that it exceeds.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    let load = "load \(candidate.raw.load ?? 0) %"
    guard verdict.reason != nil else { return load }
    return "\(load), above this kind's \(candidate.rules.highestLoad ?? 100) % limit"
  }
}
