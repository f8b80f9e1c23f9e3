import Descriptors
import Dispatch
import Scheduling
import Store
import Synchronization
import Testing

@testable import Daemon

/// Reads of the state run outside the steps: they see only committed state, and delay no step.
struct ReadTests {
  @Test func nobodySeesWhatIsUndone() throws {
    let harness = try EngineHarness()
    let engine = harness.engine
    let answered = DispatchSemaphore(value: 0)
    let seen = Mutex<Int?>(nil)
    harness.store.isFull.withLock { $0 = true }
    engine.loop.sync {
      let submission = Submission(
        owner: 1000, id: "a", kind: .utility, command: Command(arguments: ["/bin/true"]))
      engine.call { _, ticket in
        .submit(submission, ticket)
      } answer: { _, _ in
      }
      engine.read(for: 1000) { engine in
        {
          seen.withLock { $0 = engine.core.allRequests.count }
          answered.signal()
          return .finished
        }
      }
    }
    #expect(answered.wait(timeout: .now() + .seconds(60)) == .success)
    #expect(seen.withLock(\.self) == 0)
  }

  /// Everything else continues while systemd is asked, since it may take seconds to answer.
  @Test func nobodyWaitsForWhatSystemdSaysOfAUnit() throws {
    let harness = try EngineHarness()
    let answered = DispatchSemaphore(value: 0)
    harness.engine.stopTimes(ofUnits: ["fstrim.service", "alarm.service"]) { times in
      let seconds = try? times.time(of: "alarm.service", field: "onFailure")
      if seconds == .seconds(90) { answered.signal() }
    }
    for unit in ["fstrim.service", "alarm.service"] {
      #expect(harness.launcher.next() == .askUnit(unit))
      guard case .accepted = harness.submit("beside-\(unit)") else {
        Issue.record("nothing is accepted meanwhile")
        return
      }
      let answer = harness.launcher.heldAnswers.withLock { $0.removeFirst() }
      harness.engine.loop.execute(answer)
      guard unit == "fstrim.service" else { break }
      #expect(harness.launcher.next() == .launch(.run(1)))
    }
    #expect(answered.wait(timeout: .now() + .seconds(60)) == .success)
  }

  /// Whether a read of many pieces ends.
  private func answersALongRead(_ engine: Engine) -> Bool {
    let answered = DispatchSemaphore(value: 0)
    engine.read(for: 1001) { _ in
      var pieces = 20
      return {
        pieces -= 1
        if pieces > 0 { return .more }
        answered.signal()
        return .finished
      }
    }
    return answered.wait(timeout: .now() + .seconds(60)) == .success
  }

  /// Each answer to a call causes the next call, as with a client that submits in a loop.
  @Test func callsWithoutEndDoNotHoldUpReads() throws {
    let engine = try EngineHarness(isSimulated: false).engine
    let isOver = Mutex(false)
    @Sendable func call() {
      engine.call { _, ticket in
        .cancel(RequestKey(owner: 1000, id: "nothing"), keepsRunning: false, ticket)
      } answer: { _, _ in
        if !isOver.withLock(\.self) { call() }
      }
    }
    for _ in 0..<4 { call() }
    #expect(answersALongRead(engine))
    isOver.withLock { $0 = true }
  }

  /// The same with a machine that reports a value again whenever a slice begins.
  @Test func newsWithoutEndDoesNotHoldUpReads() throws {
    let engine = try EngineHarness(isSimulated: false).engine
    let isOver = Mutex(false)
    @Sendable func tell() {
      engine.post(.device([.lowPower(false)], nil))
      engine.loop.execute { if !isOver.withLock(\.self) { tell() } }
    }
    engine.loop.sync { tell() }
    #expect(answersALongRead(engine))
    isOver.withLock { $0 = true }
  }

  /// Returns the results of `walk`, read one piece at a time, and calls `between` after each piece.
  private func take<Found: Sendable>(
    _ walk: some Walk<[Found]>, _ harness: EngineHarness, between: (Int) throws -> Void
  ) throws -> [Found] {
    let found = Mutex<[Found]?>(nil)
    let answered = DispatchSemaphore(value: 0)
    let engine = harness.engine
    let read = engine.loop.sync {
      walk.read(for: 1000, engine) { summary in
        let ids = try? summary()
        found.withLock { $0 = ids }
        answered.signal()
      }
    }
    var pieces = 0
    while case .more = engine.loop.sync(read) {
      try between(pieces)
      pieces += 1
    }
    answered.wait()
    return found.withLock(\.self) ?? []
  }

  @Test func aLongAnswerHasOnceWhatWasThereAllTheWhile() throws {
    let harness = try EngineHarness()
    for number in 0..<100 { _ = harness.submit("task-\(number)") }
    let walk = RequestWalk<String, [String]>(SelectedRequests(in: try Scope.all())) { request, _ in
      request.key.id
    } summary: { _ in
      { $0 }
    }
    let ids = try take(walk, harness) { piece in
      let key = RequestKey(owner: 1000, id: "task-\(99 - piece / 4)")
      if piece % 4 == 0 { _ = harness.call { .cancel(key, keepsRunning: false, $0) } }
      if piece % 4 == 1 { _ = harness.submit("new-\(piece)") }
      if piece % 4 == 2 { _ = harness.submit("task-\(piece / 4)") }
    }
    let left = harness.look { $0.core.allRequests.map(\.key.id) } ?? []
    #expect(Set(left).isDisjoint(with: ["task-99"]))
    for id in left where id.hasPrefix("task-") {
      #expect(ids.count { $0 == id } == 1, "\(id)")
    }
  }

  /// Reading a thousand runs takes some hundred milliseconds, in which no run could be ended.
  @Test func runsOnRecordAreReadAFewAtATime() throws {
    let harness = try EngineHarness()
    let now = EngineClock.simulationStart
    func record(_ number: RunID) throws {
      let request = Request(
        key: RequestKey(owner: 1000, id: "a"), sequence: number,
        Terms(Command(arguments: ["/bin/true"]), kind: .utility), submitted: now.wall,
        window: Window(opens: now.wall))
      let run = Run(
        id: number, of: request, budget: .seconds(1), grace: .zero, started: now, isForced: false)
      try harness.store.commit([.putRun(run)], at: now, bootID: "test")
    }
    for number in 1...150 { try record(RunID(number)) }
    let walk = PageWalk<RunQuery, [RunID]>(RunQuery(limit: 100)) { $0.map(\.id) }
    let ids = try take(walk, harness) { piece in
      try record(RunID(1000 + piece))
    }
    #expect(ids == (51...150).reversed())
    #expect(harness.store.longestPage.withLock(\.self) <= 20)
  }
}
