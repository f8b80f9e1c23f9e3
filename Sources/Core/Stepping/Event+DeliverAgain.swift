import Scheduling

extension [Event] {
  /// The events of an undone step that must be delivered again, such as the ends of runs, since their sources report
  /// them only once. Left out are reports that repeat anyway, such as the time, and reports on the device: the rebuilt
  /// scheduler keeps the device state (`Scheduler.reload`), which an old report would overwrite. While the disk is full
  /// for a day, these reports would also accumulate, and each step would handle all of them.
  var toDeliverAgain: [Event] {
    filter { event in
      switch event {
      case .time, .zone, .device, .measured, .sleep: false
      default: true
      }
    }
  }

  /// The runs and app processes whose ends are among the events.
  var endedIDs: Set<RunID> {
    Set(
      compactMap { event in
        if case .runEnded(let id, _) = event { id } else { nil }
      })
  }
}
