import Descriptors
import Glibc
import Scheduling

/// The shortage of memory without our own runs. The kernel reports that a limit is passed. From then on the
/// pressure is polled until the shortage ends.
final class MemorySource: DeviceSource {
  let name = "memory-pressure"
  private var externalLoad: ExternalLoad
  private let loop: EventLoop
  private var reading = MemoryReading()
  private var isNeeded = false
  private var triggers: [LoopWatch] = []
  private var timer: RepeatingTimer?
  private var report: ReportFilter?

  private static let secondsBetween = 5
  /// A tenth of a window of 2 s; processes without CAP_SYS_RESOURCE cannot use other windows.
  static let windowMicroseconds = 2_000_000
  static let stallMicroseconds = 200_000
  /// Percent of the last ten seconds in which others must have stalled, so that the stall was not only in our own
  /// runs; the stall of one window raises the average by 1.8.
  private static let leastPercentOfOthers = 1.0

  /// - Parameter ownCgroups: The cgroups of our runs, below the root of cgroups.
  init(_ tree: KernelTree, ownCgroups: [String], loop: EventLoop) {
    externalLoad = ExternalLoad(tree: tree, ownCgroups: ownCgroups)
    self.loop = loop
    timer = RepeatingTimer(seconds: Self.secondsBetween, loop: loop) { [weak self] in
      self?.readAgain()
    }
  }

  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    readAgain()
  }

  func poll(_ done: @escaping () -> Void) {
    readAgain()
    done()
  }

  /// Registers for the kernel's reports of stalls while a request needs memory, and reads the pressure.
  func setPollingNeeds(_ needs: PollingNeeds) {
    let isNowNeeded = needs.contains(.memory)
    guard report != nil, isNowNeeded != isNeeded else { return }
    isNeeded = isNowNeeded
    triggers =
      isNowNeeded
      ? [watchStalls("some", .warning), watchStalls("full", .critical)].compactMap(\.self) : []
    readAgain()
  }

  func setOwnCgroups(_ cgroups: [String]) { externalLoad.ownCgroups = cgroups }

  /// Number of events that the kernel reports.
  var triggerCount: Int { triggers.count }

  /// Ends the kernel's reports and the polling. Nothing is reported any more.
  func stop() {
    isNeeded = false
    triggers = []
    timer = nil
    report = nil
  }

  /// Registers for the kernel's reports of stalls (psi in the kernel's accounting documentation); `nil` if that fails.
  ///
  /// - Parameters:
  ///   - share: `some` for stalls of at least one task, `full` for stalls of all tasks.
  ///   - level: The state after such a report.
  private func watchStalls(_ share: String, _ level: MemoryPressure) -> LoopWatch? {
    let fd = open(externalLoad.tree.path("/proc/pressure/memory"), O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard fd >= 0 else { return nil }
    // The final NUL is part of the written text.
    let trigger = "\(share) \(Self.stallMicroseconds) \(Self.windowMicroseconds)".utf8CString
    guard trigger.withUnsafeBytes({ write(fd, $0.baseAddress, $0.count) }) >= 0 else {
      close(fd)
      return nil
    }
    return LoopWatch(on: loop, closing: fd, .priority) { [weak self] in self?.applyStall(level) }
  }

  /// Applies the kernel's report of a stall, unless only our own runs have stalled.
  private func applyStall(_ level: MemoryPressure) {
    guard let pressure = externalLoad.pressure(on: .memory),
      pressure.some >= Self.leastPercentOfOthers
    else {
      return
    }
    reading.applyStall(level)
    reportValues()
  }

  /// Reads the pressure, derives the state from it, and reports the state.
  private func readAgain() {
    reading.update(from: externalLoad.pressure(on: .memory))
    reportValues()
  }

  /// Reports the state. While a request needs memory, also polls if there is a shortage, or if the kernel reports no
  /// stalls.
  private func reportValues() {
    guard let report else { return }
    // The kernel reports stalls, but not the end of a shortage.
    let isShortage = reading.state.map { $0 != .normal } ?? false
    // An unknown state means that the kernel does not measure pressure: polling would not help.
    let mustPollStalls = triggers.isEmpty && reading.state != nil
    timer?.isArmed = isNeeded && (isShortage || mustPollStalls)
    report.send(reading.state.map { [.memory($0)] } ?? [])
  }
}
