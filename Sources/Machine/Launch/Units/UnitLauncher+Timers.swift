import Bus
import Descriptors

// Timers whose places requests have taken. What is told of them was told by systemd before: whoever
// asks is answered in a step of the engine's, in which nothing is waited for.
extension UnitLauncher {
  /// A timer that is followed.
  final class Timer {
    var changes: BusMatch?
    /// The last that systemd said; nil before it has.
    var activeState: String?
  }

  package func follow(timers names: Set<String>) {
    loop.assertIsCurrent()
    for (name, timer) in timers where !names.contains(name) {
      if let changes = timer.changes { manager.bus.remove(changes) }
      timers[name] = nil
    }
    for name in names.sorted() where timers[name] == nil { follow(timer: name) }
  }

  package func isTimerActive(_ name: String) -> Bool {
    loop.assertIsCurrent()
    return timers[name]?.activeState == "active"
  }

  private func follow(timer name: String) {
    let timer = Timer()
    timers[name] = timer
    timer.changes = manager.follow(name) { [weak timer] news in
      if let state = news["ActiveState"]?.text { timer?.activeState = state }
    }
    look(atTimer: name)
  }

  func look(atTimer name: String) {
    manager.look(at: name) { [weak self] result in
      if case .success(let state) = result { self?.timers[name]?.activeState = state.activeState }
    }
  }
}
