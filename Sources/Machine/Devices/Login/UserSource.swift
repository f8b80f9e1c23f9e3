import Bus
import CLinux
import Descriptors
import Scheduling

/// Whether a user is at the device, by logind's sessions, and that the screen is off while the lid is closed.
///
/// With UPower, the lid is followed by its signals: logind reports the lid only on request.
final class UserSource: DeviceSource {
  let name = Logind.sourceName
  private let bus: Bus
  private var logind: BusService?
  private var reader: LoginReader?
  private var upower: BusService?
  private var lid: BusProperties?
  private var report: ReportFilter?
  private var reading: LoginReading?
  private var lastLidIsClosed: Bool?
  private var needs: PollingNeeds = []
  private let pollMicroseconds: UInt64
  private lazy var readingTimer = LoopTimer(on: bus.loop) { [weak self] in self?.reader?.read() }

  /// - Parameters:
  ///   - bus: The system bus.
  ///   - pollMicroseconds: The polling interval for values without events, while a request waits for them.
  init(bus: Bus, pollMicroseconds: UInt64 = LoginReading.pollMicroseconds) {
    self.bus = bus
    self.pollMicroseconds = pollMicroseconds
  }

  /// Follows the sessions of logind, and the lid through UPower.
  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    let logind = BusService(Logind.name, on: bus)
    self.logind = logind
    reader = LoginReader(logind) { [weak self] in self?.apply($0) }
    let upower = BusService(UPowerSource.service, on: bus)
    self.upower = upower
    lid = BusProperties(
      of: UPowerSource.path, interface: UPowerSource.interface, service: upower
    ) { [weak self] _ in self?.lidDidMove() }
  }

  func poll(_ done: @escaping () -> Void) {
    if let reader { reader.read(done) } else { done() }
  }

  /// Stores the needs of the requests, and plans the next reading for them.
  func setPollingNeeds(_ needs: PollingNeeds) {
    self.needs = needs
    planNextReading()
  }

  /// Stops following both services, and answers pending polls.
  func stop() {
    report = nil
    readingTimer.clear()
    lid?.stop()
    upower?.stop()
    reader?.stop()
    logind?.stop()
    (lid, upower, reader, logind) = (nil, nil, nil, nil)
  }

  // MARK: Signals

  /// Stores and reports a reading of logind, and plans the next one. `nil` means that logind is absent.
  private func apply(_ reading: LoginReading?) {
    self.reading = reading
    reportValues()
    planNextReading()
  }

  /// Reads logind's state again if UPower reports a movement of the lid: a machine can be docked with its lid closed.
  private func lidDidMove() {
    guard lidIsClosed != lastLidIsClosed else { return }
    lastLidIsClosed = lidIsClosed
    // Before the first reading, there is nothing to correct.
    if reading != nil { reader?.read() }
  }

  private func reportValues() {
    report?.send(readingWithLid?.values(at: now) ?? [])
  }

  /// The last reading, with the state of the lid by UPower, if that reports the lid; `nil` if there is no reading.
  private var readingWithLid: LoginReading? {
    guard var reading else { return nil }
    if let lidIsClosed { reading.lidIsClosed = lidIsClosed }
    return reading
  }

  /// Whether the lid is closed according to UPower; `nil` if UPower does not report the lid.
  private var lidIsClosed: Bool? {
    lid?.properties.map { $0["LidIsPresent"]?.flag == true && $0["LidIsClosed"]?.flag == true }
  }

  // MARK: Polling

  /// Plans the next reading of values that change without a signal, if a request needs the user or the screen. It can
  /// be a sixth of the delay late, so that timers ring together.
  private func planNextReading() {
    readingTimer.clear()
    guard !needs.isDisjoint(with: [.user, .screen]), let readingWithLid,
      let delay = readingWithLid.microsecondsToNextReading(
        after: now, isLidReported: lidIsClosed != nil, pollMicroseconds: pollMicroseconds)
    else { return }
    readingTimer.set(after: .microseconds(delay), leeway: .microseconds(delay / 6))
  }

  // The clock of logind's times.
  private var now: UInt64 { UInt64(rubato_clock_awake() / 1000) }
}
