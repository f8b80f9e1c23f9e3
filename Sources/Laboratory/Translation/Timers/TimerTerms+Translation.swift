import Scheduling
import Terminal

extension TimerTerms {
  /// Returns the task that does the timer's work, or the reason why the timer stays in systemd. A timer has no line in
  /// a file, so its line is 0.
  ///
  /// - Parameter file: The file or the name of the timer, for messages.
  package func translate(file: String) -> Translation.Item {
    Translation.Item(
      file: file, line: 0, source: summary, outcome: reasonToKeep.map { .kept($0) } ?? .task(task))
  }

  /// The dates of the timer as they are written in its unit.
  private var summary: String {
    let dates = calendars.map { "OnCalendar=\($0)" }
    let lengths = repeats.map { "OnUnitActiveSec=\(DurationText.exact($0))" }
    return ([name] + dates + lengths + ["Unit=\(unit)"]).joined(separator: " ")
  }

  /// The reason why the timer is not translated; `nil` if it is.
  private var reasonToKeep: String? {
    if !isOn { return "the timer is off, so systemd starts nothing; enable it first" }
    if !unit.hasSuffix(".service") {
      return "it starts \(unit.visible), and requests start only services; keep it in systemd"
    }
    if name.contains("@.") || unit.contains("@.") {
      return "it is a template; name an instance, such as \(name.replacing("@.", with: "@home."))"
    }
    if followsClockChanges {
      return "it also elapses when the clock is set, which has no counterpart; keep it in systemd"
    }
    if calendars.isEmpty && repeats.isEmpty {
      return "it elapses once after a boot, and requests do not wait for a boot; keep it in systemd"
    }
    if !calendars.isEmpty && !repeats.isEmpty {
      return "it combines dates and durations, which has no counterpart; keep one of them"
    }
    if let unknown = calendars.first(where: { CalendarEvent($0) == nil }) {
      return "OnCalendar '\(unknown.visible)' is not allowed; use \(CalendarEvent.allowed)"
    }
    if let shortest = repeats.min(), shortest < 60 {
      return
        "it repeats after \(DurationText.exact(shortest)), and requests repeat after a minute or"
        + " more; keep it in systemd"
    }
    return nil
  }

  /// The request that starts the timer's service on its dates.
  private var task: TranslatedTask {
    var names = TaskNames(prefix: "")
    var task = TranslatedTask(id: names.uniqueID(String(name.dropLast(".timer".count))))
    task.unit = unit
    task.add("kind", "maintenance")
    task.add("on", list: calendars)
    // The shorter one of several elapses first.
    task.add("every", repeats.min().map { "\(Int64(bounded: $0))s" })
    if wakesMachine { task.add("wake", "yes") }
    if let randomizedDelay {
      task.notes.append(
        "RandomizedDelaySec=\(randomizedDelay) has no counterpart: requests start one by one.")
    }
    return task
  }
}
