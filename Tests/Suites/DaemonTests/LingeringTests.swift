import Foundation
import Scheduling
import Synchronization
import Testing

@testable import Daemon

/// Whether a user's daemon stays after logout, and which calls warn if it does not.
struct LingeringTests {
  private let directory: TemporaryDirectory
  private var file: String { "\(directory.path)/linger" }
  private var record: String { "\(directory.path)/record" }

  init() throws { directory = try TemporaryDirectory() }

  private func lingering(isManaged: Bool = true) -> Lingering {
    Lingering(file: file, record: record) { isManaged }
  }

  private func linger() throws { try Data().write(to: URL(fileURLWithPath: file)) }

  @Test func warnsOnce() {
    let first = lingering()
    #expect(first.endsAtLogout)
    #expect(first.shouldWarnForTheFirstTime())
    #expect(!first.shouldWarnForTheFirstTime())
    // The next daemon also knows it.
    #expect(!lingering().shouldWarnForTheFirstTime())
    #expect(lingering().endsAtLogout)
  }

  @Test func warnsAgainOnceTheUserStopsLingering() throws {
    let lingering = lingering()
    #expect(lingering.shouldWarnForTheFirstTime())
    try linger()
    #expect(!lingering.endsAtLogout)
    #expect(!lingering.shouldWarnForTheFirstTime())
    try FileManager.default.removeItem(atPath: file)
    #expect(lingering.shouldWarnForTheFirstTime())
  }

  @Test func isNoMatterWithoutLogind() {
    let lingering = lingering(isManaged: false)
    #expect(!lingering.endsAtLogout)
    #expect(!lingering.shouldWarnForTheFirstTime())
  }

  @Test func mattersForWorkBeyondTheDay() {
    let now = WallTime(seconds: 1_000_000)
    let end = now + .hours(8)
    let request = { (opens: WallTime, latest: WallTime?) in
      Request(
        key: RequestKey(owner: 1000, id: "x"), sequence: 1,
        Terms(Command(arguments: ["/bin/true"]), kind: .utility), submitted: now,
        window: Window(opens: opens, latest: latest))
    }
    #expect(!request(now, nil).outlasts(end))
    #expect(!request(now, now + .hours(1)).outlasts(end))
    #expect(request(now, now + .hours(9)).outlasts(end))
    #expect(request(now + .hours(9), nil).outlasts(end))
    var repeating = request(now, now + .hours(1))
    repeating.period = Period(every: .hours(2), anchor: now)
    #expect(repeating.outlasts(end))
  }

  // MARK: Limits

  /// Submits a request with two limits and returns the daemon's own warnings, without controllers.
  private func warnings(without controllers: [String]) throws -> [Warning] {
    let harness = try EngineHarness()
    harness.launcher.missing.withLock { $0 = controllers }
    var submission = Submission(
      owner: 1000, id: "x", kind: .userInitiated, command: Command(arguments: ["/bin/true"]))
    submission.terms.run.limits.memoryBytes = 1 << 26
    submission.terms.run.limits.ioWeight = 40
    let made = submission
    guard case .accepted(let acceptance) = harness.call({ .submit(made, $0) }) else {
      Issue.record("refused")
      return []
    }
    return try #require(harness.look { $0.ownWarnings(of: acceptance) })
  }

  @Test func aLimitWithoutItsControllerIsWarnedOf() throws {
    let warnings = try warnings(without: ["cpu", "io"])
    #expect(warnings.map(\.code) == [.limitIgnored])
    #expect(warnings.first?.text.hasPrefix("limits without effect: io-weight, since") == true)
    #expect(try self.warnings(without: ["cpu"]).isEmpty)
    #expect(try self.warnings(without: []).isEmpty)
  }
}
