import Testing

@testable import Scheduling

/// Quota arithmetic: rolling windows, remaining quota, and the longest possible run.
struct QuotaTests {
  private static let sessionsOfQ05: [(Duration, Duration)] = [
    (.hours(23), .minutes(10)), (.hours(7), .minutes(10)), (.hours(2), .minutes(10)),
    (.minutes(6), .minutes(3)),
  ]
  private static let sessionsOfQ08: [(Duration, Duration)] = [
    (.time(23, 59, 30), .seconds(30)), (.hours(7), .minutes(3)), (.time(2, 1), .minutes(3)),
    (.minutes(9), .minutes(3)),
  ]

  static let rows = [
    Row("Q01", "never is never in quota") {
      #expect(!Books().isInQuota(.never))
    },
    Row("Q03", "6 of 10 minutes: in quota") {
      let books = Books([(.hours(1), .minutes(3)), (.minutes(5), .minutes(3))])
      #expect(books.isInQuota(.working))
    },
    Row("Q04", "10 of 10 minutes: out") {
      let books = Books([
        (.hours(1), .minutes(3)), (.minutes(30), .minutes(3)), (.minutes(5), .minutes(4)),
      ])
      #expect(!books.isInQuota(.working))
    },
    Row("Q05", "each tier's window counts its own") {
      let books = Books(sessionsOfQ05)
      let tiers = [Tier.active, .working, .frequent, .rare]
      #expect(tiers.map { books.used($0) } == [3, 13, 23, 33].map { .minutes($0) })
    },
    Row("Q06", "back in quota once half a minute is free") {
      let books = Books(sessionsOfQ05)
      #expect(books.wait(.working) == .time(0, 3, 30))
      #expect(books.wait(.frequent) == .time(6, 3, 30))
      #expect(books.wait(.rare) == .time(22, 3, 30))
    },
    Row("Q07", "of a session across the window's edge only the part inside counts") {
      let books = Books([(.time(2, 4), .minutes(10))])
      #expect(books.used(.working) == .minutes(6))
    },
    Row("Q08", "what remains now") {
      let books = Books(sessionsOfQ08)
      #expect(books.remaining(.rare) == .seconds(30))
      #expect(books.remaining(.frequent) == .minutes(1))
      #expect(books.remaining(.working) == .minutes(5))
      #expect(books.remaining(.active) == .minutes(7))
    },
    Row("Q09", "a run can last longer than what remains, where old time leaves meanwhile") {
      let books = Books(sessionsOfQ08)
      #expect(books.room(.rare) == .minutes(1))
      #expect(books.room(.frequent) == .minutes(1))
      #expect(books.room(.working) == .minutes(7))
      #expect(books.room(.active) == .time(3, 51))
    },
    Row("Q10", "nothing remains, and yet it can run for as long as old time leaves") {
      let books = Books([(.hours(24), .minutes(10))])
      #expect(books.remaining(.rare) == .zero)
      #expect(books.room(.rare) == .minutes(10))
    },
    Row("Q12", "the day's cap remains, the window's time leaves") {
      let books = Books([(.time(24, 8), .hours(4))])
      #expect(books.remaining(.working) == .minutes(8))
      #expect(books.room(.working) == .minutes(10))
    },
    Row("Q13", "the same with a minute until the day's time leaves") {
      let books = Books([(.time(23, 59), .time(3, 55))])
      #expect(books.remaining(.working) == .minutes(5))
      #expect(books.room(.working) == .minutes(10))
    },
    Row("Q14", "the day's cap binds") {
      let books = Books([(.hours(20), .time(3, 57))])
      #expect(books.remaining(.working) == .minutes(3))
      #expect(books.room(.working) == .minutes(3))
    },
    Row("Q16", "one minute of the day leaves") {
      let books = Books([
        (.time(24, 1), .minutes(2)), (.hours(20), .time(3, 48)), (.time(8, 1), .minutes(3)),
      ])
      #expect(books.remaining(.frequent) == .minutes(8))
      #expect(books.room(.frequent) == .minutes(9))
    },
    Row("Q17", "all of the window allowed: only the day's cap binds") {
      let books = Books([(.hours(8), .minutes(20)), (.minutes(10), .minutes(10))])
      #expect(books.remaining(.exempted) == .zero)
      #expect(books.room(.exempted) == .time(3, 30))
    },
    Row("Q18", "the day's time leaves as the run goes on") {
      let books = Books([(.hours(24), .time(3, 50)), (.minutes(10), .minutes(10))])
      #expect(books.remaining(.exempted) == .zero)
      #expect(books.room(.exempted) == .time(3, 50))
    },
    Row("Q19", "in quota until the last of the sessions") {
      for (tier, limit) in [(Tier.rare, 3), (.frequent, 4), (.working, 5), (.active, 6)] {
        var books = Books {
          ($0.rare.sessions, $0.frequent.sessions) = (3, 4)
          ($0.working.sessions, $0.active.sessions) = (5, 6)
        }
        for _ in 0..<limit {
          #expect(books.isInQuota(tier))
          books.add(.zero, .seconds(30))
          books.pass(.minutes(1))
        }
        #expect(!books.isInQuota(tier))
      }
    },
    Row("Q20", "as many runs as the rate allows: out until its window ends") {
      var books = Books()
      for run in 1...20 {
        #expect(books.usage.rate.limitEnd(at: books.now.wall, books.settings) == nil)
        books.begin(RunID(run), onBattery: true)
        books.end(RunID(run))
        books.pass(.seconds(2))
      }
      #expect(books.usage.rate.limitEnd(at: books.now.wall, books.settings) != nil)
      books.pass(.seconds(20))
      #expect(books.usage.rate.limitEnd(at: books.now.wall, books.settings) == nil)
    },
    Row("Q21", "time and runs both beyond the limit: out") {
      var books = Books()
      books.add(.hours(2), .minutes(15), runs: 2000)
      books.add(.hours(1), .minutes(3), runs: 500)
      #expect(!books.isInQuota(.frequent))
    },
    Row("Q22", "out of runs: in quota when the oldest session leaves, not before") {
      var books = Books { $0.working.runs = 6 }
      books.add(.time(1, 56), .minutes(1), runs: 1)
      books.add(.minutes(50), .minutes(1), runs: 5)
      #expect(books.wait(.working) == .minutes(5))
      books.pass(.minutes(5) - .milliseconds(1))
      #expect(!books.isInQuota(.working))
      books.pass(.milliseconds(1))
      #expect(books.isInQuota(.working))
    },
    Row("Q23", "48 runs of 7 s, then no more") {
      var books = Books()
      for run in 1...48 {
        #expect(books.isInQuota(.rare))
        books.begin(RunID(run), onBattery: true)
        books.pass(.seconds(7))
        books.end(RunID(run))
      }
      #expect(books.sessions == [[336, 48]])
      #expect(!books.isInQuota(.rare))
    },
    Row("Q25", "nothing, 30 and 115 minutes used of the day's two hours") {
      for (used, left) in [(0, 120), (30, 90), (115, 5)] {
        let books = Books([(.hours(5), .minutes(used))]) { $0.dailyCap = .hours(2) }
        #expect(books.room(.active) == .minutes(left))
      }
    },
    Row("Q26", "three of five bumps count") {
      var books = Books(sessionsOfQ08)
      books.usage.bumps = [Duration.hours(16), .hours(12), .hours(8), .hours(2), .minutes(15)].map {
        QuotaBonus(at: books.now.wall - $0, time: .minutes(1))
      }
      let tiers = [Tier.rare, .frequent, .working, .active]
      #expect(
        tiers.map { books.remaining($0) }
          == [.time(0, 3, 30), .minutes(4), .minutes(8), .minutes(10)])
      #expect(
        tiers.map { books.room($0) } == [.minutes(4), .minutes(4), .minutes(10), .time(3, 51)])
    },
    Row("Q27", "a bump lets in again, for eight hours") {
      var books = Books([(.hours(1), .minutes(5))]) { $0.rare.allowed = .minutes(5) }
      #expect(!books.isInQuota(.rare))
      books.bump(time: .minutes(1))
      #expect(books.isInQuota(.rare))
      #expect(books.allowed(.rare) == .minutes(6))
      books.pass(.hours(1))
      books.bump(time: .minutes(1))
      #expect(books.allowed(.rare) == .minutes(7))
      books.pass(.hours(7) + .milliseconds(1))
      #expect(books.allowed(.rare) == .minutes(6))
      books.pass(.hours(1))
      #expect(!books.isInQuota(.rare))
    },
    Row("Q28", "bumps of runs and of sessions") {
      var books = Books {
        $0.rare.runs = 10
        $0.working.sessions = 2
      }
      books.add(.hours(1), .minutes(1), runs: 9)
      books.add(.minutes(30), .minutes(1), runs: 1)
      #expect(!books.isInQuota(.rare) && !books.isInQuota(.working))
      books.bump(runs: 1, sessions: 1)
      #expect(books.isInQuota(.rare) && books.isInQuota(.working))
      let limits = books.usage.limits(of: .rare, at: books.now.wall, books.settings)
      #expect(limits?.runs == 11)
      let working = books.usage.limits(of: .working, at: books.now.wall, books.settings)
      #expect(working?.sessions == 3)
    },
    Row("Q31", "what was worked out once says what working it out anew would say") {
      var generator = SeededGenerator(seed: 31)
      for _ in 0..<200 {
        var books = Books()
        for _ in 0..<Int.random(in: 0...12, using: &generator) {
          books.add(
            .seconds(Int.random(in: 0...100_000, using: &generator)),
            .seconds(Int.random(in: 1...900, using: &generator)))
        }
        for _ in 0..<20 {
          books.pass(.seconds(Int.random(in: 1...7200, using: &generator)))
          var anew = books
          anew.usage.updateQuotaState(at: anew.now.wall, anew.settings)
          var uncached = books
          uncached.usage.quotaState = QuotaState()
          for tier in Tier.allCases {
            #expect(books.isInQuota(tier) == anew.isInQuota(tier))
            #expect(books.wait(tier) == anew.wait(tier))
            #expect(books.wait(tier) == uncached.wait(tier))
          }
        }
      }
    },
    Row("Q33", "a session that ended a day ago is forgotten, one that reaches into the day stays") {
      var ledger = SessionLedger()
      let now = WallTime(seconds: 1_000_000)
      for ago in [Duration.hours(26), .hours(25), .time(24, 2), .zero] {
        ledger.add(
          UsageSession(start: now - ago, length: .minutes(3)), joining: .seconds(5),
          reach: .hours(24) + .minutes(3))
      }
      #expect(ledger.sessions.map(\.start) == [now - .time(24, 2), now])
    },
  ]

  @Test(arguments: rows)
  func holds(row: Row) throws {
    try row.check()
  }
}

extension Books {
  fileprivate mutating func bump(
    time: Duration = .zero, runs: Int = 0, sessions: Int = 0
  ) {
    usage.bumps.append(QuotaBonus(at: now.wall, time: time, runs: runs, sessions: sessions))
    usage.updateQuotaState(at: now.wall, settings)
  }

  fileprivate func allowed(_ tier: Tier) -> Duration? {
    usage.limits(of: tier, at: now.wall, settings)?.allowed
  }
}
