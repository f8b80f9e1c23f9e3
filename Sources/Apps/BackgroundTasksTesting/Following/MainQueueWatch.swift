import Foundation
import Scheduling

/// The times of a block that has run.
struct BlockTimes {
  /// The processor time of its thread.
  var processor: Duration
  /// The time in which its thread waited for something else than a processor; `nil` if it is unknown.
  var blocked: Duration?
}

/// Measures the blocks of the main queue that run while the app is in front.
enum MainQueueWatch {
  private static let key = DispatchSpecificKey<Bool>()
  private static let isMarked: Void = DispatchQueue.main.setSpecific(key: key, value: true)

  /// Whether the current code runs on the main queue, or on a queue that targets it.
  private static var isOnMainQueue: Bool {
    isMarked
    return DispatchQueue.getSpecific(key: key) == true
  }

  /// Runs a block of the app, and measures it if it runs on the main queue while the app is in front.
  static func run(_ context: ExecutionContext?, on bench: Bench, _ body: () -> Void) {
    guard let context, isOnMainQueue, bench.change({ $0.processes.isOpen }) else { return body() }
    let delays = RunDelays()
    let (began, processorTime) = (ContinuousClock.now, ownProcessorTime)
    body()
    let processor = ownProcessorTime - processorTime
    let rest = began.duration(to: .now) - processor
    let blocked = rest < longestWait ? .zero : delays.sum(until: RunDelays()).map { rest - $0 }
    bench.change { $0.note(BlockTimes(processor: processor, blocked: blocked), context) }
  }

  /// A shorter wait needs no exact measurement.
  private static let longestWait = Duration.milliseconds(250)

  /// The processor time that the current thread has used.
  private static var ownProcessorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// The times for which the threads of this process were ready and had no processor, as Linux reports them. On a loaded
/// machine, another thread for which the main thread waits may be delayed.
private struct RunDelays {
  /// By the number of the thread.
  private let delays: [String: Duration]

  init() {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    var delays: [String: Duration] = [:]
    for name in names ?? [] {
      // The processor time, the delay and the number of intervals; see Documentation/scheduler/sched-stats.rst of Linux.
      let text = try? String(contentsOfFile: "/proc/self/task/\(name)/schedstat", encoding: .utf8)
      let fields = text?.split(separator: " ") ?? []
      if fields.count > 1, let delay = Int64(fields[1]) { delays[name] = .nanoseconds(delay) }
    }
    self.delays = delays
  }

  /// Returns the delays of all threads between two moments; `nil` if they are unknown, as after the end of a thread.
  func sum(until later: RunDelays) -> Duration? {
    guard !delays.isEmpty, delays.keys.allSatisfy({ later.delays[$0] != nil }) else { return nil }
    return later.delays.reduce(.zero) { $0 + $1.value - (delays[$1.key] ?? .zero) }
  }
}

extension BenchState {
  /// The time of a frame at 60 Hz.
  private static let frame = Duration.nanoseconds(16_666_667)

  /// The shortest hang of Apple's tools (Xcode's Hangs instrument).
  private static let hang = Duration.milliseconds(250)

  /// The wait that shows the failure after a single block. Shorter ones count from the second on, since the first use of
  /// a function can take long.
  private static let longHang = Duration.seconds(1)

  /// The factor by which code without optimisation is slower, at least.
  private static let debugFactor = _isDebugAssertConfiguration() ? 3 : 1

  /// Notes a block of the main queue that ran while the app was in front. The second long block of a task is a failure
  /// of the app, or the first if it is very long.
  mutating func note(_ times: BlockTimes, _ context: ExecutionContext) {
    let blocked = times.blocked ?? .zero
    guard times.processor > Self.frame * Self.debugFactor || blocked >= Self.hang else { return }
    let task = context.run.flatMap { tasks.known($0) }
    let identifier = task?.identifier ?? identifier
    findings[identifier].longBlocks += 1
    let isVeryLong = times.processor >= Self.hang * Self.debugFactor || blocked >= Self.longHang
    guard isVeryLong || findings[identifier].longBlocks > 1,
      !findings.contains(.blocksMain, of: identifier)
    else { return }
    let processor = Int(bounded: times.processor.seconds * 1000)
    let text =
      times.processor > Self.frame * Self.debugFactor
      ? "used \(processor) ms of processor time, and a frame has 16 ms"
        + (Self.debugFactor > 1 ? " (this is a debug build, which is slower)" : "")
      : "waited \(blocked.shortText) without using the processor"
    fail(
      .blocksMain, identifier, run: context.run,
      "while the app was in front, a block of the main queue \(text)")
  }
}
