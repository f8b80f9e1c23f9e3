import OrderedCollections
import Scheduling
import Terminal

extension StoryPacker {
  /// The whole story, for the script of a page.
  var whole: PackedStory {
    let range = story.range
    // Until the first recorded zone, the clocks show UTC.
    let first = Story.Zone(at: range.lowerBound, secondsFromUTC: 0)
    return PackedStory(
      title: story.title, tick: 1 / Double(Self.ticksPerSecond), from: seconds(range.lowerBound),
      to: seconds(range.upperBound), facts: story.facts.map { [$0.name, $0.value] },
      zones: ([first] + story.zones).map { [ticks($0.at), $0.secondsFromUTC] },
      gaps: intervals(story.gaps), device: device.mapValues(\.numbers),
      apps: story.apps.map { app in
        .init(
          name: app.name, opens: intervals(app.opens), processes: intervals(app.processes),
          awake: intervals(app.awake))
      }, tasks: tasks,
      decisions: decisions, strings: Array(strings.values),
      reasons: Self.reasons.map { code in
        // The first code means that no reason holds the request: it waits for a slot.
        let isWithoutReason = code == Self.reasons.first
        return .init(
          code: code, words: isWithoutReason ? "no free slot" : ReasonWords.state(code))
      }, reasonSets: Array(reasonSets.values),
      outcomes: outcomes.values.map { outcome in
        let code = outcome.rawValue
        return .init(code: code, words: OutcomeWords.words(code), mark: outcome.mark)
      })
  }

  /// Returns the seconds from 1970 to a moment, as JavaScript counts time.
  private func seconds(_ moment: WallTime) -> Double {
    Double(moment.nanoseconds) / 1e9
  }
}

extension Outcome {
  /// The ending's mark in `Page/looks.js`; a kill has its own mark, whatever its outcome.
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
