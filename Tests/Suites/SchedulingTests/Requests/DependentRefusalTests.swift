import Testing

@testable import Scheduling

/// Refusals of requests that follow others.
struct DependentRefusalTests {
  private func submit(_ id: String, after ids: String..., to world: inout World) {
    let answer = world.submit(id) { $0.terms.needs.predecessors.toComplete = ids }
    #expect(answer?.acceptance != nil, "\(String(describing: answer))")
  }

  @Test func unknownIdsAndCyclesAreRefusedByName() {
    var world = World(.power(.battery), .battery(80))
    world.submit("backup") { $0.terms.requires = .power }
    let unknown = world.refusal(of: "b") { $0.terms.needs.predecessors.toComplete = ["bakup"] }
    #expect(unknown?.code == .notFound)
    #expect(unknown?.message.contains("did you mean 'backup'?") == true)
    let own = world.refusal(of: "b") { $0.terms.needs.predecessors.toComplete = ["b"] }
    #expect(own?.message.contains("'b' would follow itself: b after b;") == true)
    submit("b", after: "backup", to: &world)
    submit("c", after: "b", to: &world)
    let cycle = world.refusal(of: "backup") { $0.terms.needs.predecessors.toEnd = ["c"] }
    #expect(cycle?.message.contains("backup after c after b after backup;") == true)
    // The refused submission has no effect.
    #expect(world.explain("backup")?.reasons == [.power])
  }

  @Test func aLongCycleIsNotNamedWhole() {
    var world = World(.power(.battery), .battery(80))
    world.submit("r0") { $0.terms.requires = .power }
    for number in 1..<50 { submit("r\(number)", after: "r\(number - 1)", to: &world) }
    let cycle = world.refusal(of: "r0") { $0.terms.needs.predecessors.toComplete = ["r49"] }
    #expect(cycle?.message.contains("r0 after r49 after r48") == true)
    #expect(cycle?.message.contains("42 more after r0") == true)
  }

  @Test(arguments: ["every", "on", "whenChanged", "exact"])
  func otherBeginningsAreRefused(field: String) throws {
    var world = World()
    world.submit("a")
    let event = try #require(CalendarEvent(stored: "daily"))
    let refusal = world.refusal(of: "b") {
      $0.terms.needs.predecessors.toComplete = ["a"]
      switch field {
      case "every": $0.terms.every = .hours(1)
      case "on": $0.terms.calendar = [event]
      case "whenChanged": $0.terms.needs.changes.watched = ["mail"]
      default:
        $0.earliest = .after(.hours(1))
        $0.terms.run.isExact = true
      }
    }
    #expect(refusal?.field == "after")
    #expect(refusal?.message.contains("after and `\(field)` exclude each other") == true)
  }

  @Test func tooManyAndUnnameableIdsAreRefused() {
    var world = World()
    world.submit("a")
    let many = world.refusal(of: "b") {
      $0.terms.needs.predecessors.toComplete = (0..<17).map { "a\($0)" }
    }
    #expect(many?.message.contains("at most 16") == true)
    let bad = world.refusal(of: "b") { $0.terms.needs.predecessors.toEnd = ["a/b"] }
    #expect(bad?.field == "afterAny")
    let both = world.refusal(of: "b") {
      $0.terms.needs.predecessors.toComplete = ["a"]
      $0.terms.needs.predecessors.toEnd = ["a"]
    }
    #expect(both?.field == "afterAny")
  }
}
