import Testing

@testable import Scheduling

struct LaneTableTests {
  private let moment = WallTime(seconds: 1_772_433_000)
  private let room = Room(Settings())

  /// Or the scheduler would ask to be asked at once, again and again, while a look at the machine is
  /// awaited.
  @Test func aMomentThatHasComeIsAwaitedNoLonger() {
    var lanes = LaneTable()
    lanes.lookAgain(at: .app, moment)
    #expect(lanes.next(in: room) == moment)
    lanes.follow(moment)
    #expect(lanes.next(in: room) == nil)
    #expect(lanes.takeDue() == [.app])
  }

  @Test func aMomentThatHasNotComeIsKept() {
    var lanes = LaneTable()
    lanes.lookAgain(at: .app, moment)
    lanes.follow(moment - .seconds(1))
    #expect(lanes.takeDue().isEmpty)
    #expect(lanes.next(in: room) == moment)
  }

  @Test func noMomentIsAwaitedWithoutRoom() {
    var (lanes, room) = (LaneTable(), room)
    lanes.lookAgain(at: .processing, moment)
    #expect(lanes.next(in: room) == moment)
    for owner: UInt32 in [1000, 1001] {
      // What insists on its date may have one more.
      #expect(lanes.next(in: room) == moment)
      room.take(Room.Place(lane: .processing, group: nil, owner: owner, isForced: false))
    }
    #expect(lanes.next(in: room) == nil)
  }
}
