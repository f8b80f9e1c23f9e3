/// The verdicts of some policies on one request, in the order in which policies are shown.
struct PolicyVerdicts: Hashable, Sendable {
  struct Row: Hashable, Sendable {
    /// The policy's place in `Policies.all`.
    let place: Int
    let verdict: Verdict

    var policy: any Policy { Policies.all[place] }

    /// Returns when time lifts the verdict. An instance of the policy is not needed, and takes time to copy.
    func liftTime(on candidate: Candidate) -> WallTime? {
      Policies.types[place].liftTime(of: verdict, on: candidate)
    }
  }

  private(set) var rows: [Row] = []
  private(set) var combination = Combination([])

  /// Evaluates `policies` on `candidate`. A policy that does not apply gets no row; with `onlyVetoes`, only vetoes get
  /// rows, for which most requests that may start need no memory.
  init(
    _ policies: Policies.Places, on candidate: borrowing Candidate, onlyVetoes: Bool = false
  ) {
    // The candidate is borrowed, since an initializer otherwise receives a copy.
    if !onlyVetoes { rows.reserveCapacity(policies.count) }
    let types = Policies.types
    for place in policies {
      guard let verdict = types[place].verdict(on: candidate) else { continue }
      if onlyVetoes, verdict.reason == nil {
        combination.add(verdict)
      } else {
        add(Row(place: place, verdict: verdict))
      }
    }
  }

  /// Copies the rows of `known`, but evaluates `policies` again: each gets another row, or none if it does not apply.
  /// The rows stay in the order of policies.
  init(
    _ known: PolicyVerdicts, evaluatingAgain policies: Policies.Places,
    on candidate: borrowing Candidate
  ) {
    rows.reserveCapacity(known.rows.count + policies.count)
    // Merges both, which are sorted by place.
    var knownRows = known.rows.makeIterator()
    var nextKnown = knownRows.next()
    let types = Policies.types
    for place in policies {
      while let row = nextKnown, row.place < place {
        add(row)
        nextKnown = knownRows.next()
      }
      // The earlier row of this policy is left out.
      if nextKnown?.place == place { nextKnown = knownRows.next() }
      if let verdict = types[place].verdict(on: candidate) {
        add(Row(place: place, verdict: verdict))
      }
    }
    while let row = nextKnown {
      add(row)
      nextKnown = knownRows.next()
    }
  }

  /// Appends a row, and adds its verdict to the combination.
  private mutating func add(_ row: Row) {
    rows.append(row)
    combination.add(row.verdict)
  }

  /// Creates an empty value.
  init() {}

  /// Returns the rows of both, in the order in which policies are shown.
  static func rows(_ device: PolicyVerdicts, _ app: PolicyVerdicts) -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(device.rows.count + app.rows.count)
    forEachRow(device, app) { rows.append($0) }
    return rows
  }

  /// Passes the same rows to `body`, without a list. The rows of each are sorted by their places.
  static func forEachRow(
    _ device: PolicyVerdicts, _ app: PolicyVerdicts, _ body: (Row) -> Void
  ) {
    var next = app.rows.startIndex
    for row in device.rows {
      while next < app.rows.endIndex, app.rows[next].place < row.place {
        body(app.rows[next])
        next += 1
      }
      body(row)
    }
    for row in app.rows[next...] { body(row) }
  }

  /// The reasons why these policies keep the request waiting, if no other policy is considered.
  var reasons: [Reason] {
    rows.filter { combination.isHeld(by: $0.verdict) }.compactMap(\.verdict.reason)
  }
}
