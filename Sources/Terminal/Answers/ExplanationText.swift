import Control

/// The answer to `explain ID`: why in plain words, each cause with its since, then the policies.
package struct ExplanationText {
  private let explanation: ExplanationInfo
  private let screen: Screen

  package init(_ explanation: ExplanationInfo, on screen: Screen) {
    self.explanation = explanation
    self.screen = screen
  }

  package var lines: [String] {
    [screen.wrap(headline)] + causes + expectation + [""] + policies + [""] + total + changes
  }

  private var name: String { explanation.app.map { "\($0)/\(explanation.id)" } ?? explanation.id }

  private var headline: String {
    let name = screen.paint(name.visible, .heading)
    if explanation.isFrozen {
      return "\(name) is frozen: a gate closed during its run, which goes on when that opens."
    }
    if explanation.state == "running" { return "\(name) is running." }
    if explanation.run { return "\(name) may run now." }
    guard !explanation.causes.isEmpty else { return "\(name) waits." }
    if explanation.reasons == ["earliest"] { return "\(name) waits for its time." }
    let why = explanation.causes.map { ReasonWords.state($0.reason) }.enumerated
    let verb = explanation.hasRun ? "waits" : "has not run"
    return "\(name) \(verb): \(screen.paint(why, .warning))."
  }

  private var causes: [String] {
    guard explanation.state != "running" else { return [] }
    return explanation.causes.map { cause in
      let since = cause.since.map { ", since \(screen.clock.full($0))" } ?? ""
      let text = screen.clock.localised(cause.text.visible)
      return "  - " + screen.wrap("\(ReasonWords.state(cause.reason))\(since): \(text)", indent: 4)
    }
  }

  private var expectation: [String] {
    let clock = screen.clock
    var facts = KeyValueLines()
    facts.add("submitted", clock.full(explanation.submitted))
    facts.add("it has cost", costs)
    facts.add("earliest start", explanation.next.map(clock.full))
    facts.add(
      "likely", explanation.likely.map { "\(clock.full($0.from)) to \(clock.date($0.until))" })
    facts.add("best moment", best)
    facts.add("is worth", worth)
    facts.add("at the latest", explanation.latest.map(clock.full))
    facts.add(
      "a run gets",
      "\(DurationText.exact(explanation.budget)), then \(DurationText.exact(explanation.grace)) of grace"
    )
    facts.add("progress", progress)
    facts.add("checkpoint", explanation.checkpoint.map(CheckpointWords.short))
    facts.add("failed", failures, .bad)
    facts.add("declared in", explanation.file)
    facts.add("in place of", timer, explanation.timerIsOn == true ? .bad : .plain)
    return facts.lines(on: screen)
  }

  private var progress: String? {
    ProgressWords.text(
      stepsDone: explanation.stepsDone, of: explanation.stepCount, share: explanation.share)
  }

  private var timer: String? {
    explanation.timer.map { timer in
      guard explanation.timerIsOn == true else { return timer }
      return "\(timer), which is on again: `rubatoctl adopt \(timer)` switches it off, "
        + "`rubatoctl release \(timer)` gives it back its place"
    }
  }

  /// What each reason has cost, the dearest first.
  private var costs: String? {
    guard let history = explanation.history, !history.costs.isEmpty else { return nil }
    let parts = history.costs.prefix(4).map {
      "\(ReasonWords.state($0.reason)) \(DurationText.exact($0.seconds))"
    }
    let since =
      history.since == explanation.submitted
      ? "" : " (counted since \(screen.clock.date(history.since)))"
    return parts.joined(separator: ", ") + since
  }

  private var best: String? {
    explanation.optimal.map {
      "\(screen.clock.full($0.at)), score \(DecimalText.fixed($0.score, digits: 6))"
    }
  }

  private var worth: String? {
    guard let value = explanation.value, let price = explanation.price else { return nil }
    return "\(DecimalText.fixed(value, digits: 3)); the price is "
      + DecimalText.fixed(price, digits: 3)
  }

  private var failures: String? {
    guard explanation.failures > 0 else { return nil }
    let times = explanation.failures == 1 ? "once" : "\(explanation.failures) times in a row"
    let success = explanation.lastSuccess.map { ", last success \(screen.clock.full($0))" } ?? ""
    return "\(times)\(success); `rubatoctl runs \(name)` shows how"
  }

  /// When its reasons changed, the latest last.
  private var changes: [String] {
    guard let changes = explanation.history?.changes, changes.count > 1 else { return [] }
    var table = Table([Table.Column("FROM"), Table.Column("IT WAITED FOR")])
    for change in changes {
      let why = change.reasons.map(ReasonWords.need).enumerated
      table.add([
        Table.Cell(screen.clock.full(change.at), .dim), Table.Cell(why.isEmpty ? "nothing" : why),
      ])
    }
    return [""] + table.lines(on: screen, .wrapped)
  }

  private var policies: [String] {
    var table = Table([
      Table.Column("POLICY"), Table.Column("ANSWER"), Table.Column("SCORE", .right),
      Table.Column("WEIGHT", .right), Table.Column("BECAUSE"),
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

  private var total: [String] {
    let decision = DecisionWords.words(explanation.decision)
    guard let score = explanation.score, let sum = explanation.sum,
      let denominator = explanation.denominator
    else { return ["Together: \(decision), whatever the scores."] }
    return [
      "Together: \(decision), \(DecimalText.fixed(sum, digits: 6)) of "
        + "\(DecimalText.short(denominator)) = \(DecimalText.fixed(score, digits: 6))"
        + (explanation.threshold.map { "; more than \(DecimalText.fixed($0, digits: 6)) is needed" }
          ?? "")
    ]
  }
}

extension ExplanationInfo {
  /// Whether its run is frozen because a gate closed.
  var isFrozen: Bool { state == "running" && runState == "frozen" }
}
