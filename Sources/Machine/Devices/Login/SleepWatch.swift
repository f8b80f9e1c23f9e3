import Bus
import Descriptors

/// Reports that the machine is about to sleep, early enough to end runs that must not continue in sleep, and
/// reports when it is awake again.
///
/// The watch holds a delay inhibitor meanwhile (systemd.io/INHIBITOR_LOCKS): logind waits a few seconds for its
/// release. All of this runs on the loop of the bus.
final class SleepWatch {
  private let bus: Bus
  private let complain: (String) -> Void
  private var report: ((_ isSleepComing: Bool) -> Void)?
  private var logind: BusService?
  private var presence: ListenerID?
  private var signals: BusMatch?
  private var inhibitor: BusDescriptor?
  private var isSleepComing = false
  private var hasComplained = false
  /// The time for which logind waits for the inhibitor; at first logind's default.
  private var longestDelayMicroseconds = SleepWatch.usualDelayMicroseconds
  private static let usualDelayMicroseconds: UInt64 = 5_000_000
  private lazy var alarm = LoopTimer(on: bus.loop) { [weak self] in self?.permitSleep() }

  /// - Parameters:
  ///   - bus: The system bus.
  ///   - complain: Called once with a message for the journal, if the inhibitor is refused.
  init(bus: Bus, complain: @escaping (String) -> Void) {
    self.bus = bus
    self.complain = complain
  }

  /// Starts the watch.
  /// - Parameter report: Called with true when sleep is coming, and false when it no longer is; at first only if it is.
  ///   Sleep waits until `permitSleep` is called, but not for long.
  func start(_ report: @escaping (_ isSleepComing: Bool) -> Void) {
    self.report = report
    let logind = BusService(Logind.name, on: bus)
    self.logind = logind
    signals = logind.match("PrepareForSleep", path: Logind.path, interface: Logind.manager) {
      [weak self] signal in
      if let isSleepComing = signal.arguments.first?.flag { self?.handleSleepSignal(isSleepComing) }
    }
    presence = logind.follow { [weak self] in self?.handleNameOwner($0) }
  }

  /// Releases the delay inhibitor, so that the machine can sleep. Called when all work that must not continue in sleep
  /// has ended, and shortly before logind stops waiting.
  func permitSleep() {
    alarm.clear()
    if isSleepComing { inhibitor = nil }
  }

  /// Releases the inhibitor and stops following logind. Nothing is reported any more.
  func stop() {
    report = nil
    alarm.clear()
    inhibitor = nil
    if let signals { bus.remove(signals) }
    if let presence { logind?.unfollow(presence) }
    logind?.stop()
    (signals, presence, logind) = (nil, nil, nil)
  }

  // MARK: Signals of logind

  /// Handles a new owner of logind's name: reads its longest delay, requests the delay inhibitor, and reads whether
  /// sleep is coming. Without logind's signals, this process must neither delay a sleep nor wait for the end of one.
  private func handleNameOwner(_ nameOwner: String?) {
    inhibitor = nil
    guard nameOwner != nil else { return setSleepComing(false) }
    readProperty("InhibitDelayMaxUSec") { [weak self] in
      self?.longestDelayMicroseconds = $0.unsigned ?? Self.usualDelayMicroseconds
    }
    requestInhibitor()
    // Read last: a sleep that begins after the answer is signalled.
    readProperty("PreparingForSleep") { [weak self] in self?.setSleepComing($0.flag ?? false) }
  }

  /// Handles logind's signal that sleep is coming, or is over; after a sleep, requests the delay inhibitor again.
  private func handleSleepSignal(_ isSleepComing: Bool) {
    setSleepComing(isSleepComing)
    if !isSleepComing { requestInhibitor() }
  }

  /// Reports whether sleep is coming, if that has changed. While it is, an alarm releases the inhibitor after 80 % of
  /// logind's longest delay.
  private func setSleepComing(_ isSleepComing: Bool) {
    guard isSleepComing != self.isSleepComing else { return }
    self.isSleepComing = isSleepComing
    if isSleepComing {
      // Slightly before logind continues without us, and logs a complaint.
      let releaseDelay = longestDelayMicroseconds / 10 * 8
      alarm.set(after: .microseconds(releaseDelay))
    } else {
      alarm.clear()
    }
    report?(isSleepComing)
  }

  /// Reads a property of logind's manager. `onValue` receives its value, and is not called if logind returns none.
  private func readProperty(_ property: String, onValue: @escaping (BusValue) -> Void) {
    logind?.call(
      "Get", path: Logind.path, interface: BusService.properties,
      arguments: [.string(Logind.manager), .string(property)]
    ) { result in
      if case .success(let values) = result, let value = values.first { onValue(value) }
    }
  }

  // MARK: The inhibitor

  /// Requests the delay inhibitor, unless it is held or logind is absent.
  private func requestInhibitor() {
    guard let logind, let nameOwner = logind.nameOwner, inhibitor == nil else { return }
    let inhibition = Inhibition(
      why: "Background work is ended before the machine sleeps", mode: .delay)
    inhibition.inhibit(from: logind) { [weak self] result in
      self?.handleReply(result, from: nameOwner)
    }
  }

  /// Keeps the inhibitor that was granted, or reports its refusal. `nameOwner` is the connection of logind at the
  /// request.
  private func handleReply(_ result: Result<BusDescriptor, BusError>, from nameOwner: String) {
    switch result {
    // An inhibitor of a former logind, or one that arrives too late, is released immediately.
    case .success(let inhibitor):
      if logind?.nameOwner == nameOwner, !isSleepComing { self.inhibitor = inhibitor }
    case .failure(let error): reportRefusal(error)
    }
  }

  /// Reports the first refusal. While sleep is coming, no inhibitor is granted; the next one is requested after it.
  private func reportRefusal(_ error: BusError) {
    guard !hasComplained, !error.isInProgress, !error.isUncertain else { return }
    hasComplained = true
    complain("Sleep may interrupt runs: logind refuses a delay inhibitor (\(error))")
  }
}
