import Bus

/// Timers that requests have replaced. Queries return systemd's last report, because they are made in a step
/// of the engine, which must not wait.
final class UnitTimers {
  /// A followed timer.
  private final class Timer {
    var changes: BusMatch?
    /// The last state from systemd; `nil` before the first one.
    var activeState: String?
  }

  private let manager: UnitManager
  private var timers: [String: Timer] = [:]

  init(_ manager: UnitManager) {
    self.manager = manager
  }

  /// From now on, follows these timers, and no longer those of earlier calls.
  func follow(_ names: Set<String>) {
    for (name, timer) in timers where !names.contains(name) {
      if let changes = timer.changes { manager.bus.remove(changes) }
      timers[name] = nil
    }
    for name in names.sorted() where timers[name] == nil { follow(name) }
  }

  func isActive(_ name: String) -> Bool { timers[name]?.activeState == "active" }

  /// Queries the states of all followed timers again. Called after the bus or systemd has reconnected.
  func queryAll() {
    for name in timers.keys.sorted() { query(at: name) }
  }

  /// Subscribes to changes of a timer's state, and queries the present state.
  private func follow(_ name: String) {
    let timer = Timer()
    timers[name] = timer
    timer.changes = manager.follow(name) { [weak timer] changedProperties in
      if let state = changedProperties["ActiveState"]?.text { timer?.activeState = state }
    }
    query(at: name)
  }

  /// Queries the state of a followed timer, without waiting. After an error, the last known state stays.
  private func query(at name: String) {
    manager.readState(at: name) { [weak self] result in
      if case .success(let state) = result { self?.timers[name]?.activeState = state.activeState }
    }
  }
}
