import Bus

/// Timers whose places requests have taken. The answers are those that systemd has sent before: they are given in a step of the
/// engine's, in which nothing is waited for.
final class UnitTimers {
  /// A timer that is followed.
  private final class Timer {
    var changes: BusMatch?
    /// The last that systemd said; nil before it has.
    var activeState: String?
  }

  private let manager: UnitManager
  private var timers: [String: Timer] = [:]

  init(_ manager: UnitManager) {
    self.manager = manager
  }

  /// Follows these from now on, and no others.
  func follow(_ names: Set<String>) {
    for (name, timer) in timers where !names.contains(name) {
      if let changes = timer.changes { manager.bus.remove(changes) }
      timers[name] = nil
    }
    for name in names.sorted() where timers[name] == nil { follow(name) }
  }

  func isActive(_ name: String) -> Bool { timers[name]?.activeState == "active" }

  /// There is a connection again.
  func lookAgain() {
    for name in timers.keys.sorted() { look(at: name) }
  }

  private func follow(_ name: String) {
    let timer = Timer()
    timers[name] = timer
    timer.changes = manager.follow(name) { [weak timer] news in
      if let state = news["ActiveState"]?.text { timer?.activeState = state }
    }
    look(at: name)
  }

  private func look(at name: String) {
    manager.look(at: name) { [weak self] result in
      if case .success(let state) = result { self?.timers[name]?.activeState = state.activeState }
    }
  }
}
