/// Drives, shares and files that must exist for a request.
struct PathPolicy: Policy {
  let name = "Paths"
  let reads: DeviceFields = .path
  private let weight = 1.0

  /// Returns a hold if a required path is missing. An unknown path does not hold. `nil` if the request requires no
  /// path.
  func verdict(on candidate: Candidate) -> Verdict? {
    let paths = candidate.request.terms.needs.paths
    guard !paths.isEmpty else { return nil }
    let isMissing = paths.contains { candidate.raw.isThere($0) == false }
    return isMissing
      ? .hold(.path, .required, weight: weight) : .proceed(weight: weight, score: 1)
  }

  /// Returns the missing paths in words; else the unknown ones; else all paths of the request, as present.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    let paths = candidate.request.terms.needs.paths
    let missing = paths.filter { candidate.raw.isThere($0) == false }
    guard missing.isEmpty else {
      return isNotification(candidate)
        ? "\(missing.listed): missing until its owner logs in"
        : "\(missing.listed): missing, or not mounted"
    }
    let unknown = paths.filter { candidate.raw.isThere($0) == nil }
    return unknown.isEmpty
      ? "\(paths.listed): present"
      : "\(unknown.listed): unknown, assumed present"
  }

  /// Returns that the owner of a notification has no session, in which it is shown; `nil` for other requests.
  func state(behind verdict: Verdict, on candidate: Candidate) -> String? {
    verdict.reason != nil && isNotification(candidate) ? "owner not logged in" : nil
  }

  /// Whether the path of the request is the directory of its owner's session.
  private func isNotification(_ candidate: Candidate) -> Bool {
    candidate.request.terms.task?.category == .notification
  }
}
