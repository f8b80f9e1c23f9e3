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
  /// The displayed reason to keep the machine awake; `nil` if it may sleep.
  private var wantedReason: String?
  /// The granted inhibitor, with its reason and the connection of logind that granted it; `nil` if there is none.
  private var granted: (why: String, nameOwner: String, inhibitor: BusDescriptor)?
  /// The pending request, with its reason and the connection of logind; `nil` if there is none.
  private var request: (why: String, nameOwner: String)?
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
  func inhibitSleep(because why: String) {
    wantedReason = why
    followLogind()
    requestInhibitor()
  }

  /// Lets the machine sleep: releases the inhibitor, which is not requested again until `inhibitSleep`.
  func permitSleep() {
    wantedReason = nil
    granted = nil
    hasComplained = false
  }

  /// Lets the machine sleep and stops following logind.
  func stop() {
    permitSleep()
    if let signals { bus.remove(signals) }
    if let presence { logind?.unfollow(presence) }
    logind?.stop()
    (signals, presence, logind) = (nil, nil, nil)
  }

  /// Follows logind from the first `inhibitSleep` on. Requests the inhibitor again after logind is restarted and after
  /// each sleep.
  private func followLogind() {
    guard logind == nil else { return }
    let logind = BusService(Logind.name, on: bus)
    self.logind = logind
    presence = logind.follow { [weak self] nameOwner in
      // The former logind does not answer any more.
      self?.request = nil
      // A restarted bus assigns names of connections from the start again, so a new logind can have the name of the
      // one that granted the inhibitor.
      if nameOwner == nil { self?.granted = nil }
      self?.requestInhibitor()
    }
    // Nothing can be inhibited while sleep is coming, only after it.
    signals = logind.match("PrepareForSleep", path: Logind.path, interface: Logind.manager) {
      [weak self] _ in self?.requestInhibitor()
    }
  }

  /// Requests the inhibitor, unless it was granted for the wanted reason or a request is pending. The present one is
  /// kept until the next one is granted: no gap when the reason changes.
  private func requestInhibitor() {
    guard let logind, let nameOwner = logind.nameOwner, let wantedReason, request == nil,
      granted?.why != wantedReason || granted?.nameOwner != nameOwner
    else { return }
    request = (wantedReason, nameOwner)
    let inhibition = Inhibition(why: wantedReason, mode: .block, operations: operations)
    inhibition.inhibit(from: logind) { [weak self] result in
      self?.handleReply(result, why: wantedReason, nameOwner: nameOwner)
    }
  }

  /// Keeps a granted inhibitor if a run still requires one, or reports a refusal. `why` and `nameOwner` identify the
  /// request that was answered. Ignores the answer to a request that is not pending any more.
  private func handleReply(
    _ result: Result<BusDescriptor, BusError>, why: String, nameOwner: String
  ) {
    // The pending request is another one, or there is none, if logind was restarted after it was sent.
    guard let request, request == (why, nameOwner) else { return }
    self.request = nil
    switch result {
    case .success(let inhibitor):
      hasComplained = false
      if wantedReason != nil { granted = (why, nameOwner, inhibitor) }
    case .failure(let error): reportRefusal(error)
    }
    // `requestInhibitor` sends nothing while a request is pending, so a reason that was set meanwhile waits until now.
    let hasReasonChanged = wantedReason != why
    if hasReasonChanged { requestInhibitor() }
  }

  /// Reports logind's refusal, once until a request is granted or the inhibitor is no longer wanted. A sleep in
  /// progress and an uncertain answer are no refusals.
  private func reportRefusal(_ error: BusError) {
    guard !hasComplained, wantedReason != nil, !error.isInProgress, !error.isUncertain else {
      return
    }
    hasComplained = true
    complain("The machine may sleep during runs: logind refuses to block it (\(error))")
  }
}
