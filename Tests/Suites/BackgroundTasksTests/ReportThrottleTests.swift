import Foundation
import Testing

@testable import BackgroundTasks

/// The reports of a continued task that are sent.
@Suite struct ReportThrottleTests {
  /// Receives the sent reports, and ends a pause between reports when a test says so.
  private final class Outside: @unchecked Sendable {
    private let lock = NSLock()
    private var reports: [TaskReport] = []
    private var ends: [@Sendable () -> Void] = []

    var sent: [TaskReport] { lock.withLock { reports } }
    var rests: Int { lock.withLock { ends.count } }

    func throttle() -> ReportThrottle {
      ReportThrottle { end in
        self.lock.withLock { self.ends.append(end) }
      } send: { report in
        self.lock.withLock { self.reports.append(report) }
      }
    }

    func endRest() {
      let ended = lock.withLock {
        defer { ends = [] }
        return ends
      }
      for end in ended { end() }
    }
  }

  private let outside = Outside()

  @Test func theFirstReportGoesOutAtOnce() {
    let throttle = outside.throttle()
    throttle.submit(TaskReport(share: 0.1))
    #expect(outside.sent == [TaskReport(share: 0.1)])
  }

  @Test func ofWhatComesDuringARestTheLastGoesOut() {
    let throttle = outside.throttle()
    let title = TaskReport.Title(title: "Exporting", subtitle: "2 of 4")
    throttle.submit(TaskReport(share: 0.1))
    throttle.submit(TaskReport(share: 0.2))
    throttle.submit(TaskReport(title: title))
    throttle.submit(TaskReport(share: 0.3))
    #expect(outside.sent.count == 1)
    outside.endRest()
    #expect(outside.sent.last == TaskReport(share: 0.3, title: title))
    #expect(outside.sent.count == 2)
  }

  /// Without reports, no timer runs.
  @Test func aRestWithoutReportsIsTheLast() {
    let throttle = outside.throttle()
    throttle.submit(TaskReport(share: 0.1))
    outside.endRest()
    #expect(outside.rests == 0)
    throttle.submit(TaskReport(share: 0.2))
    #expect(outside.sent.map(\.share) == [0.1, 0.2])
  }

  @Test func whatWaitsGoesOutWhenTheTaskCompletes() {
    let throttle = outside.throttle()
    throttle.submit(TaskReport(share: 0.1))
    throttle.submit(TaskReport(share: 1))
    throttle.close()
    #expect(outside.sent.map(\.share) == [0.1, 1])
    throttle.submit(TaskReport(share: 0.5))
    outside.endRest()
    #expect(outside.sent.count == 2)
  }
}
