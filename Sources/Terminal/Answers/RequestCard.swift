import Control

/// The answer to `show`: one request in full.
package enum RequestCard {
  package static func lines(
    _ request: RequestInfo, owner: (Int64) -> String, on screen: Screen
  ) -> [String] {
    var facts = KeyValueLines()
    facts.add("id", request.id, .accent)
    facts.add("app", request.app)
    facts.add("owner", owner(request.owner))
    facts.add("kind", request.kind + (request.expedited ? ", expedited" : ""))
    facts.add("state", state(request))
    addWindow(request, to: &facts, screen.clock)
    addTerms(request, to: &facts)
    addHistory(request, to: &facts, screen.clock)
    facts.add("command", request.arguments.map(ShellText.quoted).joined(separator: " "))
    facts.add("directory", request.directory)
    return facts.lines(on: screen)
  }

  private static func state(_ request: RequestInfo) -> String {
    if let run = request.run, request.state == "running" { return "running (run \(run))" }
    let why = request.reasons.map(ReasonWords.state).joined(separator: ", ")
    return why.isEmpty ? request.state : "\(request.state): \(why)"
  }

  private static func addWindow(
    _ request: RequestInfo, to facts: inout KeyValueLines, _ clock: WallClock
  ) {
    facts.add("submitted", clock.full(request.submitted))
    if request.earliest != request.submitted { facts.add("earliest", clock.full(request.earliest)) }
    facts.add("latest", request.latest.map { "\(clock.full($0)), then \(request.atLatest)" })
    facts.add("window", "\(Int(request.progress * 100)) % passed")
    let flex = request.flex.map { ", in the last \(DurationText.exact($0))" } ?? ""
    facts.add("every", request.every.map { DurationText.exact($0) + flex })
    facts.add("next", request.next.map(clock.full))
  }

  private static func addTerms(_ request: RequestInfo, to facts: inout KeyValueLines) {
    facts.add("requires", request.requires.joined(separator: ", "))
    facts.add("prefers", request.prefers.joined(separator: ", "))
    facts.add(
      "budget",
      "\(DurationText.exact(request.budget)), then \(DurationText.exact(request.grace)) of grace")
    facts.add("on battery", request.allowBattery ? "allowed" : nil)
    facts.add("group", request.group)
    facts.add(
      "retries",
      "\(request.retries), \(request.backoff) from \(DurationText.exact(request.backoffDelay))")
  }

  private static func addHistory(
    _ request: RequestInfo, to facts: inout KeyValueLines, _ clock: WallClock
  ) {
    facts.add("failures", request.failures > 0 ? "\(request.failures) in a row" : nil, .bad)
    facts.add("last success", request.lastSuccess.map(clock.full))
  }
}
