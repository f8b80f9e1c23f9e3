import Bus

/// Keeps the machine from sleeping while a run asks for that, through a block inhibitor of logind.
///
/// Everything happens on the loop of the bus.
final class SleepInhibitor {
  private let bus: Bus
  private let complain: (String) -> Void
  private var logind: BusService?
  private var presence: ListenerID?
  private var signals: BusMatch?
  private var wanted: String?
  private var held: (why: String, owner: String, lock: BusDescriptor)?
  private var asked: (why: String, owner: String)?
  private var hasComplained = false

  /// - Parameters:
  ///   - bus: the system's.
  ///   - complain: told in words for the journal if logind refuses; once, until it has agreed again.
  init(bus: Bus, complain: @escaping (String) -> Void) {
    self.bus = bus
    self.complain = complain
  }

  /// Keeps the machine awake from now on, through restarts of logind. May be called again, also
  /// with another reason.
  /// - Parameter why: what is shown to people, such as `run 12 of backup`.
  func hold(because why: String) {
    wanted = why
    follow()
    ask()
  }

  /// Lets the machine sleep.
  func release() {
    wanted = nil
    held = nil
    hasComplained = false
  }

  func stop() {
    release()
    if let signals { bus.remove(signals) }
    if let presence { logind?.unfollow(presence) }
    logind?.stop()
    (signals, presence, logind) = (nil, nil, nil)
  }

  private func follow() {
    guard logind == nil else { return }
    let logind = BusService(Logind.name, on: bus)
    self.logind = logind
    presence = logind.follow { [weak self] owner in
      self?.asked = nil
      // A bus that is started again begins anew with the names of connections.
      if owner == nil { self?.held = nil }
      self?.ask()
    }
    // Nothing can be inhibited while sleep is coming; after it, it can.
    signals = logind.match("PrepareForSleep", path: Logind.path, interface: Logind.manager) {
      [weak self] _ in self?.ask()
    }
  }

  /// What is held stays so until something else is: there is no gap when the reason changes.
  private func ask() {
    guard let logind, let owner = logind.owner, let wanted, asked == nil,
      held?.why != wanted || held?.owner != owner
    else { return }
    asked = (wanted, owner)
    Inhibition(why: wanted, mode: .block).take(from: logind) { [weak self] result in
      self?.take(result, why: wanted, owner: owner)
    }
  }

  private func take(_ result: Result<BusDescriptor, BusError>, why: String, owner: String) {
    // One that was asked of a logind that is gone.
    guard let asked, asked == (why, owner) else { return }
    self.asked = nil
    switch result {
    case .success(let lock):
      hasComplained = false
      if wanted != nil { held = (why, owner, lock) }
    case .failure(let error): refused(error)
    }
    // Meanwhile the reason may have become another one.
    if wanted != why { ask() }
  }

  private func refused(_ error: BusError) {
    guard !hasComplained, wanted != nil, !error.isInProgress, !error.isUncertain else { return }
    hasComplained = true
    complain("The machine may sleep during runs: logind refuses to block it (\(error))")
  }
}
