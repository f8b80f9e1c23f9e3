import OrderedCollections
import Scheduling
import Terminal

extension StoryPacker {
  /// The whole story, for the script of a page.
  func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writeHead(to: &writer)
      writeApps(to: &writer)
      writeTasks(to: &writer)
      writeWords(to: &writer)
    }
    return writer.bytes
  }

  private func writeHead(to writer: inout JSONWriter) {
    let range = story.range
    writer.member("version") { $0.value(1) }
    writer.member("title") { $0.value(story.title) }
    writer.member("tick") { $0.value(1 / Double(Self.ticksPerSecond)) }
    writer.member("from") { $0.value(Double(range.lowerBound.nanoseconds) / 1e9) }
    writer.member("to") { $0.value(Double(range.upperBound.nanoseconds) / 1e9) }
    writer.list("facts", story.facts) { writer, fact in
      writer.array { writer in
        writer.value(fact.name)
        writer.value(fact.value)
      }
    }
    let first = Story.Zone(at: range.lowerBound, secondsFromUTC: 0)
    writer.list("zones", [first] + story.zones) {
      $0.values([ticks($1.at), $1.secondsFromUTC])
    }
    writer.member("gaps") { $0.values(spells(story.gaps)) }
    writer.member("device") { writer in
      writer.object { writer in
        for (field, line) in device { writer.member(field) { $0.values(line.numbers) } }
      }
    }
  }

  private func writeApps(to writer: inout JSONWriter) {
    writer.list("apps", story.apps) { writer, app in
      writer.object { writer in
        writer.member("name") { $0.value(app.name) }
        writer.member("opens") { $0.values(spells(app.opens)) }
      }
    }
  }

  private func writeTasks(to writer: inout JSONWriter) {
    writer.list("tasks", tasks) { writer, task in
      writer.object { writer in
        writer.member("app") { $0.value(task.app) }
        writer.member("id") { $0.value(task.id) }
        writer.member("kind") { $0.value(task.kind) }
        writer.member("waits") { $0.values(task.waits) }
        writer.list("runs", task.runs) { $0.values($1) }
      }
    }
    writer.list("decisions", decisions) { $0.values($1) }
  }

  private func writeWords(to writer: inout JSONWriter) {
    writer.list("strings", Array(strings.values)) { $0.value($1) }
    writer.list("reasons", Self.reasons) { writer, code in
      let words = code == Self.reasons.first ? "its turn comes" : ReasonWords.state(code)
      writer.object { writer in
        writer.member("code") { $0.value(code) }
        writer.member("words") { $0.value(words) }
      }
    }
    writer.list("reasonSets", Array(reasonSets.values)) { $0.values($1) }
    writer.list("outcomes", Array(outcomes.values)) { writer, outcome in
      writer.object { writer in
        writer.member("code") { $0.value(outcome.rawValue) }
        writer.member("words") { $0.value(OutcomeWords.words(outcome.rawValue)) }
        writer.member("mark") { $0.value(outcome.mark) }
      }
    }
  }
}

extension Outcome {
  /// Which of the marks of `Page/looks.js` it has; a kill has its own whatever came of it.
  fileprivate var mark: String {
    switch self {
    case .completed: "completed"
    case .retryLater: "later"
    case .failed, .crashed, .outOfMemory, .launchFailed, .launchTimeout: "failed"
    case .expired: "expired"
    case .killed: "killed"
    case .deferred, .cancelled, .interrupted, .skipped: "other"
    }
  }
}
