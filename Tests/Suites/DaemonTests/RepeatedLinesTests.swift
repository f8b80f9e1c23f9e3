import Testing

@testable import Daemon

struct RepeatedLinesTests {
  @Test func aLineIsWrittenOnceAndThenCounted() {
    var lines = RepeatedLines()
    let written = (0..<21_000).compactMap { lines.count("refused", at: Int64($0)) }
    #expect(
      written == [
        "refused", "refused (10 times)", "refused (100 times)", "refused (1000 times)",
        "refused (10000 times)",
      ])
  }

  @Test func linesOfOneKindAreCountedTogether() {
    var lines = RepeatedLines()
    let written = (0..<100).compactMap { number in
      lines.count("invalid JSON at byte \(number)", ofKind: "invalid JSON", at: 0)
    }
    #expect(
      written == [
        "invalid JSON at byte 0", "invalid JSON at byte 9 (10 times)",
        "invalid JSON at byte 99 (100 times)",
      ])
  }

  @Test func anotherLineAndOneAfterAnHourAreNew() {
    var lines = RepeatedLines()
    #expect(lines.count("a", at: 0) == "a")
    #expect(lines.count("b", at: 1) == "b")
    #expect(lines.count("a", at: 2) == nil)
    #expect(lines.count("a", at: 3_600_000_000_003) == "a")
  }

  @Test func noFloodOfDifferentLinesTakesMemoryForEver() {
    var lines = RepeatedLines()
    for number in 0..<5000 { #expect(lines.count("\(number)", at: 0) == "\(number)") }
    #expect(lines.count("4999", at: 0) == nil)
  }
}
