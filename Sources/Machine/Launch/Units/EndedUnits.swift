/// The cgroups of existing units whose runs have ended within the last minute. The kernel's averages of the load still
/// contain their work.
struct EndedUnits {
  /// The ends of the runs, in nanoseconds of the monotonic clock, by the path of the cgroup.
  private var ends: [String: Int64] = [:]

  static let keptNanoseconds: Int64 = 60_000_000_000

  /// Notes the end of a run of the unit with this cgroup.
  mutating func noteEnd(of cgroup: String, at now: Int64) {
    ends = ends.filter { now - $0.value < Self.keptNanoseconds }
    ends[cgroup] = now
  }

  /// Returns the cgroups of the units that have ended within the last minute, in no order.
  func cgroups(at now: Int64) -> [String] {
    ends.filter { now - $0.value < Self.keptNanoseconds }.map(\.key)
  }
}
