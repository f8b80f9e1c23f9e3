import Scheduling

extension [Event] {
  /// The events that must be delivered again after a failed commit: the results of commands. Time and zone are reported
  /// anyway, and the scheduler keeps the device state (`Scheduler.reload`); an old report of it would be accepted
  /// again. A disk that is full for a day therefore accumulates no events that every step would process again.
  var toDeliverAgain: [Event] {
    filter { event in
      switch event {
      case .time, .zone, .device, .measured, .sleep: false
      default: true
      }
    }
  }
}
