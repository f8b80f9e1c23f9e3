import Testing

@testable import Scheduling

/// Requests at an exact time, which wait only for their requirements. The clock begins on Monday, 2 March 2026, at
/// 06:30.
struct ExactTimeTests {
  private func submit(
    _ id: String, to world: inout World, _ kind: Kind = .maintenance,
    _ change: (inout Submission) -> Void = { _ in }
  ) {
    let answer = world.submit(id, kind) {
      $0.earliest = .after(.hours(2))
      $0.terms.run.isExact = true
      change(&$0)
    }
    #expect(answer?.acceptance != nil, "\(String(describing: answer))")
  }

  @Test(arguments: [Kind.maintenance, .processing, .refresh, .utility, .userInitiated])
  func startsAtItsTimeWhateverTheDevice(kind: Kind) {
    var world = World()
    let begin = world.now
    submit("report", to: &world, kind)
    world.set([
      .power(.battery), .battery(3), .thermal(.serious), .lowPower(true), .network(Network.none),
    ])
    world.pass(.hours(2) - .seconds(1))
    #expect(world.reasons("report") == [.earliest])
    world.pass(.seconds(1))
    #expect(world.starts(of: "report", after: begin) == [7200])
    // The same conditions do not stop the run.
    world.pass(.seconds(10))
    #expect(world.isRunning("report"))
    world.finish("report")
    #expect(world.scheduler.request(world.key("report")) == nil)
  }

  @Test func waitsForWhatItRequires() {
    var world = World()
    submit("report", to: &world) { $0.terms.requires = .network }
    world.set(.network(Network.none))
    world.pass(.hours(3))
    #expect(world.reasons("report") == [.network])
    world.set(.network(.wifi))
    #expect(world.isRunning("report"))
  }

  @Test func holdsNoSlotAndWaitsForNone() {
    var world = World()
    submit("report", to: &world)
    for number in 0..<8 { world.submit("busy-\(number)", .maintenance) }
    world.pass(.hours(2))
    #expect(world.isRunning("report"))
    let running = (0..<8).filter { world.isRunning("busy-\($0)") }.count
    #expect(running == world.scheduler.settings.maintenanceRunsAtOnce)
  }

  /// A group keeps runs apart that must not run at the same time.
  @Test func waitsForItsGroupAndKeepsItsPlaceInIt() {
    var world = World()
    submit("report", to: &world) {
      $0.terms.group = "disk"
      $0.earliest = .after(.minutes(5))
    }
    world.submit("scrub", .utility) { $0.terms.group = "disk" }
    #expect(world.isRunning("scrub"))
    world.pass(.minutes(5))
    #expect(world.reasons("report") == [.group])
    world.finish("scrub")
    #expect(world.isRunning("report"))
    world.submit("scrub", .utility) { $0.terms.group = "disk" }
    #expect(world.reasons("scrub") == [.group])
  }

  @Test func aLateOneStartsAsSoonAsPossible() {
    var world = World()
    submit("report", to: &world)
    world.reboot(offline: .days(5))
    #expect(world.isRunning("report"))
  }

  @Test func aLateOneCanBeSkipped() {
    var world = World()
    submit("report", to: &world) { $0.terms.atLatest = .drop }
    world.reboot(offline: .hours(3))
    #expect(!world.isRunning("report"))
    #expect(world.scheduler.request(world.key("report")) == nil)
  }

  @Test func startsAtEachDateOfACalendar() throws {
    var world = World(.power(.battery), .battery(30))
    let begin = world.now
    let event = try #require(CalendarEvent("09:00"))
    world.submit("report", .maintenance) {
      $0.terms.calendar = [event]
      $0.terms.run.isExact = true
      $0.terms.atLatest = .drop
    }
    for _ in 1...3 {
      world.passUntilRunning("report")
      world.pass(.minutes(5))
      world.finish("report")
    }
    #expect(world.starts(of: "report", after: begin) == [9000, 95_400, 181_800])
    // The fourth date is missed, and no run is added for it.
    world.set(.power(.battery))
    world.reboot(offline: .days(1) + .hours(2))
    #expect(!world.isRunning("report"))
    let opens = try #require(world.scheduler.request(world.key("report"))?.window.opens)
    #expect(UniversalTime.text(opens) == "2026-03-06T09:00:00.000Z")
  }

  @Test func startsAtTheBeginningOfEachInterval() {
    var world = World(.power(.battery), .battery(30))
    let begin = world.now
    submit("report", to: &world) { $0.terms.every = .hours(1) }
    for _ in 1...3 {
      world.passUntilRunning("report")
      world.pass(.minutes(20))
      world.finish("report")
    }
    #expect(world.starts(of: "report", after: begin) == [7200, 10_800, 14_400])
  }

  @Test func itsExplanationSaysSo() throws {
    var world = World(.power(.battery), .battery(3))
    submit("report", to: &world)
    let explanation = try #require(world.explain("report"))
    #expect(explanation.causes.map(\.reason) == [.earliest])
  }

  @Test func whatContradictsItIsRefused() throws {
    var world = World()
    let changes: [(String, (inout Submission) -> Void)] = [
      ("exact", { $0.earliest = nil }),
      ("exact", { $0.terms.needs.changes.watched = ["mail"] }),
      ("prefers", { $0.terms.prefers = .power }),
      ("flex", { ($0.terms.every, $0.terms.flex) = (.days(1), .hours(1)) }),
    ]
    for (field, change) in changes {
      let refusal = world.refusal {
        $0.earliest = .after(.hours(2))
        $0.terms.run.isExact = true
        change(&$0)
      }
      #expect(refusal?.field == field)
    }
  }

  @Test func itHasNoWarningOfAShortWindow() throws {
    var world = World()
    submit("report", to: &world, .refresh) { $0.terms.atLatest = .drop }
    let request = try #require(world.scheduler.request(world.key("report")))
    #expect(request.warnings(world.scheduler.settings).isEmpty)
  }
}
