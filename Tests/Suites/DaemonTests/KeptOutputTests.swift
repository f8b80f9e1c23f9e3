import Scheduling
import Stepping
import Store
import Synchronization
import Testing

@testable import Daemon

/// The amount of a user's output that is kept.
struct KeptOutputTests {
  private let key = RequestKey(owner: 1000, id: "a")

  private func limits(bytes: Int64 = 100, runs: Int = 10, oldest: Int64 = 0) -> KeptOutput.Limits {
    KeptOutput.Limits(bytes: bytes, runs: runs, oldest: WallTime(seconds: oldest))
  }

  private func kept(_ runs: ClosedRange<RunID>, bytes: Int64 = 40) -> KeptOutput {
    var kept = KeptOutput()
    for run in runs {
      kept.record(run, of: key, ended: WallTime(seconds: run), bytes: bytes)
    }
    return kept
  }

  private func surplus(_ kept: KeptOutput, _ limits: KeptOutput.Limits) -> [RunID] {
    var kept = kept
    let dropped = kept.removeSurplus(of: 1000, limits) { _ in true }
    #expect(kept.removeSurplus(of: 1000, limits) { _ in true } == [])
    return dropped.sorted()
  }

  @Test func theOldestGoFirstBeyondTheBytesOfAUser() {
    #expect(surplus(kept(1...5), limits()) == [1, 2, 3])
    #expect(surplus(kept(1...5), limits(bytes: 200)) == [])
  }

  @Test func whatIsTooOldOrTooManyOfARequestGoes() {
    #expect(surplus(kept(1...5, bytes: 1), limits(oldest: 4)) == [1, 2, 3])
    #expect(surplus(kept(1...5, bytes: 1), limits(runs: 2)) == [1, 2, 3])
  }

  /// The clock is not trusted after a jump.
  @Test func nothingIsTooOldWithoutALimitOfAge() {
    var limits = limits(runs: 4)
    limits.oldest = nil
    #expect(surplus(kept(1...5, bytes: 1), limits) == [1])
  }

  @Test func theNewestOfAQueuedRequestStays() {
    var kept = kept(2...5)
    kept.record(1, of: RequestKey(owner: 1000, id: "rare"), ended: WallTime(seconds: 0), bytes: 60)
    #expect(surplus(kept, limits(oldest: 10)) == [2, 3, 4])
    #expect(
      kept.removeSurplus(of: 1000, limits(oldest: 10)) { $0 == key }.sorted() == [1, 2, 3, 4])
  }

  @Test func othersLoseNothing() {
    var kept = kept(1...5)
    kept.record(6, of: RequestKey(owner: 0, id: "a"), ended: WallTime(seconds: 6), bytes: 1000)
    #expect(surplus(kept, limits()) == [1, 2, 3])
  }

  @Test func whatGrowsIsCountedOnce() {
    var kept = kept(1...2)
    kept.record(1, of: key, ended: WallTime(seconds: 3), bytes: 50)
    #expect(surplus(kept, limits()) == [])
  }

  /// The output of the number 2000 below an ended run is deleted if it is of no run that is known.
  @Test func theOutputOfALiveRunStays() throws {
    let harness = try EngineHarness()
    _ = harness.submit("a")
    #expect(harness.launcher.next() == .launch(.run(1)))
    _ = harness.look { [key] engine in
      guard let request = engine.core.request(key) else { return }
      for id in [2001, 2002] as [RunID] {
        let run = Run(
          id: id, of: request, budget: .seconds(60), grace: .seconds(10), started: engine.now,
          isForced: false)
        engine.recordOutputAndDeleteSurplus(of: run)
      }
    }
    #expect(harness.launcher.forgottenOutput.withLock(\.self) == [.run(2)])
  }

  @Test func foundOutputStaysIfItsRunCannotBeRead() throws {
    let harness = try EngineHarness()
    harness.launcher.foundOutput.withLock { $0 = [1, 3000] }
    _ = harness.look { engine in
      engine.stepper.store.close()
      engine.recordFoundOutput()
    }
    #expect(harness.launcher.forgottenOutput.withLock(\.self) == [])
  }
}
