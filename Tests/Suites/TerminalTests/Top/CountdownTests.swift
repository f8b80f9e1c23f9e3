import Testing

@testable import Terminal

struct CountdownTests {
  @Test(arguments: [
    (0.0, "0 s"), (0.2, "1 s"), (42.0, "42 s"), (59.5, "1 min"), (60.1, "1 min 10 s"),
    (595.0, "10 min"), (601.0, "11 min"), (5400.0, "1 h 30 min"), (7201.0, "2 h 10 min"),
    (86_400.0, "1 d"), (200_000.0, "2 d 8 h"),
  ])
  func isCoarserTheLongerItIs(left: Double, text: String) {
    #expect(Countdown.text(left) == text)
  }

  @Test(arguments: [0.2, 1, 42, 59.5, 60, 60.1, 595, 600, 601, 5400, 7200, 7201, 172_801, 200_000])
  func changesExactlyThen(left: Double) throws {
    let change = try #require(Countdown.untilChange(left))
    #expect(change > 0)
    #expect(Countdown.text(left - change / 2) == Countdown.text(left))
    #expect(Countdown.text(left - change - 0.001) != Countdown.text(left))
  }

  @Test func endsWithoutAChange() {
    #expect(Countdown.untilChange(0) == nil)
  }

  /// Ten days run down in few steps.
  @Test func changesRarely() {
    var (left, changes) = (864_000.0, 0)
    while let change = Countdown.untilChange(left) {
      left -= change
      changes += 1
      if changes > 1000 { break }
    }
    #expect(changes < 800)
  }
}
