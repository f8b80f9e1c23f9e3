import Scheduling
import Stepping
import Store
import Testing

/// Bugs of a step that the swarm has found, each with the fewest events.
@Suite struct StepperTests {
  let outside = NotingEnvironment()
  let store = FailingStore()

  func begin(
    boot: String = "boot", found: [RunID: FoundRun] = [:], measured: [Measurement]? = nil
  ) throws -> Stepper {
    var beginning = InitialState(try store.load(), settings: Settings(), bootID: boot)
    beginning.found = found
    beginning.failureCommands = try store.failureCommands()
    beginning.measured = measured
    let stepper = Stepper(beginning, store: store, at: outside.now)
    stepper.start(outside)
    return stepper
  }

  func submission(_ id: String, _ kind: Kind = .userInitiated) -> Submission {
    Submission(owner: 1000, id: id, kind: kind, command: Command(arguments: ["/bin/true"]))
  }

  /// Starts a stepper with a run 1, of `a`, that is frozen when a gate closes. Its begin was not reported yet.
  private func beginWithFreezable() throws -> Stepper {
    let stepper = try begin()
    var work = submission("a")
    work.terms.run.onClosedGate = .freeze
    let made = work
    put(stepper) { .submit(made, $0) }
    stepper.step([], outside)
    stepper.inbox.put(.event(.runStarted(1)))
    return stepper
  }

  func put(_ stepper: Stepper, _ event: @escaping @Sendable (Ticket) -> Event) {
    stepper.inbox.put(
      .call { ticket throws(Refusal) in
        event(ticket)
      } answer: { _ in
      })
  }

  func later(_ stepper: Stepper, _ duration: Duration = .seconds(6)) {
    outside.now = outside.now.advanced(by: duration)
    stepper.inbox.put(.event(.time))
    stepper.step([], outside)
  }

  @Test func whatIsStoppedInTheStepThatStartsItIsNeverLaunched() throws {
    let stepper = try begin()
    var work = submission("a")
    work.terms.grace = .zero
    let made = work
    put(stepper) { .submit(made, $0) }
    put(stepper) { .cancel(RequestKey(owner: 1000, id: "a"), keepsRunning: false, $0) }
    stepper.step([], outside)
    #expect(outside.take() == ["signal a cancelled", "kill a"])
    #expect(stepper.inbox.hasEvents)
    stepper.step([], outside)
    #expect(stepper.core.runs.isEmpty)
    #expect(try store.load().liveRuns.isEmpty)
  }

  @Test func anEndThatCannotBeRecordedAtTheStartIsRecordedLater() throws {
    let first = try begin()
    let made = submission("a")
    put(first) { .submit(made, $0) }
    first.step([], outside)
    #expect(outside.take() == ["launch a"])
    store.failures = 1
    // The launcher finds no command of the run.
    let second = try begin()
    #expect(second.core.runs.count == 1)
    later(second)
    let ended = try store.runs(RunQuery(run: 1)).first
    #expect(ended?.ending?.outcome == .interrupted)
    #expect(outside.take() == ["launch a"])
  }

  /// A run of two seconds was once recorded, and charged, as long as the disk was full.
  @Test func anEndThatCouldNotBeRecordedStaysWhereItWas() throws {
    let stepper = try begin()
    let made = submission("a")
    put(stepper) { .submit(made, $0) }
    stepper.step([], outside)
    let started = outside.now.wall
    outside.now = outside.now.advanced(by: .seconds(2))
    store.failures = 2
    stepper.inbox.put(.event(.runEnded(1, ProcessExit(exit: 1))))
    stepper.step([], outside)
    later(stepper)
    later(stepper)
    let ended = try #require(try store.runs(RunQuery(run: 1)).first?.ending)
    #expect(ended.at == started + .seconds(2))
    #expect(stepper.core.allRequests.map(\.progress.history.lengths) == [[.seconds(2)]])
  }

  /// The next step is not launched before the commit: the second end is that of the first step, too.
  @Test func anEndThatIsToldTwiceDoesNotEndTheNextStep() throws {
    let stepper = try begin()
    var work = submission("a")
    work.terms.command.arguments = []
    work.terms.command.steps = ["one", "two"].map { Step(name: $0, arguments: ["/bin/true"]) }
    let made = work
    put(stepper) { .submit(made, $0) }
    stepper.step([], outside)
    stepper.inbox.put(.event(.runEnded(1, ProcessExit(exit: 0))))
    stepper.inbox.put(.event(.runEnded(1, ProcessExit(exit: 0))))
    stepper.step([], outside)
    #expect(outside.take() == ["launch a", "launch a"])
    #expect(stepper.core.runs.map(\.step) == [1])
    #expect(try store.load().liveRuns.map(\.step) == [1])
  }

  @Test func aRunThatADeadDaemonHadFrozenGoesOn() throws {
    let first = try begin()
    let made = submission("a")
    put(first) { .submit(made, $0) }
    first.step([], outside)
    _ = outside.take()
    _ = try begin(found: [1: .alive])
    #expect(outside.take() == ["thaw a"])
  }

  @Test func aRunThatWasFrozenIsFrozenByTheNextDaemon() throws {
    let first = try beginWithFreezable()
    first.inbox.put(.event(.device([.storage(.full)], nil)))
    first.step([], outside)
    _ = outside.take()
    _ = try begin(found: [1: .alive])
    #expect(outside.take() == ["freeze a"])
  }

  /// The earlier daemon may have thawed or ended the run, and died before that was recorded.
  @Test func aRunThatWasFrozenIsFrozenUntilItIsRecordedThatItGoesOn() throws {
    let first = try beginWithFreezable()
    first.inbox.put(.event(.device([.storage(.full)], nil)))
    first.step([], outside)
    _ = outside.take()
    store.failures = 1
    let second = try begin(
      found: [1: .alive], measured: [Measurement(.storage(.ok), origin: "test")])
    #expect(outside.take() == ["freeze a"])
    later(second)
    #expect(outside.take() == ["thaw a"])
  }

  @Test func aThawThatWasNotRecordedHasNotHappened() throws {
    let stepper = try beginWithFreezable()
    stepper.inbox.put(.event(.device([.storage(.full)], nil)))
    stepper.step([], outside)
    #expect(outside.take() == ["launch a", "freeze a"])
    store.failures = 1
    stepper.inbox.put(.event(.device([.storage(.ok)], nil)))
    stepper.step([], outside)
    #expect(outside.take().isEmpty)
    later(stepper)
    #expect(outside.take() == ["thaw a"])
  }

  @Test func readinessThatIsToldWhileARunIsStoppedIsRecorded() throws {
    let stepper = try begin()
    var work = submission("a")
    work.terms.run.signalsReadiness = true
    let made = work
    put(stepper) { .submit(made, $0) }
    stepper.step([], outside)
    put(stepper) { .stop(made.key, .operatorStop, $0) }
    put(stepper) { .report(1, .ready, $0) }
    stepper.step([], outside)
    #expect(stepper.core.runs.map(\.awaitsReadiness) == [false])
    #expect(try store.load().liveRuns == stepper.core.runs)
  }

  @Test func whatFrozeAndThawedInAStepThatIsNotRecordedGoesOn() throws {
    let stepper = try beginWithFreezable()
    stepper.step([], outside)
    _ = outside.take()
    store.failures = 1
    for storage in [StorageSpace.full, .ok] {
      put(stepper) { .device([.storage(storage)], $0) }
    }
    stepper.step([], outside)
    #expect(outside.take() == ["freeze a", "thaw a"])
  }

  /// Otherwise the frozen time would count as running time after the daemon's death.
  @Test func aFreezeThatCannotBeRecordedIsRecordedLater() throws {
    let stepper = try beginWithFreezable()
    stepper.step([], outside)
    store.failures = 1
    // A report of the machine is a fact, which is kept.
    let full = Measurement(.storage(.full), origin: "test")
    stepper.inbox.put(.event(.measured([full], isFullPoll: false)))
    stepper.step([], outside)
    #expect(try store.load().liveRuns.map(\.phase) == [.running])
    later(stepper)
    #expect(try store.load().liveRuns == stepper.core.runs)
    #expect(outside.take() == ["launch a", "freeze a"])
  }

  /// In each step of a day with a full disk, the scheduler once received all reports since the disk was full.
  @Test func whatTheMachineTellsDoesNotPileUpOnAFullDisk() throws {
    let stepper = try begin()
    store.failures = .max
    for minute in 0..<50 {
      let idle = Measurement(.idle(minute % 2 == 0), origin: "test")
      stepper.inbox.put(.event(.measured([idle], isFullPoll: true)))
      stepper.inbox.put(.event(.sleep(isComing: minute % 2 == 0)))
      stepper.step([.zone(secondsFromUTC: 60 * (minute + 1))], outside)
    }
    // Only the new reports are received.
    #expect(outside.taken == 50 * 3)
    #expect(stepper.core.device.raw.isIdle == false)
    store.failures = 0
    stepper.step([.zone(secondsFromUTC: 3000)], outside)
    #expect(try store.load().zoneSeconds == 3000)
  }

  @Test func aStartThatCannotBeRecordedIsNotTriedAgainAtOnce() throws {
    let stepper = try begin()
    put(stepper) { .device([.storage(.full)], $0) }
    let made = submission("a")
    put(stepper) { .submit(made, $0) }
    stepper.step([], outside)
    store.failures = 1
    stepper.inbox.put(.event(.device([.storage(.ok)], nil)))
    stepper.step([], outside)
    let delay = stepper.core.nextDeadlines().delay(from: outside.now)
    #expect(stepper.delayToNextStep(delay, outside) == .seconds(5))
    later(stepper)
    #expect(outside.take() == ["launch a"])
  }

  @Test func whatFreezesAgainInOneStepStaysFrozen() throws {
    let stepper = try beginWithFreezable()
    for storage in [StorageSpace.full, .ok, .full] {
      stepper.inbox.put(.event(.device([.storage(storage)], nil)))
    }
    stepper.step([], outside)
    #expect(outside.take() == ["launch a", "freeze a", "freeze a"])
  }

  @Test func delaysOfAnotherBootStayForgottenWhereNothingCanBeRecorded() throws {
    let first = try begin()
    let made = submission("a")
    put(first) { .submit(made, $0) }
    first.step([], outside)
    first.inbox.put(.event(.runEnded(1, ProcessExit(exit: 1))))
    first.step([], outside)
    #expect(first.core.request(made.key)?.progress.backoffUntil != nil)
    store.failures = 1
    let second = try begin(boot: "another")
    let other = submission("b")
    put(second) { .submit(other, $0) }
    second.step([], outside)
    #expect(second.core.request(made.key)?.progress.backoffUntil == nil)
  }
}

extension Submission {
  fileprivate var key: RequestKey { RequestKey(owner: owner, id: id ?? "") }
}
