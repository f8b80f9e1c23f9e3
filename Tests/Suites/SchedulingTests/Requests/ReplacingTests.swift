import Testing

@testable import Scheduling

/// A request from a task file, or for an adopted timer, is not replaced by a submission under its id.
struct ReplacingTests {
  private static let file = Declaration(file: "/etc/rubato/tasks.d/task.yaml", digest: "1")
  private static let timer = AdoptedTimer(
    name: "fstrim.timer", fileState: "enabled", wasActive: true)

  private func world(_ change: @escaping (inout Submission) -> Void, isRunning: Bool) -> World {
    var world = World()
    world.submit("task") { submission in
      submission.terms.every = .hours(2)
      if !isRunning { submission.earliest = .after(.hours(1)) }
      change(&submission)
    }
    #expect(world.isRunning("task") == isRunning)
    return world
  }

  @Test(arguments: [false, true])
  func keepLeavesADeclaredRequestWhetherItWaitsOrRuns(isRunning: Bool) {
    var world = world({ $0.terms.declaration = Self.file }, isRunning: isRunning)
    let before = world.scheduler.request(world.key("task"))
    let answer = world.submit("task") { $0.ifPending = .keep }
    guard case .accepted(let acceptance) = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(acceptance.kept && acceptance.request == before)
    #expect(world.scheduler.request(world.key("task")) == before)
  }

  @Test(arguments: [false, true])
  func keepLeavesAnAdoptedTimerWhetherItWaitsOrRuns(isRunning: Bool) {
    var world = world({ $0.terms.timer = Self.timer }, isRunning: isRunning)
    world.submit("task") { $0.ifPending = .keep }
    #expect(world.scheduler.request(world.key("task"))?.terms.timer == Self.timer)
    if isRunning { world.finish("task") }
    #expect(world.scheduler.request(world.key("task"))?.terms.timer == Self.timer)
  }

  @Test(arguments: [false, true])
  func aDeclaredRequestIsReplacedByItsFileOnly(isRunning: Bool) {
    var world = world({ $0.terms.declaration = Self.file }, isRunning: isRunning)
    let refusal = world.refusal { $0.replacesRunning = true }
    #expect(refusal?.field == "id" && refusal?.value == "task")
    #expect(refusal?.message.contains(Self.file.file) == true)
    #expect(world.refusal { $0.terms.timer = Self.timer } != nil)
    let changed = Declaration(file: Self.file.file, digest: "2")
    #expect(world.refusal { $0.terms.declaration = changed } == nil)
    #expect(world.scheduler.request(world.key("task"))?.terms.declaration == changed)
  }

  @Test(arguments: [false, true])
  func anAdoptedTimerKeepsItsPlaceUntilItIsReleased(isRunning: Bool) {
    var world = world({ $0.terms.timer = Self.timer }, isRunning: isRunning)
    let other = AdoptedTimer(name: "other.timer", fileState: "enabled", wasActive: true)
    #expect(world.refusal { _ in }?.message.contains("rubatoctl release fstrim.timer") == true)
    #expect(world.refusal { $0.terms.timer = other }?.code == .held)
    #expect(world.refusal { $0.terms.declaration = Self.file }?.code == .held)
    #expect(world.scheduler.request(world.key("task"))?.terms.timer == Self.timer)
    #expect(world.refusal { $0.terms.timer = Self.timer } == nil)
  }

  @Test(arguments: [false, true])
  func keepLeavesWhatComesBackWhetherItWaitsOrRuns(isRunning: Bool) {
    var world = world({ _ in }, isRunning: isRunning)
    let before = world.scheduler.request(world.key("task"))
    let answer = world.submit("task") { $0.ifPending = .keep }
    #expect(answer?.acceptance?.kept == true)
    #expect(world.scheduler.request(world.key("task")) == before)
  }
}
