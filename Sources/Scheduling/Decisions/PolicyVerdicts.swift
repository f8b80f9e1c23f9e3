/// What some of the policies say of one request, in the order in which policies are shown.
struct PolicyVerdicts: Sendable {
  struct Row: Sendable {
    /// The policy's place in `Policies.all`.
    let place: Int
    let verdict: Verdict

    var policy: any Policy { Policies.all[place] }
  }

  private(set) var rows: [Row] = []
  private(set) var combination = Combination([])

  init(_ policies: Policies.Places, on candidate: Candidate) {
    rows.reserveCapacity(policies.count)
    for place in policies {
      guard let verdict = Policies.all[place].verdict(on: candidate) else { continue }
      rows.append(Row(place: place, verdict: verdict))
      combination.add(verdict)
    }
  }

  /// No policy was asked.
  init() {}

  /// Why they keep the request waiting, by themselves.
  var reasons: [Reason] {
    rows.filter { combination.isHeld(by: $0.verdict) }.compactMap(\.verdict.reason)
  }
}
