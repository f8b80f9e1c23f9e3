import Bus
import Buses

@testable import Devices

/// Upstream's mock of logind, with the methods that the template lacks.
struct MockLogind {
  private let service: MockService

  init(on bus: PrivateBus, longestDelayMicroseconds: UInt64 = 600_000_000) throws {
    service = try MockService(
      template: "logind", name: Logind.name, path: Logind.path, on: bus)
    try service.add(
      [
        "BlockInhibited": .string(""), "BlockWeakInhibited": .string(""),
        "LidClosed": .bool(false), "Docked": .bool(false),
        "InhibitDelayMaxUSec": .uint64(longestDelayMicroseconds),
      ], interface: Logind.manager)
  }

  func stop() throws {
    try service.stop()
  }

  func set(_ properties: [String: BusValue]) throws {
    try service.set(properties, interface: Logind.manager)
  }

  // MARK: Sessions

  /// Adds a session at the device, unless the properties say otherwise.
  func addSession(_ id: String, _ properties: [String: BusValue] = [:]) throws {
    // A source that reads too early finds a session in the background.
    try service.mock(
      "AddSession", [.string(id), .string("seat0"), .uint32(1000), .string("alice"), .bool(false)])
    let usual: [String: BusValue] = [
      "Type": .string("wayland"), "IdleSinceHintMonotonic": .uint64(1), "Active": .bool(true),
    ]
    try set(id, usual.merging(properties) { $1 })
    try service.emit(
      "SessionNew", [.string(id), .path(Self.path(id))], interface: Logind.manager)
  }

  func removeSession(_ id: String) throws {
    try service.mock("RemoveObject", [.path(Self.path(id))])
    try service.emit(
      "SessionRemoved", [.string(id), .path(Self.path(id))], interface: Logind.manager)
  }

  func set(_ session: String, _ properties: [String: BusValue]) throws {
    try service.set(properties, path: Self.path(session), interface: Logind.session)
  }

  /// Changes the idle hint without a signal, as logind does if it uses a terminal's last input.
  func setSilently(_ session: String, isIdle: Bool) throws {
    let code = "self.props['\(Logind.session)']['IdleHint'] = \(isIdle ? "True" : "False")"
    try service.mock(
      "AddMethod",
      [Logind.session, "ChangeSilently", "", "", code].map { .string($0) },
      path: Self.path(session))
    try service.call("ChangeSilently", path: Self.path(session), interface: Logind.session)
  }

  private static func path(_ session: String) -> String { "\(Logind.path)/session/\(session)" }

  // MARK: Sleep

  func prepareForSleep(_ isComing: Bool) throws {
    try set(["PreparingForSleep": .bool(isComing)])
    try service.emit("PrepareForSleep", [.bool(isComing)], interface: Logind.manager)
  }

  /// Returns four texts of each inhibitor, oldest first: what, who, why and mode.
  func inhibitors() throws -> [[String]] {
    let answer = try service.call("ListInhibitors", interface: Logind.manager)
    return (answer.first?.elements ?? []).map { $0.elements.prefix(4).compactMap(\.text) }
  }

  /// Makes the service list one inhibitor of another process, with these four values.
  func list(inhibitor texts: [String]) throws {
    let members = (texts.map { "'\($0)'" } + ["1000", "1"]).joined(separator: ", ")
    try service.mock(
      "AddMethod",
      [
        Logind.manager, "ListInhibitors", "", "a(ssssuu)",
        "ret = dbus.Array([(\(members))], signature='(ssssuu)')",
      ].map { .string($0) })
  }

  /// Polls until these are the inhibitors, in any order, since no signal reports them.
  func wait(for expected: [[String]]) throws {
    try wait { Set(try inhibitors()) == Set(expected) }
  }

  /// Polls until inhibitors have been refused `count` times.
  func waitForRefusals(_ count: Int) throws { try waitForCalls("Inhibit", count) }

  /// Polls until a method was called `count` times.
  func waitForCalls(_ method: String, _ count: Int) throws {
    try wait {
      let calls = try service.mock("GetMethodCalls", [.string(method)])
      return (calls.first?.elements.count ?? 0) >= count
    }
  }

  private func wait(until isSo: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(60)
    while try !isSo() {
      if ContinuousClock.now > end {
        throw Inbox<Void>.Missing(description: "inhibited is only \(try inhibitors())")
      }
    }
  }

  /// Makes the service refuse every inhibitor from now on.
  func refuseInhibitors() throws {
    try service.mock(
      "AddMethod",
      [
        .string(Logind.manager), .string("Inhibit"), .string("ssss"), .string("h"),
        .string(
          "raise dbus.exceptions.DBusException('Access denied', "
            + "name='org.freedesktop.DBus.Error.AccessDenied')"),
      ])
  }
}
