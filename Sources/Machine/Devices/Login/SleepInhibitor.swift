import Bus

/// Keeps the machine awake while a run requires it, through a block inhibitor of logind.
///
/// All of this runs on the loop of the bus.
final class SleepInhibitor {
  private let bus: Bus
  private let operations: String
  private let complain: (String) -> Void
  private var logind: BusService?
  private var presence: ListenerID?
  private var signals: BusMatch?
  private var wanted: String?
  private var held: (why: String, owner: String, lock: BusDescriptor)?
  private var asked: (why: String, owner: String)?
  private var hasComplained = false

  /// - Parameters:
  ///   - bus: The system bus.
  ///   - operations: The inhibited operations, in logind's notation.
  ///   - complain: Called with a message for the journal if logind refuses; once, until it agrees again.
  init(bus: Bus, operations: String = "sleep", complain: @escaping (String) -> Void) {
    self.bus = bus
    self.operations = operations
    self.complain = complain
  }

  /// Keeps the machine awake from now on, through restarts of logind. Can be called again with another reason.
  /// - Parameter why: The displayed reason, such as `run 12 of backup`.
  func hold(because why: String) {
    wanted = why
    follow()
    ask()
  }

  /// Lets the machine sleep: releases the inhibitor, which is not requested again until `hold`.
  func release() {
    wanted = nil
    held = nil
    hasComplained = false
  }

  /// Lets the machine sleep and stops following logind.
  func stop() {
    release()
    if let signals { bus.remove(signals) }
    if let presence { logind?.unfollow(presence) }
    logind?.stop()
    (signals, presence, logind) = (nil, nil, nil)
  }

  /// Follows logind from the first `hold` on. Requests the inhibitor again after logind is restarted and after each
  /// sleep.
  private func follow() {
    guard logind == nil else { return }
    let logind = BusService(Logind.name, on: bus)
    self.logind = logind
    presence = logind.follow { [weak self] owner in
      self?.asked = nil
      // A restarted bus assigns names of connections from the start again.
      if owner == nil { self?.held = nil }
      self?.ask()
    }
    // Nothing can be inhibited while sleep is coming, only after it.
    signals = logind.match("PrepareForSleep", path: Logind.path, interface: Logind.manager) {
      [weak self] _ in self?.ask()
    }
  }

  /// Requests the inhibitor, unless it is held for the wanted reason or a request is pending. The present one is held
  /// until the next one is granted: no gap when the reason changes.
  private func ask() {
    guard let logind, let owner = logind.owner, let wanted, asked == nil,
      held?.why != wanted || held?.owner != owner
    else { return }
    asked = (wanted, owner)
    let inhibition = Inhibition(why: wanted, mode: .block, operations: operations)
    inhibition.inhibit(from: logind) { [weak self] result in
      self?.handleReply(result, why: wanted, owner: owner)
    }
  }

  /// Keeps a granted inhibitor if a run still requires one, or reports a refusal. `why` and `owner` identify the
  /// request.
  private func handleReply(_ result: Result<BusDescriptor, BusError>, why: String, owner: String) {
    // The answer came from a logind that no longer exists.
    guard let asked, asked == (why, owner) else { return }
    self.asked = nil
    switch result {
    case .success(let lock):
      hasComplained = false
      if wanted != nil { held = (why, owner, lock) }
    case .failure(let error): refused(error)
    }
    // The reason may have changed meanwhile.
    if wanted != why { ask() }
  }

  /// Reports logind's refusal, once until a request is granted or the inhibitor is no longer wanted. A sleep in
  /// progress and an uncertain answer are no refusals.
  private func refused(_ error: BusError) {
    guard !hasComplained, wanted != nil, !error.isInProgress, !error.isUncertain else { return }
    hasComplained = true
    complain("The machine may sleep during runs: logind refuses to block it (\(error))")
  }
}
