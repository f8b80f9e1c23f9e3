import Testing

@testable import Scheduling

/// The ledger's history, and the effects of sleep, clocks and restarts on it.
struct LedgerTests {
  private let start = WallTime(seconds: 1_772_433_000)

  private func ledger(_ lengths: [Duration], distance: Duration) -> SessionLedger {
    var ledger = SessionLedger()
    var moment = start
    for length in lengths {
      ledger.add(
        UsageSession(start: moment, length: length), joining: .seconds(5), reach: .hours(24))
      moment = moment + length + distance
    }
    return ledger
  }

  @Test func nearSessionsAreOneAndTheTimeBetweenIsNotCharged() {
    let joined = ledger([.seconds(10), .seconds(20)], distance: .seconds(4))
    #expect(joined.sessions.map(\.used) == [.seconds(30)])
    #expect(joined.sessions.map(\.runs) == [2])
    #expect(ledger([.seconds(10), .seconds(20)], distance: .seconds(5)).sessions.count == 2)
  }

  @Test func itsMemoryIsBoundedAndNoTimeIsLost() {
    let lengths = (1...500).map { Duration.seconds(10 + $0 % 7) }
    let ledger = ledger(lengths, distance: .seconds(20))
    let end = start + lengths.reduce(.zero, +) + .seconds(20) * 500
    #expect(ledger.sessions.count == SessionLedger.mostSessions)
    #expect(ledger.runs(within: .hours(24), at: end) == 500)
    #expect(ledger.used(within: .hours(24), at: end) == lengths.reduce(.zero, +))
  }

  /// An active app can have 75 sessions in ten minutes: more than are kept without a limit that counts them.
  @Test(arguments: [75, 300])
  func aHighLimitOfSessionsHolds(limit: Int) {
    var books = Books {
      $0.active.sessions = limit
      $0.active.runs = 100_000
      $0.active.window = .hours(2)
      $0.active.allowed = .hours(2)
    }
    for run in 1...limit {
      #expect(books.isInQuota(.active), "before session \(run)")
      books.begin(RunID(run), onBattery: true)
      books.pass(.seconds(1))
      books.end(RunID(run))
      books.pass(.seconds(6))
    }
    #expect(!books.isInQuota(.active))
  }

  /// The scheduler does not calculate the end of a run for its quota again until then.
  @Test(arguments: 0..<50)
  func theEndForTheQuotaHoldsForAsLongAsIsAnswered(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var books = Books()
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      books.show(true)
      books.show(false)
      books.pass(.seconds(Int.random(in: 1...200_000, using: &generator)))
    }
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      books.add(
        .seconds(Int.random(in: 0...100_000, using: &generator)),
        .seconds(Int.random(in: 1...900, using: &generator)))
    }
    let isExpedited = Bool.random(using: &generator)
    books.begin(1, onBattery: true, isExpedited: isExpedited)
    func end() -> (ends: AwakeTime?, holdsUntil: WallTime) {
      books.usage.quotaEnd(
        of: 1, isPush: seed % 2 == 0, patience: .zero, at: books.now, books.settings)
    }
    var known = end()
    #expect(known.ends != nil)
    for _ in 0..<100 {
      books.pass(.seconds(Int.random(in: 1...3000, using: &generator)))
      let present = end()
      if books.now.wall < known.holdsUntil { #expect(present.ends == known.ends) }
      known = present
    }
  }

  @Test func aLidClosedInTheMiddleOfARunCostsNothing() {
    var books = Books()
    books.begin(1, onBattery: true)
    books.pass(.seconds(10))
    books.now.wall = books.now.wall + .hours(8)
    books.now.boot = books.now.boot + .hours(8)
    books.pass(.seconds(5))
    books.end(1)
    #expect(books.sessions == [[15, 1]])
  }

  @Test func aClockThatWasAheadIsNotHeldAgainstTheApp() {
    var books = Books([(.hours(2), .minutes(5)), (.hours(1), .minutes(5))])
    books.usage.lastSpaced = books.now.wall
    books.now.wall = books.now.wall - .days(3650)
    books.usage.forgetTheFuture(at: books.now.wall, books.settings)
    #expect(books.usage.lastSpaced == books.now.wall)
    #expect(books.wait(.rare).map { $0 < .hours(24) } == true)
    #expect(books.used(.rare) == .minutes(10))
  }

  @Test func aRestartKeepsEverything() throws {
    var books = Books([(.hours(2), .minutes(5))])
    for day in 0..<9 {
      books.usage.open(
        isObserved: day % 2 == 0, at: books.now.wall - .days(9 - day), books.settings)
    }
    books.usage.leave(at: books.now.wall)
    books.usage.engagement.setTier = .rare
    books.usage.lastSpaced = books.now.wall
    books.begin(1, onBattery: true)
    books.begin(2, onBattery: true, isExpedited: true)
    books.pass(.seconds(30))
    let read = try #require(Usage(text: books.usage.text))
    #expect(read == books.usage)
    #expect(read.text == books.usage.text)
    books.usage = read
    books.end(1)
    #expect(books.sessions == [[300, 1], [30, 1]])
  }

  @Test(arguments: ["", "2", "1 0", "x", "1 999999999", "-"])
  func whatIsNoUsageIsNotRead(text: String) {
    #expect(Usage(text: text) == nil)
    #expect(Usage(text: Usage().text + " " + text + " 1") == nil)
  }

  @Test func aRunThatDiedWithItsMachineIsChargedUpToTheLastWord() {
    var books = Books()
    books.begin(1, onBattery: true)
    books.pass(.seconds(40))
    books.usage.abandon(at: books.now, books.settings)
    #expect(books.sessions == [[40, 1]])
    books.pass(.hours(5))
    books.end(1)
    #expect(books.sessions == [[40, 1]])
  }

  @Test func aResetForgetsWhatWasUsedButNotHowTheAppIsUsed() {
    var books = Books([(.hours(1), .minutes(10))]) { $0.mostBumps = 0 }
    books.usage.open(isObserved: true, at: books.now.wall, books.settings)
    books.usage.leave(at: books.now.wall)
    #expect(!books.isInQuota(.frequent))
    books.begin(1, onBattery: true)
    books.pass(.seconds(10))
    books.usage.reset(at: books.now, books.settings)
    #expect(books.isInQuota(.frequent))
    #expect(books.usage.tier(at: books.now.wall, books.settings) == .active)
    books.pass(.seconds(5))
    books.end(1)
    #expect(books.sessions == [[5, 1]])
  }
}
