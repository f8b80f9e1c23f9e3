import Descriptors
import Scheduling
import Store
import Synchronization
import Testing

@testable import Daemon

struct FullDiskTests {
  private let key = RequestKey(owner: 1000, id: "task")

  /// Returns an engine on a disk that became full during run 1.
  private func harnessWithRun() throws -> EngineHarness {
    let harness = try EngineHarness()
    _ = harness.submit("task")
    #expect(harness.launcher.next() == .launch(.run(1)))
    harness.engine.post(.runStarted(1))
    harness.settle()
    harness.store.isFull.withLock { $0 = true }
    return harness
  }

  @Test func refusesWhatItCannotRecordAndForgetsIt() throws {
    let harness = try EngineHarness()
    harness.store.isFull.withLock { $0 = true }
    guard case .refused(let refusal) = harness.submit("task") else {
      Issue.record("it was accepted")
      return
    }
    #expect(refusal.code == .unavailable)
    #expect(refusal.message.contains("no space"))
    let isKnown = harness.look { [key] in $0.core.request(key) != nil }
    #expect(isKnown == false)
    #expect(harness.launcher.isEmpty)
  }

  @Test func acceptsAgainOnceThereIsSpace() throws {
    let harness = try EngineHarness()
    harness.store.isFull.withLock { $0 = true }
    _ = harness.submit("task")
    harness.store.isFull.withLock { $0 = false }
    guard case .accepted = harness.submit("task") else {
      Issue.record("it was refused")
      return
    }
    #expect(harness.launcher.next() == .launch(.run(1)))
  }

  @Test func saysSoUntilItCanWriteAgain() throws {
    let harness = try EngineHarness()
    func error() throws -> String? { try #require(harness.look { $0.storeError }) }
    #expect(try error() == nil)
    harness.store.isFull.withLock { $0 = true }
    _ = harness.submit("task")
    #expect(try error()?.contains("no space") == true)
    harness.store.isFull.withLock { $0 = false }
    _ = harness.submit("task")
    #expect(try error() == nil)
  }

  /// The signal cannot be undone.
  @Test func aRefusedStopNamesTheRunThatItStops() throws {
    let harness = try harnessWithRun()
    let answer = harness.call { [key] in .stop(key, .byHand("changed"), $0) }
    guard case .refused(let refusal) = answer else {
      Issue.record("it was not refused")
      return
    }
    #expect(refusal.message.hasSuffix("Nothing was changed; only run 1 is being stopped"))
    #expect(harness.launcher.next() == .signal(.run(1), "changed"))
  }

  @Test func endsAnOverrunAllTheSame() throws {
    let harness = try EngineHarness()
    _ = harness.submit("task", budget: .milliseconds(100), grace: .milliseconds(10))
    #expect(harness.launcher.next() == .launch(.run(1)))
    harness.engine.post(.runStarted(1))
    _ = harness.look { _ in 0 }
    harness.store.isFull.withLock { $0 = true }
    #expect(harness.launcher.next() == .signal(.run(1), "budget"))
    #expect(harness.launcher.next() == .kill(.run(1)))

    harness.engine.post(.runEnded(1, ProcessExit(signal: 9)))
    harness.settle()
    harness.store.isFull.withLock { $0 = false }
    harness.settle()
    let run = try #require(try harness.store.runs(RunQuery(run: 1)).first)
    #expect(run.ending?.outcome == .killed)
    #expect(run.ending?.stopReason == .budget)
  }

  @Test func recordsWhatHappenedMeanwhileOnceThereIsSpace() throws {
    let harness = try EngineHarness()
    _ = harness.submit("task")
    #expect(harness.launcher.next() == .launch(.run(1)))
    harness.store.isFull.withLock { $0 = true }
    harness.engine.post(.runStarted(1))
    harness.engine.post(.runEnded(1, ProcessExit(exit: 0)))
    harness.settle()
    harness.store.isFull.withLock { $0 = false }
    harness.settle()
    let snapshot = try harness.store.load()
    #expect(snapshot.liveRuns.isEmpty)
    #expect(snapshot.requests.isEmpty)
  }

  /// The ended run cannot leave the scheduler.
  @Test func aStopCompletesWithoutSpace() throws {
    let harness = try harnessWithRun()
    let isStopped = Mutex(false)
    harness.engine.loop.sync {
      harness.engine.drain { isStopped.withLock { $0 = true } }
    }
    #expect(harness.launcher.next() == .signal(.run(1), "shutdown"))
    let hasStoppedBefore = isStopped.withLock { $0 }
    #expect(!hasStoppedBefore)
    harness.engine.post(.runEnded(1, ProcessExit(signal: 15)))
    // In each step, the end is delivered once more.
    for _ in 0..<3 { harness.settle() }
    harness.engine.loop.sync {}
    let hasStopped = isStopped.withLock { $0 }
    #expect(hasStopped)
  }
}
