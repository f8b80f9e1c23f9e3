import Vocabulary

/// The next moments of calendar expressions, as printed by `systemd-analyze calendar --iterations`.
package struct Elapses: Hashable, Sendable {
  /// A moment at which a calendar expression elapses.
  package struct Elapse: Hashable, Sendable {
    package var moment: WallTime
    /// The time that a clock in the zone of the expression shows, in seconds as if that zone were UTC. Between two
    /// midnights these times differ by 24 h, also if clocks are changed to summer time meanwhile.
    var clockSeconds: Int64
  }

  /// The moments in order.
  package private(set) var all: [Elapse]

  /// Reads the output for one expression, with lines such as `Next elapse: Mon 2026-11-30 00:00:00 CET`,
  /// `(in UTC): Sun 2026-11-29 23:00:00 UTC` and `Iter. #2: ...`.
  package init(_ output: String) {
    all = []
    for line in output.split(separator: "\n") {
      guard let colon = line.firstRange(of: ": ") else { continue }
      let key = line[..<colon.lowerBound].drop { $0 == " " }
      guard let time = SystemdDate.parse(line[colon.upperBound...]) else { continue }
      // systemd 257 writes `Iteration #2` in place of `Iter. #2`.
      if key == "Next elapse" || key.hasPrefix("Iter. #") || key.hasPrefix("Iteration #") {
        all.append(Elapse(moment: time, clockSeconds: time.nanoseconds / 1_000_000_000))
      } else if key == "(in UTC)", let last = all.indices.last {
        // This line follows a time in another zone, which was read as if it were in UTC, and corrects its moment.
        all[last].moment = time
      }
    }
  }

  /// Merges the moments of several expressions, in order. Ends at the earliest of their last known moments: after it,
  /// moments of one expression would be missing.
  package init(of several: [Elapses]) {
    var moments: [WallTime: Elapse] = [:]
    if let knownUntil = several.compactMap(\.all.last?.moment).min() {
      for elapse in several.flatMap(\.all) where elapse.moment <= knownUntil {
        moments[elapse.moment] = elapse
      }
    }
    all = moments.values.sorted { $0.moment < $1.moment }
  }

  /// Whether several moments are known, and their distances differ.
  package var areIrregular: Bool { Set(distances).count > 1 }

  /// The distances between successive moments, in seconds of the clocks.
  var distances: [Int64] { zip(all.dropFirst(), all).map { $0.clockSeconds - $1.clockSeconds } }
}
