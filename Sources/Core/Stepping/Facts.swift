import Scheduling

extension [Event] {
  /// What must be told again after a commit that failed: what has become of commands. The time and the
  /// zone tell themselves, and how the device is the scheduler keeps (`Scheduler.reload`): an earlier
  /// word of it, told again, would be believed once more. So a disk that is full for a day piles up no
  /// facts, each of which every step would take again.
  var toTellAgain: [Event] {
    filter { event in
      switch event {
      case .time, .zone, .device, .measured, .sleep: false
      default: true
      }
    }
  }
}
