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
    [screen.wrap(headline)] + causes + expectation + [""] + policies + [""] + total
  }

  private var name: String { explanation.app.map { "\($0)/\(explanation.id)" } ?? explanation.id }

  private var headline: String {
    let name = screen.paint(name.visible, .heading)
    if explanation.state == "running" { return "\(name) is running." }
    if explanation.run { return "\(name) may run now." }
    guard !explanation.causes.isEmpty else { return "\(name) waits." }
    if explanation.reasons == ["earliest"] { return "\(name) waits for its time." }
    let why = explanation.causes.map { ReasonWords.state($0.reason) }.enumerated
    return "\(name) has not run: \(screen.paint(why, .warning))."
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
    facts.add("may run by time", explanation.next.map(clock.full))
    facts.add("at the latest", explanation.latest.map(clock.full))
    facts.add(
      "a run gets",
      "\(DurationText.exact(explanation.budget)), then \(DurationText.exact(explanation.grace)) of grace"
    )
    return facts.lines(on: screen)
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
        + (explanation.threshold.map { "; \(DecimalText.fixed($0, digits: 6)) is enough" } ?? "")
    ]
  }
}
