import Bus
import Glibc

/// The service manager, over the bus (org.freedesktop.systemd1(5)).
///
/// The manager does not use /run/systemd/private: that interface is systemctl's own (systemd(1)).
final class UnitManager {
  let bus: Bus
  /// The connection of systemd, whose signals count: any user of the bus can send the same ones.
  private let service: BusService
  /// Ended units whose removal systemd has not confirmed yet.
  private var unconfirmedRemovals = Set<String>()
  /// Whether the bus was connected again and systemd was not found on it yet.
  private var isConnectionNew = false

  init(_ bus: Bus) {
    self.bus = bus
    service = BusService(Self.name, on: bus)
  }

  typealias Reply = (Result<[BusValue], BusError>) -> Void

  static let name = "org.freedesktop.systemd1"
  private static let path = "/org/freedesktop/systemd1"
  private static let interface = "org.freedesktop.systemd1.Manager"

  // MARK: Units

  /// Creates and starts a unit with these properties. `reply` receives the answer of systemd, which comes before the
  /// unit has started.
  func startTransient(_ unit: String, _ properties: UnitProperties, reply: @escaping Reply) {
    // "fail": a unit of ours cancels no other job, in particular not the shutdown's.
    send(
      "StartTransientUnit",
      [.string(unit), .string("fail"), properties.encoded, .array(of: "(sa(sv))", [])], reply)
  }

  func start(_ unit: String, reply: @escaping Reply) {
    send("StartUnit", [.string(unit), .string("fail")], reply)
  }

  func stop(_ unit: String, reply: @escaping Reply = { _ in }) {
    send("StopUnit", [.string(unit), .string("replace")], reply)
  }

  /// Sends a signal to every process of the unit, or to those that systemd's word `processes` selects, such as `main`.
  func kill(
    _ unit: String, _ signal: Int32, processes: String = "all", timeoutSeconds: Double? = nil,
    reply: @escaping Reply = { _ in }
  ) {
    send(
      "KillUnit", [.string(unit), .string(processes), .int32(signal)],
      timeoutSeconds: timeoutSeconds, reply)
  }

  func freeze(_ unit: String, timeoutSeconds: Double, reply: @escaping Reply) {
    send("FreezeUnit", [.string(unit)], timeoutSeconds: timeoutSeconds, reply)
  }

  func thaw(_ unit: String, reply: @escaping Reply = { _ in }) {
    send("ThawUnit", [.string(unit)], reply)
  }

  /// Makes systemd keep the unit as long as this connection exists.
  func reference(_ unit: String, reply: @escaping Reply) { send("RefUnit", [.string(unit)], reply) }

  func release(_ unit: String) { send("UnrefUnit", [.string(unit)]) }

  /// Makes systemd forget an ended unit: stops a unit that remains active after its exit, and resets a failed one.
  /// Without this, the unit would stay for ever. `followReconnections` calls it again after each loss of the bus until
  /// systemd has answered.
  func discard(_ unit: String) {
    unconfirmedRemovals.insert(unit)
    // Our units have RemainAfterExit=yes.
    stop(unit)
    send("ResetFailedUnit", [.string(unit)]) { [weak self] result in
      // Any other error is also an answer, such as that systemd does not know the unit any more.
      let hasSystemdAnswered =
        switch result {
        case .success: true
        case .failure(let error): !error.isUncertain && !error.isServiceAbsent
        }
      if hasSystemdAnswered { self?.unconfirmedRemovals.remove(unit) }
    }
  }

  // MARK: Queries

  /// Reads all properties of a unit.
  ///
  /// - Parameter timeoutSeconds: The timeout of the answer; `nil` for the library's 25 seconds.
  func readState(
    at unit: String, timeoutSeconds: Double? = nil,
    reply: @escaping (Result<UnitState, BusError>) -> Void
  ) {
    var call = Self.readCall(ofUnit: unit)
    call.timeoutSeconds = timeoutSeconds
    bus.call(call) { result in
      reply(result.map { UnitState($0.first?.dictionary ?? [:]) })
    }
  }

  func readStateAndWait(at unit: String) throws(BusError) -> UnitState {
    UnitState(try bus.callAndWait(Self.readCall(ofUnit: unit)).first?.dictionary ?? [:])
  }

  /// Returns the names of the loaded units that match the pattern. Blocks until systemd answers.
  func names(like pattern: String) throws(BusError) -> [String] {
    let reply = try bus.callAndWait(
      Self.managerCall("ListUnitsByPatterns", [.strings([]), .strings([pattern])]))
    return (reply.first?.elements ?? []).compactMap { $0.elements.first?.text }
  }

  /// Reads a property of the manager itself; `nil` if there is none. Blocks until systemd answers.
  func property(_ name: String) throws(BusError) -> BusValue? {
    try bus.callAndWait(Self.readCall(ofManagerProperty: name)).first
  }

  /// Reads the names of the environment variables that the manager passes to all processes.
  func environment(reply: @escaping (Result<[String], BusError>) -> Void) {
    bus.call(Self.readCall(ofManagerProperty: "Environment")) { result in
      reply(
        result.map { values in
          Self.strings(in: values.first).map { variable in
            String(decoding: variable.utf8.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
          }
        })
    }
  }

  /// Returns the strings of an array in a variant; empty for other values.
  private static func strings(in value: BusValue?) -> [String] {
    guard case .variant(let list) = value else { return [] }
    return list.elements.compactMap(\.text)
  }

  // MARK: Signals

  /// Makes systemd send signals.
  func subscribe(reply: @escaping Reply = { _ in }) { send("Subscribe", [], reply) }

  /// Makes systemd send signals, and blocks until it answers. That it already sends them is no error.
  func subscribeAndWait() throws(BusError) {
    do {
      _ = try bus.callAndWait(Self.managerCall("Subscribe", []))
    } catch  where error.name == "org.freedesktop.systemd1.AlreadySubscribed" {
    }
  }

  /// Calls the handler with the changed properties of only one unit, so that changes of other units do not wake an idle
  /// daemon.
  func follow(_ unit: String, handler: @escaping ([String: BusValue]) -> Void) -> BusMatch {
    service.match(
      "PropertiesChanged", path: UnitPath.of(unit), interface: BusService.properties
    ) { signal in
      // The interface, then its changed properties.
      handler(signal.arguments.count > 1 ? signal.arguments[1].dictionary : [:])
    }
  }

  /// Calls the handler when a job of a unit has ended, with the job's path, and its result as a word.
  ///
  /// Jobs of other units also wake this process, so it is used only as long as needed. The bus could filter by the name
  /// (arg2), but sd-bus then rejects the signal, because it reads only up to the first argument that is no string.
  func followJobs(of unit: String, handler: @escaping (String, String) -> Void) -> BusMatch {
    service.match("JobRemoved", path: Self.path, interface: Self.interface) { signal in
      // The number of the job, its path, its unit and its result.
      let values = signal.arguments
      guard values.count > 3, values[2].text == unit, let job = values[1].text,
        let result = values[3].text
      else { return }
      handler(job, result)
    }
  }

  /// Calls `handler` with true after a new connection, as soon as systemd is found on it. Calls it with false after the
  /// manager was restarted, as for an update of systemd, or has found the bus again, and once after the start. Before
  /// each call, repeats the requests that the loss of the bus may have lost.
  func followReconnections(handler: @escaping (_ isNewConnection: Bool) -> Void) {
    _ = bus.follow { [weak self] isConnected in
      if isConnected { self?.isConnectionNew = true }
    }
    _ = service.follow { [weak self] nameOwner in
      guard let self, nameOwner != nil else { return }
      let isNewConnection = isConnectionNew
      isConnectionNew = false
      subscribe()
      for unit in unconfirmedRemovals.sorted() { discard(unit) }
      handler(isNewConnection)
    }
  }

  /// Calls a method of the manager without waiting, and passes its answer to `reply`.
  ///
  /// - Parameter timeoutSeconds: The timeout of the answer; `nil` for the library's 25 seconds.
  private func send(
    _ member: String, _ arguments: [BusValue], timeoutSeconds: Double? = nil,
    _ reply: @escaping Reply = { _ in }
  ) {
    var call = Self.managerCall(member, arguments)
    call.timeoutSeconds = timeoutSeconds
    bus.call(call, reply: reply)
  }

  private static func managerCall(_ member: String, _ arguments: [BusValue]) -> BusCall {
    BusCall(
      destination: name, path: path, interface: interface, member: member, arguments: arguments)
  }

  /// Makes the call that reads a property of the manager itself.
  private static func readCall(ofManagerProperty name: String) -> BusCall {
    BusCall(
      destination: Self.name, path: path, interface: BusService.properties, member: "Get",
      arguments: [.string(interface), .string(name)])
  }

  /// Makes the call that reads all properties of a unit, of all its interfaces.
  private static func readCall(ofUnit unit: String) -> BusCall {
    BusCall(
      destination: name, path: UnitPath.of(unit), interface: BusService.properties,
      member: "GetAll",
      arguments: [.string("")])
  }
}
