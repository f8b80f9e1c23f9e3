import Control
import Vocabulary

/// The answer to `runs show`: one run in full.
package enum RunCard {
  /// Returns the properties of the run, or only its kill report.
  ///
  /// - Parameters:
  ///   - onlyKillReport: Whether to return only the kill report, or a sentence that there is none.
  ///   - owner: Returns the name of a uid.
  package static func lines(
    _ run: RunInfo, onlyKillReport: Bool = false, owner: (Int64) -> String, on screen: Screen
  ) -> [String] {
    guard onlyKillReport else { return propertyLines(run, owner: owner, on: screen) }
    guard let report = run.killReport else {
      return [
        run.killed
          ? "Run \(run.run) was killed; no kill report was kept."
          : "Run \(run.run) was not killed: \(run.outcome.map(OutcomeWords.words) ?? run.state.visible)."
      ]
    }
    return [sentence(run, id: run.id), ""] + KillReportText.lines(report, on: screen)
  }

  /// Returns a line for each property of the run that has a value.
  private static func propertyLines(
    _ run: RunInfo, owner: (Int64) -> String, on screen: Screen
  ) -> [String] {
    var card = KeyValueLines()
    card.add("run", String(run.run), .accent)
    card.add("id", run.id)
    card.add("app", run.app)
    card.add("owner", owner(run.owner))
    card.add("kind", run.kind + (run.task.map { ", \(TaskWords.category($0))" } ?? ""))
    card.add("title", run.task.flatMap(TaskWords.title))
    card.add("state", run.outcome == nil ? run.state : nil)
    card.add("outcome", run.outcome.map(OutcomeWords.words), OutcomeWords.role(run.outcome))
    card.add("details", OutcomeWords.details(run))
    card.add("step", OutcomeWords.stepText(run))
    card.add("progress", run.share.map(ProgressWords.share))
    card.add("when killed", run.killReport?.sentence)
    card.add("due", run.task?.due.map(screen.clock.full))
    card.add("started", run.start.map(screen.clock.full))
    card.add("ended", run.end.map(screen.clock.full))
    card.add("took", run.tookText.map { "\($0) of \(DurationText.exact(run.budget))" })
    card.add("processor", run.cpuSeconds.map { "\(DecimalText.fixed($0, digits: 2)) s" })
    card.add("peak memory", run.peakMemoryBytes.map(DecimalText.bytes))
    card.add("command", run.arguments.map(ShellText.quoted).joined(separator: " "))
    return card.lines(on: screen)
  }

  /// Returns the answer to `wait`: one sentence on the outcome of the run, or that the request `id` is no longer queued
  /// if there is no run.
  ///
  /// - Parameter isQueued: Whether the request was queued when the wait began; if not, `run` is its newest run.
  package static func sentence(_ run: RunInfo?, id: String, isQueued: Bool = true) -> String {
    guard let run else {
      return
        "\(id.visible) is no longer queued: it was cancelled or dropped, and is not running."
    }
    let outcome = run.outcome.map(OutcomeWords.words) ?? run.state.visible
    let took = run.tookText.map { " after \($0)" } ?? ""
    let details = OutcomeWords.details(run).visible
    let subject = isQueued ? "" : " is no longer queued; its newest run"
    return "\(run.name.visible)\(subject): \(outcome)\(took) (run \(run.run)"
      + (details.isEmpty ? ")." : "; \(details)).")
  }

  /// Returns a further sentence on the request of a forced run that did not succeed; empty if it completed, and if it
  /// was stopped by hand, which delays or removes the request.
  package static func afterForcedRun(_ run: RunInfo?) -> String {
    let manualStops = ["operator", "stoppedOutside", "cancelled", "replaced"]
    guard let run, run.outcome != "completed", !manualStops.contains(run.stopReason ?? "") else {
      return ""
    }
    return " \(run.name.visible) keeps its tries and waits as before."
  }

  /// Returns the outcome of a followed run, and the state of its request unless the run completed.
  ///
  /// - Parameter request: Its present state; `nil` if it is no longer queued, or the run completed.
  package static func endSentences(
    _ run: RunInfo, _ request: RequestInfo?, on screen: Screen
  ) -> String {
    let outcome = sentence(run, id: run.id)
    guard run.outcome != "completed" else { return outcome }
    guard let request else {
      return outcome + " The request is not tried again;"
        + " \(screen.command("wait --run \(run.run) --exit-code")) exits with the command's own code."
    }
    if let nextRun = request.run { return outcome + " The request runs again (run \(nextRun))." }
    let start = request.next.map { ", at the earliest \(screen.clock.full($0))" } ?? ""
    return outcome + " The request waits to run again\(start)."
  }
}
