import Descriptors
import Scheduling

/// Whether the requested drives, shares and files exist.
///
/// A separate thread checks them while there are paths, because a dead drive can block it: `@unchecked`, since the
/// state here is used on the devices' loop only.
final class PathSource: DeviceSource, @unchecked Sendable {
  let name = "mounts"
  private let loop: EventLoop
  private let tree: KernelTree
  private let checksOnlyPublicPaths: Bool
  private var report: ReportFilter?
  private var survey: (survey: LoopConfined<PathSurvey>, loop: EventLoop)?
  /// The closures of polls whose checks are not complete, in the order of the polls.
  private var pendingPolls: [() -> Void] = []
  /// Number of polls so far.
  private var pollCount = 0
  private var pollTimer: OneShotTimer?
  /// The paths for which no thread could be started.
  private var paths: [ExactString] = []
  private lazy var retryTimer = LoopTimer(on: loop) { [unowned self] in watch(paths) }

  /// Longest wait of a poll for its check.
  private static let pollMilliseconds = 1000
  private static let retryDelay = Duration.seconds(10)

  /// - Parameter checksOnlyPublicPaths: Whether only files that every user may access are checked: the daemon of the
  ///   machine may access all files, but the users who request the paths may not.
  init(_ tree: KernelTree, checksOnlyPublicPaths: Bool, loop: EventLoop) {
    (self.loop, self.tree, self.checksOnlyPublicPaths) = (loop, tree, checksOnlyPublicPaths)
    pollTimer = OneShotTimer(milliseconds: Self.pollMilliseconds, loop: loop) {
      [weak self] in self?.answerPolls()
    }
  }

  /// Reports that no path is known. The paths to check are set with `watch`.
  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    self.report?.send([])
  }

  /// Checks these paths from now on, in a thread that exists only while there are paths. Retries after 10 seconds if no
  /// thread can be started.
  func watch(_ paths: [ExactString]) {
    guard report != nil else { return }
    retryTimer.clear()
    if paths.isEmpty {
      endSurvey()
      report?.send([])
      return
    }
    guard let (survey, surveyLoop) = survey ?? beginSurvey() else { return scheduleRetry(paths) }
    surveyLoop.execute { survey.value.watch(paths) }
  }

  /// Retries later, because there are too few descriptors or threads. The paths are unknown until then.
  private func scheduleRetry(_ paths: [ExactString]) {
    self.paths = paths
    report?.send([])
    retryTimer.set(after: Self.retryDelay)
  }

  /// Checks the paths again. `done` is called after the check, or after a second if the check is not complete, since a
  /// dead drive can block the thread.
  func poll(_ done: @escaping () -> Void) {
    guard report != nil, let (survey, surveyLoop) = survey else { return done() }
    pendingPolls.append(done)
    pollCount += 1
    pollTimer?.arm()
    surveyLoop.execute { [self, pollCount] in
      survey.value.checkPaths()
      loop.execute { self.answerPolls(upTo: pollCount) }
    }
  }

  /// Ends the checks and answers pending polls. Nothing is reported any more.
  func stop() {
    report = nil
    pollTimer = nil
    retryTimer.clear()
    answerPolls()
    endSurvey()
  }

  /// Starts the thread and its survey; `nil` if there are too few descriptors or threads.
  private func beginSurvey() -> (survey: LoopConfined<PathSurvey>, loop: EventLoop)? {
    guard let surveyLoop = EventLoop(ifPossible: "paths") else { return nil }
    let survey = surveyLoop.sync {
      let survey = PathSurvey(tree, checksOnlyPublicPaths: checksOnlyPublicPaths, loop: surveyLoop)
      survey.onReading = { [weak self] in self?.deliver($0) }
      return LoopConfined(survey, to: surveyLoop)
    }
    self.survey = (survey, surveyLoop)
    return (survey, surveyLoop)
  }

  /// Ends the survey and its thread, if there is one, and answers pending polls.
  private func endSurvey() {
    guard let (survey, surveyLoop) = survey else { return }
    surveyLoop.execute { survey.value.stop() }
    self.survey = nil
    answerPolls()
  }

  /// Reports the values of a check. Called by the survey on its own loop.
  private func deliver(_ values: [DeviceValue]) {
    loop.execute { [self] in
      // A survey that has ended may still have had a reading in flight.
      if survey != nil { report?.send(values) }
    }
  }

  /// Calls the closures of the polls up to this number, counted from 1 since the start; those of all polls for `nil`.
  private func answerPolls(upTo number: Int? = nil) {
    let laterPolls = pollCount - (number ?? pollCount)
    // Negative if the timer has already called some of the later polls back.
    let completedCount = max(0, pendingPolls.count - laterPolls)
    let completed = pendingPolls.prefix(completedCount)
    pendingPolls.removeFirst(completedCount)
    if pendingPolls.isEmpty { pollTimer?.disarm() }
    for done in completed { done() }
  }
}
