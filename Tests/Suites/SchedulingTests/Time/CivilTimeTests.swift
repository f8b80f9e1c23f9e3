import Glibc
import Testing

@testable import Scheduling

/// Compares the core's calendar with libc's.
struct CivilTimeTests {
  private func libc(_ seconds: Int64) -> CivilTime {
    var seconds = time_t(seconds)
    var read = tm()
    gmtime_r(&seconds, &read)
    return CivilTime(
      year: Int(read.tm_year) + 1900, month: Int(read.tm_mon) + 1, day: Int(read.tm_mday),
      hour: Int(read.tm_hour), minute: Int(read.tm_min), second: Int(read.tm_sec))
  }

  private func weekday(_ seconds: Int64) -> Int {
    var seconds = time_t(seconds)
    var read = tm()
    gmtime_r(&seconds, &read)
    return (Int(read.tm_wday) + 6) % 7
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func agreesWithLibcOnRandomMoments(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      // Years 1 to 9999.
      let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &random)
      let civil = CivilTime(universalSeconds: seconds)
      #expect(civil == libc(seconds))
      #expect(civil.universalSeconds == seconds)
      #expect(civil.weekday == weekday(seconds))
      #expect(civil.isReal)
    }
  }

  @Test(arguments: [1600, 1900, 1970, 2000, 2023, 2024, 2100, 2400])
  func agreesWithLibcOnEveryDayAroundTurnsOfTheYearAndLeapDays(year: Int) {
    let first = CivilTime(year: year, month: 1, day: 1).dayNumber
    for day in (first - 400)...(first + 800) {
      #expect(CivilTime(dayNumber: day) == libc(day * 86400))
    }
  }

  @Test func ordersByTime() {
    let earlier = CivilTime(year: 2025, month: 12, day: 31, hour: 23)
    #expect(earlier < CivilTime(year: 2026, month: 1, day: 1))
    #expect(!(earlier < earlier))
  }

  @Test func addsDaysAcrossMonths() {
    let civil = CivilTime(year: 2024, month: 2, day: 28, hour: 18, minute: 30)
    #expect(civil.addingDays(2).text == "2024-03-01T18:30:00")
    #expect(civil.addingDays(-60).text == "2023-12-30T18:30:00")
  }
}
