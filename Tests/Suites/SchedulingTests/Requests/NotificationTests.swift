import Testing

@testable import Scheduling

/// Local notifications, which are exact in any state of the device.
struct NotificationTests {
  private let id = "reminder"

  @discardableResult
  private func notify(
    _ id: String? = nil, in world: inout World, _ change: (inout Submission) -> Void = { _ in }
  ) -> Answer? {
    world.submit(id ?? self.id, .userInitiated) { submission in
      submission.terms.command = Command(arguments: [TaskClass.notifier])
      submission.terms.task = .notification(
        NotificationTerms(
          title: "Tea", subtitle: "", body: "It is ready", payload: "",
          due: WallTime(nanoseconds: 0)))
      submission.earliest = .after(.hours(1))
      change(&submission)
    }
  }

  private func run(_ id: String? = nil, of world: World) -> Run? {
    world.scheduler.run(of: world.key(id ?? self.id))
  }

  /// Each of these holds at least work that a user has begun.
  @Test(arguments: [
    [DeviceValue.thermal(.critical)], [.power(.battery), .battery(1)], [.storage(.full)],
    [.lowPower(true), .power(.battery), .battery(3)], [.load(100)],
  ])
  func nothingOfTheDeviceHoldsIt(values: [DeviceValue]) throws {
    var world = World()
    for value in values { world.set(value) }
    notify(in: &world)
    world.pass(.hours(1) - .seconds(1))
    #expect(run(of: world) == nil)
    world.pass(.seconds(1))
    #expect(try #require(run(of: world)).lateness == .zero)
  }

  @Test func withoutASessionItSaysThatItsOwnerIsNotLoggedIn() throws {
    var world = World(.path("/run/user/1000", isThere: false))
    notify(in: &world) { $0.terms.needs.paths = ["/run/user/1000"] }
    world.pass(.hours(2))
    let cause = try #require(world.explain(id)?.causes.first { $0.reason == .path })
    #expect(cause.state == "owner not logged in")
    #expect(cause.text == "/run/user/1000: missing until its owner logs in")
  }

  @Test func itNeedsNoSlotAndTakesNone() throws {
    var world = World()
    for number in 1...4 {
      world.submit("long-\(number)", .userInitiated) { $0.terms.budget = .hours(2) }
    }
    for number in 1...70 { notify("n-\(number)", in: &world) }
    world.pass(.hours(1))
    for number in 1...70 { #expect(run("n-\(number)", of: world) != nil) }
    // A fifth one waits for one of the four, and not for any of the seventy.
    world.submit("long-5", .userInitiated)
    #expect(world.reasons("long-5") == [.concurrencyLimit])
    world.finish("long-1")
    #expect(run("long-5", of: world) != nil)
  }

  @Test func aBootPutsItOffNoFurther() throws {
    var world = World()
    notify(in: &world)
    world.reboot(offline: .hours(3))
    let lateness = try #require(run(of: world)).lateness
    #expect(lateness.map { $0 >= .hours(2) && $0 < .hours(3) } == true)
  }

  @Test func whereNobodyIsLoggedInItWaits() throws {
    var world = World(.path("/run/user/1000", isThere: false))
    notify(in: &world) { $0.terms.needs.paths = ["/run/user/1000"] }
    world.pass(.hours(10))
    #expect(world.reasons(id) == [.path])
    world.set(.path("/run/user/1000", isThere: true))
    #expect(try #require(run(of: world)).lateness.map { $0 > .hours(8) } == true)
  }

  @Test func eachIntervalHasItsOwnDate() throws {
    var world = World()
    notify(in: &world) { $0.terms.every = .days(1) }
    var due = world.now.wall + .hours(1)
    for _ in 0..<3 {
      world.pass(due - world.now.wall)
      let begun = try #require(run(of: world))
      #expect(begun.task?.due == due && begun.lateness == .zero)
      world.finish(id)
      due = due + .days(1)
      #expect(world.scheduler.request(world.key(id))?.window.opens == due)
    }
    // A notification that is shown late does not delay the next one.
    world.letTimeGo(.hours(47))
    world.pass(.zero)
    world.finish(id)
    #expect(world.scheduler.request(world.key(id))?.window.opens == due + .days(1))
  }

  /// Dates on clocks two hours ahead of UTC.
  @Test(arguments: [
    (CalendarUnit.monthly, "2026-01-31T06:00:00.000Z", ["2026-03-31", "2026-05-31", "2026-07-31"]),
    (.monthly, "2026-11-30T06:00:00.000Z", ["2026-12-30", "2027-01-30", "2027-03-30"]),
    // In this zone the day has begun.
    (.monthly, "2026-11-30T22:30:00.000Z", ["2026-12-31", "2027-01-31", "2027-02-28"]),
    (.yearly, "2028-02-29T06:00:00.000Z", ["2032-02-29", "2036-02-29"]),
    (.yearly, "2026-12-24T06:00:00.000Z", ["2027-12-24"]),
  ])
  func aDayOfTheMonthOrYearComesAgain(unit: CalendarUnit, first: String, then: [String]) throws {
    let anchor = try #require(UniversalTime.parse(first))
    var date = anchor
    for day in then {
      date = unit.next(of: anchor, after: date, zoneSeconds: 7200)
      #expect(UniversalTime.text(date) == day + first.dropFirst(10))
    }
    let earlier = unit.anchor(anchor, notAfter: anchor - .days(1), zoneSeconds: 7200)
    #expect(unit.next(of: earlier, after: anchor - .seconds(1), zoneSeconds: 7200) == anchor)
  }

  @Test func aMonthlyOneIsShownOnItsDayAlone() throws {
    var world = World()
    let terms = NotificationTerms(
      title: "Rent", subtitle: "", body: "", payload: "", due: WallTime(nanoseconds: 0),
      repeats: .monthly)
    notify(in: &world) { $0.terms.task = .notification(terms) }
    #expect(
      notify(in: &world) { submission in
        submission.terms.task = .notification(terms)
        submission.terms.every = .days(1)
      }?.refusal?.field == "every")
    for _ in 0..<3 {
      let request = try #require(world.scheduler.request(world.key(id)))
      let due = request.window.opens
      world.pass(due - .seconds(1) - world.now.wall)
      #expect(run(of: world) == nil)
      world.pass(.seconds(1))
      #expect(try #require(run(of: world)).task?.due == due)
      world.finish(id)
      let next = try #require(world.scheduler.request(world.key(id))?.window.opens)
      #expect(next == CalendarUnit.monthly.next(of: due, after: due, zoneSeconds: 0))
      #expect(next > due + .days(27))
    }
    // All notifications missed while the machine was off are shown as one. The time of day is kept when clocks are set.
    world.letTimeGo(.days(80))
    world.pass(.zero)
    world.finish(id)
    let opens = try #require(world.scheduler.request(world.key(id))?.window.opens)
    #expect(opens > world.now.wall && opens < world.now.wall + .days(32))
    world.send(.zone(secondsFromUTC: 3600))
    #expect(world.scheduler.request(world.key(id))?.window.opens == opens - .hours(1))
  }

  @Test func anAppNeedsItsUsersConsent() {
    var world = World()
    world.register("tea") { app in
      app.installation = Installation(program: Command(arguments: ["/opt/tea"]))
    }
    let name = TaskClass.notificationPrefix + "a"
    #expect(
      notify(name, in: &world) { $0.app = "tea" }?.refusal?.message.contains("allow tea notify")
        == true)
    world.tell("tea", .consented(.notify, isGiven: true))
    #expect(notify(name, in: &world) { $0.app = "tea" }?.refusal == nil)
    world.tell("tea", .consented(.observe, isGiven: false))
    #expect(world.scheduler.request(world.key(name, app: "tea")) != nil)
    world.tell("tea", .consented(.notify, isGiven: false))
    #expect(world.removals(name) == [.cancelled])
    world.register("plain")
    #expect(notify(name, in: &world) { $0.app = "plain" }?.refusal?.field == "app")
  }

  @Test func whatItSaidIsForgottenWithItsRun() throws {
    var world = World()
    notify(in: &world) { $0.earliest = nil }
    world.finish(id)
    let ended = world.history.compactMap {
      if case .afterCommit(.announce(.ended(let run, _))) = $0.effect { run } else { nil }
    }
    #expect(ended.first?.task?.notification?.title == "" && ended.first?.task?.due != nil)
  }

  @Test func whatItMustBeIsSaid() {
    var world = World()
    let gates: [(String, (inout Submission) -> Void)] = [
      ("requires", { $0.terms.requires = .power }),
      ("requires", { $0.terms.needs.networks = ["home"] }),
      ("prefers", { $0.terms.prefers = .idle }),
      ("latest", { $0.latest = .after(.hours(2)) }), ("group", { $0.terms.group = "g" }),
      ("condition", { $0.terms.needs.condition = "true" }),
      ("kind", { $0.terms.namedKind = .utility }),
    ]
    for (field, change) in gates { #expect(notify(in: &world, change)?.refusal?.field == field) }
    for text in ["", "a\0", String(repeating: "x", count: 2000)] {
      let refused = notify(in: &world) { submission in
        submission.terms.task = .notification(
          NotificationTerms(
            title: text, subtitle: "", body: "", payload: "", due: WallTime(nanoseconds: 0)))
      }
      #expect(refused?.refusal?.field == "task.title")
    }
  }
}
