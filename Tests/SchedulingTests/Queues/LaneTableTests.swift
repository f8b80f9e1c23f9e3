import Testing

@testable import Scheduling

struct LaneTableTests {
  private let moment = WallTime(seconds: 1_772_433_000)

  /// Or the scheduler would ask to be asked at once, again and again, while a look at the machine is
  /// awaited.
  @Test func aMomentThatHasComeIsAwaitedNoLonger() {
    var lanes = LaneTable()
    lanes.lookAgain(at: .app, moment)
    #expect(lanes.next(of: [.app]) == moment)
    lanes.follow(moment)
    #expect(lanes.next(of: [.app]) == nil)
    #expect(lanes.takeDue() == [.app])
  }

  @Test func aMomentThatHasNotComeIsKept() {
    var lanes = LaneTable()
    lanes.lookAgain(at: .app, moment)
    lanes.follow(moment - .seconds(1))
    #expect(lanes.takeDue().isEmpty)
    #expect(lanes.next(of: [.app]) == moment)
  }
}
