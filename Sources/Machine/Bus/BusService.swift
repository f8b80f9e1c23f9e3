import Descriptors

/// A service, followed by its well-known name: its owner, its end, its return, and the loss of the bus. A follower
/// never starts the service.
///
/// It follows the service from its creation until `stop`.
package final class BusService {
  package let name: String
  package let bus: Bus
  /// The connection that owns the name, such as `:1.7`; `nil` if none does.
  package private(set) var nameOwner: String?
  /// Whether the owner of the name has been determined.
  package private(set) var isNameOwnerKnown = false
  private var followers = Listeners<String?>()
  private var changes: BusMatch?
  private var connection: ListenerID?

  /// The time after which a service without an answer counts as absent, until it answers.
  package static let firstAnswerSeconds = 1.5
  /// The interface through which every object reports its properties (D-Bus specification).
  package static let properties = "org.freedesktop.DBus.Properties"

  /// Follows the owner of the well-known name `name` from now on. The name has no owner while the bus is not connected.
  package init(_ name: String, on bus: Bus) {
    self.name = name
    self.bus = bus
    changes = bus.match(
      "type='signal',sender='\(Self.broker)',path='\(Self.brokerPath)',"
        + "interface='\(Self.broker)',member='NameOwnerChanged',arg0='\(name)'"
    ) { [weak self] signal in
      // The rule does not ensure the sender: any client can send a signal to this connection directly, and sd-bus
      // compares only the other parts of the rule. The bus itself sets the senders.
      guard signal.sender == Self.broker, signal.arguments.count > 2 else { return }
      // The name, its old owner and its new owner.
      self?.storeNameOwner(signal.arguments[2].text)
    }
    connection = bus.follow { [weak self] isConnected in
      if isConnected {
        self?.queryNameOwner(Self.firstAnswerSeconds)
      } else {
        self?.storeNameOwner(nil)
      }
    }
    // The bus may be connected already. The signals report only changes.
    queryNameOwner(Self.firstAnswerSeconds)
  }

  /// Calls the handler with the owner of the name, as soon as it is known and at each change, until `unfollow`. Never
  /// calls it from within this call.
  package func follow(_ handler: @escaping (String?) -> Void) -> ListenerID {
    let id = followers.add(handler)
    guard isNameOwnerKnown else { return id }
    // All of this runs on the loop.
    nonisolated(unsafe) let service = self
    bus.loop.execute { service.followers.notify(to: id, service.nameOwner) }
    return id
  }

  package func unfollow(_ id: ListenerID) {
    followers.remove(id)
  }

  /// Stops following the owner of the name. No follower is called any more; matches from `match` stay until they are
  /// removed.
  package func stop() {
    followers.removeAll()
    if let changes { bus.remove(changes) }
    if let connection { bus.unfollow(connection) }
    changes = nil
    connection = nil
  }

  // MARK: Calls

  /// Calls a method of the service without starting the service. If it is absent, `reply` receives an error.
  package func call(
    _ member: String, path: String, interface: String, arguments: [BusValue] = [],
    timeoutSeconds: Double? = nil, reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    // The call is for the present owner; while the owner is unknown, for the owner at the time of the delivery.
    bus.call(
      BusCall(
        destination: nameOwner ?? name, path: path, interface: interface, member: member,
        arguments: arguments, startsService: false, timeoutSeconds: timeoutSeconds),
      reply: reply)
  }

  /// Calls a method whose answer a caller waits for. If no answer arrives within 1.5 seconds, `reply` receives the
  /// timeout, the call is repeated once, and `reply` is called again with its result. A slow service counts as absent
  /// in the meantime, so that it delays nothing.
  package func callRepeatingOnce(
    _ member: String, path: String, interface: String, arguments: [BusValue] = [],
    reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    call(
      member, path: path, interface: interface, arguments: arguments,
      timeoutSeconds: Self.firstAnswerSeconds
    ) { [weak self] result in
      reply(result)
      guard case .failure(let error) = result, error.isTimeout else { return }
      self?.call(member, path: path, interface: interface, arguments: arguments, reply: reply)
    }
  }

  /// Reads the properties of several objects.
  /// - Parameter reply: Called after all have answered, with `nil` for those that failed; immediately if there are
  ///   no objects.
  package func readProperties(
    of paths: [String], interface: String, reply: @escaping ([[String: BusValue]?]) -> Void
  ) {
    var pendingCount = paths.count
    var answers = [[String: BusValue]?](repeating: nil, count: pendingCount)
    if pendingCount == 0 { reply(answers) }
    for (index, path) in paths.enumerated() {
      call("GetAll", path: path, interface: Self.properties, arguments: [.string(interface)]) {
        answers[index] = (try? $0.get())?.first?.dictionary
        pendingCount -= 1
        if pendingCount == 0 { reply(answers) }
      }
    }
  }

  /// Calls the handler for each signal `member` of the service's present owner, until the match is removed from the
  /// bus.
  /// - Parameters:
  ///   - path: The object; `nil` for any.
  ///   - argument: The required first argument; `nil` for any.
  package func match(
    _ member: String, path: String? = nil, interface: String, argument: String? = nil,
    handler: @escaping (BusSignal) -> Void
  ) -> BusMatch {
    let rule =
      "type='signal',sender='\(name)',interface='\(interface)',member='\(member)'"
      + (path.map { ",path='\($0)'" } ?? "") + (argument.map { ",arg0='\($0)'" } ?? "")
    return bus.match(rule) { [weak self] signal in
      // The rule does not ensure this sender: the bus also delivers signals that match our other rules, and those that
      // any client sends to this connection directly.
      if let self, signal.sender == nameOwner { handler(signal) }
    }
  }

  // MARK: The owner of the name

  private static let broker = "org.freedesktop.DBus"
  private static let brokerPath = "/org/freedesktop/DBus"

  /// Queries the bus for the owner of the name.
  /// - Parameter timeoutSeconds: The timeout of the first query; `nil` for a repeated one, with the library's 25
  ///   seconds.
  private func queryNameOwner(_ timeoutSeconds: Double?) {
    let query = BusCall(
      destination: Self.broker, path: Self.brokerPath, interface: Self.broker,
      member: "GetNameOwner", arguments: [.string(name)], timeoutSeconds: timeoutSeconds)
    bus.call(query) { [weak self] result in
      self?.handleReply(result, isFirst: timeoutSeconds != nil)
    }
  }

  /// Applies the answer to an owner query; any error counts as an absent service. After a timeout of the first query,
  /// queries again with a longer timeout.
  private func handleReply(_ answer: Result<[BusValue], BusError>, isFirst: Bool) {
    switch answer {
    case .success(let values): storeNameOwner(values.first?.text)
    case .failure(let error):
      storeNameOwner(nil)
      if isFirst, error.isTimeout { queryNameOwner(nil) }
    }
  }

  /// Stores the owner of the service's name, and notifies the followers if it has changed or was unknown. `nil` or an
  /// empty name means that there is none.
  private func storeNameOwner(_ connectionName: String?) {
    let newOwner = connectionName?.isEmpty == false ? connectionName : nil
    guard !isNameOwnerKnown || newOwner != nameOwner else { return }
    isNameOwnerKnown = true
    nameOwner = newOwner
    followers.notify(newOwner)
  }
}
