import Testing

@testable import Scheduling

struct DueLooksTests {
  private let moment = WallTime(seconds: 1_772_433_000)
  private let settings = Settings()

  /// Or the scheduler would ask to be asked at once, again and again, while a look at the machine is
  /// awaited.
  @Test func aMomentThatHasComeIsAwaitedNoLonger() {
    var looks = DueLooks()
    looks.lookAgain(at: .app, moment)
    #expect(looks.next(in: Capacity(settings)) == moment)
    looks.follow(moment)
    #expect(looks.next(in: Capacity(settings)) == nil)
    #expect(looks.takeDue() == [.app])
  }

  @Test func aMomentThatHasNotComeIsKept() {
    var looks = DueLooks()
    looks.lookAgain(at: .app, moment)
    looks.follow(moment - .seconds(1))
    #expect(looks.takeDue().isEmpty)
    #expect(looks.next(in: Capacity(settings)) == moment)
  }

  @Test func noMomentIsAwaitedWithoutCapacity() {
    var (looks, capacity) = (DueLooks(), Capacity(settings))
    looks.lookAgain(at: .processing, moment)
    #expect(looks.next(in: capacity) == moment)
    for owner: UInt32 in [1000, 1001] {
      // What insists on its date may have one more.
      #expect(looks.next(in: capacity) == moment)
      capacity.take(Capacity.Claim(SlotHolder(run(of: owner)), settings))
    }
    #expect(looks.next(in: capacity) == nil)
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
