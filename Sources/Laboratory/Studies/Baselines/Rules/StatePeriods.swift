import Scheduling
import Simulation

/// The times in which a timeline's device meets the requirements of tasks.
struct StatePeriods: Sendable {
  /// The foreseen conditions; other conditions count as met.
  private static let foreseen: [Conditions] = [.power, .idle, .network, .unmetered]
  /// All sets of foreseen conditions, also the empty one. Each further condition doubles them.
  private static let sets: [Conditions] = foreseen.reduce([[]]) { sets, condition in
    sets + sets.map { $0.union(condition) }
  }

  /// The intervals in which all of a set is met, in the order of time, by the raw value of the set.
  private var periods: [UInt16: [Range<WallTime>]] = [:]
  /// The beginnings of intervals that have not ended, by the raw value of their set.
  private var since: [UInt16: WallTime] = [:]

  /// Reads the intervals of a whole timeline, also those in the future of a decision.
  init(_ timeline: Timeline, settings: Settings) {
    var device = DeviceState()
    updateIntervals(device, settings, at: timeline.starts)
    for step in timeline.steps {
      switch step.happening {
      case .device(let values):
        for value in values { device.apply(value) }
      case .gap: device = DeviceState()
      default: continue
      }
      updateIntervals(device, settings, at: step.at)
    }
    for set in Self.sets { endInterval(of: set, at: timeline.ends) }
  }

  /// Begins or ends the interval of each set of conditions, by the state of the device from `now` on.
  private mutating func updateIntervals(
    _ device: DeviceState, _ settings: Settings, at now: WallTime
  ) {
    for set in Self.sets {
      let isMet = Self.foreseen.allSatisfy { !set.contains($0) || device.meets($0, settings) }
      if !isMet {
        endInterval(of: set, at: now)
      } else if since[set.rawValue] == nil {
        since[set.rawValue] = now
      }
    }
  }

  /// Ends the open interval of a set of conditions, if there is one, and keeps it unless it is empty.
  private mutating func endInterval(of set: Conditions, at now: WallTime) {
    guard let begun = since.removeValue(forKey: set.rawValue), begun < now else { return }
    periods[set.rawValue, default: []].append(begun..<now)
  }

  /// Returns the best start of `task`: in its window's longest interval in which the device meets all foreseen
  /// requirements, or in the first such interval after the window; `nil` if none follows. Without a latest date the
  /// window is a day long.
  func bestStart(of task: BaselineTask, at now: WallTime) -> WallTime? {
    let window = task.request.window
    let latest = window.latest ?? window.opens + .days(1)
    let required = task.requires.intersection(Conditions(Self.foreseen))
    let periodsOfSet = periods[required.rawValue] ?? []
    let earliest = max(now, window.opens)
    let firstToCome = periodsOfSet.firstPlace { $0.upperBound > earliest }
    var best: (start: WallTime, length: Duration)?
    for period in periodsOfSet[firstToCome...] {
      let start = max(period.lowerBound, window.opens)
      let isAfterWindow = start >= latest
      if isAfterWindow { return best?.start ?? start }
      let length = min(period.upperBound, latest) - start
      let isLongest = length > (best?.length ?? .zero)
      if isLongest { best = (start, length) }
    }
    return best?.start
  }
}
