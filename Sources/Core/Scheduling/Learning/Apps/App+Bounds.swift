extension App: Bounded {
  package static let bounds: [NumberBound<App>] = [
    .moment("registered") { $0.registered },
    .moment("lastOpened") { $0.lastOpened },
    .moment("lastServed") { $0.lastServed },
    .moment("lastRefreshed") { $0.lastRefreshed },
    .moment("habit.lastOpen") { $0.habit.lastOpen },
  ]

  /// The misfit of the app or of its stored use; `nil` if there is none.
  var wholeMisfit: Misfit? { misfit ?? usage.misfit ?? reliability.misfit }
}

extension Usage: Bounded {
  package static let bounds: [NumberBound<Usage>] =
    [
      .moments("usage.observed.uses") { $0.engagement.observed.uses },
      .moment("usage.observed.last") { $0.engagement.observed.last },
      .moments("usage.reported.uses") { $0.engagement.reported.uses },
      .moment("usage.reported.last") { $0.engagement.reported.last },
      .moment("usage.leftScreen") { $0.engagement.leftScreen },
      .moments("usage.bumps.at") { $0.bumps.map(\.at) },
      .lengths("usage.bumps.time") { $0.bumps.map(\.time) },
      .wholes("usage.bumps.runs") { $0.bumps.map(\.runs) },
      .wholes("usage.bumps.sessions") { $0.bumps.map(\.sessions) },
      .moment("usage.rate.until") { $0.rate.until },
      .whole("usage.rate.runs") { $0.rate.runs },
      .whole("usage.rate.sessions") { $0.rate.sessions },
      .moment("usage.lastSpaced") { $0.lastSpaced },
    ] + account("usage.regular") { $0.regular } + account("usage.expedited") { $0.expedited }

  /// Returns the bounds of one account of a usage. `name` precedes the names of its fields.
  private static func account(
    _ name: String, _ account: @escaping @Sendable (Usage) -> Account
  ) -> [NumberBound<Usage>] {
    [
      .moments("\(name).start") { account($0).ledger.sessions.map(\.start) },
      .moments("\(name).end") { account($0).ledger.sessions.map(\.end) },
      .lengths("\(name).used") { account($0).ledger.sessions.map(\.used) },
      .wholes("\(name).runs") { account($0).ledger.sessions.map(\.runs) },
      .wholes("\(name).live", Allowed.serial) { account($0).meter.runs },
      .whole("\(name).count") { account($0).meter.count },
      .moment("\(name).since.wall") { account($0).meter.since?.wall },
      .moment("\(name).since.boot") { account($0).meter.since?.boot },
      .moment("\(name).since.awake") { account($0).meter.since?.awake },
    ]
  }
}

extension Reliability: Bounded {
  package static let bounds: [NumberBound<Reliability>] = [
    .moments("reliability.kills") { $0.kills },
    .whole("reliability.level") { $0.level },
    .moment("reliability.barredUntil") { $0.barredUntil },
    .whole("reliability.cleanRuns") { $0.cleanRuns },
  ]
}
