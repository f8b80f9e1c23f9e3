import Descriptors

/// A service, followed by its well-known name: who owns it, through its end, its return, and the
/// loss of the bus. Whoever follows a service never starts it.
///
/// It follows from its making until `stop`.
package final class BusService {
  package let name: String
  package let bus: Bus
  /// The connection that owns the name, such as `:1.7`; nil while nobody does.
  package private(set) var owner: String?
  /// Whether it has been found out who owns the name.
  package private(set) var isKnown = false
  private var followers = Listeners<String?>()
  private var changes: BusMatch?
  private var connection: ListenerID?

  /// What does not answer within this time counts as absent, until it does.
  package static let firstAnswerSeconds = 1.5
  /// The interface by which every object tells its properties (D-Bus specification).
  package static let properties = "org.freedesktop.DBus.Properties"

  package init(_ name: String, on bus: Bus) {
    self.name = name
    self.bus = bus
    changes = bus.match(
      "type='signal',sender='\(Self.broker)',path='\(Self.brokerPath)',"
        + "interface='\(Self.broker)',member='NameOwnerChanged',arg0='\(name)'"
    ) { [weak self] signal in
      guard signal.arguments.count > 2 else { return }
      self?.take(signal.arguments[2].text)
    }
    connection = bus.follow { [weak self] isConnected in
      if isConnected { self?.askForOwner(Self.firstAnswerSeconds) } else { self?.take(nil) }
    }
    askForOwner(Self.firstAnswerSeconds)
  }

  /// Has the handler called with the owner: as soon as it is known, and at each change, until
  /// `unfollow`. Never from within this call.
  package func follow(_ handler: @escaping (String?) -> Void) -> ListenerID {
    let id = followers.add(handler)
    guard isKnown else { return id }
    // Everything happens on the loop.
    nonisolated(unsafe) let service = self
    bus.loop.execute { service.followers.tell(to: id, service.owner) }
    return id
  }

  package func unfollow(_ id: ListenerID) {
    followers.remove(id)
  }

  package func stop() {
    followers.removeAll()
    if let changes { bus.remove(changes) }
    if let connection { bus.unfollow(connection) }
    changes = nil
    connection = nil
  }

  // MARK: Talking to it

  /// Calls the service, unless it is absent.
  package func call(
    _ member: String, path: String, interface: String, arguments: [BusValue] = [],
    timeoutSeconds: Double? = nil, reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    bus.call(
      BusCall(
        destination: owner ?? name, path: path, interface: interface, member: member,
        arguments: arguments, startsService: false, timeoutSeconds: timeoutSeconds),
      reply: reply)
  }

  /// Asks the service something that somebody waits for. Where there is no answer at once, `reply`
  /// hears of that failure first, and of the answer when it comes.
  package func ask(
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

  /// Asks several objects for their properties.
  /// - Parameter reply: called once all have answered, with nil for those that could not: at once
  ///   where there are none.
  package func askAll(
    _ paths: [String], interface: String, reply: @escaping ([[String: BusValue]?]) -> Void
  ) {
    var missing = paths.count
    var answers = [[String: BusValue]?](repeating: nil, count: missing)
    if missing == 0 { reply(answers) }
    for (index, path) in paths.enumerated() {
      call("GetAll", path: path, interface: Self.properties, arguments: [.string(interface)]) {
        answers[index] = (try? $0.get())?.first?.dictionary
        missing -= 1
        if missing == 0 { reply(answers) }
      }
    }
  }

  /// Has the handler called for each such signal of the service, until it is removed from the bus.
  /// - Parameters:
  ///   - path: the object; nil for any.
  ///   - argument: what the first argument must be; nil for anything.
  package func match(
    _ member: String, path: String? = nil, interface: String, argument: String? = nil,
    handler: @escaping (BusSignal) -> Void
  ) -> BusMatch {
    let rule =
      "type='signal',sender='\(name)',interface='\(interface)',member='\(member)'"
      + (path.map { ",path='\($0)'" } ?? "") + (argument.map { ",arg0='\($0)'" } ?? "")
    return bus.match(rule) { [weak self] signal in
      // The bus has chosen for us, but sends what other rules of ours let through as well.
      if let self, signal.sender == owner { handler(signal) }
    }
  }

  // MARK: Its owner

  private static let broker = "org.freedesktop.DBus"
  private static let brokerPath = "/org/freedesktop/DBus"

  private func askForOwner(_ timeoutSeconds: Double?) {
    let question = BusCall(
      destination: Self.broker, path: Self.brokerPath, interface: Self.broker,
      member: "GetNameOwner", arguments: [.string(name)], timeoutSeconds: timeoutSeconds)
    bus.call(question) { [weak self] result in self?.take(result, isFirst: timeoutSeconds != nil) }
  }

  private func take(_ answer: Result<[BusValue], BusError>, isFirst: Bool) {
    switch answer {
    case .success(let values): take(values.first?.text)
    case .failure(let error):
      take(nil)
      if isFirst, error.isTimeout { askForOwner(nil) }
    }
  }

  /// The empty name is nobody's.
  private func take(_ name: String?) {
    let next = name?.isEmpty == false ? name : nil
    guard !isKnown || next != owner else { return }
    isKnown = true
    owner = next
    followers.tell(next)
  }
}
