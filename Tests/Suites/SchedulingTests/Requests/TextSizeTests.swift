import Testing

@testable import Scheduling

/// The maximum size of the texts of requests and apps.
struct TextSizeTests {
  private func settings(_ change: (inout Settings) -> Void) -> Settings {
    var settings = Settings()
    change(&settings)
    return settings
  }

  private func refusal(_ answer: Answer?) -> Refusal? {
    if case .refused(let refusal) = answer { refusal } else { nil }
  }

  @Test func aRequestHasALimit() {
    var world = World()
    let answer = world.submit("long", .utility) {
      let long = String(repeating: "x", count: 90_000)
      $0.terms.command.arguments = ["/bin/echo", long, long, long]
    }
    #expect(refusal(answer)?.code == .limit)
    #expect(refusal(answer)?.message.contains("the limit is 262144") == true)
    #expect(world.scheduler.allRequests.isEmpty)
    let fits = world.submit("fits", .utility) {
      let long = String(repeating: "x", count: 130_000)
      $0.terms.command.environment = ["X": long, "Y": long]
    }
    #expect(refusal(fits) == nil)
  }

  @Test func manyEmptyTextsAreNotNothing() {
    var world = World()
    let answer = world.submit("empty", .utility) {
      $0.terms.command.arguments = ["/bin/echo"] + Array(repeating: "", count: 10_000)
    }
    #expect(refusal(answer)?.code == .limit)
  }

  @Test func stepsAndVariablesCountAsWell() {
    var world = World()
    let answer = world.submit("steps", .utility) {
      $0.terms.command.arguments = []
      $0.terms.command.steps = (1...3).map {
        Step(name: "s\($0)", arguments: ["/bin/echo", String(repeating: "y", count: 90_000)])
      }
    }
    #expect(refusal(answer)?.code == .limit)
  }

  @Test func whatAUserHasInAllHasALimit() {
    var world = World(settings: settings { $0.bytesPerUser = 100_000 }, .power(.battery))
    let big = String(repeating: "z", count: 40_000)
    for id in ["a", "b"] {
      let answer = world.submit(id, .maintenance) { $0.terms.command.environment = ["Z": big] }
      #expect(refusal(answer) == nil)
    }
    let third = world.submit("c", .maintenance) { $0.terms.command.environment = ["Z": big] }
    #expect(refusal(third)?.code == .limit)
    #expect(refusal(third)?.message.contains("exceed the limit of 100000") == true)
    // Requests of another user, a replacing request, and requests that were cancelled do not count towards the limit.
    let others = world.submit("c", .maintenance) {
      $0.owner = 1001
      $0.terms.command.environment = ["Z": big]
    }
    #expect(refusal(others) == nil)
    let again = world.submit("b", .maintenance) { $0.terms.command.environment = ["Z": big] }
    #expect(refusal(again) == nil)
    world.send(.cancel(world.key("a"), keepsRunning: false, world.ticket()))
    let fits = world.submit("c", .maintenance) { $0.terms.command.environment = ["Z": big] }
    #expect(refusal(fits) == nil)
  }

  @Test func appsHaveALimitAndCountAmongTheRest() {
    var world = World(settings: settings { $0.bytesPerUser = 100_000 })
    func register(_ id: String, _ count: Int) -> Refusal? {
      var app = App(key: AppKey(owner: World.user, id: id), registered: world.now.wall)
      app.permittedIdentifiers = (0..<count).map { "identifier-\($0)" }
      world.send(.registerApp(app, world.ticket()))
      return refusal(world.answer)
    }
    #expect(register("many", 10_000)?.code == .limit)
    #expect(register("a", 1000) == nil)
    #expect(register("b", 1000) == nil)
    #expect(register("c", 1000)?.message.contains("exceed the limit") == true)
    #expect(register("b", 10) == nil)
    #expect(register("c", 1000) == nil)
  }

  @Test func aLongCommandIsRecordedInPart() throws {
    var world = World(.power(.ac))
    let long = String(repeating: "l", count: 10_000)
    world.submit("long", .utility) {
      $0.terms.command.arguments = ["/bin/echo", "first", long, "last"]
    }
    let run = try #require(world.scheduler.runs.first)
    #expect(run.arguments.prefix(2) == ["/bin/echo", "first"])
    #expect(run.arguments.count == 3)
    #expect(run.arguments.last?.hasPrefix("(2 arguments more, of 10004 bytes, checksum ") == true)
    world.finish("long", exit: 1)
    let waiting = try #require(world.scheduler.request(world.key("long")))
    #expect(waiting.terms.command.arguments.count == 4)
    #expect(waiting.progress.attempts == 1)
    // The recorded part identifies the command. A command that differs only after the recorded part is not the same.
    #expect(waiting.terms.command.wasExecuted(by: run))
    var other = waiting.terms.command
    other.arguments[3] = "lost"
    #expect(!other.wasExecuted(by: run))
    other = waiting.terms.command
    other.arguments[2...] = [long + "last"]
    #expect(!other.wasExecuted(by: run))
  }

  @Test func whatIsRefusedIsNotRepeatedInFull() {
    var world = World()
    let answer = world.submit("long", .utility) {
      $0.terms.command.directory = String(repeating: "d", count: 200_000)
    }
    #expect(refusal(answer)?.value.count == 280)
    #expect((refusal(answer)?.message.count ?? .max) < 400)
  }
}
