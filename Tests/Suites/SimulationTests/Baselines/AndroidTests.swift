import Scheduling
import Testing

@testable import Simulation
@testable import Studies

struct AndroidTests {
  private let start = WallTime(seconds: 1_767_571_200)

  @Test func aRareAppHasThreeSessionsADay() {
    var ledger = AndroidLedger()
    for hour in 0..<3 {
      let begin = start + .hours(hour)
      #expect(ledger.firstAllowed(within: AndroidBucket.rare.limits, at: begin) == begin)
      ledger.begin(at: begin)
      ledger.end(of: begin, at: begin + .seconds(5))
    }
    let later = start + .hours(3)
    // The first of the three leaves the window a day after its end.
    #expect(
      ledger.firstAllowed(within: AndroidBucket.rare.limits, at: later) == start + .hours(24)
        + .seconds(5))
    #expect(ledger.firstAllowed(within: AndroidBucket.active.limits, at: later) == later)
  }

  @Test func runTimeIsBoundToo() {
    var ledger = AndroidLedger()
    ledger.begin(at: start)
    ledger.end(of: start, at: start + .minutes(10))
    let now = start + .minutes(11)
    #expect(
      ledger.firstAllowed(within: AndroidBucket.working.limits, at: now) == start + .minutes(130))
  }

  @Test(arguments: [
    (1, AndroidBucket.active), (13, .working), (25, .frequent), (49, .rare), (193, .restricted),
  ])
  func bucketsGoByTheTimeSinceTheLastUse(hours: Int, bucket: AndroidBucket) {
    #expect(AndroidBucket(idleFor: .hours(hours)) == bucket)
  }

  @Test func dozeOpensItsWindowsEverMoreSeldom() {
    let opens = [0.5, 1.5, 2.05, 2.5, 5, 10, 20].map { hours in
      (AndroidDoze.firstAllowed(idleSince: start, notBefore: start + .seconds(hours * 3600)) - start)
        .seconds / 3600
    }
    // Awake for an hour; then windows at 2 h for 5 min, at 4:05 for 10 min, at 8:15, 14:25, 20:35.
    #expect(opens.map { ($0 * 60).rounded() } == [30, 120, 123, 245, 495, 865, 1235])
  }
}
