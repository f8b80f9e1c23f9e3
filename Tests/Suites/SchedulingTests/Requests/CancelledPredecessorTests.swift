import Testing

@testable import Scheduling

/// The answer to the cancellation of a request that others follow.
struct CancelledPredecessorTests {
  @Test func anAnswerToACancelNamesTheRequestsThatFailWithIt() {
    var world = World()
    world.submit("a") { $0.earliest = .after(.hours(1)) }
    world.submit("z") { $0.earliest = .after(.hours(1)) }
    world.submit("b") { $0.terms.needs.predecessors.toComplete = ["a"] }
    world.submit("c") { $0.terms.needs.predecessors.toComplete = ["b"] }
    world.submit("other") { $0.terms.needs.predecessors.toComplete = ["z"] }
    world.cancel("a")
    guard case .done(stopping: nil, let failed) = world.answer else {
      Issue.record("\(String(describing: world.answer))")
      return
    }
    #expect(failed.map(\.id) == ["b", "c"])
    #expect(world.scheduler.failedRequest(world.key("b")) != nil)
    #expect(world.scheduler.failedRequest(world.key("other")) == nil)
    world.cancel("z")
    guard case .done(_, let later) = world.answer else { return }
    #expect(later.map(\.id) == ["other"])
  }
}
