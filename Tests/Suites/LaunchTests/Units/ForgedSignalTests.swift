import Bus
import Buses
import Descriptors
import Foundation
import Glibc
import Testing

@testable import Launch

/// Every user of the system bus can send signals to the daemon, with the paths and the names of systemd.
@Suite(.enabled(if: BusPrograms.areInstalled, "needs dbus-daemon and dbus-send"))
final class ForgedSignalTests {
  private let bus: PrivateBus
  private let loop = EventLoop(name: "forged-signals")

  init() throws {
    bus = try PrivateBus()
  }

  private func connect() throws -> LoopConfined<Bus> {
    try loop.sync {
      Result { () throws(BusError) in
        LoopConfined(try Bus(bus.kind, loop: loop), to: loop)
      }
    }.get()
  }

  /// Calls a method of the bus itself.
  @discardableResult
  private func ask(
    _ member: String, _ arguments: [BusValue] = [], over bus: LoopConfined<Bus>
  ) throws -> [BusValue] {
    let call = BusCall(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus", member: member, arguments: arguments)
    return try loop.sync {
      Result { () throws(BusError) in try bus.value.callAndWait(call) }
    }.get()
  }

  private func connections(_ bus: LoopConfined<Bus>) throws -> [String] {
    (try ask("ListNames", over: bus).first?.elements ?? []).compactMap(\.text)
      .filter { $0.hasPrefix(":") }
  }

  /// Sends a signal with these arguments to each connection, from one that owns no name.
  private func forge(
    _ signal: String, at path: String, _ arguments: [String], to all: [String]
  ) throws {
    for connection in all {
      let sender = Process()
      sender.executableURL = URL(filePath: "/usr/bin/dbus-send")
      sender.arguments =
        ["--bus=\(bus.address)", "--type=signal", "--dest=\(connection)", path, signal] + arguments
      try sender.run()
      sender.waitUntilExit()
      #expect(sender.terminationStatus == 0)
    }
  }

  @Test func noOtherClientReportsChangesOfUnits() throws {
    let (systemd, own) = (try connect(), try connect())
    try ask("RequestName", [.string(UnitManager.name), .uint32(0)], over: systemd)
    let all = try connections(own)
    nonisolated(unsafe) var heard = [String]()
    let manager = loop.sync {
      let manager = UnitManager(own.value)
      _ = manager.follow("a.service") { _ in heard.append("change") }
      _ = manager.followJobs(of: "a.service") { _, _ in heard.append("job") }
      manager.followReconnections { _ in heard.append("start") }
      return LoopConfined(manager, to: loop)
    }
    try forge(
      "org.freedesktop.DBus.Properties.PropertiesChanged",
      at: "/org/freedesktop/systemd1/unit/a_2eservice", ["string:org.freedesktop.systemd1.Unit"],
      to: all)
    try forge(
      "org.freedesktop.systemd1.Manager.JobRemoved", at: "/org/freedesktop/systemd1",
      ["uint32:1", "objpath:/job/1", "string:a.service", "string:failed"], to: all)
    try forge(
      "org.freedesktop.DBus.NameOwnerChanged", at: "/org/freedesktop/DBus",
      ["string:\(UnitManager.name)", "string:", "string::1.99"], to: all)
    // The bus handles the signals of a connection before it notices its end.
    while try connections(own).count > all.count {}
    loop.sync {}
    // The owner of the name was found once, and has not changed.
    #expect(loop.sync { heard } == ["start"])
    loop.sync {
      manager.value.bus.close()
      systemd.value.close()
    }
  }
}

private enum BusPrograms {
  static let areInstalled = PrivateBus.isPossible && access("/usr/bin/dbus-send", X_OK) == 0
}
