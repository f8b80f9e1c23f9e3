import Vocabulary

/// The next moments at which calendar expressions elapse, as `systemd-analyze calendar --iterations`
/// prints them.
package struct Elapses: Hashable, Sendable {
  /// One of them.
  package struct Elapse: Hashable, Sendable {
    package var moment: WallTime
    /// What clocks show then, in seconds: their distances stay the same when clocks are set.
    var shown: Int64
  }

  /// In order.
  package private(set) var all: [Elapse]

  /// - Parameter output: What is printed for one expression.
  package init(_ output: String) {
    all = []
    for line in output.split(separator: "\n") {
      guard let colon = line.firstRange(of: ": ") else { continue }
      let key = line[..<colon.lowerBound].drop { $0 == " " }
      guard let time = SystemdDate.parse(line[colon.upperBound...]) else { continue }
      if key == "Next elapse" || key.hasPrefix("Iter. #") {
        all.append(Elapse(moment: time, shown: time.nanoseconds / 1_000_000_000))
      } else if key == "(in UTC)", let last = all.indices.last {
        // Follows a time of another zone, which was read as if it were in UTC.
        all[last].moment = time
      }
    }
  }

  /// Those of several expressions: as far as all of them are known.
  package init(of several: [Elapses]) {
    let known = several.compactMap(\.all.last?.moment).min()
    var moments: [WallTime: Elapse] = [:]
    for elapse in several.flatMap(\.all) where known.map({ elapse.moment <= $0 }) ?? false {
      moments[elapse.moment] = elapse
    }
    all = moments.values.sorted { $0.moment < $1.moment }
  }

  /// What lies between each and the next, in seconds of the clocks.
  var distances: [Int64] { zip(all.dropFirst(), all).map { $0.shown - $1.shown } }
}
