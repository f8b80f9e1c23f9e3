import Descriptors
import Glibc
import Scheduling

/// How short of memory the machine is, without our own runs. The kernel tells when a limit is passed,
/// and from then on the pressure is read until it is over.
final class MemorySource: DeviceSource {
  let name = "memory-pressure"
  private let work: ExternalLoad
  private let loop: EventLoop
  private var reading = MemoryReading()
  private var isAttending = false
  private var triggers: [LoopWatch] = []
  private var timer: RepeatingTimer?
  private var report: ReportFilter?

  private static let secondsBetween = 5
  /// A tenth of a window of 2 s, which are the only windows for those without CAP_SYS_RESOURCE.
  static let windowMicroseconds = 2_000_000
  static let stallMicroseconds = 200_000
  /// How much of a stall others must have felt, in percent of the last ten seconds, so that it was
  /// not within our own runs alone: that of one window has raised the average by 1.8.
  private static let feltByOthers = 1.0

  /// - Parameter ownCgroups: those of our runs, below the root of cgroups.
  init(_ tree: KernelTree, ownCgroups: [String], loop: EventLoop) {
    work = ExternalLoad(tree: tree, ownCgroups: ownCgroups)
    self.loop = loop
    timer = RepeatingTimer(seconds: Self.secondsBetween, loop: loop) { [weak self] in
      self?.readAgain()
    }
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
    let isWanted = attention.contains(.memory)
    guard report != nil, isWanted != isAttending else { return }
    isAttending = isWanted
    triggers =
      isWanted ? [watch("some", .warning), watch("full", .critical)].compactMap(\.self) : []
    readAgain()
  }

  /// How many things the kernel tells of.
  var triggerCount: Int { triggers.count }

  func stop() {
    isAttending = false
    triggers = []
    timer = nil
    report = nil
  }

  /// Asks the kernel to tell of stalls (psi in the kernel's accounting documentation).
  private func watch(_ share: String, _ level: MemoryPressure) -> LoopWatch? {
    let fd = open(work.tree.path("/proc/pressure/memory"), O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard fd >= 0 else { return nil }
    // The NUL at the end is part of what is written.
    let wish = "\(share) \(Self.stallMicroseconds) \(Self.windowMicroseconds)".utf8CString
    guard wish.withUnsafeBytes({ write(fd, $0.baseAddress, $0.count) }) >= 0 else {
      close(fd)
      return nil
    }
    return LoopWatch(on: loop, closing: fd, .priority) { [weak self] in self?.take(level) }
  }

  private func take(_ level: MemoryPressure) {
    guard let pressure = work.pressure(on: .memory), pressure.some >= Self.feltByOthers else {
      return
    }
    reading.observeStall(level)
    tell()
  }

  private func readAgain() {
    reading.observe(work.pressure(on: .memory))
    tell()
  }

  private func tell() {
    guard let report else { return }
    // Where the kernel does not tell of stalls, they have to be looked for.
    let isShort = reading.state.map { $0 != .normal } ?? false
    let isBlind = triggers.isEmpty && reading.state != nil
    timer?.isArmed = isAttending && (isShort || isBlind)
    report.tell(reading.state.map { [.memory($0)] } ?? [])
  }
}
