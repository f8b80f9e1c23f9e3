import Bus
import CLinux
import Descriptors
import Scheduling

/// Whether somebody is at the device, by the sessions that logind knows; and that the screen is off
/// while the lid is closed.
///
/// Where there is UPower, it tells of the lid: logind says only when asked.
final class UserSource: DeviceSource {
  let name = Logind.sourceName
  private let bus: Bus
  private var logind: BusService?
  private var reader: LoginReader?
  private var upower: BusService?
  private var lid: BusProperties?
  private var report: ReportFilter?
  private var reading: LoginReading?
  private var heardLid: Bool?
  private var attention: PollingNeeds = []
  private let pollMicroseconds: UInt64
  private lazy var nextReading = LoopTimer(on: bus.loop) { [weak self] in self?.reader?.read() }

  /// - Parameters:
  ///   - bus: the system's.
  ///   - pollMicroseconds: what has no event is read again after so long, while somebody waits.
  init(bus: Bus, pollMicroseconds: UInt64 = LoginReading.pollMicroseconds) {
    self.bus = bus
    self.pollMicroseconds = pollMicroseconds
  }

  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    let logind = BusService(Logind.name, on: bus)
    self.logind = logind
    reader = LoginReader(logind) { [weak self] in self?.take($0) }
    let upower = BusService(UPowerSource.service, on: bus)
    self.upower = upower
    lid = BusProperties(
      of: UPowerSource.path, interface: UPowerSource.interface, service: upower
    ) { [weak self] _ in self?.heardOfTheLid() }
  }

  func look(_ done: @escaping () -> Void) {
    if let reader { reader.read(done) } else { done() }
  }

  func attend(to attention: PollingNeeds) {
    self.attention = attention
    arm()
  }

  func stop() {
    report = nil
    nextReading.clear()
    lid?.stop()
    upower?.stop()
    reader?.stop()
    logind?.stop()
    (lid, upower, reader, logind) = (nil, nil, nil, nil)
  }

  // MARK: What is heard

  private func take(_ reading: LoginReading?) {
    self.reading = reading
    tell()
    arm()
  }

  /// A machine is put into its dock with the lid closed, so that this is asked for again.
  private func heardOfTheLid() {
    guard lidIsClosed != heardLid else { return }
    heardLid = lidIsClosed
    // Before the first reading there is nothing to correct.
    if reading != nil { reader?.read() }
  }

  private func tell() {
    report?.tell(present?.values(at: now) ?? [])
  }

  private var present: LoginReading? {
    guard var reading else { return nil }
    if let lidIsClosed { reading.lidIsClosed = lidIsClosed }
    return reading
  }

  /// As UPower tells; nil where it does not.
  private var lidIsClosed: Bool? {
    lid?.properties.map { $0["LidIsPresent"]?.flag == true && $0["LidIsClosed"]?.flag == true }
  }

  // MARK: What is not told

  private func arm() {
    nextReading.clear()
    guard !attention.isDisjoint(with: [.user, .screen]), let present,
      let delay = present.nextReading(
        after: now, lidIsHeard: lidIsClosed != nil, pollMicroseconds: pollMicroseconds)
    else { return }
    nextReading.set(after: .microseconds(delay), leeway: .microseconds(delay / 6))
  }

  // The clock that logind's times are of.
  private var now: UInt64 { UInt64(rubato_clock_awake() / 1000) }
}
