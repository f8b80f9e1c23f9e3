import Testing

@testable import Scheduling

/// Submissions that give a width to their group, as task files do.
struct StatedWidthTests {
  private static let disk = GroupKey(owner: World.user, name: "disk")

  @discardableResult
  private func submit(_ id: String, _ width: Int?, to world: inout World) -> Refusal? {
    world.submit(id, .userInitiated) {
      $0.terms.group = "disk"
      $0.groupWidth = width
    }?.refusal
  }

  private func running(_ world: World) -> [String] { world.scheduler.runs.map(\.key.id) }

  @Test func aSubmissionSetsTheWidthOfItsGroup() {
    var world = World()
    submit("a", nil, to: &world)
    submit("b", nil, to: &world)
    #expect(running(world) == ["a"])
    submit("c", 3, to: &world)
    #expect(running(world) == ["a", "b", "c"])
    #expect(world.scheduler.group(Self.disk).width == 3)
    // A group without a width in the submission keeps its width.
    submit("d", nil, to: &world)
    #expect(world.scheduler.group(Self.disk).width == 3)
  }

  @Test func theWidthIsKeptWithoutTheRequest() {
    var world = World(.thermal(.critical))
    submit("a", 4, to: &world)
    world.send(.cancel(world.key("a"), keepsRunning: false, world.ticket()))
    world.restart()
    #expect(world.scheduler.group(Self.disk).width == 4)
  }

  @Test func theLastStatementHolds() {
    var world = World()
    submit("a", 4, to: &world)
    world.send(.setWidth(2, Self.disk, world.ticket()))
    #expect(world.scheduler.group(Self.disk).width == 2)
    submit("a", 5, to: &world)
    #expect(world.scheduler.group(Self.disk).width == 5)
  }

  @Test func aWidthThatIsNotAllowedQueuesNothing() {
    var world = World(.thermal(.critical))
    let refusal = submit("a", 0, to: &world)
    #expect(refusal?.field == "groupWidth" && refusal?.value == "0")
    #expect(!world.waits("a"))
    #expect(world.scheduler.group(Self.disk).width == 1)
    #expect(world.refusal { $0.groupWidth = 3 }?.field == "groupWidth")
  }

  @Test func aRequestThatIsKeptLeavesTheWidth() {
    var world = World(.thermal(.critical))
    submit("a", 3, to: &world)
    world.submit("a", .userInitiated) {
      $0.terms.group = "disk"
      $0.groupWidth = 7
      $0.ifPending = .keep
    }
    #expect(world.scheduler.group(Self.disk).width == 3)
  }

  @Test func anAtomicBatchThatIsRefusedLeavesTheWidth() {
    var world = World(.thermal(.critical))
    let submissions = [8, -1].map { number in
      var submission = Submission(
        owner: World.user, kind: .userInitiated, command: Command(arguments: ["/bin/true"]))
      submission.terms.group = "disk"
      submission.groupWidth = number
      return submission
    }
    world.send(
      .submitAll(
        SubmissionBatch(owner: World.user, submissions, isAtomic: true), world.ticket()))
    #expect(world.answer?.refusal?.field == "submissions[1].groupWidth")
    #expect(world.scheduler.group(Self.disk).width == 1)
    world.restart()
    #expect(world.scheduler.group(Self.disk).width == 1)
  }
}
