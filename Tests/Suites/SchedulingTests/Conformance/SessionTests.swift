import Testing

@testable import Scheduling

/// The charges to a quota: time of runs on battery and in the background, once for runs that overlap.
struct SessionTests {
  static let rows = [
    Row("T01", "5 s on the charger: nothing") {
      var books = Books()
      books.begin(1, onBattery: false)
      books.pass(.seconds(5))
      books.end(1)
      #expect(books.sessions == [])
    },
    Row("T02", "5 s on battery: one session") {
      var books = Books()
      books.begin(1, onBattery: true)
      books.pass(.seconds(5))
      books.end(1)
      #expect(books.sessions == [[5, 1]])
    },
    Row("T03", "three runs that overlap: one session") {
      var books = Books()
      books.begin(1, onBattery: true)
      books.pass(.seconds(10))
      books.begin(2, onBattery: true)
      books.pass(.seconds(10))
      books.end(1)
      books.pass(.seconds(10))
      books.begin(3, onBattery: true)
      books.pass(.seconds(20))
      books.end(3)
      books.pass(.seconds(10))
      books.end(2)
      #expect(books.sessions == [[60, 3]])
    },
    Row("T04", "unplugged in the middle: charged from there") {
      var books = Books()
      books.begin(1, onBattery: false)
      books.pass(.seconds(10))
      books.power(isOnBattery: true)
      books.pass(.seconds(10))
      books.end(1)
      #expect(books.sessions == [[10, 1]])
    },
    Row("T05", "plugged in between: two sessions") {
      var books = Books()
      books.begin(1, onBattery: true)
      books.pass(.seconds(10))
      books.begin(2, onBattery: true)
      books.pass(.seconds(10))
      books.power(isOnBattery: false)
      books.begin(3, onBattery: false)
      books.pass(.seconds(10))
      books.end(3)
      books.end(2)
      books.pass(.seconds(20))
      books.power(isOnBattery: true)
      books.pass(.seconds(20))
      books.end(1)
      #expect(books.sessions == [[20, 2], [20, 1]])
    },
    Row("T06", "plugged in in the middle: charged until there") {
      var books = Books()
      books.begin(1, onBattery: true)
      books.pass(.seconds(10))
      books.power(isOnBattery: false)
      books.pass(.seconds(10))
      books.end(1)
      #expect(books.sessions == [[10, 1]])
    },
    Row("T08", "the app comes to the screen: charged until there") {
      var books = Books()
      books.begin(1, onBattery: true)
      books.pass(.seconds(10))
      books.show(true)
      books.begin(2, onBattery: true)
      books.pass(.seconds(10))
      let end = books.usage.quotaEnd(of: 1, patience: .zero, at: books.now, books.settings)
      #expect(end.ends == nil)
      books.end(1)
      books.end(2)
      #expect(books.sessions == [[10, 1]])
    },
    Row("T09", "what began on the screen is not charged afterwards") {
      var books = Books()
      books.begin(1, onBattery: true)
      books.pass(.seconds(10))
      books.show(true)
      books.begin(2, onBattery: true)
      books.pass(.seconds(20))
      books.show(false)
      books.begin(3, onBattery: true)
      books.pass(.seconds(20))
      for run in 1...3 { books.end(RunID(run)) }
      #expect(books.sessions == [[10, 1], [20, 2]])
    },
  ]

  @Test(arguments: rows)
  func holds(row: Row) throws {
    try row.check()
  }
}
