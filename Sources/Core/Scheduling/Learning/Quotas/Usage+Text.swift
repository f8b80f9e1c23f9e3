// The stored form, in one column: numbers between spaces, "-" for none, lists with their length before them.
extension Usage {
  /// The use as text: the version of the form (1), the openings, the two accounts, the bonuses, the present rate
  /// window, and the last start of a run with a distance. `init(text:)` reads it.
  package var text: String {
    var writer = NumberWriter()
    writer.write(1)
    write(engagement, to: &writer)
    for account in [regular, expedited] {
      write(account, to: &writer)
    }
    writer.write(bumps) { writer, bump in
      writer.write(bump.at)
      writer.write(bump.time)
      writer.write(bump.runs)
      writer.write(bump.sessions)
    }
    writer.write(rate.until)
    writer.write(rate.runs)
    writer.write(rate.sessions)
    writer.write(lastSpaced)
    return writer.text
  }

  /// Writes the openings, the presence on the screen and the set tier, which `NumberReader.engagement` reads.
  private func write(_ engagement: Engagement, to writer: inout NumberWriter) {
    for history in [engagement.observed, engagement.reported] {
      writer.write(history.uses) { $0.write($1) }
      writer.write(history.last)
    }
    writer.write(engagement.isOnScreen ? 1 : 0)
    writer.write(engagement.leftScreen)
    writer.write(engagement.setTier.map { Int64($0.rank) })
  }

  /// Writes the past sessions, the present runs and the present session, which `NumberReader.account` reads.
  private func write(_ account: Account, to writer: inout NumberWriter) {
    writer.write(account.ledger.sessions) { writer, session in
      writer.write(session.start)
      writer.write(session.end)
      writer.write(session.used)
      writer.write(session.runs)
    }
    let meter = account.meter
    writer.write(meter.runs) { $0.write($1) }
    writer.write(meter.isCharging ? 1 : 0)
    writer.write(meter.since?.wall)
    writer.write(meter.since.map(\.boot.nanoseconds))
    writer.write(meter.since.map(\.awake.nanoseconds))
    writer.write(meter.count)
  }

  /// Parses the stored form. Returns `nil` if `text` does not have the form that the property `text` produces.
  package init?(text: String) {
    var reader = NumberReader(text)
    guard reader.number() == 1 else { return nil }
    engagement = reader.engagement()
    regular = reader.account()
    expedited = reader.account()
    bumps = reader.list { reader in
      QuotaBonus(
        at: reader.moment(), time: reader.duration(), runs: reader.count(),
        sessions: reader.count())
    }
    rate.until = reader.moment()
    rate.runs = reader.count()
    rate.sessions = reader.count()
    lastSpaced = reader.optionalMoment()
    guard reader.isWhole else { return nil }
  }
}

extension NumberReader {
  /// Reads the openings, the presence on the screen and the set tier. An unknown tier is read as `nil`.
  fileprivate mutating func engagement() -> Engagement {
    var engagement = Engagement()
    engagement.observed = history()
    engagement.reported = history()
    engagement.isOnScreen = number() == 1
    engagement.leftScreen = optionalMoment()
    engagement.setTier = optional().flatMap { rank in
      Tier.allCases.first { Int64($0.rank) == rank }
    }
    return engagement
  }

  /// Reads the openings of one source, observed or reported.
  private mutating func history() -> OpenHistory {
    let uses = list { $0.moment() }
    return OpenHistory(uses: uses, last: optionalMoment())
  }

  /// Reads the past sessions, the present runs and the present session of an account.
  fileprivate mutating func account() -> Account {
    var account = Account()
    account.ledger = SessionLedger(
      list { reader in
        let (start, end) = (reader.moment(), reader.moment())
        var session = UsageSession(start: start, length: end - start)
        session.used = reader.duration()
        session.runs = reader.count()
        return session
      })
    let runs = list { $0.number() }
    let isCharging = number() == 1
    account.meter = Meter(runs: runs, isCharging: isCharging, since: since(), count: count())
    return account
  }

  /// Reads the start of the present session on all clocks; `nil` if there is none.
  private mutating func since() -> Instant? {
    let (wall, boot, awake) = (optionalMoment(), optional(), optional())
    guard let wall, let boot, let awake else { return nil }
    return Instant(
      wall: wall, boot: BootTime(nanoseconds: boot), awake: AwakeTime(nanoseconds: awake))
  }
}
