import Foundation
import Scheduling

/// The past events of an app on a bench, for the timelines of failures.
struct BenchHistory {
  enum Event {
    case submitted(after: Duration?)
    case cancelled
    case launched
    case began(Int64)
    case expired(Int64)
    case completed(Int64, success: Bool)
    case ended(BenchRun)
    case opened
    case left
    case forceQuit
    case rebooted
    case suspended
  }

  struct Entry {
    let at: WallTime
    /// The identifier of the task; `nil` for an event of the whole app.
    let identifier: String?
    let event: Event
  }

  /// The largest number of entries; older ones are dropped. A timeline has only five, and a life can have a million.
  private static let mostEntries = 4096

  private(set) var entries: [Entry] = []

  /// Adds an event. With too many entries, the older half is dropped.
  mutating func note(_ event: Event, of identifier: String? = nil, at now: WallTime) {
    // Half of them, so that not every new entry moves all others.
    if entries.count >= Self.mostEntries { entries.removeFirst(Self.mostEntries / 2) }
    entries.append(Entry(at: now, identifier: identifier, event: event))
  }

  /// Returns the timeline of a failure: the last events of a task and of the app, from the submission before the run on.
  /// If there are too many, the first and the last ones are returned.
  func timeline(of identifier: String, run: Int64?) -> [BenchFailure.Event] {
    // An event without an identifier concerns the whole app.
    let related = entries.filter { $0.identifier == nil || $0.identifier == identifier }
    let runStart = run.flatMap { run in
      related.lastIndex { if case .began(run) = $0.event { true } else { false } }
    }
    let lastSubmission = related[..<(runStart ?? related.endIndex)].lastIndex {
      if case .submitted = $0.event { true } else { false }
    }
    let recent = related[(lastSubmission ?? runStart ?? related.startIndex)...]
    let mostEvents = BenchFailure.mostEvents
    let listed =
      recent.count <= mostEvents
      ? Array(recent) : recent.prefix(1) + recent.suffix(mostEvents - 1)
    return listed.map { BenchFailure.Event(date: $0.at.date, text: $0.event.text) }
  }
}

extension BenchHistory.Event {
  /// The event in words.
  var text: String {
    switch self {
    case .submitted(let delay?): "submitted, to begin in \(delay.shortText) or later"
    case .submitted(nil): "submitted, without an earliest date"
    case .cancelled: "its request was cancelled"
    case .launched: "the app was launched in the background"
    case .began(let run): "run \(run) began"
    case .expired(let run): "the time of run \(run) expired"
    case .completed(let run, let success): "run \(run) was completed, success: \(success)"
    case .ended(let run):
      "run \(run.number) ended: \(run.outcome.rawValue)"
        + (run.stopReason.map { " (\($0))" } ?? "") + " after \(run.duration.shortText)"
    case .opened: "the user opened the app"
    case .left: "the user left the app"
    case .forceQuit: "the user swiped the app away"
    case .rebooted: "the device restarted"
    case .suspended: "the process was suspended"
    }
  }
}
