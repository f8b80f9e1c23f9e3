import Scheduling

extension [Event] {
  /// What must be told again after a commit that failed, in its order: what has become of commands. The
  /// time tells itself, and how the device is the scheduler keeps (`Scheduler.reload`): an earlier word
  /// of it, told again, would be believed once more. Of zones the last counts. So a disk that is full for
  /// a day piles up no facts, each of which every step would take again.
  var toTellAgain: [Event] {
    let lastZone = lastIndex {
      if case .zone = $0 { true } else { false }
    }
    return enumerated().filter { index, event in
      switch event {
      case .time, .device, .measured, .sleep: false
      case .zone: index == lastZone
      default: true
      }
    }.map(\.element)
  }
}
