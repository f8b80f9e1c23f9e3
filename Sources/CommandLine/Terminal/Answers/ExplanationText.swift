import Control
import Vocabulary

/// The answer to `explain ID`: the reasons in plain words, each cause with its start, then the policies.
package struct ExplanationText {
  private let explanation: ExplanationInfo
  private let screen: Screen

  package init(_ explanation: ExplanationInfo, on screen: Screen) {
    self.explanation = explanation
    self.screen = screen
  }

  /// The lines of the answer, from the most to the least important: the sentence on the state, the causes, the card,
  /// the policies and their combined decision, and the past reasons.
  package var lines: [String] {
    [screen.wrap(headline)] + warningLines + causeLines + card + [""] + policyTable + [""]
      + totalLine
      + reasonChanges
  }

  /// The sentence on the state of the request: frozen, running, free to run, or waiting with its reasons.
  private var headline: String {
    let name = screen.paint(explanation.name.visible, .heading)
    if explanation.isFrozen { return "\(name) is frozen: \(frozenReason)." }
    if explanation.state == "running" {
      return "\(name) is running" + (explanation.live.map { ": \(runText($0))" } ?? "") + "."
    }
    if explanation.run { return "\(name) may run now." }
    guard !explanation.causes.isEmpty else { return "\(name) waits." }
    if explanation.reasons == ["earliest"] { return "\(name) waits for its window to open." }
    let states = explanation.causes.map(\.stateWords).enumerated
    let verb = explanation.hasRun || explanation.lastRun != nil ? "waits" : "has not run"
    return "\(name) \(verb): \(screen.paint(states, .warning))."
  }

  /// The reason why the run of the request is frozen, and the end of the freeze.
  private var frozenReason: String {
    if let pause = explanation.live?.pause {
      return "\(screen.daemonText(pause)); its run continues when the pause ends"
    }
    let live = explanation.live
    let since = live?.frozenSince.map { ", since \(screen.clock.full($0))" } ?? ""
    let reason = live?.frozenBy.map { "\(ReasonWords.state($0))\(since); " } ?? ""
    let text = reason + "a gate closed during its run, which continues when the gate opens"
    guard live?.onClosedGate == "freeze-when-busy" else { return text }
    // With this option the gate may never open, so the way out is named.
    return text
      + ", however long that takes; the policies below show the closed gates, and `rubatoctl"
      + " stop \(explanation.name.visible)` ends the run"
  }

  /// Whether the headline already names the live run.
  private var isRunInHeadline: Bool { explanation.state == "running" && !explanation.isFrozen }

  /// Describes a run: `run 12, since 12:00 (20 s ago), with a budget of 30 s`.
  private func runText(_ live: LiveRunInfo) -> String {
    "run \(live.run), since \(screen.clock.full(live.started)),"
      + " with a budget of \(DurationText.exact(live.budget))"
  }

  /// A line for each warning of the daemon about an unintended setting of the request.
  private var warningLines: [String] {
    explanation.warnings.map { screen.wrap("Warning: \(screen.daemonText($0.text)).") }
  }

  /// A line for each cause that delays the request, with its start; empty if the request runs.
  private var causeLines: [String] {
    guard explanation.state != "running" else { return [] }
    return explanation.causes.map { cause in
      let since = cause.since.map { ", since \(screen.clock.full($0))" } ?? ""
      let (state, text) = (cause.stateWords, screen.daemonText(cause.text))
      // A text that begins with the state would repeat it.
      let line = text.hasPrefix(state) ? text : "\(state)\(since): \(text)"
      return "  - " + screen.wrap(line, indent: 4)
    }
  }

  /// The lines with the dates, the budget and the history of the request; those without a value are left out.
  private var card: [String] {
    let clock = screen.clock
    var lines = KeyValueLines()
    lines.add("submitted", clock.full(explanation.submitted))
    lines.add("due", dueText)
    lines.add("waited so far", waitedTimes)
    lines.add(
      ReasonWords.areOfDevice(explanation.reasons) ? "starts by" : "earliest start",
      explanation.next.map { "\(clock.full($0)), if \(conditionOfNextStart)" })
    lines.add("wakes", explanation.wakesAt.map { clock.full($0) + ", if the machine sleeps" })
    lines.add(
      "likely", explanation.likely.map { "\(clock.full($0.from)) to \(clock.date($0.until))" })
    lines.add("best moment", bestMoment)
    lines.add("worth", worth)
    lines.add("latest", latestText)
    lines.add("runs now", isRunInHeadline ? nil : explanation.live.map(runText))
    lines.add(
      "budget",
      "\(DurationText.exact(explanation.budget)), then \(DurationText.exact(explanation.grace)) of grace"
    )
    lines.add("progress", progress)
    lines.add("checkpoint", explanation.checkpoint.map(CheckpointWords.short))
    lines.add(
      "overdue",
      explanation.overdueSince.map {
        OverdueWords.full(skipped: explanation.skippedWindows, $0, clock)
      }, .bad)
    lines.add("failed", failureText, .bad)
    lines.add("last run", lastRunText, OutcomeWords.role(explanation.lastRun?.outcome))
    lines.add("declared in", explanation.file)
    lines.add("in place of", timerText, explanation.timerIsOn == true ? .bad : .plain)
    return lines.lines(on: screen)
  }

  /// The condition under which the request starts at `explanation.next`. That time is computed from the causes that end
  /// by time, such as quiet hours, so it holds only if the other causes, such as the battery, end until then.
  private var conditionOfNextStart: String {
    let causes = explanation.causes
    // The answer does not have the end of a pause.
    if causes.contains(where: { $0.reason == Reason.paused.rawValue }) {
      return "no other reason holds it then"
    }
    let otherNeeds = causes.filter { !$0.endsByTime }.map { ReasonWords.need($0, on: screen) }
    let allEndByTime = otherNeeds.isEmpty
    // Without a cause that ends by time, the next start is the end of all causes.
    let noneEndsByTime = otherNeeds.count == causes.count
    return allEndByTime || noneEndsByTime
      ? "no other reason to wait arises"
      : "it then no longer waits for \(otherNeeds.enumerated)"
  }

  /// The latest date, or that there is none. A date that is counted from an event is not known before the event.
  private var latestText: String {
    if let latest = explanation.latest { return screen.clock.full(latest) }
    if explanation.reasons.contains("dependency") {
      return "none until the requests that it follows have ended"
    }
    if explanation.reasons.contains("unchanged") { return "none until the next change" }
    let isHeld = explanation.state != "running" && !explanation.run
    // The line "starts by" names the end of these reasons.
    let reasonsEnd = ReasonWords.areOfDevice(explanation.reasons) && explanation.next != nil
    return isHeld && !reasonsEnd
      ? "none; the request waits for as long as a reason holds it" : "none"
  }

  /// The time of an alarm, and that the app receives the alarm when it is opened; `nil` if the request is no alarm.
  private var dueText: String? {
    explanation.due.map { due in
      let then = explanation.reasons.contains("earliest") ? "from then on" : "now"
      return "\(screen.clock.full(due)); \(then) it is handed over as soon as the app is opened,"
        + " despite all other reasons to wait"
    }
  }

  /// The completed steps and the completed share, as in `2 of 10 steps done`; `nil` if neither is known.
  private var progress: String? {
    ProgressWords.text(
      stepsDone: explanation.stepsDone, of: explanation.stepCount, share: explanation.share)
  }

  /// The timer that the request replaces, with commands if it is on again; `nil` if the request replaces none.
  private var timerText: String? {
    explanation.timer.map { timer in
      guard explanation.timerIsOn == true else { return timer }
      return "\(timer), which is on again: \(screen.command("adopt \(timer)")) disables it, "
        + "\(screen.command("release \(timer)")) keeps it instead"
    }
  }

  /// The time that the request has waited for each of the four longest reasons, longest first; `nil` if there are none.
  private var waitedTimes: String? {
    guard let history = explanation.history else { return nil }
    // Each request waits some milliseconds for a slot.
    let waits = history.costs.filter { $0.seconds >= 1 }
    if waits.isEmpty { return nil }
    let parts = waits.prefix(Self.shownWaits).map { wait in
      "\(ReasonWords.state(wait.reason)) \(DurationText.exact(wait.seconds))"
    }
    let countsAll = history.since == explanation.submitted
    let since = countsAll ? "" : " (counted since \(screen.clock.date(history.since)))"
    return parts.joined(separator: ", ") + since
  }

  /// The largest number of reasons with the time waited for each.
  private static let shownWaits = 4

  /// The moment of the window with the highest forecast score, and that score; `nil` if there is no forecast.
  private var bestMoment: String? {
    explanation.optimal.map {
      "\(screen.clock.full($0.at)), score \(DecimalText.fixed($0.score, digits: 6))"
    }
  }

  /// The expected use of a refresh, and the price that it must reach for a start; `nil` for requests without a price.
  private var worth: String? {
    guard let value = explanation.value, let price = explanation.price else { return nil }
    return "\(DecimalText.fixed(value, digits: 3)), price "
      + DecimalText.fixed(price, digits: 3)
  }

  /// The number of failed runs in a row, and the last success; `nil` if no run has failed since then.
  private var failureText: String? {
    guard explanation.failures > 0 else { return nil }
    let times = explanation.failures == 1 ? "once" : "\(explanation.failures) times in a row"
    let success = explanation.lastSuccess.map { ", last success \(screen.clock.full($0))" } ?? ""
    return "\(times)\(success); see \(screen.command("runs \(explanation.name)")) and"
      + " \(screen.command("logs \(explanation.name)"))"
  }

  /// The outcome of the last run. A failed run that was forced does not count as a failure of the request, so that only
  /// this line shows it. `nil` if there is no such run.
  private var lastRunText: String? {
    guard let run = explanation.lastRun, let outcome = run.outcome else { return nil }
    let end = run.end.map { ", \(screen.clock.full($0))" } ?? ""
    let details = OutcomeWords.details(run).visible
    let logs = outcome == "completed" ? "" : "; see \(screen.command("logs --run \(run.run)"))"
    return "run \(run.run): \(OutcomeWords.words(outcome))\(end)"
      + (details.isEmpty ? "" : ", \(details)") + logs
  }

  /// Describes the reasons that began to apply at the time of `change`: the awaited needs, or `nothing` with the run
  /// that was running then, as in `nothing: run 12 (completed)`.
  private func changeText(_ change: ChangeInfo) -> String {
    let needs = change.reasons.map { ReasonWords.need($0, on: screen) }.enumerated
    guard needs.isEmpty else { return needs }
    guard let run = change.run else { return "nothing" }
    return "nothing: run \(run)" + (change.outcome.map { " (\(OutcomeWords.words($0)))" } ?? "")
  }

  /// A table of the reasons to wait and the times from which they held the request, latest last.
  private var reasonChanges: [String] {
    // A single entry is the present state, which is shown above.
    guard let changes = explanation.history?.changes, changes.count > 1 else { return [] }
    var table = Table([Table.Column("FROM"), Table.Column("WAITED FOR")])
    for change in changes {
      table.add([
        Table.Cell(screen.clock.full(change.at), .dim), Table.Cell(changeText(change)),
      ])
    }
    return [""] + table.lines(on: screen, .wrapped)
  }

  /// A table with the decision, the score and the weight of each policy.
  private var policyTable: [String] {
    var table = Table([
      Table.Column("POLICY"), Table.Column("ANSWER"), Table.Column("SCORE", .right),
      Table.Column("WEIGHT", .right), Table.Column("REASON"),
    ])
    for policy in explanation.policies {
      table.add([
        Table.Cell(policy.name), DecisionWords.cell(policy.decision),
        Table.Cell(DecimalText.fixed(policy.score, digits: 6)),
        Table.Cell(DecimalText.short(policy.weight)), Table.Cell(policy.rationale, .dim),
      ])
    }
    return table.lines(on: screen, .wrapped)
  }

  /// The end of the sentence on a start that policies forbid, with their names: `must not run now, because Power
  /// forbids it; the scores have no effect`. `nil` for other decisions.
  private var vetoSentence: String? {
    guard DecisionWords.forbids(explanation.decision) else { return nil }
    let names = explanation.policies.filter { DecisionWords.forbids($0.decision) }
      .map(\.name.visible)
    let states = explanation.causes.map(\.stateWords).enumerated
    let reason =
      switch names.count {
      case 0: states.isEmpty ? "" : " (\(states))"
      case 1: ", because \(names[0]) forbids it"
      default: ", because \(names.enumerated) forbid it"
      }
    return "must not run now\(reason); the scores have no effect"
  }

  /// The line below the table of policies: the combined decision and, unless a policy forbids or forces the start, the
  /// weighted mean of the scores, as in `Total: can, 3.5 of 5 = 0.7; threshold 0.6`.
  private var totalLine: [String] {
    let decision = DecisionWords.words(explanation.decision)
    guard let score = explanation.score, let weightedSum = explanation.sum,
      let sumOfWeights = explanation.denominator
    else {
      let sentence =
        vetoSentence ?? "\(DecisionWords.sentence(explanation.decision)); the scores have no effect"
      return [screen.wrap("Total: \(sentence).")]
    }
    let threshold =
      explanation.threshold.map { "; threshold \(DecimalText.fixed($0, digits: 6))" } ?? ""
    return [
      "Total: \(decision), \(DecimalText.fixed(weightedSum, digits: 6)) of "
        + "\(DecimalText.short(sumOfWeights)) = \(DecimalText.fixed(score, digits: 6))\(threshold)"
    ]
  }
}

extension ExplanationInfo: HasRequestName {
  /// Whether its run is frozen because a gate closed.
  var isFrozen: Bool { state == "running" && runState == "frozen" }
}

extension CauseInfo {
  /// Whether time ends the cause, regardless of the device and of other requests.
  fileprivate var endsByTime: Bool { Reason(rawValue: reason)?.traits.end == .time }

  /// The state that delays the request.
  fileprivate var stateWords: String { state?.visible ?? ReasonWords.state(reason) }
}
