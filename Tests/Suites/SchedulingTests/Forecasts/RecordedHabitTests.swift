import Testing

@testable import Scheduling

/// Prints the tables of the page on decisions: `RUBATO_TRACES=folder swift test --filter Recorded`.
@Suite(.enabled(if: RecordedDevice.isThere, "RUBATO_TRACES names no folder of recordings"))
struct RecordedHabitTests {
  @Test(arguments: RecordedDevice.names, [false, true])
  func forecastsBetterThanWhatIsSimple(name: String, idle: Bool) throws {
    let row = DeviceHabitJudgement(try RecordedDevice(name), idle: idle).judged()
    let what = idle ? "power and idle" : "power"
    print(
      "| \(name) | \(what) | \(rounded(row.habit)) | \(rounded(row.hourOfWeek))",
      "| \(rounded(row.overall)) | \(rounded(row.persistence)) |")
    #expect(row.habit < 0.8 * row.hourOfWeek)
    #expect(row.habit < row.overall)
    #expect(row.habit < row.persistence)
  }

  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
