import Bus
import Buses
import Descriptors
import Testing

@Suite(.enabled(if: MockService.isPossible, "needs dbus and python3-dbusmock"))
struct BusServiceTests {
  private let privateBus: PrivateBus
  private let loop = EventLoop(name: "bus-service")

  private static let name = "org.example.Lamp"
  private static let path = "/org/example/Lamp"

  init() throws {
    privateBus = try PrivateBus(isStarted: false)
  }

  @discardableResult
  private func lamp(isOn: Bool = false) throws -> MockService {
    let mock = try MockService(
      name: Self.name, path: Self.path, interface: Self.name, on: privateBus)
    let properties: [String: BusValue] = ["IsOn": .bool(isOn), "Color": .string("red")]
    try mock.add(properties, interface: Self.name)
    // Followers that have already found the service are notified.
    try mock.set(properties, interface: Self.name)
    return mock
  }

  /// The properties of the lamp that a follower receives, and the parts that it needs.
  private final class Follower {
    private let heard = Inbox<[String: BusValue]?>()
    private let loop: EventLoop
    private let bus: Bus
    private let service: BusService
    private let properties: BusProperties

    init(_ kind: Bus.Kind, _ loop: EventLoop) {
      self.loop = loop
      (bus, service, properties) = loop.sync { [heard] in
        let bus = Bus(whenThere: kind, loop: loop)
        let service = BusService(BusServiceTests.name, on: bus)
        let properties = BusProperties(
          of: BusServiceTests.path, interface: BusServiceTests.name, service: service
        ) { heard.put($0) }
        return (bus, service, properties)
      }
    }

    func next() throws -> [String: BusValue]? { try heard.next() }

    func wait(until isWanted: ([String: BusValue]?) -> Bool) throws {
      try heard.next(where: isWanted)
    }

    deinit {
      loop.sync {
        properties.stop()
        service.stop()
        bus.close()
      }
    }
  }

  private func follow() -> Follower { Follower(privateBus.kind, loop) }

  @Test func withoutABusEverythingIsAbsent() throws {
    let follower = follow()
    #expect(try follower.next() == nil)
  }

  @Test func aBusThatComesLaterIsFound() throws {
    let follower = follow()
    #expect(try follower.next() == nil)
    try privateBus.start()
    try lamp(isOn: true)
    try follower.wait { $0?["IsOn"] == .bool(true) }
  }

  @Test func anAbsentServiceIsToldOfOnce() throws {
    try privateBus.start()
    let follower = follow()
    #expect(try follower.next() == nil)
    try lamp()
    try follower.wait { $0 == ["IsOn": .bool(false), "Color": .string("red")] }
  }

  @Test func changesAreHeard() throws {
    try privateBus.start()
    let mock = try lamp()
    let follower = follow()
    #expect(try follower.next()?["IsOn"] == .bool(false))
    try mock.set(["IsOn": .bool(true)], interface: Self.name)
    #expect(try follower.next() == ["IsOn": .bool(true), "Color": .string("red")])
  }

  @Test func aPropertyThatChangedWithoutAWordHowIsReadAgain() throws {
    try privateBus.start()
    let mock = try lamp()
    let follower = follow()
    #expect(try follower.next()?["IsOn"] == .bool(false))
    // A new property, which no signal contains.
    try mock.add(["Brightness": .double(0.5)], interface: Self.name)
    try mock.emit(
      "PropertiesChanged",
      [.string(Self.name), .array(of: "{sv}", []), .strings(["Brightness"])],
      interface: "org.freedesktop.DBus.Properties")
    #expect(try follower.next()?["Brightness"]?.number == 0.5)
  }

  /// Any client may send a signal to another one directly, also one that the name has no owner any more.
  @Test(.enabled(if: Command.isThere("/usr/bin/dbus-send"), "needs dbus-send"))
  func onlyTheBusSaysWhoOwnsTheName() throws {
    try privateBus.start()
    let mock = try lamp()
    let follower = follow()
    #expect(try follower.next()?["IsOn"] == .bool(false))
    let names = try BusClient(privateBus).call(
      BusCall(
        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus", member: "ListNames"))
    for name in names.first?.elements.compactMap(\.text) ?? [] where name.hasPrefix(":") {
      try Command.run(
        "dbus-send", "--bus=\(privateBus.address)", "--type=signal", "--dest=\(name)",
        "/org/freedesktop/DBus", "org.freedesktop.DBus.NameOwnerChanged", "string:\(Self.name)",
        "string:", "string:")
    }
    try mock.set(["IsOn": .bool(true)], interface: Self.name)
    #expect(try follower.next() == ["IsOn": .bool(true), "Color": .string("red")])
  }

  @Test func whatOthersSayInItsNameIsNotHeard() throws {
    try privateBus.start()
    let mock = try lamp()
    let impostor = try MockService(
      name: "org.example.Impostor", path: Self.path, interface: Self.name, on: privateBus)
    let follower = follow()
    #expect(try follower.next()?["IsOn"] == .bool(false))
    try impostor.add(["IsOn": .bool(false)], interface: Self.name)
    try impostor.set(["IsOn": .bool(true)], interface: Self.name)
    try mock.set(["Color": .string("blue")], interface: Self.name)
    #expect(try follower.next() == ["IsOn": .bool(false), "Color": .string("blue")])
  }

  @Test func aServiceThatIsStartedAgainIsReadAgain() throws {
    try privateBus.start()
    let mock = try lamp()
    let follower = follow()
    #expect(try follower.next()?["IsOn"] == .bool(false))
    try mock.stop()
    #expect(try follower.next() == nil)
    try lamp(isOn: true)
    try follower.wait { $0?["IsOn"] == .bool(true) }
  }

  @Test func aBusThatIsKilledAndStartedAgainIsFound() throws {
    try privateBus.start()
    try lamp()
    let follower = follow()
    try follower.wait { $0 != nil }
    privateBus.kill()
    try follower.wait { $0 == nil }
    try privateBus.start()
    try lamp(isOn: true)
    try follower.wait { $0?["IsOn"] == .bool(true) }
  }

  @Test func nobodyIsStarted() throws {
    try privateBus.start()
    let marker = privateBus.serviceDirectory + "/started"
    try privateBus.offer(Self.name, program: "/usr/bin/touch \(marker)")
    let follower = follow()
    #expect(try follower.next() == nil)
    // A call by the service object itself, which is made too early or too late.
    let answer = Inbox<Result<[BusValue], BusError>>()
    let bus = loop.sync { Bus(whenThere: privateBus.kind, loop: loop) }
    let service = loop.sync { BusService(Self.name, on: bus) }
    loop.sync {
      service.call("Switch", path: Self.path, interface: Self.name) { answer.put($0) }
    }
    guard case .failure(let error) = try answer.next() else {
      Issue.record("the call was answered")
      return
    }
    #expect(error.isServiceAbsent)
    #expect(WrittenTree.exists(marker) == false)
  }

  @Test func aBusThatIsClosedTellsNothingMore() throws {
    try privateBus.start()
    let changes = Inbox<Bool>()
    let bus = loop.sync { Bus(whenThere: privateBus.kind, loop: loop) }
    loop.sync {
      _ = bus.follow { changes.put($0) }
      bus.close()
    }
    privateBus.kill()
    loop.sync {}
    #expect(changes.isEmpty)
  }
}
