import Control
import Scheduling
import Testing

/// Lists of runs in pages, each below the oldest run of the page before.
struct RunPageTests {
  /// A page of 17 runs is longer than the piece of 16 that the daemon reads without a pause.
  @Test func pagesShowEachRunOnce() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory(), ["--start", "2026-03-01 20:00"])
    _ = try daemon.call(
      Submit(
        id: "task", command: .test(["/bin/true"]), earliest: "01:30", latest: "06:00",
        every: 86400))
    for _ in 0..<40 { _ = try daemon.call(AdvanceClock(by: 86400)) }
    let all = try daemon.call(Runs(id: "task", limit: 1000)).runs.map(\.run)
    try #require(all.count > 34 && all.count <= 51)
    var pages: [Int64] = []
    for _ in 0..<3 {
      pages += try daemon.call(Runs(id: "task", limit: 17, before: pages.last)).runs.map(\.run)
    }
    #expect(pages == all)
  }
}
