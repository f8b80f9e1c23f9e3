import Scheduling

extension [Event] {
  /// The events of an undone step that must be delivered again, such as the ends of runs, since their sources report
  /// them only once. Time and zone are reported anyway. The rebuilt scheduler keeps the device state
  /// (`Scheduler.reload`), which an old report would overwrite. Without these events, a disk that is full for a day
  /// does not accumulate events that every step would process again.
  var toDeliverAgain: [Event] {
    filter { event in
      switch event {
      case .time, .zone, .device, .measured, .sleep: false
      default: true
      }
    }
  }
}
