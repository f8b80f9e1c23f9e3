/// The record of an app's runs, of bounded size, which determines its score and its blocks. While an app is blocked
/// (barred), none of its runs starts.
package struct Reliability: Hashable, Sendable {
  /// The quality of its last meaningful runs, oldest first.
  package internal(set) var conducts: [RunQuality] = []
  /// The times of its kills for overruns, oldest first; at most as many as block it.
  package internal(set) var kills: [WallTime] = []
  /// The length of its last block, as an index in the list of blocks from 1; 0 if all steps were earned back.
  package internal(set) var level = 0
  package internal(set) var barredUntil: WallTime?
  /// The number of clean runs towards the next step down.
  package internal(set) var cleanRuns = 0

  package init() {}

  /// Returns whether the app is blocked at `now`.
  package func isBarred(at now: WallTime) -> Bool { barredUntil.map { $0 > now } ?? false }

  /// The number of stored runs that were blamed.
  var blamedRuns: Int { conducts.count { $0 != .clean } }

  /// The share of clean runs among the stored ones, with one clean run added, so that the first crash has a limited
  /// effect; `nil` without blame.
  package var score: Double? {
    let blamed = blamedRuns
    guard blamed > 0 else { return nil }
    return Double(conducts.count - blamed + 1) / Double(conducts.count + 1)
  }

  /// Records the quality of an ended run. A clean run can lower the level of the next block; a kill can block the app.
  mutating func note(_ quality: RunQuality, at now: WallTime, _ settings: ReliabilitySettings) {
    conducts.append(quality)
    conducts.removeFirst(max(0, conducts.count - settings.runsRemembered))
    switch quality {
    case .clean:
      earnBack(settings)
    case .blamed:
      cleanRuns = 0
    case .killed:
      cleanRuns = 0
      noteKill(at: now, settings)
    }
  }

  /// Adds a clean run; after `cleanRunsPerStep` in a row, the level of the last block falls by one. Does nothing at
  /// level 0.
  private mutating func earnBack(_ settings: ReliabilitySettings) {
    guard level > 0 else { return }
    cleanRuns += 1
    guard cleanRuns >= settings.cleanRunsPerStep else { return }
    level -= 1
    cleanRuns = 0
  }

  /// Records a kill for an overrun. Several kills within `killWindow` block the app. After a recent block, each further
  /// kill blocks it, for longer.
  private mutating func noteKill(at now: WallTime, _ settings: ReliabilitySettings) {
    kills.append(now)
    kills.removeFirst(max(0, kills.count - settings.killsThatBlock))
    // A run that is killed during a block began before it, or was forced, and adds no information.
    guard !isBarred(at: now) else { return }
    // A block that ended long ago is forgotten, so that the next one is as short as the first.
    if let end = barredUntil, now - end > settings.blocksRemembered { level = 0 }
    guard level > 0 || isKilledOften(at: now, settings) else { return }
    level = min(level + 1, settings.blocks.count)
    barredUntil = now + settings.block(level)
  }

  /// Returns whether enough kills for a block lie within `killWindow`.
  private func isKilledOften(at now: WallTime, _ settings: ReliabilitySettings) -> Bool {
    guard let first = kills.first, kills.count == settings.killsThatBlock else { return false }
    return now - first <= settings.killWindow
  }

  /// Moves future times back to `now`, since a clock that was ahead would otherwise block the app for years.
  mutating func forgetTheFuture(at now: WallTime, _ settings: ReliabilitySettings) {
    kills = kills.map { min($0, now) }
    // Clean runs that began before the block can have lowered the level to 0, which has no length.
    barredUntil = barredUntil.map { min($0, now + settings.block(max(1, level))) }
  }
}
