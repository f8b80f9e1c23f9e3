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
}
