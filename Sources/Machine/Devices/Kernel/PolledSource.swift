import Descriptors
import Scheduling

/// A source of what the kernel does not tell by itself: read from time to time, while somebody waits
/// for it, and when asked to look.
final class PolledSource: DeviceSource {
  let name: String
  private let cause: PollingNeeds
  private let read: () -> [DeviceValue]
  private var report: ReportFilter?
  private var timer: RepeatingTimer?

  /// - Parameters:
  ///   - cause: what has to be attended to.
  ///   - seconds: between two readings while it is.
  ///   - read: called on the loop.
  init(
    _ name: String, for cause: PollingNeeds, everySeconds seconds: Int, loop: EventLoop,
    read: @escaping () -> [DeviceValue]
  ) {
    self.name = name
    self.cause = cause
    self.read = read
    timer = RepeatingTimer(seconds: seconds, loop: loop) { [weak self] in self?.readAgain() }
  }

  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    readAgain()
  }

  func look(_ done: @escaping () -> Void) {
    readAgain()
    done()
  }

  func attend(to attention: PollingNeeds) {
    let isWanted = !attention.isDisjoint(with: cause)
    // What was not attended to for long may have changed.
    if isWanted, timer?.isArmed == false { readAgain() }
    timer?.isArmed = isWanted && report != nil
  }

  func stop() {
    timer?.isArmed = false
    report = nil
  }

  private func readAgain() {
    if let report { report.tell(read()) }
  }
}
