/// Runs at most as many requests of one group at the same time as its width, usually one (seen in logs as an available
/// limit of 0).
///
/// The room in the group is decided together with the slots, for whole queues and past every latest date. This row
/// only shows it, and its weight is in the sums of all requests with a group.
struct ActivityGroupPolicy: Policy {
  let name = "Activity Group"
  let concernsApp = true
  let reads: DeviceFields = []
  private let weight = 0.5

  /// Returns a hold while as many other requests of the group are running as the group is wide; otherwise a score of 1.
  /// `nil` for a request without a group.
  func verdict(on candidate: Candidate) -> Verdict? {
    guard candidate.request.terms.group != nil else { return nil }
    return candidate.isGroupBusy
      ? .hold(.group, .byDefault, weight: weight) : .proceed(weight: weight, score: 1)
  }

  /// Returns in words whether the group has room.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    let group = candidate.request.terms.group ?? ""
    return verdict.reason == nil
      ? "group \(group) has room" : "group \(group) is full"
  }
}
