/// Requests of one group run one after the other (seen in logs as an available limit of 0).
///
/// Whether there is room in the group is decided with the other room, for whole queues at once and
/// past every latest date; this row shows it, and its weight is in the sums of all with a group.
struct ActivityGroupPolicy: Policy {
  let name = "Activity Group"
  let concernsApp = true
  let reads: DeviceFields = []
  private let weight = 0.5

  func verdict(on candidate: Candidate) -> Verdict? {
    guard candidate.request.terms.group != nil else { return nil }
    return candidate.groupIsBusy
      ? .hold(.group, .standing, weight: weight) : .proceed(weight: weight, score: 1)
  }

  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    let group = candidate.request.terms.group ?? ""
    return verdict.reason == nil
      ? "no other request of group \(group) is running"
      : "another request of group \(group) is running"
  }
}
