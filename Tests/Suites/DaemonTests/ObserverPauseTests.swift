import Scheduling
import Testing

@testable import Daemon

/// The delays between starts of processes that watch paths and end too early.
struct ObserverPauseTests {
  @Test(
    arguments: [
      (1, .seconds(1)), (2, .seconds(2)), (9, .seconds(256)), (10, .minutes(5)),
      (1_000_000, .minutes(5)),
    ] as [(Int, Duration)])
  func thePauseAfterAFailureIsAtMostFiveMinutes(failures: Int, pause: Duration) {
    #expect(PathObservers.pause(after: failures) == pause)
  }

  /// A process that requests its paths, and ends right after that, has failed also.
  @Test func onlyAProcessThatRanForLongResetsThePause() throws {
    var submission = Submission(
      owner: 1000, id: "observer", kind: .userInitiated, command: Command(arguments: ["/bin/true"]))
    submission.terms.needs.changes.watched = ["/home/me/in"]
    let now = Instant(
      wall: WallTime(seconds: 1_790_000_000), boot: BootTime(seconds: 600),
      awake: AwakeTime(seconds: 600))
    var (core, _) = Scheduler.load(Snapshot(), settings: Settings(), at: now, bootID: "boot")
    _ = core.handle(.submit(submission, 1), at: now)
    let observers = PathObservers()
    var real: Int64 = 0
    var pauses: [Duration] = []
    for lifeSeconds in [1, 1, 299, 300, 1] as [Int64] {
      var started: Int64?
      observers.update(for: core, real: real) { number, _ in started = number }
      real += lifeSeconds * 1_000_000_000
      let end = observers.recordEnd(try #require(started), real: real)
      pauses.append(try #require(end).pause)
      observers.resume(1000)
    }
    #expect(pauses == [1, 2, 4, 1, 2].map { .seconds($0) })
  }
}
