import Descriptors
import Scheduling

/// A source of values without change events: polled at intervals while a request depends on it, and on each `poll`.
final class PolledSource: DeviceSource {
  let name: String
  private let need: PollingNeeds
  private let read: () -> [DeviceValue]
  private var report: ReportFilter?
  private var timer: RepeatingTimer?

  /// - Parameters:
  ///   - need: The need for which it polls.
  ///   - seconds: The interval between two readings while the need exists.
  ///   - read: Called on the loop.
  init(
    _ name: String, for need: PollingNeeds, everySeconds seconds: Int, loop: EventLoop,
    read: @escaping () -> [DeviceValue]
  ) {
    self.name = name
    self.need = need
    self.read = read
    timer = RepeatingTimer(seconds: seconds, loop: loop) { [weak self] in self?.readAgain() }
  }

  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    readAgain()
  }

  func poll(_ done: @escaping () -> Void) {
    readAgain()
    done()
  }

  /// Polls at intervals while the need for this source exists.
  func setPollingNeeds(_ needs: PollingNeeds) {
    let isNeeded = !needs.isDisjoint(with: need)
    // The value may have changed while it was not polled.
    if isNeeded, timer?.isArmed == false { readAgain() }
    timer?.isArmed = isNeeded && report != nil
  }

  func stop() {
    timer?.isArmed = false
    report = nil
  }

  private func readAgain() {
    if let report { report.send(read()) }
  }
}
