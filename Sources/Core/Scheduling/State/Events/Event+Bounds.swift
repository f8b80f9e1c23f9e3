extension Submission: Bounded {
  /// Bounds of requested values, which may still be refused: only nonsensical numbers are out of bounds.
  package static let bounds: [NumberBound<Submission>] = [
    .moment("earliest") { $0.earliest?.date },
    .moment("latest") { $0.latest?.date },
    .length("earliest", Allowed.asked) { $0.earliest?.delay },
    .length("latest", Allowed.asked) { $0.latest?.delay },
    .length("every", Allowed.asked) { $0.terms.every },
    .length("flex", Allowed.asked) { $0.terms.flex },
    .length("needs.changes.atMost", Allowed.asked) { $0.terms.needs.changes.atMost },
    .length("needs.changes.updateDelay", Allowed.asked) { $0.terms.needs.changes.updateDelay },
    .length("needs.changes.longestDelay", Allowed.asked) { $0.terms.needs.changes.longestDelay },
    .length("budget", Allowed.asked) { $0.terms.budget },
    .length("grace", Allowed.asked) { $0.terms.grace },
    .length("backoffDelay", Allowed.asked) { $0.terms.backoff.first },
    .length("notifyAfter", Allowed.asked) { $0.terms.run.notifyAfter },
    .lengths("command.steps.limit", Allowed.asked) { $0.terms.command.steps.compactMap(\.limit) },
    .whole("zoneAtEarliest", Allowed.zoneSeconds) { $0.zoneAtEarliest },
    .whole("zoneAtLatest", Allowed.zoneSeconds) { $0.zoneAtLatest },
  ]
}

extension Moment {
  /// The date that a caller gave; `nil` if the caller gave a delay.
  fileprivate var date: WallTime? {
    if case .at(let date) = self { date } else { nil }
  }

  /// The delay from the submission that a caller gave; `nil` if the caller gave a date.
  fileprivate var delay: Duration? {
    if case .after(let delay) = self { delay } else { nil }
  }
}

extension ProcessExit: Bounded {
  package static let bounds: [NumberBound<ProcessExit>] = [
    .fraction("cpuSeconds", Allowed.seconds) { $0.cpuSeconds },
    .whole("peakMemoryBytes", Allowed.bytes) { $0.peakMemoryBytes },
    .moment("told.wall") { $0.reportedAt?.wall },
    .moment("told.boot") { $0.reportedAt?.boot },
    .moment("told.awake") { $0.reportedAt?.awake },
  ]
}

extension ChangeReport: Bounded {
  package static let bounds: [NumberBound<ChangeReport>] = [
    .length("changed.atMost", Allowed.asked) { report -> Duration? in
      if case .bumped(let atMost) = report.news { atMost } else { nil }
    },
    .moment("changed.changed") { report -> WallTime? in
      if case .watched(_, let changed) = report.news { changed } else { nil }
    },
  ]
}

extension Instant: Bounded {
  package static let bounds: [NumberBound<Instant>] = [
    .moment("at.wall") { $0.wall },
    .moment("at.boot") { $0.boot },
    .moment("at.awake") { $0.awake },
  ]
}

extension DeviceValue: Bounded {
  package static let bounds: [NumberBound<DeviceValue>] = [
    .whole("battery", Allowed.percent) { value -> Int? in
      if case .battery(let percent) = value { percent } else { nil }
    },
    .whole("load", Allowed.percent) { value -> Int? in
      if case .load(let percent) = value { percent } else { nil }
    },
  ]
}

extension Event {
  /// The first number in the event that is out of bounds; `nil` if every number fits. Replay checks the events of a
  /// recording by it, since a file can contain numbers that no caller can send.
  package var misfit: Misfit? {
    switch self {
    case .submit(let submission, _): submission.misfit
    case .submitAll(let batch, _): batch.submissions.lazy.compactMap(\.misfit).first
    case .registerApp(let app, _): app.wholeMisfit
    case .device(let values, _): values.lazy.compactMap(\.misfit).first
    case .measured(let measurements, _): measurements.lazy.compactMap(\.value.misfit).first
    case .freezeDevice(let length?, _): Misfit(of: length, field: "freezeDevice", Allowed.asked)
    case .zone(let seconds):
      Misfit(of: Int64(seconds), field: "secondsFromUTC", Allowed.zoneSeconds)
    case .runEnded(_, let processExit), .checkEnded(_, let processExit): processExit.misfit
    case .changed(let reports, _): reports.lazy.compactMap(\.misfit).first
    case .attachApp(let attachment, _): attachment.misfit
    case .pause(let pause, _):
      [pause.since, pause.ends].lazy.compactMap(\.self)
        .compactMap { Misfit(of: $0, field: "pause") }.first
    case .setWidth, .setSlots, .resume, .cancel, .runNow, .stop, .report, .unquarantine,
      .acknowledge, .retry, .removeApp,
      .app, .freezeDevice,
      .finishLaunch, .detachApp, .debugged, .foundLocks, .holdApp, .thawDevice, .sleep, .runStarted,
      .time, .drain:
      nil
    }
  }
}
