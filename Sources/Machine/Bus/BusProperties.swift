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
  private var lastQuestion: UInt64 = 0
  private var isAsking = false
  private var changes: BusMatch?
  private var presence: ListenerID?

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
    ) { [weak self] signal in self?.apply(signal) }
    presence = service.follow { [weak self] owner in self?.setOwner(owner: owner) }
  }

  /// Stops following the object. The handler is not called any more, and pending answers are ignored.
  package func stop() {
    if let changes { service.bus.remove(changes) }
    if let presence { service.unfollow(presence) }
    changes = nil
    presence = nil
    forget()
  }

  private var isStopped: Bool { presence == nil }

  /// Reads the properties of a new owner of the service, and reports them even if they are unchanged. Reports `nil` if
  /// the service has no owner.
  private func setOwner(owner: String?) {
    guard !isStopped else { return }
    if owner == nil {
      forget()
      notify(nil)
    } else {
      isSettled = false
      read()
    }
  }

  /// Discards the answers to earlier queries when they arrive.
  private func forget() {
    isAsking = false
    lastQuestion += 1
  }

  // MARK: Reading

  /// Queries all properties again, and reports them if they have changed.
  private func readAgain() {
    let take = nextReply()
    service.call(
      "GetAll", path: path, interface: BusService.properties, arguments: [.string(interface)],
      reply: take)
  }

  /// Queries the properties of a service that has just appeared. If the answer is late, the object counts as absent
  /// until it arrives.
  private func read() {
    let take = nextReply()
    service.ask(
      "GetAll", path: path, interface: BusService.properties, arguments: [.string(interface)],
      reply: take)
  }

  /// Returns the handler for the answer to the next query: it reports the properties, or `nil` after an error. It
  /// ignores the answer if a later query was sent.
  private func nextReply() -> (Result<[BusValue], BusError>) -> Void {
    lastQuestion += 1
    isAsking = true
    let question = lastQuestion
    return { [weak self] answer in
      guard let self, question == lastQuestion else { return }
      isAsking = false
      switch answer {
      case .success(let values): notify(values.first?.dictionary ?? [:])
      case .failure: notify(nil)
      }
    }
  }

  /// Applies the signal `PropertiesChanged`. Its arguments are the interface, the changed properties, and the names of
  /// properties that changed without a value, which are queried.
  private func apply(_ signal: BusSignal) {
    guard !isStopped, signal.arguments.count > 2 else { return }
    if isSettled, let properties {
      notify(properties.merging(signal.arguments[1].dictionary) { $1 })
      if !signal.arguments[2].elements.isEmpty { readAgain() }
    } else if !isAsking {
      // The object did not answer before, or did not exist.
      readAgain()
    }
  }

  /// Stores the properties and passes them to the handler, unless they are known and unchanged. `nil` means that the
  /// service or the object is absent.
  private func notify(_ news: [String: BusValue]?) {
    guard !isSettled || news != properties else { return }
    isSettled = true
    properties = news
    handler(news)
  }
}
