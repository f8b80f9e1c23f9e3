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
  private var isFirst = true
  /// The closures to call after the present reading, and after the next one.
  private var waiting = [() -> Void](), waitingLonger = [() -> Void]()

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
      properties(of: Logind.manager, changed), properties(of: Logind.session, changed),
    ]
    presence = service.follow { [weak self] in self?.setOwner(owner: $0) }
  }

  /// Stops following logind, and calls back pending readings. Nothing is reported any more.
  func stop() {
    for match in matches { service.bus.remove(match) }
    if let presence { service.unfollow(presence) }
    presence = nil
    answer()
  }

  /// Reads everything again, after a reading that is in progress, and then calls `done`.
  func read(_ done: (() -> Void)? = nil) {
    if let done { waitingLonger.append(done) }
    if isReading { mustReadAgain = true } else { begin() }
  }

  /// Subscribes to the property changes of all objects of logind with this interface.
  private func properties(
    of interface: String, _ changed: @escaping (BusSignal) -> Void
  ) -> BusMatch {
    service.match(
      "PropertiesChanged", interface: BusService.properties, argument: interface, handler: changed)
  }

  /// Reads the state of a logind that has appeared. Reports `nil` and calls back pending readings if logind is absent.
  private func setOwner(owner: String?) {
    isFirst = true
    if owner != nil { return read() }
    onReading(nil)
    answer()
  }

  /// Starts a reading, which serves all requests up to now. Without logind, answers them without a reading.
  private func begin() {
    guard let owner = service.owner else { return answer() }
    isReading = true
    mustReadAgain = false
    waiting = waitingLonger
    waitingLonger = []
    let timeoutSeconds = isFirst ? BusService.firstAnswerSeconds : nil
    LoginQuery.run(service, timeoutSeconds: timeoutSeconds) { [weak self] in
      self?.deliver($0, of: owner)
    }
  }

  /// Reports a reading, unless logind was replaced meanwhile, and answers its requests. Reads again if something
  /// changed during it, or if the first answer is late.
  private func deliver(_ reading: LoginReading?, of owner: String) {
    isReading = false
    guard presence != nil else { return }
    // A missing answer counts as absent until it arrives.
    let isLate = isFirst && reading == nil
    if owner == service.owner {
      isFirst = false
      onReading(reading)
    }
    let finished = waiting
    waiting = []
    for done in finished { done() }
    if mustReadAgain || isLate { begin() }
  }

  /// Calls the closures of all pending readings, without a reading.
  private func answer() {
    let all = waiting + waitingLonger
    waiting = []
    waitingLonger = []
    for done in all { done() }
  }
}
