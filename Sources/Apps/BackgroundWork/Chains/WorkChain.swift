import BackgroundTasks
import Foundation

/// Steps that are done in order, over as many runs as it takes. Its progress is in a file: after an expiration, a kill, a
/// crash or a reboot the next run goes on with the first step that is not done.
///
/// A step is done once, unless it was cut off. What the system stops costs no attempt; an attempt in which the process
/// ended without a word, or which threw an error, does. After `attempts` of them the chain gives up, so that a step which
/// crashes does not do so for ever.
public struct WorkChain: Sendable {
  /// At most so many steps: each writes the names of those that are done.
  public static let mostSteps = 1000

  let steps: [WorkStep]
  let file: ProgressFile
  let clock: any Clock<Duration>
  let attempts: Int
  let repeats: Bool
  var boot: @Sendable () -> String? = WorkChain.currentBoot

  /// - Parameters:
  ///   - file: Where its progress is kept. Its directory has to be there, and no other chain may use it.
  ///   - repeats: Whether a run that finds the chain at its end begins it again, as periodic work wants it.
  ///   - attempts: How often a step is tried.
  ///   - clock: What the limits of steps are measured by.
  ///   - steps: At most `mostSteps`, each with a name of its own.
  public init(
    progress file: URL, repeats: Bool = false, attempts: Int = 5,
    clock: any Clock<Duration> = TaskClock(), steps: [WorkStep]
  ) {
    precondition(steps.count <= Self.mostSteps, "a chain has \(Self.mostSteps) steps at most")
    precondition(Set(steps.map(\.name)).count == steps.count, "two steps of a chain have one name")
    precondition(attempts > 0, "a step needs an attempt")
    self.steps = steps
    self.file = ProgressFile(url: file)
    self.clock = clock
    self.attempts = attempts
    self.repeats = repeats
  }

  /// The names of the steps that are done.
  ///
  /// - Throws: `FileError` and the like where the file cannot be read.
  public var done: [String] { get throws { try file.read()?.done ?? [] } }

  /// Whether nothing more is to be done: it is complete, or has given up.
  ///
  /// - Throws: As `done`.
  public var isOver: Bool { get throws { try file.read()?.isOver ?? false } }

  /// Forgets its progress. The next run begins with the first step, and one that goes on ends after its step.
  ///
  /// - Throws: `FileError` where the file cannot be removed.
  public func reset() throws { try file.remove() }

  /// Goes on with the first step that is not done, until all are done or its Swift task is cancelled.
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
    return run.finish()
  }

  /// Names the boot of the machine.
  private static func currentBoot() -> String? {
    let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    return text?.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
