import Control
import Descriptors
import Launch
import Logging
import Scheduling
import Stepping
import VarlinkServer

/// The processes that watch the paths of requests: one small process for each user, running as that user, since the
/// daemon may not read the user's paths. Used on the engine's loop only.
///
/// Such a process requests its paths (`ObservePaths`), reports them (`ReportPaths`), and ends when there are no paths.
final class PathObservers {
  /// The observer of one user.
  private struct Observer {
    var version = 0
    var paths: [ExactString] = []
    /// The number of the launched process; `nil` if it has ended.
    var process: Int64?
    var calls: [ServerCall] = []
    /// Whether the process was notified that there is nothing to watch, and ends.
    var isDismissed = false
    /// The real awake nanoseconds at which the last process was launched.
    var launched: Int64 = 0
    /// Number of consecutive processes that ended too early.
    var failures = 0
    /// Whether the process waits for the next attempt to launch it.
    var isPausing = false
  }

  private var observers: [UInt32: Observer] = [:]
  private var nextNumber: Int64 = 1

  /// Sends the paths of `owner` to `call`, now and after each change. The caller is the process that watches them.
  func attach(_ call: ServerCall, of owner: UInt32, _ core: Scheduler) {
    observers[owner, default: Observer()].calls.append(call)
    call.replyContinuing(ObservePaths.Reply(paths: core.observedPaths(of: owner).map(\.text)))
  }

  /// Removes the calls of `owner` that have lost their client.
  func removeAbandonedCalls(of owner: UInt32) {
    observers[owner]?.calls.removeAll(where: \.isAbandoned)
  }

  /// Sends changed path lists to the observers, and starts a process for each user who has paths and no process. Called
  /// at the end of every step.
  ///
  /// - Parameters:
  ///   - real: The present real awake time in nanoseconds.
  ///   - start: Starts the process with this number, as this user; does nothing if that is impossible.
  func update(for core: Scheduler, real: Int64, start: (Int64, UInt32) -> Void) {
    for (owner, version) in core.observedPathVersions {
      var observer = observers[owner] ?? Observer()

      // The paths have changed since the last step.
      if observer.version != version {
        observer.version = version
        observer.paths = core.observedPaths(of: owner)
        if observer.paths.isEmpty { observer.isDismissed = true }
        let reply = ObservePaths.Reply(paths: observer.paths.map(\.text))
        for call in observer.calls { call.replyContinuing(reply) }
      }

      let needsProcess =
        !observer.paths.isEmpty && observer.process == nil && !observer.isPausing
        && !core.isStopping
      let number = nextNumber
      if needsProcess {
        (observer.process, observer.launched) = (number, real)
        observer.isDismissed = false
        nextNumber += 1
      }
      // Before the start, which reports a failure at the earliest in the next step.
      observers[owner] = observer
      if needsProcess { start(number, owner) }
    }
  }

  /// Handles the end of the process with this number. Returns its owner, its paths, and the pause before the next
  /// process; `nil` if the process is unknown, or had nothing left to watch. A process that has run for the longest
  /// pause has worked, so its end is the first failure.
  ///
  /// - Parameter real: The present real awake time in nanoseconds.
  func recordEnd(
    _ number: Int64, real: Int64
  ) -> (owner: UInt32, paths: [ExactString], pause: Duration)? {
    guard let owner = observers.first(where: { $0.value.process == number })?.key,
      var observer = observers[owner]
    else { return nil }
    observer.process = nil
    defer { observers[owner] = observer }
    // It was expected to end.
    if observer.isDismissed { return nil }
    let hasWorked = real - observer.launched >= Self.longestPause.nanoseconds
    observer.failures = hasWorked ? 1 : observer.failures + 1
    observer.isPausing = true
    return (owner, observer.paths, Self.pause(after: observer.failures))
  }

  /// Lets the next step start a process for `owner` again. Called after the pause.
  func resume(_ owner: UInt32) { observers[owner]?.isPausing = false }

  private static let longestPause = Duration.minutes(5)

  /// Returns the pause before the next process: one second, doubled with each failure to at most `longestPause`.
  static func pause(after failures: Int) -> Duration {
    // 2^9 s exceeds the longest pause; more doublings would exceed 64 bits after many failures.
    let doublings = min(9, max(0, failures - 1))
    return min(.seconds(1 << doublings), longestPause)
  }
}

extension Engine {
  /// Sends changed lists of paths to the processes that watch them, and launches processes for users without one.
  func updatePathObservers() {
    if stepper.read({ $0.observedPathVersions.isEmpty }) { return }
    programs.observers.update(for: core, real: real) { number, owner in
      launch(
        LaunchOrder(
          observer: number, of: owner, program: programs.observer, socket: programs.socket))
    }
  }

  /// Handles the end of a process that watches paths. If it ended without being dismissed, logs the reason and reports
  /// its paths as not watched. A step after a pause then starts the next process.
  func noteEnd(ofObserver number: Int64, _ processExit: ProcessExit) {
    guard let end = programs.observers.recordEnd(number, real: real) else { return }
    let signalOrStatus =
      processExit.signal.map { "signal \($0)" } ?? "exit \(processExit.exit ?? -1)"
    let why = processExit.launchFailure ?? processExit.lastWords ?? signalOrStatus
    logger.warning(
      "The watcher of uid \(end.owner) has ended (\(why)); next start in \(end.pause.notation)")
    let reason = Self.clause("its watcher has ended: \(why)")
    post(
      .changed(
        end.paths.map { ChangeReport(owner: end.owner, pathOrKey: $0, .unwatchable(reason)) }, nil))
    loop.after(end.pause) { [weak self] in
      self?.act { $0.programs.observers.resume(end.owner) }
    }
  }

  /// Returns `text` without its final full stop. If it is longer than a reason can be, shortens it at the end of a
  /// word.
  private static func clause(_ text: String) -> String {
    var words = text
    while words.utf8.count > ChangeReport.longestText, let space = words.lastIndex(of: " ") {
      words = String(words[..<space])
    }
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }
}
