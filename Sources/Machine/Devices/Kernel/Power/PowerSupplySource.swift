import Descriptors
import Scheduling

/// Power and battery by the kernel's power supplies, read at each event.
///
/// Some hardware reports a plug, but not the battery that begins to discharge a moment later. The supplies are
/// therefore read once more after each event. A draining battery sends few events or none, so it is polled while
/// any value is needed.
final class PowerSupplySource: DeviceSource {
  let name = "power-supplies"
  private let tree: KernelTree
  private let loop: EventLoop
  private let passedSocket: CInt?
  private var events: UeventSocket?
  private var settlingTimer: OneShotTimer?
  private var pollTimer: RepeatingTimer?
  private var report: ReportFilter?
  private var isNeeded = false

  private static let settlingMilliseconds = 3000
  private static let secondsWithEvents = 60
  private static let secondsWithoutEvents = 30

  /// - Parameter passed: An already open socket for the kernel's events; `nil` if there is none.
  init(_ tree: KernelTree, passed: CInt? = nil, loop: EventLoop) {
    self.tree = tree
    self.loop = loop
    passedSocket = passed
  }

  /// Subscribes to the kernel's device events, prepares the timers, and reads the supplies. A test's tree has no
  /// events, unless the test passed a socket for them.
  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    if tree.isReal || passedSocket != nil {
      events = UeventSocket(passed: passedSocket, loop: loop) { [weak self] in
        self?.handleEvents($0)
      }
    }
    // Some hardware reports a plug before its battery begins to discharge, so each event has a second reading.
    settlingTimer = OneShotTimer(milliseconds: Self.settlingMilliseconds, loop: loop) {
      [weak self] in self?.readAgain()
    }
    // A battery that drains sends few events or none, so it is polled also with events.
    pollTimer = RepeatingTimer(
      seconds: events == nil ? Self.secondsWithoutEvents : Self.secondsWithEvents, loop: loop
    ) { [weak self] in self?.readAgain() }
    readAgain()
  }

  func poll(_ done: @escaping () -> Void) {
    readAgain()
    done()
  }

  /// Stores whether any value is needed, and arms or clears the poll timer accordingly.
  func setPollingNeeds(_ needs: PollingNeeds) {
    isNeeded = !needs.isEmpty
    updatePollTimer()
  }

  /// Ends the events and the polling. Nothing is reported any more.
  func stop() {
    events = nil
    settlingTimer = nil
    pollTimer = nil
    report = nil
  }

  /// Reads the supplies after an event of a supply, and again three seconds later. `nil` means that events were lost,
  /// so one of them may have been such an event.
  private func handleEvents(_ events: [Uevent]?) {
    guard events?.contains(where: { $0.subsystem == "power_supply" }) ?? true else { return }
    readAgain()
    settlingTimer?.arm()
  }

  /// Arms the poll timer while any value is needed, if a battery can drain or there are no events. Without a battery,
  /// events report when one is added.
  private func updatePollTimer() {
    let hasBattery = report?.last?.contains { $0.key == "battery" } ?? false
    pollTimer?.isArmed = isNeeded && (hasBattery || events == nil)
  }

  /// Reads the supplies and reports power and battery. Arms or clears the poll timer accordingly.
  private func readAgain() {
    guard let report else { return }
    report.send(PowerReading(tree).values)
    updatePollTimer()
  }
}
