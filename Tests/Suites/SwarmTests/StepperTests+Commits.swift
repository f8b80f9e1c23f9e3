import Scheduling
import Stepping
import Store
import Testing

// Orders that wait for a delayed commit.
extension StepperTests {
  /// Orders that the scheduler decides at its start also wait for their commit.
  @Test func aSuspendedProcessStaysSoUntilItIsRecordedThatItGoesOn() throws {
    let first = try begin()
    var app = App(key: AppKey(owner: 1000, id: "news"), registered: outside.now.wall)
    app.permittedIdentifiers = ["news.*"]
    app.backgroundModes = ["fetch", "processing"]
    app.installation = Installation(program: Command(arguments: ["/opt/news"]))
    let installed = app
    put(first) { .device([.power(.ac), .network(.wifi)], $0) }
    put(first) { .registerApp(installed, $0) }
    put(first) { .app(installed.key, .opened, $0) }
    put(first) { .app(installed.key, .closed, $0) }
    submitTask("news.a", first)
    var attachment = AppAttachment(
      owner: 1000, identity: AppProcess.Identity(pid: 7, startTicks: 5))
    (attachment.app, attachment.hasFinishedLaunching) = ("news", true)
    attachment.process = try #require(first.core.processes.first).id
    let made = attachment
    put(first) { .attachApp(made, $0) }
    first.step([], outside)
    let run = try #require(first.core.runs.first)
    put(first) { .report(run.id, .completed(success: true), $0) }
    first.step([], outside)
    later(first)
    let process = try #require(made.process)
    #expect(
      outside.take() == [
        "launch process \(process)", "hand over news.a", "suspend process \(process)",
      ])
    put(first) { .device([.storage(.full)], $0) }
    submitTask("news.b", first)
    store.failures = 1
    let second = try begin(
      found: [process: .alive],
      measured: [.storage(.ok), .power(.ac), .network(.wifi)].map {
        Measurement($0, origin: "test")
      })
    #expect(outside.take() == ["suspend process \(process)"])
    later(second)
    #expect(outside.take() == ["resume process \(process)", "hand over news.b"])
  }

  private func submitTask(_ id: String, _ stepper: Stepper) {
    var task = submission(id, .processing)
    (task.app, task.terms.command) = ("news", Command(arguments: []))
    let made = task
    put(stepper) { .submit(made, $0) }
    stepper.step([], outside)
  }

  /// After its thaw it is deferring again, as before its freeze. No signal has continued it.
  @Test func aThawThatWasNotRecordedHasNotHappenedToARunThatDefers() throws {
    let stepper = try begin()
    let made = submission("a", .maintenance)
    put(stepper) { .device([.idle(true), .power(.ac), .battery(80)], $0) }
    put(stepper) { .submit(made, $0) }
    stepper.step([], outside)
    stepper.inbox.put(.event(.runStarted(1)))
    put(stepper) { .device([.power(.battery)], $0) }
    stepper.step([], outside)
    later(stepper, .seconds(11))
    #expect(outside.take() == ["launch a", "signal a power"])
    let pause = Pause(
      by: 1000, name: "alice", scope: PauseScope(owner: nil), since: outside.now.wall,
      lasting: .untilLifted, runs: .freeze)
    put(stepper) { .pause(pause, $0) }
    stepper.step([], outside)
    #expect(outside.take() == ["freeze a"])
    store.failures = 1
    for orders in [[], ["thaw a"]] {
      put(stepper) { .resume(PauseLifting(by: 1000, scope: nil), $0) }
      stepper.step([], outside)
      #expect(outside.take() == orders)
    }
    #expect(stepper.core.runs.map(\.phase) == [.deferring(.gate(.power))])
    #expect(try store.load().liveRuns == stepper.core.runs)
  }

  @Test func aRunThatWasNotifiedBeforeItsFreezeIsFrozenUntilItsThawIsRecorded() throws {
    let first = try begin()
    var work = submission("a")
    work.terms.prefers = .power
    (work.terms.run.onLostPreference, work.terms.run.onClosedGate) = (10, .freeze)
    let made = work
    put(first) { .device([.idle(true), .power(.ac), .battery(80)], $0) }
    put(first) { .submit(made, $0) }
    first.step([], outside)
    first.inbox.put(.event(.runStarted(1)))
    put(first) { .device([.power(.battery)], $0) }
    first.step([], outside)
    later(first, .seconds(11))
    put(first) { .device([.storage(.full)], $0) }
    first.step([], outside)
    #expect(outside.take() == ["launch a", "signal a power", "freeze a"])
    store.failures = 1
    let second = try begin(
      found: [1: .alive],
      measured: [.storage(.ok), .power(.battery), .battery(80), .idle(true)].map {
        Measurement($0, origin: "test")
      })
    #expect(outside.take() == ["freeze a"])
    later(second)
    #expect(outside.take() == ["thaw a"])
    #expect(second.core.runs.map(\.phase) == [.deferring(.gate(.power))])
  }

  /// After the refusal there are no changes left to commit.
  @Test func whetherItCanWriteAgainIsTriedThoughNothingIsToBeWritten() throws {
    let stepper = try begin()
    let made = submission("a")
    store.failures = 2
    put(stepper) { .submit(made, $0) }
    stepper.step([], outside)
    #expect(stepper.recordError == .full(path: "/somewhere"))
    #expect(stepper.delayToNextStep(nil, outside) == .seconds(5))
    for isWritten in [false, true] {
      // Too early.
      stepper.step([], outside)
      #expect(stepper.recordError != nil)
      outside.now = outside.now.advanced(by: .seconds(5))
      stepper.step([], outside)
      #expect((stepper.recordError == nil) == isWritten)
    }
    #expect(stepper.delayToNextStep(nil, outside) == nil)
  }

  /// Pauses all requests for 3 s, from now.
  private func pause(_ stepper: Stepper) {
    let pause = Pause(
      by: 1000, name: "alice", scope: PauseScope(owner: nil), since: outside.now.wall,
      lasting: .until(outside.now.wall + .seconds(3)), runs: .leave)
    put(stepper) { .pause(pause, $0) }
  }

  /// The stored pause stays due, and each attempt reads the whole store again.
  @Test func aPauseWhoseEndCannotBeRecordedWaitsForTheRetry() throws {
    let stepper = try begin()
    pause(stepper)
    let made = submission("a")
    put(stepper) { .submit(made, $0) }
    stepper.step([], outside)
    outside.now = outside.now.advanced(by: .seconds(3))
    store.failures = 1
    stepper.step(isDue: true, outside)
    let delay = stepper.core.nextDeadlines().delay(from: outside.now)
    #expect(delay == .zero)
    #expect(stepper.delayToNextStep(delay, outside) == .seconds(5))
    outside.now = outside.now.advanced(by: .seconds(5))
    stepper.step(isDue: true, outside)
    #expect(outside.take() == ["launch a"])
  }

  /// The deadline of the run comes before the retry, and needs no commit.
  @Test func aBudgetEndsWhileTheEndOfAPauseCannotBeRecorded() throws {
    let stepper = try begin()
    var short = submission("a")
    short.terms.budget = .seconds(4)
    let made = short
    put(stepper) { .submit(made, $0) }
    stepper.step([], outside)
    stepper.inbox.put(.event(.runStarted(1)))
    pause(stepper)
    stepper.step([], outside)
    #expect(outside.take() == ["launch a"])
    outside.now = outside.now.advanced(by: .seconds(3))
    store.failures = 2
    stepper.step(isDue: true, outside)
    let delay = stepper.core.nextDeadlines().delay(from: outside.now)
    #expect(stepper.delayToNextStep(delay, outside) == .seconds(1))
    outside.now = outside.now.advanced(by: .seconds(1))
    stepper.step(isDue: true, outside)
    #expect(outside.take() == ["signal a budget"])
  }

  /// After the failed commit, the scheduler was loaded again and has evaluated no request yet.
  @Test func whatHasBecomeReadyBeginsWithTheFirstCommitThatSucceeds() throws {
    let stepper = try begin()
    put(stepper) { .device([.network(.wifi)], $0) }
    var frozen = submission("a")
    (frozen.terms.requires, frozen.terms.run.onClosedGate) = ([.network], .freeze)
    var due = submission("b")
    due.earliest = .after(.seconds(3))
    for made in [frozen, due] { put(stepper) { .submit(made, $0) } }
    stepper.step([], outside)
    stepper.inbox.put(.event(.runStarted(1)))
    stepper.step([], outside)
    #expect(outside.take() == ["launch a"])
    outside.now = outside.now.advanced(by: .seconds(3))
    store.failures = 1
    let gone = Measurement(.network(Network.none), origin: "test")
    stepper.inbox.put(.event(.measured([gone], isFullPoll: false)))
    stepper.step([], outside)
    // This step only records the order.
    stepper.step([], outside)
    #expect(outside.take() == ["freeze a", "launch b"])
  }
}
