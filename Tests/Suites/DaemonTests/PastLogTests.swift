import Scheduling
import Stepping
import Store
import Synchronization
import Testing

@testable import Daemon

/// The log of the past, which is written only together with other commits.
struct PastLogTests {
  private func entries(_ harness: EngineHarness) throws -> [PastEntry] {
    let found = harness.look { engine in
      (try? engine.stepper.store.past(PastQuery(limit: 1000)))?.map(\.entry) ?? []
    }
    return try #require(found)
  }

  private func pending(_ harness: EngineHarness) throws -> [PastEntry] {
    try #require(harness.look { $0.stepper.past })
  }

  @Test func entriesWaitForTheNextCommit() throws {
    let harness = try EngineHarness()
    _ = harness.submit("first", earliest: .hours(1))
    let waits = try pending(harness).compactMap { entry in
      if case .wait(let wait) = entry { wait } else { nil as PastWait? }
    }
    #expect(waits.map(\.key.id) == ["first"])
    #expect(waits.first?.reasons?.contains(.earliest) == true)
    _ = harness.submit("second", earliest: .hours(1))
    let recorded = try entries(harness)
    guard case .gap(let gap) = try #require(recorded.first) else {
      Issue.record("\(recorded)")
      return
    }
    #expect((gap.cause, gap.begins) == (.stopped, gap.ends))
    #expect(recorded.contains(.wait(waits[0])))
    // Each entry is recorded once.
    #expect(Set(recorded).count == recorded.count)
    #expect(try pending(harness).count == 1)
  }

  @Test func unchangedReasonsAreRecordedOnce() throws {
    let harness = try EngineHarness()
    for _ in 0..<5 { _ = harness.submit("same", earliest: .hours(1)) }
    let all = try entries(harness) + pending(harness)
    #expect(all.count { if case .wait = $0 { true } else { false } } == 1)
  }

  @Test func aFullDiskLosesNoEntry() throws {
    let harness = try EngineHarness()
    _ = harness.submit("first", earliest: .hours(1))
    harness.store.isFull.withLock { $0 = true }
    _ = harness.submit("refused", earliest: .hours(1))
    harness.store.isFull.withLock { $0 = false }
    _ = harness.submit("second", earliest: .hours(1))
    let ids = try entries(harness).compactMap { entry in
      if case .wait(let wait) = entry { wait.key.id } else { nil as String? }
    }
    #expect(ids.contains("first") && !ids.contains("refused"))
  }

  @Test func aCancelledRequestNoLongerWaits() throws {
    let harness = try EngineHarness()
    _ = harness.submit("first", earliest: .hours(1))
    _ = harness.call { .cancel(RequestKey(owner: 1000, id: "first"), keepsRunning: false, $0) }
    let last = try #require((try entries(harness) + pending(harness)).last)
    guard case .wait(let wait) = last else {
      Issue.record("\(last)")
      return
    }
    #expect((wait.key.id, wait.reasons) == ("first", nil))
  }

  @Test func theLogOfAnEndedEngineIsComplete() throws {
    let harness = try EngineHarness()
    _ = harness.submit("first", earliest: .hours(1))
    let recorded = harness.look { engine in
      engine.stepper.recordPast(at: engine.now)
      return (try? engine.stepper.store.past(PastQuery()))?.count ?? 0
    }
    #expect(recorded ?? 0 >= 2)
    #expect(try pending(harness).isEmpty)
  }
}
