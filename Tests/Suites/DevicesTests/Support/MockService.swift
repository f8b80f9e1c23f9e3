import Bus
import Buses
import Foundation
import Glibc

/// A service that python-dbusmock simulates, on a private bus.
final class MockService {
  let name: String
  private let path: String
  private let client: BusClient
  private let process = Process()

  /// Whether dbusmock and dbus-daemon are installed (Debian: python3-dbusmock, dbus).
  static let isPossible =
    access("/usr/lib/python3/dist-packages/dbusmock", R_OK) == 0
    && access("/usr/bin/dbus-daemon", X_OK) == 0

  /// Starts one of upstream's templates.
  ///
  /// - Parameters:
  /// - name, path: The template's `BUS_NAME` and `MAIN_OBJ`.
  /// - parameters: JSON, for the template.
  convenience init(
    template: String, name: String, path: String, parameters: String = "{}", on bus: PrivateBus
  ) throws {
    try self.init(
      ["--template", template, "--parameters", parameters], name: name, path: path, on: bus)
  }

  /// Starts a service without objects.
  convenience init(name: String, path: String, interface: String, on bus: PrivateBus) throws {
    try self.init([name, path, interface], name: name, path: path, on: bus)
  }

  private init(_ arguments: [String], name: String, path: String, on bus: PrivateBus) throws {
    self.name = name
    self.path = path
    client = try BusClient(bus)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-m", "dbusmock", "--system"] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "DBUS_SYSTEM_BUS_ADDRESS": bus.address
    ]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    bus.services.append(self)
    // Later calls are answered after the service has created its objects.
    try client.wait(for: name, isOwned: true)
  }

  deinit {
    end()
  }

  /// Ends the service as a crash would, and waits until the bus has noticed that.
  func stop() throws {
    end()
    try client.wait(for: name, isOwned: false)
  }

  /// Makes the service answer no calls.
  func freeze() { kill(process.processIdentifier, SIGSTOP) }

  /// Makes the service answer its calls, and continue.
  func thaw() { kill(process.processIdentifier, SIGCONT) }

  private func end() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  // MARK: Simulated objects

  /// Calls a method of the mock: of dbusmock, or of its template.
  @discardableResult
  func mock(_ member: String, _ arguments: [BusValue] = [], path: String? = nil) throws
    -> [BusValue]
  {
    try client.call(
      BusCall(
        destination: name, path: path ?? self.path, interface: "org.freedesktop.DBus.Mock",
        member: member, arguments: arguments))
  }

  /// Calls a method of the service, as any client would.
  @discardableResult
  func call(
    _ member: String, _ arguments: [BusValue] = [], path: String? = nil, interface: String
  ) throws -> [BusValue] {
    try client.call(
      BusCall(
        destination: name, path: path ?? self.path, interface: interface, member: member,
        arguments: arguments))
  }

  /// Adds properties that the template lacks, without a signal.
  func add(_ properties: [String: BusValue], path: String? = nil, interface: String) throws {
    try mock("AddProperties", [.string(interface), .properties(properties)], path: path)
  }

  /// Changes properties, with one signal for all of them.
  func set(_ properties: [String: BusValue], path: String? = nil, interface: String) throws {
    try mock("UpdateProperties", [.string(interface), .properties(properties)], path: path)
  }

  /// Adds an object without methods.
  func addObject(_ path: String, interface: String, _ properties: [String: BusValue]) throws {
    try mock(
      "AddObject",
      [.string(path), .string(interface), .properties(properties), .array(of: "(ssss)", [])])
  }

  func emit(
    _ signal: String, _ arguments: [BusValue], path: String? = nil, interface: String
  ) throws {
    try mock(
      "EmitSignal",
      [
        .string(interface), .string(signal), .string(arguments.map(\.type).joined()),
        .array(of: "v", arguments.map { .variant($0) }),
      ], path: path)
  }
}

extension BusValue {
  /// A dictionary of variants.
  static func properties(_ properties: [String: BusValue]) -> BusValue {
    .array(
      of: "{sv}",
      properties.sorted { $0.key < $1.key }.map { .entry(.string($0.key), .variant($0.value)) })
  }
}
