import OrderedCollections
import Scheduling
import Simulation

extension Story {
  /// Creates the story of a daemon's recorded past.
  ///
  /// - Parameter name: Returns the name of a request without its app.
  package init(title: String, _ past: Past, name: (RequestKey) -> String = { $0.id }) {
    self.init(title: title, range: past.range)
    gaps = past.gaps.map { $0.begins..<$0.ends }
    device = past.device
    let waits = past.waits
    let runs = OrderedDictionary(grouping: past.runs, by: \.key)
    let keys = Set(waits.keys).union(runs.keys).sorted()
    let appNames = Set(keys.compactMap(\.app)).sorted()
    apps = appNames.map { App(name: $0, opens: []) }
    let exposure = Exposure(device, until: range.upperBound)
    tasks = keys.map { key in
      let endedRuns = runs[key] ?? []
      // Each key has a run or a wait, so there is always one of both.
      let kind = endedRuns.last?.kind ?? waits[key]?.kind ?? .maintenance
      var task = StoryTask(
        app: key.app.flatMap { appNames.firstIndex(of: $0) }, id: name(key), kind: kind)
      task.waits = (waits[key]?.waits ?? []).without(endedRuns.map(\.run.range))
      task.runs = endedRuns.map { exposure.withDeviceTimes($0.run) }
      return task
    }
  }
}

/// The states of the device over time, by which the costs of runs are counted.
private struct Exposure {
  private var states: [(at: WallTime, device: DeviceState)] = []
  private let ends: WallTime

  /// - Parameters:
  ///   - moments: The changes of the device, in the order of time.
  ///   - ends: The end of the last state.
  init(_ moments: [DeviceMoment], until ends: WallTime) {
    var state = DeviceState()
    for moment in moments {
      for value in moment.values { state.apply(value) }
      states.append((moment.at, state))
    }
    self.ends = ends
  }

  /// Returns the index of the state at `moment`, by binary search; of the first state if that is later.
  private func stateIndex(at moment: WallTime) -> Int {
    var (low, high) = (0, states.count)
    while low < high {
      let middle = (low + high) / 2
      if states[middle].at > moment { high = middle } else { low = middle + 1 }
    }
    return max(0, low - 1)
  }

  /// Returns the run with the parts of it on battery, on cellular and with the user. Unknown states are no part.
  func withDeviceTimes(_ run: StoryRun) -> StoryRun {
    var conditions = RunConditions()
    for index in states[stateIndex(at: run.range.lowerBound)...].indices {
      if states[index].at >= run.range.upperBound { break }
      let stateEnds = index + 1 < states.count ? states[index + 1].at : ends
      let begins = max(states[index].at, run.range.lowerBound)
      let lengthInRun = min(stateEnds, run.range.upperBound) - begins
      if lengthInRun > .zero { conditions.add(lengthInRun, states[index].device) }
    }
    var run = run
    run.onBattery = conditions.onBattery
    run.onCellular = conditions.onCellular
    run.inUse = conditions.withUser
    return run
  }
}
