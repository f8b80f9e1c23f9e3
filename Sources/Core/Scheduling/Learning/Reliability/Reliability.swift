/// What an app's runs have shown of it: a bounded record, from which its score follows and whether it
/// is blocked.
package struct Reliability: Hashable, Sendable {
  /// How its last runs went, oldest first, of those that say something.
  package internal(set) var conducts: [RunQuality] = []
  /// When it was killed for an overrun, oldest first; no more than block it.
  package internal(set) var kills: [WallTime] = []
  /// How long its last block was, as a place in the list of blocks from 1; 0 where it has earned back
  /// everything.
  package internal(set) var level = 0
  package internal(set) var barredUntil: WallTime?
  /// Clean runs towards the next step down.
  package internal(set) var cleanRuns = 0

  package init() {}

  package func isBarred(at now: WallTime) -> Bool { barredUntil.map { $0 > now } ?? false }

  /// How many of the runs that are remembered were blamed.
  var blamedRuns: Int { conducts.count { $0 != .clean } }

  /// Clean runs against all that are remembered, with one clean run ahead of them, so that the first
  /// crash is not the end of the world; nil without blame.
  package var score: Double? {
    let blamed = blamedRuns
    guard blamed > 0 else { return nil }
    return Double(conducts.count - blamed + 1) / Double(conducts.count + 1)
  }

  mutating func note(_ quality: RunQuality, at now: WallTime, _ settings: ReliabilitySettings) {
    conducts = (conducts + [quality]).suffix(settings.runsRemembered)
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

  private mutating func earnBack(_ settings: ReliabilitySettings) {
    guard level > 0 else { return }
    cleanRuns += 1
    guard cleanRuns >= settings.cleanRunsPerStep else { return }
    level -= 1
    cleanRuns = 0
  }

  private mutating func noteKill(at now: WallTime, _ settings: ReliabilitySettings) {
    kills = (kills + [now]).suffix(settings.killsThatBlock)
    // What is killed during a block began before it, or was forced: it tells nothing new.
    guard !isBarred(at: now) else { return }
    if let end = barredUntil, now - end > settings.blocksRemembered { level = 0 }
    guard level > 0 || isKilledOften(at: now, settings) else { return }
    level = min(level + 1, settings.blocks.count)
    barredUntil = now + settings.block(level)
  }

  private func isKilledOften(at now: WallTime, _ settings: ReliabilitySettings) -> Bool {
    guard let first = kills.first, kills.count == settings.killsThatBlock else { return false }
    return now - first <= settings.killWindow
  }

  /// Nothing of it may lie in the future, or a clock that was ahead would block the app for years.
  mutating func forgetTheFuture(at now: WallTime, _ settings: ReliabilitySettings) {
    kills = kills.map { min($0, now) }
    barredUntil = barredUntil.map { min($0, now + settings.block(max(1, level))) }
  }
}
