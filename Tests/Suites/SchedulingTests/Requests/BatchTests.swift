import Testing

@testable import Scheduling

/// Submissions that are decided together.
struct BatchTests {
  private func batch(
    _ ids: [String?], isAtomic: Bool = false, isCounted: Bool = false,
    _ change: (Int, inout Submission) -> Void = { _, _ in }
  ) -> SubmissionBatch {
    let submissions = ids.enumerated().map { index, id in
      var submission = Submission(
        owner: World.user, id: id, kind: .utility, command: Command(arguments: ["/bin/true"]))
      submission.wantsExplanation = false
      change(index, &submission)
      return submission
    }
    return SubmissionBatch(
      owner: World.user, submissions, isAtomic: isAtomic, isCounted: isCounted)
  }

  /// Returns the accepted identifiers, with the refused fields in their places; `nil` if the whole batch was refused.
  private func outcomes(_ world: World) -> [String]? {
    guard case .submitted(let outcomes) = world.answer else { return nil }
    return outcomes.map { outcome in
      switch outcome {
      case .success(let acceptance): acceptance.request.key.id
      case .failure(let refusal): "refused: \(refusal.field)"
      }
    }
  }

  @Test func eachSubmissionIsDecidedByItself() {
    var world = World(.thermal(.critical))
    let batch = batch(["a", "b", "c"]) { if $0 == 1 { $1.terms.retries = -1 } }
    world.send(.submitAll(batch, world.ticket()))
    #expect(outcomes(world) == ["a", "refused: retries", "c"])
    #expect(world.waits("a") && !world.waits("b") && world.waits("c"))
  }

  @Test func anAtomicBatchWithARefusedSubmissionChangesNothing() {
    var world = World(.thermal(.critical))
    world.submit("a") { $0.terms.retries = 7 }
    let batch = batch(["a", "b", "c"], isAtomic: true) { if $0 == 2 { $1.terms.retries = -1 } }
    world.send(.submitAll(batch, world.ticket()))
    let refusal = world.answer?.refusal
    #expect(refusal?.field == "submissions[2].retries")
    #expect(refusal?.message.hasPrefix("submissions[2]: retries ") == true)
    #expect(!world.waits("b"))
    world.restart()
    #expect(world.waits("a") && !world.waits("b"))
    #expect(world.scheduler.request(world.key("a"))?.terms.retries == 7)
  }

  @Test func anAtomicBatchWithoutARefusedSubmissionIsAccepted() {
    var world = World(.thermal(.critical))
    world.send(.submitAll(batch(["a", "b"], isAtomic: true), world.ticket()))
    #expect(outcomes(world) == ["a", "b"])
    world.restart()
    #expect(world.waits("a") && world.waits("b"))
  }

  @Test func requestsWithoutIDsGetNumbersOfTheirProgram() {
    var world = World(.thermal(.critical))
    world.submit("true-4")
    world.send(.submitAll(batch([nil, nil, nil, nil]), world.ticket()))
    #expect(outcomes(world) == ["true", "true-2", "true-5", "true-6"])
  }

  @Test func aBatchCountsAsOneSubmission() {
    var world = limited(to: 2)
    let ids = (0..<50).map { "task\($0)" }
    world.send(.submitAll(batch(ids, isCounted: true), world.ticket()))
    #expect(outcomes(world) == ids)
    #expect(world.submit("more") { $0.isCounted = true }?.acceptance != nil)
    world.send(.submitAll(batch(["last"], isCounted: true), world.ticket()))
    #expect(world.answer?.refusal?.code == .limit)
    #expect(!world.waits("last"))
  }

  @Test func hundredReplacedRequestsCountAsAFurtherSubmission() {
    var world = limited(to: 4)
    let ids = (0..<200).map { "task\($0)" }
    world.send(.submitAll(batch(ids, isCounted: true), world.ticket()))
    world.send(.submitAll(batch(ids, isCounted: true), world.ticket()))
    #expect(outcomes(world) == ids)
    #expect(world.submit("more") { $0.isCounted = true }?.refusal?.code == .limit)
  }

  @Test func hundredRefusedSubmissionsCountAsAFurtherSubmission() {
    let ids = (0..<60).map { "task\($0)" }
    for (refusedBefore, isRefused) in [(39, false), (40, true)] {
      var world = limited(to: 2)
      var refused = batch(ids, isCounted: true) { $1.terms.retries = -1 }
      refused.refusedBefore = refusedBefore
      world.send(.submitAll(refused, world.ticket()))
      let answer = world.submit("more") { $0.isCounted = true }
      #expect((answer?.refusal?.code == .limit) == isRefused)
    }
  }

  @Test func anEmptyAtomicBatchCounts() {
    var world = limited(to: 1)
    world.send(.submitAll(batch([], isAtomic: true, isCounted: true), world.ticket()))
    #expect(outcomes(world) == [])
    #expect(world.submit("b") { $0.isCounted = true }?.refusal?.code == .limit)
  }

  @Test func aRefusedAtomicBatchCounts() {
    var world = limited(to: 1)
    let refused = batch(["a"], isAtomic: true, isCounted: true) { $1.terms.retries = -1 }
    world.send(.submitAll(refused, world.ticket()))
    #expect(world.answer?.refusal?.code == .invalid)
    #expect(world.submit("b") { $0.isCounted = true }?.refusal?.code == .limit)
  }

  @Test func theLimitOfQueuedRequestsAppliesWithinABatch() {
    var settings = Settings()
    settings.requestsPerUser = 3
    var world = World(settings: settings, .thermal(.critical))
    world.send(.submitAll(batch(["a", "b", "c", "d"]), world.ticket()))
    #expect(outcomes(world) == ["a", "b", "c", "refused: id"])
    world.send(.submitAll(batch(["a", "e"], isAtomic: true), world.ticket()))
    #expect(world.answer?.refusal?.code == .limit)
  }

  private func limited(to count: Int) -> World {
    var settings = Settings()
    settings.submitRates = [SubmitRate(count: count, within: .minutes(5))]
    return World(settings: settings, .thermal(.critical))
  }
}
