import Testing

@testable import Scheduling

/// The times at which the scheduler is woken because an app is within its quota again.
struct QuotaWakeTests {
  static let rows = [
    Row("W01", "no sessions, old ones, or still in quota: no timer") {
      #expect(Books().wait(.working) == nil)
      #expect(Books([(.hours(3), .minutes(10))]).wait(.working) == nil)
      #expect(Books([(.hours(1), .minutes(3))]).wait(.working) == nil)
    },
    Row("W03", "frequent: when half a minute has left the window") {
      let books = Books([
        (.hours(10), .minutes(5)), (.hours(6), .minutes(5)), (.hours(3), .minutes(1)),
        (.hours(1), .minutes(3)), (.hours(1), .minutes(1)),
      ])
      #expect(books.wait(.frequent) == .time(2, 0, 30))
    },
    Row("W04", "rare: the same over a day") {
      let books = Books([
        (.hours(25), .minutes(5)), (.hours(6), .minutes(5)), (.hours(3), .minutes(1)),
        (.hours(1), .minutes(3)), (.hours(1), .minutes(2)),
      ]) { $0.rare.sessions = 10 }
      #expect(books.wait(.rare) == .time(18, 1, 30))
    },
    Row("W05", "out by the day's cap") {
      var books = Books([
        (.hours(18), .hours(1)), (.hours(12), .hours(1)), (.hours(7), .hours(1)),
        (.hours(2), .minutes(55)),
      ])
      #expect(books.isInQuota(.active))
      books.begin(1, onBattery: true)
      books.pass(.minutes(5))
      books.end(1)
      #expect(books.wait(.active) == .time(6, 0, 30) - .minutes(5))
    },
    Row("W06", "another tier, another moment") {
      let books = Books([
        (.hours(12), .minutes(9)), (.hours(4), .minutes(4)), (.hours(1), .minutes(7)),
        (.minutes(5), .minutes(3)),
      ]) { $0.rare.sessions = 10 }
      let waits: [(Tier, Duration?)] = [
        (.active, nil), (.working, .time(1, 0, 30)), (.frequent, .time(7, 0, 30)),
        (.rare, .time(23, 0, 30)), (.frequent, .time(7, 0, 30)), (.working, .time(1, 0, 30)),
        (.active, nil),
      ]
      for (tier, wait) in waits { #expect(books.wait(tier) == wait) }
    },
    Row("W08", "the rate's end: none where it is past, else that moment") {
      var books = Books { $0.rateWindow = .minutes(3) }
      books.usage.rate.count(runs: 20, sessions: 1, at: books.now.wall, books.settings)
      books.pass(.seconds(30))
      let limit = books.usage.rate.limitEnd(at: books.now.wall, books.settings)
      #expect(limit.map { $0 - books.now.wall } == .seconds(150))
      books.pass(.seconds(150))
      #expect(books.usage.rate.limitEnd(at: books.now.wall, books.settings) == nil)
    },
  ]

  @Test(arguments: rows)
  func holds(row: Row) throws {
    try row.check()
  }
}
