import Control
import Vocabulary

/// The answer to `show`: one request in full.
package enum RequestCard {
  /// Returns a line for each property of the request that has a value.
  package static func lines(
    _ request: RequestInfo, owner: (Int64) -> String, on screen: Screen
  ) -> [String] {
    var card = KeyValueLines()
    card.add("id", request.id, .accent)
    card.add("app", request.app)
    card.add("owner", owner(request.owner))
    let category = request.task.map { ", \(TaskWords.category($0))" } ?? ""
    card.add("kind", request.kind + category + (request.expedited ? ", expedited" : ""))
    card.add("title", request.task.flatMap(TaskWords.title))
    card.add("files", request.task?.protection.map { "protection \($0)" })
    card.add("state", stateText(request))
    addDates(request, to: &card, screen.clock)
    addOptions(request, to: &card)
    addHistory(request, to: &card, screen)
    addWork(request, to: &card)
    addOrigin(request, to: &card)
    return card.lines(on: screen)
  }

  /// Returns the state with the number of the run, or with the reasons to wait.
  private static func stateText(_ request: RequestInfo) -> String {
    if let run = request.run, request.state == "running" {
      return "\(request.stateWord) (run \(run))"
    }
    let reasons = request.reasons.map(ReasonWords.state).joined(separator: ", ")
    return reasons.isEmpty ? request.state : "\(request.state): \(reasons)"
  }

  /// Adds the dates of the request: its window, its interval and its possible start.
  private static func addDates(
    _ request: RequestInfo, to card: inout KeyValueLines, _ clock: WallClock
  ) {
    card.add("submitted", clock.full(request.submitted))
    let isOpenSinceSubmission = request.earliest == request.submitted
    card.add("earliest", isOpenSinceSubmission ? nil : request.firstStart.map(clock.full))
    // A latest date that is counted from an event has no time before that event.
    let latest = request.latest.map(clock.full) ?? request.latestAfterText
    card.add("latest", latest.map { "\($0), then \(request.atLatest)" })
    let passedPercent = Int(bounded: request.progress * 100)
    card.add("window", "\(passedPercent) % passed")
    // `--flex` limits runs to the end of each interval. A request that repeats on dates of a calendar has no interval,
    // so its flex has a line of its own.
    if !request.on.isEmpty { card.add("flex", request.flex.map(DurationText.exact)) }
    card.add("every", request.every.map { intervalText($0, of: request) })
    card.add("next", request.next.map(clock.full))
    card.add("wakes", request.wakesAt.map { clock.full($0) + ", if the machine sleeps" })
  }

  /// Returns the interval in words: the rule of the calendar if a notification has one, otherwise the duration and the
  /// flex at its end.
  private static func intervalText(_ every: Double, of request: RequestInfo) -> String {
    if let calendarRule = request.task?.repeats { return calendarRule }
    let flex = request.flex.map { ", in the last \(DurationText.exact($0))" } ?? ""
    return DurationText.exact(every) + flex
  }

  /// Adds the unit or the commands, their directory and limits, and the progress so far.
  private static func addWork(_ request: RequestInfo, to card: inout KeyValueLines) {
    card.add("unit", request.unit)
    card.add("command", request.arguments.map(ShellText.quoted).joined(separator: " "))
    for (index, step) in request.steps.enumerated() {
      let limit = step.limit.map { ", at most \(DurationText.exact($0))" } ?? ""
      let command = step.arguments.map(ShellText.quoted).joined(separator: " ")
      let isDone = index < Int(request.stepsDone)
      card.add(
        step.name ?? "step-\(index + 1)", command + limit + (isDone ? " (done)" : ""))
    }
    // A unit runs in the directory that its file sets.
    card.add("directory", request.unit == nil ? request.directory : nil)
    card.add("signal", request.signal)
    card.add("limits", LimitWords.text(request.limits))
    card.add("progress", progressText(request))
    card.add("checkpoint", request.checkpoint.map(CheckpointWords.short))
  }

  /// Describes the completed steps and the completed share; `nil` if neither is known.
  private static func progressText(_ request: RequestInfo) -> String? {
    ProgressWords.text(
      stepsDone: request.stepsDone, of: Int64(request.steps.count), share: request.share)
  }

  /// Adds the task file of the request, the timer that it replaces, and the unit that a permanent failure starts.
  private static func addOrigin(_ request: RequestInfo, to card: inout KeyValueLines) {
    card.add("declared in", request.file)
    if let timer = request.timer {
      let isOn = request.timerIsOn == true
      let warning = isOn ? "; it is on again, so its work is done twice" : ""
      let previousState = "\(timer.state), \(timer.active ? "active" : "inactive")"
      card.add(
        "in place of", "\(timer.name), which was \(previousState)\(warning)", isOn ? .bad : .plain)
    }
    card.add("on failure", request.onFailure.map { "starts \($0)" })
  }

  /// Adds a quarantine, the failures in a row, a missed latest date and the last success.
  private static func addHistory(
    _ request: RequestInfo, to card: inout KeyValueLines, _ screen: Screen
  ) {
    let releaseCommand = screen.command("unquarantine \(request.name)")
    card.add(
      "quarantined",
      request.quarantined
        ? "crashed five times in the same step; \(releaseCommand) releases it" : nil,
      .bad)
    card.add("failures", request.failures > 0 ? "\(request.failures) in a row" : nil, .bad)
    card.add(
      "overdue",
      request.overdueSince.map {
        OverdueWords.full(skipped: request.skippedWindows, $0, screen.clock)
      }, .bad)
    card.add("last success", request.lastSuccess.map(screen.clock.full))
  }
}
