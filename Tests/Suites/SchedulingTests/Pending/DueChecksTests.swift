import Testing

@testable import Scheduling

struct DueChecksTests {
  private let moment = WallTime(seconds: 1_772_433_000)
  private let settings = Settings()

  /// Otherwise the scheduler would ask for another step immediately, again and again, while it waits for a poll of the
  /// machine.
  @Test func aMomentThatHasComeIsAwaitedNoLonger() {
    var checks = DueChecks()
    checks.schedule(.app, at: moment)
    #expect(checks.next(in: Capacity(Shared(settings))) == moment)
    checks.markPassedDue(at: moment)
    #expect(checks.next(in: Capacity(Shared(settings))) == nil)
    #expect(checks.removeDue().contains(.app))
  }

  @Test func aMomentThatHasNotComeIsKept() {
    var checks = DueChecks()
    checks.schedule(.app, at: moment)
    checks.markPassedDue(at: moment - .seconds(1))
    #expect(checks.removeDue().isEmpty)
    #expect(checks.next(in: Capacity(Shared(settings))) == moment)
  }

  @Test func noMomentIsAwaitedWithoutCapacity() {
    var (checks, capacity) = (DueChecks(), Capacity(Shared(settings)))
    checks.schedule(.processing, at: moment)
    #expect(checks.next(in: capacity) == moment)
    for owner: UInt32 in [1000, 1001] {
      // A request that must run at its latest date may have one run more.
      #expect(checks.next(in: capacity) == moment)
      var claim = Capacity.Claim(SlotHolder(run(of: owner), of: nil), Shared(settings))
      claim.mustRun = true
      capacity.occupyRoom(for: claim)
    }
    #expect(checks.next(in: capacity) == nil)
  }

  private func run(of owner: UInt32) -> Run {
    let request = Request(
      key: RequestKey(owner: owner, id: "task"), sequence: 1,
      Terms(Command(arguments: ["/bin/true"]), kind: .processing), submitted: moment,
      window: Window(opens: moment))
    return Run(
      id: 1, of: request, budget: .minutes(1), grace: .zero,
      started: Instant(
        wall: moment, boot: BootTime(nanoseconds: 0), awake: AwakeTime(nanoseconds: 0)),
      isForced: false)
  }
}
