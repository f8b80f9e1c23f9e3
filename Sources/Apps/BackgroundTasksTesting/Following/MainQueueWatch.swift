import Foundation
import Scheduling

#if canImport(ThreadStates)
  import ThreadStates
#endif

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
    let earlierDelays = ThreadStates.runDelays
    let (began, earlierProcessorTime) = (ContinuousClock.now, ownProcessorTime)
    body()
    let processor = ownProcessorTime - earlierProcessorTime
    let waited = began.duration(to: .now) - processor
    // The time for which a loaded machine gave threads no processor is not the app's fault. If that
    // time is unknown, `blocked` is `nil`.
    let blocked =
      waited < shortestMeasuredWait ? .zero : delay(since: earlierDelays).map { waited - $0 }
    bench.change { $0.note(BlockTimes(processor: processor, blocked: blocked), context) }
  }

  /// The shortest wait that is measured exactly. A shorter one counts as none.
  private static let shortestMeasuredWait = Duration.milliseconds(250)

  /// Returns the time for which threads of this process have waited for a processor; `nil` if it is unknown, as after the
  /// end of a thread. On a loaded machine, another thread for which the main thread waits may be delayed.
  private static func delay(since earlier: [String: Duration]) -> Duration? {
    let delays = ThreadStates.runDelays
    guard !earlier.isEmpty, earlier.keys.allSatisfy({ delays[$0] != nil }) else { return nil }
    var total = Duration.zero
    for (thread, delay) in delays { total += delay - (earlier[thread] ?? .zero) }
    return total
  }

  /// The processor time that the current thread has used.
  private static var ownProcessorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
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

  /// Notes a block of the main queue that ran while the app was in front. A very long block is a failure of the app,
  /// and so is a long block after the first, if at least half of the task's blocks are long. A task has one such
  /// failure.
  mutating func note(_ times: BlockTimes, _ context: ExecutionContext) {
    let blocked = times.blocked ?? .zero
    let task = context.run.flatMap { tasks.liveOrPast($0) }
    let identifier = task?.identifier ?? identifier
    findings[identifier].blocks += 1
    let exceedsFrame = times.processor > Self.frame * Self.debugFactor
    guard exceedsFrame || blocked >= Self.hang else { return }
    findings[identifier].longBlocks += 1
    let isVeryLong = times.processor >= Self.hang * Self.debugFactor || blocked >= Self.longHang
    let record = findings[identifier]
    // A single measurement of many can be wrong: a virtual machine counts time that its host has taken away.
    let isUsual = record.longBlocks > 1 && record.longBlocks * 2 >= record.blocks
    guard isVeryLong || isUsual, !findings.contains(.blocksMain, of: identifier)
    else { return }
    let processor = Int(bounded: times.processor.seconds * 1000)
    let text =
      exceedsFrame
      ? "used \(processor) ms of processor time, and a frame has 16 ms"
        + (Self.debugFactor > 1 ? " (this is a debug build, which is slower)" : "")
      : "waited \(blocked.shortText) without using the processor"
    fail(
      .blocksMain, identifier, run: context.run,
      "while the app was in front, a block of the main queue \(text)")
  }
}
