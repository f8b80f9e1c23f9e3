import CLinux
import Descriptors
import Scheduling

/// The load of the machine without our own runs: the share of the processors that others use, or the share of time
/// in which they wait for a processor or a disk, whichever is higher.
final class LoadSource: DeviceSource {
  let name = "processors"
  private let tree: KernelTree
  private var externalLoad: ExternalLoad
  private var timer: RepeatingTimer?
  private var shortMeasurement: OneShotTimer?
  private var report: ReportFilter?
  private var sample: (usage: LoadSample, at: Int64)?
  private var pendingPolls: [() -> Void] = []

  private static let secondsBetween = 15
  /// The usable length of a measurement: a shorter one is imprecise, a longer one covers too much of the past.
  private static let usefulNanoseconds: ClosedRange<Int64> = 1_000_000_000...60_000_000_000
  /// The length of a measurement if there is no earlier sample.
  private static let shortMilliseconds = 500

  /// - Parameter ownCgroups: The cgroups of our runs, below the root of cgroups.
  init(_ tree: KernelTree, ownCgroups: [String], loop: EventLoop) {
    self.tree = tree
    externalLoad = ExternalLoad(tree: tree, ownCgroups: ownCgroups)
    timer = RepeatingTimer(seconds: Self.secondsBetween, loop: loop) { [weak self] in
      self?.measure()
    }
    shortMeasurement = OneShotTimer(milliseconds: Self.shortMilliseconds, loop: loop) {
      [weak self] in
      self?.endShortMeasurement()
    }
  }

  /// Starts the first measurement. The load is reported half a second later.
  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    measure()
  }

  /// Starts a measurement. `done` is called after its report, or immediately if the source is not started.
  func poll(_ done: @escaping () -> Void) {
    guard report != nil else { return done() }
    pendingPolls.append(done)
    measure()
  }

  /// Measures repeatedly while a request depends on the load.
  func setPollingNeeds(_ needs: PollingNeeds) {
    let isNeeded = needs.contains(.load)
    // The load may have changed while it was not measured.
    if isNeeded, timer?.isArmed == false { measure() }
    timer?.isArmed = isNeeded
  }

  func setOwnCgroups(_ cgroups: [String]) {
    externalLoad.ownCgroups = cgroups
    sample?.usage.add(newAccounts: externalLoad.ownMicroseconds)
  }

  /// Ends all measurements and answers pending polls. Nothing is reported any more.
  func stop() {
    timer = nil
    shortMeasurement = nil
    report = nil
    answerPolls()
  }

  /// Reports the load since the last sample if its age is usable; otherwise takes a first sample and reports half a
  /// second later. Has no effect while such a short measurement is in progress.
  private func measure() {
    let isMeasuring = shortMeasurement?.isArmed == true
    if isMeasuring { return }
    guard let now = readSample() else { return reportValues(nil) }
    if let sample, Self.usefulNanoseconds.contains(now.at - sample.at) {
      self.sample = now
      reportValues(now.usage.percent(since: sample.usage))
    } else {
      sample = now
      shortMeasurement?.arm()
    }
  }

  /// Ends a short measurement: reports the load since its first sample, and answers pending polls.
  private func endShortMeasurement() {
    guard let sample, let now = readSample() else { return reportValues(nil) }
    self.sample = now
    reportValues(now.usage.percent(since: sample.usage))
  }

  /// Reads the processor times, and the monotonic time of this reading in nanoseconds; `nil` if they cannot be read.
  private func readSample() -> (usage: LoadSample, at: Int64)? {
    guard let times = tree.text("/proc/stat").flatMap({ ProcessorTimes($0) }) else { return nil }
    let usage = LoadSample(
      processors: times, ownMicroseconds: externalLoad.ownMicroseconds,
      processMicroseconds: externalLoad.processMicroseconds)
    return (usage, rubato_clock_awake())
  }

  /// Reports the load: the highest of `busy`, which is the percentage of the processors that others use, and of the
  /// pressures on processors and disks. Then answers pending polls. `busy` is `nil` if it is unknown.
  private func reportValues(_ busy: Int?) {
    let pressures = [ExternalLoad.Resource.cpu, .io].compactMap {
      externalLoad.pressure(on: $0)?.some
    }
    let percents = busy.map { [Double($0)] + pressures } ?? pressures
    let load = percents.max().map { Int(bounded: min(100, $0.rounded())) }
    report?.send(load.map { [.load($0)] } ?? [])
    answerPolls()
  }

  /// Calls the closures of all pending polls, each once.
  private func answerPolls() {
    let polls = pendingPolls
    pendingPolls = []
    for done in polls { done() }
  }
}
