import Bus

/// Reads logind's state after each possible change, one reading after the other.
///
/// Each reading is complete: that is cheap and rare, and no change can be missed for long.
final class LoginReader {
  private let service: BusService
  private let onReading: (LoginReading?) -> Void
  private var matches = [BusMatch]()
  private var presence: ListenerID?
  private var isReading = false
  private var mustReadAgain = false
  /// Whether logind has not answered yet since it appeared.
  private var isFirstReading = true
  /// The closures to call after the present reading.
  private var presentCallers = [() -> Void]()
  /// The closures to call after the next reading.
  private var nextCallers = [() -> Void]()

  /// Follows logind from now on, and reads its state after each signal that may mean a change.
  /// - Parameter onReading: Called with each reading, also if nothing has changed; with `nil` if logind is absent.
  ///   Never from within this call.
  init(_ service: BusService, onReading: @escaping (LoginReading?) -> Void) {
    self.service = service
    self.onReading = onReading
    let changed: (BusSignal) -> Void = { [weak self] _ in self?.read() }
    matches = [
      service.match("SessionNew", path: Logind.path, interface: Logind.manager, handler: changed),
      service.match(
        "SessionRemoved", path: Logind.path, interface: Logind.manager, handler: changed),
      matchProperties(of: Logind.manager, changed),
      matchProperties(of: Logind.session, changed),
    ]
    presence = service.follow { [weak self] in self?.handleNameOwner($0) }
  }

  /// Stops following logind, and calls back pending readings. Nothing is reported any more.
  func stop() {
    for match in matches { service.bus.remove(match) }
    if let presence { service.unfollow(presence) }
    presence = nil
    callPendingCallers()
  }

  /// Reads everything again, after a reading that is in progress, and then calls `done`.
  func read(_ done: (() -> Void)? = nil) {
    if let done { nextCallers.append(done) }
    if isReading { mustReadAgain = true } else { beginReading() }
  }

  /// Subscribes to the property changes of all objects of logind with this interface.
  private func matchProperties(
    of interface: String, _ changed: @escaping (BusSignal) -> Void
  ) -> BusMatch {
    service.match(
      "PropertiesChanged", interface: BusService.properties, argument: interface, handler: changed)
  }

  /// Reads the state of a logind that has appeared. Reports `nil` and calls back pending readings if logind is absent.
  private func handleNameOwner(_ nameOwner: String?) {
    isFirstReading = true
    if nameOwner != nil { return read() }
    onReading(nil)
    callPendingCallers()
  }

  /// Starts a reading for all callers up to now. Without logind, calls them back without a reading.
  private func beginReading() {
    guard let nameOwner = service.nameOwner else { return callPendingCallers() }
    isReading = true
    mustReadAgain = false
    presentCallers = nextCallers
    nextCallers = []
    let timeoutSeconds = isFirstReading ? BusService.firstAnswerSeconds : nil
    LoginQuery.run(service, timeoutSeconds: timeoutSeconds) { [weak self] in
      self?.handleReading($0, of: nameOwner)
    }
  }

  /// Reports a reading, unless logind was replaced meanwhile, and calls its callers back. Reads again if something
  /// changed during it, or if the first answer is late. `nameOwner` is the connection of logind at the request.
  private func handleReading(_ reading: LoginReading?, of nameOwner: String) {
    isReading = false
    // `stop` has called the callers back.
    let isStopped = presence == nil
    if isStopped { return }
    // A `nil` reading reports logind as absent. The next reading then waits longer for its answer.
    let isLate = isFirstReading && reading == nil
    let isOfPresentLogind = nameOwner == service.nameOwner
    if isOfPresentLogind {
      isFirstReading = false
      onReading(reading)
    }
    let callers = presentCallers
    presentCallers = []
    for done in callers { done() }
    if mustReadAgain || isLate { beginReading() }
  }

  /// Calls the closures of all pending readings, without a reading.
  private func callPendingCallers() {
    let callers = presentCallers + nextCallers
    presentCallers = []
    nextCallers = []
    for done in callers { done() }
  }
}
