import Control
import Descriptors
import Dispatch
import Scheduling
import Stepping
import Testing

@testable import Daemon

/// Watchers receive all notices that they may see, and block nothing.
struct WatcherTests {
  private func submit(_ harness: EngineHarness, _ id: String, owner: UInt32 = 1000) {
    var submission = Submission(
      owner: owner, id: id, kind: .utility, command: Command(arguments: ["/bin/true"]))
    submission.terms.requires = [.power]
    submission.terms.prefers = [.idle]
    let made = submission
    _ = harness.call { .submit(made, $0) }
  }

  private func watch(_ harness: EngineHarness, _ scope: Scope, _ watchers: NotingWatcher...) {
    _ = harness.look { engine in
      for watcher in watchers { engine.readers.watchers.add(watcher, scope, engine: engine) }
    }
    harness.settle()
    harness.engine.loop.sync {}
  }

  private func set(_ harness: EngineHarness, _ values: DeviceValue...) {
    _ = harness.call { .device(values, $0) }
    // A call is answered before the consequences of its step.
    harness.engine.loop.sync {}
  }

  @Test func reasonsAreReckonedOnceForAllWatchers() throws {
    let harness = try EngineHarness()
    set(harness, .power(.battery))
    for id in ["a", "b", "c"] { submit(harness, id) }
    let watchers = (0..<40).map { _ in NotingWatcher() }
    for watcher in watchers { watch(harness, try .all(), watcher) }
    for watcher in watchers { #expect(watcher.takeWaiting() == ["a", "b", "c"]) }
    let before = harness.look { $0.readers.watchers.evaluationCount } ?? 0
    set(harness, .thermal(.critical))
    harness.settle()
    harness.engine.loop.sync {}
    let after = harness.look { $0.readers.watchers.evaluationCount } ?? 0
    // One evaluation for the change, and one for the call in `settle`.
    #expect(after - before <= 2 * 3, "\(after - before)")
    for watcher in watchers { #expect(watcher.takeWaiting() == ["a", "b", "c"]) }
  }

  @Test func aReadChangesNothingAndIsNotFollowed() throws {
    let harness = try EngineHarness()
    submit(harness, "a")
    watch(harness, try .all(), NotingWatcher())
    let before = harness.look { $0.readers.watchers.evaluationCount }
    for _ in 0..<5 { _ = harness.look { $0.core.runCount } }
    #expect(harness.look { $0.readers.watchers.evaluationCount } == before)
  }

  @Test func nothingIsReckonedOrToldWithinAStep() throws {
    let harness = try EngineHarness(isSimulated: false)
    let watcher = NotingWatcher()
    set(harness, .power(.battery))
    submit(harness, "a")
    let scope = try Scope.all()
    let engine = harness.engine
    let (within, reckoned) = engine.loop.sync {
      engine.readers.watchers.add(watcher, scope, engine: engine)
      _ = watcher.take()
      engine.stepper.inbox.put(.event(.device([.lowPower(true)], nil)))
      engine.step()
      return (watcher.take().count, engine.readers.watchers.evaluationCount)
    }
    #expect(within == 0 && reckoned == 0)
    while !watcher.takeWaiting().contains("a") { try #require(watcher.hears()) }
  }

  @Test func nothingIsReadWhileSomethingIsDue() throws {
    let engine = try EngineHarness(isSimulated: false).engine
    let taken = DispatchSemaphore(value: 0)
    engine.loop.sync {
      engine.time.dueAt = engine.real
      engine.readers.queue.put(for: nil) {
        taken.signal()
        return .finished
      }
      engine.continueReads()
    }
    engine.loop.sync {}
    #expect(taken.wait(timeout: .now()) == .timedOut)
    engine.loop.sync { engine.step() }
    #expect(taken.wait(timeout: .now() + .seconds(60)) == .success)
  }

  @Test func whoDoesNotReadIsToldTheNewestReasonsOnce() throws {
    let harness = try EngineHarness()
    set(harness, .power(.battery))
    submit(harness, "a")
    let (slow, quick) = (NotingWatcher(), NotingWatcher())
    watch(harness, try .all(), slow, quick)
    _ = (slow.take(), quick.take())
    slow.stopReading()
    for _ in 0..<5 {
      set(harness, .thermal(.critical))
      set(harness, .thermal(.nominal))
    }
    set(harness, .thermal(.critical))
    #expect(quick.takeWaiting().count == 11)
    #expect(slow.takeWaiting() == [])
    slow.readAll()
    harness.settle()
    harness.engine.loop.sync {}
    let told = slow.take().filter { $0.event == "waiting" }
    #expect(told.count == 1)
    #expect(told.first?.reasons?.contains("thermal") == true, "\(told)")
  }

  @Test func theWaitAfterARunIsToldAlsoIfItHasTheSameReasons() throws {
    let harness = try EngineHarness()
    var submission = Submission(
      owner: 1000, id: "a", kind: .userInitiated, command: Command(arguments: ["/bin/true"]))
    submission.earliest = .after(.seconds(3600))
    submission.terms.every = .seconds(86_400)
    let made = submission
    _ = harness.call { .submit(made, $0) }
    let watcher = NotingWatcher()
    watch(harness, try .all(), watcher)
    let before = watcher.take().last { $0.event == "waiting" }
    _ = harness.call { .runNow(RequestKey(owner: 1000, id: "a"), .force, $0) }
    harness.engine.post(.runStarted(1))
    harness.engine.post(.runEnded(1, ProcessExit(exit: 0)))
    harness.settle()
    harness.engine.loop.sync {}
    let told = watcher.take()
    #expect(told.contains { $0.event == "ended" })
    #expect(told.last?.event == "waiting" && told.last?.reasons == before?.reasons, "\(told)")
  }

  @Test func nobodyIsToldOfTheRequestsOfOthers() throws {
    let harness = try EngineHarness()
    set(harness, .power(.battery))
    let (alice, bob, root) = (NotingWatcher(), NotingWatcher(), NotingWatcher())
    watch(harness, try .own(1000), alice)
    watch(harness, try .own(1001), bob)
    watch(harness, try .all(), root)
    submit(harness, "hers", owner: 1000)
    submit(harness, "his", owner: 1001)
    set(harness, .thermal(.critical))
    harness.settle()
    harness.engine.loop.sync {}
    #expect(Set(alice.take().compactMap(\.id)) == ["hers"])
    #expect(Set(bob.take().compactMap(\.id)) == ["his"])
    #expect(Set(root.take().compactMap(\.id)) == ["hers", "his"])
  }
}
