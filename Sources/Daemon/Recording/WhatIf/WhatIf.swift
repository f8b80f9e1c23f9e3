import Scheduling

/// The outcomes of the requests of a recording with other settings.
package struct WhatIf {
  package struct Row: Sendable {
    package var key: RequestKey
    /// The outcomes with the recorded settings, and with the other settings.
    package var then: RequestTally
    package var now: RequestTally

    /// Whether the other settings change the outcomes of the request.
    package var differs: Bool { then != now }
  }

  /// The replay of the recording with its own settings.
  package let replay: Replay
  /// One row for each request, by its name.
  package private(set) var rows: [Row] = []

  /// Replays the recording with its own settings to learn the lengths and ends of runs, and then with the other
  /// settings.
  ///
  /// - Parameters:
  ///   - bytes: The whole recording.
  ///   - settings: The other settings.
  package init(_ bytes: [UInt8], file: String, settings: Settings) throws(RecordingError) {
    var model = RunModel()
    var usersProcesses = UsersProcesses()
    var then: [RequestKey: RequestTally] = [:]
    var reader = try RecordingReader(bytes, file: file)
    replay = try Replay(&reader) { line, effects, _ in
      guard let moment = line.moment else { return }
      RequestTally.count(effects, at: moment, in: &then)
      // The end of a step comes before the launch of the next one.
      switch line {
      case .took(.runEnded(let run, let processExit), _, _):
        model.record(processExit, of: .run(run), at: moment)
      case .took(.checkEnded(let check, let processExit), _, _):
        model.record(processExit, of: .check(check), at: moment)
      case .took(let event, _, _) where UsersProcesses.isAttachment(event):
        usersProcesses.recordAttachment(effects)
      default: break
      }
      model.record(effects, at: moment)
    }
    var counterfactual = CounterfactualReplay(settings, model, usersProcesses)
    reader = try RecordingReader(bytes, file: file)
    while let line = try reader.next() { counterfactual.apply(line) }
    let keys = Set(then.keys).union(counterfactual.tallies.keys).sorted()
    rows = keys.map { key in
      Row(
        key: key, then: then[key] ?? RequestTally(),
        now: counterfactual.tallies[key] ?? RequestTally())
    }
  }
}

extension RecordingLine {
  /// The time of the line; `nil` for the last line of a stopped recording, which has none.
  fileprivate var moment: Instant? {
    switch self {
    case .began(let beginning, _): beginning.at
    case .took(_, let moment, _), .reloaded(_, _, let moment): moment
    case .stopped: nil
    }
  }
}
