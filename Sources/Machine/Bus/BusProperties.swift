/// The properties of one object of a service, kept up to date by its signals (D-Bus specification,
/// "org.freedesktop.DBus.Properties").
///
/// It follows the object from its creation until `stop`.
package final class BusProperties {
  package let path: String
  /// The known properties; `nil` while the service or the object is absent.
  package private(set) var properties: [String: BusValue]?
  /// Whether the properties, or their absence, are known since the service appeared.
  package private(set) var isSettled = false
  private let service: BusService
  private let interface: String
  private let handler: ([String: BusValue]?) -> Void
  /// The number of the last query: answers to earlier queries are ignored.
  private var queryNumber: UInt64 = 0
  private var isQuerying = false
  private var changes: BusMatch?
  private var presence: ListenerID?

  /// Follows the properties of the object at `path` from now on.
  /// - Parameter handler: Called with all properties as soon as they are known, and at each change; with `nil`
  ///   while the service or the object is absent. Never called from within this call.
  package init(
    of path: String, interface: String, service: BusService,
    handler: @escaping ([String: BusValue]?) -> Void
  ) {
    self.path = path
    self.interface = interface
    self.service = service
    self.handler = handler
    changes = service.match(
      "PropertiesChanged", path: path, interface: BusService.properties, argument: interface
    ) { [weak self] signal in self?.applyChanges(in: signal) }
    presence = service.follow { [weak self] in self?.handleNameOwner($0) }
  }

  /// Stops following the object. The handler is not called any more, and pending answers are ignored.
  package func stop() {
    if let changes { service.bus.remove(changes) }
    if let presence { service.unfollow(presence) }
    changes = nil
    presence = nil
    ignorePendingAnswer()
  }

  private var isStopped: Bool { presence == nil }

  /// Handles a change of the connection that owns the service's name. Queries the properties of a new service, and
  /// reports them even if they are unchanged. Reports `nil` if the service is absent.
  private func handleNameOwner(_ nameOwner: String?) {
    guard !isStopped else { return }
    if nameOwner == nil {
      ignorePendingAnswer()
      storeAndNotify(nil)
    } else {
      isSettled = false
      queryFirst()
    }
  }

  /// Makes the handler of a pending query ignore its answer.
  private func ignorePendingAnswer() {
    isQuerying = false
    queryNumber += 1
  }

  // MARK: Reading

  /// Queries all properties again, and reports them if they have changed.
  private func queryAgain() {
    let reply = makeReplyHandler()
    service.call(
      "GetAll", path: path, interface: BusService.properties, arguments: [.string(interface)],
      reply: reply)
  }

  /// Queries the properties of a service that has just appeared. If the answer is late, the object counts as absent
  /// until it arrives.
  private func queryFirst() {
    let reply = makeReplyHandler()
    service.callRepeatingOnce(
      "GetAll", path: path, interface: BusService.properties, arguments: [.string(interface)],
      reply: reply)
  }

  /// Returns the handler for the answer to the next query: it reports the properties, or `nil` after an error. It
  /// ignores the answer if a later query was sent.
  private func makeReplyHandler() -> (Result<[BusValue], BusError>) -> Void {
    queryNumber += 1
    isQuerying = true
    let number = queryNumber
    return { [weak self] answer in
      guard let self, number == queryNumber else { return }
      isQuerying = false
      switch answer {
      case .success(let values): storeAndNotify(values.first?.dictionary ?? [:])
      case .failure: storeAndNotify(nil)
      }
    }
  }

  /// Applies the signal `PropertiesChanged`. Its arguments are the interface, the changed properties, and the names of
  /// properties that changed without a value. These are queried. While the first properties
  /// are queried, ignores the signal: the answer follows it, and contains the change.
  private func applyChanges(in signal: BusSignal) {
    guard !isStopped, signal.arguments.count > 2 else { return }
    let changed = signal.arguments[1].dictionary
    let namesWithoutValue = signal.arguments[2].elements
    if isSettled, let properties {
      storeAndNotify(properties.merging(changed) { _, new in new })
      if !namesWithoutValue.isEmpty { queryAgain() }
      return
    }
    // The last query failed, so there are no properties to merge the changes into. The signal shows that the object
    // exists now.
    if !isQuerying { queryAgain() }
  }

  /// Stores the properties and passes them to the handler, unless they are known and unchanged. `nil` means that the
  /// service or the object is absent.
  private func storeAndNotify(_ newProperties: [String: BusValue]?) {
    guard !isSettled || newProperties != properties else { return }
    isSettled = true
    properties = newProperties
    handler(newProperties)
  }
}
