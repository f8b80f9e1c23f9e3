import BackgroundTasks
import Foundation

/// Steps that run in order, over as many runs as they need. The progress is stored in a file: after an expiration, a
/// kill, a crash or a reboot, the next run continues with the first step that is not done.
///
/// A step runs once, unless it was interrupted. A stop by the system does not count as an attempt. An attempt counts if
/// the step threw an error, or its process ended without reporting a result. The chain gives up after `attempts` of
/// them, so that a step that crashes does not do so forever.
public struct WorkChain: Sendable {
  /// The maximum number of steps; each step writes the names of the steps that are done.
  public static let mostSteps = 1000

  let steps: [WorkStep]
  let file: ProgressFile
  let clock: any Clock<Duration>
  let attempts: Int
  let repeats: Bool
  var boot: @Sendable () -> String? = WorkChain.currentBoot

  /// - Parameters:
  ///   - file: The file of the progress. Its directory must exist, and no other chain may use it.
  ///   - repeats: Whether a run restarts the chain after its end, as for periodic work.
  ///   - attempts: The maximum number of attempts at a step.
  ///   - clock: The clock that measures the limits of steps.
  ///   - steps: At most `mostSteps` steps, each with a unique name.
  public init(
    progress file: URL, repeats: Bool = false, attempts: Int = 5,
    clock: any Clock<Duration> = TaskClock(), steps: [WorkStep]
  ) {
    precondition(steps.count <= Self.mostSteps, "a chain has at most \(Self.mostSteps) steps")
    precondition(
      Set(steps.map(\.name)).count == steps.count, "two steps of a chain have the same name")
    precondition(attempts > 0, "a step needs an attempt")
    self.steps = steps
    self.file = ProgressFile(url: file)
    self.clock = clock
    self.attempts = attempts
    self.repeats = repeats
  }

  /// The names of the steps that are done.
  ///
  /// - Throws: `FileError` or another error, if the file cannot be read.
  public var done: [String] { get throws { try file.read()?.done ?? [] } }

  /// Whether no steps are left: the chain is complete, or has given up.
  ///
  /// - Throws: The errors of `done`.
  public var isOver: Bool { get throws { try file.read()?.isOver ?? false } }

  /// Removes its progress. The next run begins with the first step, and a run in progress ends after its step.
  ///
  /// - Throws: `FileError` if the file cannot be removed.
  public func reset() throws { try file.remove() }

  /// Continues with the first step that is not done, until all are done or its Swift task is cancelled.
  public func run() async -> ChainResult {
    let run: ChainRun
    do {
      run = try ChainRun(self)
    } catch {
      return .progressLost(error)
    }
    for step in steps where !run.isDone(step) {
      if let result = await run.perform(step) { return result }
    }
    return run.markEnded()
  }

  /// Returns the identifier of the machine's boot; `nil` if it is unknown.
  private static func currentBoot() -> String? {
    let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    return text?.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
