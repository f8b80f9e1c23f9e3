import Descriptors
import Scheduling

/// Power and battery by the kernel's power supplies, read at each event of one.
///
/// Some hardware tells of a plug and not of the battery that begins to discharge a moment later, so
/// the supplies are read once more after each event. A draining battery sends few events or none:
/// while somebody attends to anything, it is read from time to time.
final class PowerSupplySource: DeviceSource {
  let name = "power-supplies"
  private let tree: KernelTree
  private let loop: EventLoop
  private let passed: CInt?
  private var events: UeventSocket?
  private var reminder: OneShotTimer?
  private var timer: RepeatingTimer?
  private var report: ReportFilter?
  private var isAttended = false

  private static let settlingMilliseconds = 3000
  private static let secondsWithEvents = 60
  private static let secondsWithoutEvents = 30

  /// - Parameter passed: a socket for the kernel's events that was opened for us.
  init(_ tree: KernelTree, passed: CInt? = nil, loop: EventLoop) {
    self.tree = tree
    self.loop = loop
    self.passed = passed
  }

  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    if tree.isReal || passed != nil {
      events = UeventSocket(passed: passed, loop: loop) { [weak self] in self?.take($0) }
    }
    reminder = OneShotTimer(milliseconds: Self.settlingMilliseconds, loop: loop) {
      [weak self] in self?.readAgain()
    }
    timer = RepeatingTimer(
      seconds: events == nil ? Self.secondsWithoutEvents : Self.secondsWithEvents, loop: loop
    ) { [weak self] in self?.readAgain() }
    readAgain()
  }

  func look(_ done: @escaping () -> Void) {
    readAgain()
    done()
  }

  func attend(to attention: PollingNeeds) {
    isAttended = !attention.isEmpty
    keepTime()
  }

  func stop() {
    events = nil
    reminder = nil
    timer = nil
    report = nil
  }

  private func take(_ events: [Uevent]?) {
    guard events?.contains(where: { $0.subsystem == "power_supply" }) ?? true else { return }
    readAgain()
    reminder?.arm()
  }

  /// Without a battery nothing drains, and where there are events, they tell when one comes.
  private func keepTime() {
    let drains = report?.last?.contains { $0.key == "battery" } ?? false
    timer?.isArmed = isAttended && (drains || events == nil)
  }

  private func readAgain() {
    guard let report else { return }
    report.tell(PowerReading(tree).values)
    keepTime()
  }
}
