/// The openings of an app, in constant memory: its last few uses, and the gaps between them.
package struct OpenHistory: Hashable, Sendable {
  /// The number of stored uses; eight of them are two months of an app that is opened weekly.
  static let mostUses = 8

  /// The beginnings of the stored uses, oldest first.
  package private(set) var uses: [WallTime]
  /// The last opening; `nil` if there was none.
  package private(set) var last: WallTime?
  /// The median gap between uses, and the longest; `nil` before the second use.
  package private(set) var usualGap: Duration?
  package private(set) var longestGap: Duration?

  package init(uses: [WallTime] = [], last: WallTime? = nil) {
    self.uses = uses
    self.last = last ?? uses.last
    measure()
  }

  /// Records an opening. It begins another use if at least `useDistance` has passed since the last opening.
  mutating func open(at now: WallTime, _ settings: QuotaSettings) {
    // An app that is opened again after having been unused starts fresh: the long gap is meaningless.
    if isUnused(at: now, settings) { uses = [] }
    let isFarFromLast = last.map { now - $0 >= settings.useDistance } ?? true
    if isFarFromLast || uses.isEmpty {
      uses.append(now)
      uses.removeFirst(max(0, uses.count - Self.mostUses))
      measure()
    }
    last = now
  }

  /// Computes the usual and the longest gap between the uses.
  private mutating func measure() {
    let gaps = zip(uses.dropFirst(), uses).map { $0 - $1 }.sorted()
    usualGap = gaps.isEmpty ? nil : gaps[gaps.count / 2]
    longestGap = gaps.last
  }

  /// Returns the time from which the app counts as unused without another opening; `nil` if it was never opened.
  package func unusedFrom(_ settings: QuotaSettings) -> WallTime? {
    let severalGaps = (longestGap ?? .zero) * settings.unusedGaps
    return last.map { $0 + max(settings.soonestUnused, min(severalGaps, settings.latestUnused)) }
  }

  /// Returns whether the app has not been opened for so long that it counts as unused; false if it was never opened.
  private func isUnused(at now: WallTime, _ settings: QuotaSettings) -> Bool {
    // Nearly always, without the arithmetic of gaps.
    guard let last, now >= last + settings.soonestUnused else { return false }
    return unusedFrom(settings).map { now >= $0 } ?? false
  }

  /// Returns the tier for the openings, by their frequency and by the time since the last. An app that is opened weekly
  /// falls no lower between two openings, and one that was opened daily falls when that ends.
  func tier(at now: WallTime, _ settings: QuotaSettings) -> Tier {
    guard let last, !isUnused(at: now, settings) else { return .never }
    let sinceLast = max(.zero, now - last)
    if sinceLast < settings.activeTime { return .active }
    switch max(sinceLast, usualGap ?? .zero) {
    case ...settings.workingGap: return .working
    case ...settings.frequentGap: return .frequent
    default: return .rare
    }
  }

  /// Moves future times back to `now`, after the clock was set back.
  mutating func forgetTheFuture(at now: WallTime) {
    guard let last, last > now else { return }
    uses = uses.map { min($0, now) }
    self.last = now
    measure()
  }
}
