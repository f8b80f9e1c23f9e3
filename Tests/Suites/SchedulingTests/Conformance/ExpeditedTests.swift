import Testing

@testable import Scheduling

/// Expedited work of apps, and its allowance.
struct ExpeditedTests {
  private static let limits: [(Tier, Int)] = [
    (.active, 20), (.working, 15), (.frequent, 13), (.rare, 10), (.restricted, 8),
  ]

  private static func withLimits(_ settings: inout QuotaSettings) {
    settings.active.expedited = .minutes(20)
    settings.working.expedited = .minutes(15)
    settings.frequent.expedited = .minutes(13)
    settings.rare.expedited = .minutes(10)
    settings.restricted.expedited = .minutes(8)
  }

  static let rows = [
    Row("E01", "in its allowance while less than the limit is used") {
      for (tier, limit) in limits {
        var books = Books(withLimits)
        for used in 0...limit {
          #expect(books.hasExpedited(tier) == (used < limit))
          books.expedite(.minutes(1))
          books.pass(.minutes(10))
        }
      }
    },
    Row("E02", "3, 3 and 4 minutes of ten: out") {
      var books = Books()
      for length in [3, 3, 4] {
        #expect(books.hasExpedited(.frequent))
        books.expedite(.minutes(length))
      }
      #expect(!books.hasExpedited(.frequent))
    },
    Row("E05", "the screen, and a moment after it, holds nothing") {
      var books = Books { $0.foregroundGrace = .seconds(15) }
      books.show(true)
      books.show(false)
      books.pass(.seconds(10))
      #expect(books.usage.engagement.isInGrace(at: books.now.wall, books.settings))
      books.pass(.seconds(6))
      #expect(!books.usage.engagement.isInGrace(at: books.now.wall, books.settings))
    },
    Row("E06", "what is left: no bound on the charger or on the screen, else the limit less 3 m") {
      var books = Books()
      books.usage.engagement.setTier = .rare
      books.expedite(.minutes(3))
      books.begin(1, onBattery: true, isExpedited: true)
      #expect(books.usedUp(1) == .minutes(7))
      books.power(isOnBattery: false)
      #expect(books.usedUp(1) == nil)
      books.end(1)
      books.show(true)
      books.begin(2, onBattery: true, isExpedited: true)
      #expect(books.usedUp(2) == nil)
    },
    Row("E07", "what began a day ago counts nothing") {
      var books = Books()
      books.expedite(.minutes(3))
      books.pass(.hours(24) - .minutes(3) - .milliseconds(1))
      #expect(books.expeditedLeft(.rare) == .minutes(7))
      books.pass(.milliseconds(1))
      #expect(books.expeditedLeft(.rare) == .minutes(10))
    },
  ]

  @Test(arguments: rows)
  func holds(row: Row) throws {
    try row.check()
  }
}

extension Books {
  /// An expedited run on battery.
  fileprivate mutating func expedite(_ length: Duration) {
    // Separate from the run before, or both would be in one session.
    pass(.seconds(10))
    usage.engagement.setTier = usage.engagement.setTier ?? .active
    begin(1, onBattery: true, isExpedited: true)
    pass(length)
    end(1)
  }

  fileprivate func hasExpedited(_ tier: Tier) -> Bool {
    usage.hasExpedited(tier, at: now, settings)
  }

  fileprivate func expeditedLeft(_ tier: Tier) -> Duration {
    usage.expeditedLeft(tier, at: now, settings)
  }

  /// Returns the time until `run` has used up its quota.
  fileprivate func usedUp(_ run: RunID) -> Duration? {
    usage.quotaEnd(of: run, patience: .zero, at: now, settings).ends.map { $0 - now.awake }
  }
}
