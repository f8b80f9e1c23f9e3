import Descriptors
import Scheduling

/// Whether drives, shares and files are there that somebody asked for.
///
/// They are looked at by a thread of their own, which a dead drive may hold, while there are paths to look at: `@unchecked`, since
/// what is kept here is touched on the devices' loop only.
final class PathSource: DeviceSource, @unchecked Sendable {
  let name = "mounts"
  private let loop: EventLoop
  private let tree: KernelTree
  private let isForAll: Bool
  private var report: ReportFilter?
  private var survey: (survey: LoopConfined<PathSurvey>, loop: EventLoop)?
  private var looks: [() -> Void] = []
  /// How many looks were asked for so far.
  private var asked = 0
  private var patience: OneShotTimer?
  /// Those for which there was no thread.
  private var paths: [ExactString] = []
  private lazy var retry = LoopTimer(on: loop) { [unowned self] in watch(paths) }

  /// How long a look waits.
  private static let patienceMilliseconds = 1000
  private static let retryDelay = Duration.seconds(10)

  /// - Parameter isForAll: whether users ask about paths whom not all of the machine is open to.
  init(_ tree: KernelTree, isForAll: Bool, loop: EventLoop) {
    (self.loop, self.tree, self.isForAll) = (loop, tree, isForAll)
    patience = OneShotTimer(milliseconds: Self.patienceMilliseconds, loop: loop) {
      [weak self] in self?.release()
    }
  }

  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    self.report?.tell([])
  }

  func watch(_ paths: [ExactString]) {
    guard report != nil else { return }
    retry.clear()
    if paths.isEmpty {
      endSurvey()
      report?.tell([])
      return
    }
    guard let (survey, surveyLoop) = survey ?? beginSurvey() else { return tryAgain(paths) }
    surveyLoop.execute { survey.value.watch(paths) }
  }

  /// There are too few descriptors or threads: nothing is known of the paths, and later there may be more.
  private func tryAgain(_ paths: [ExactString]) {
    self.paths = paths
    report?.tell([])
    retry.set(after: Self.retryDelay)
  }

  func look(_ done: @escaping () -> Void) {
    guard report != nil, let (survey, surveyLoop) = survey else { return done() }
    looks.append(done)
    asked += 1
    patience?.arm()
    surveyLoop.execute { [self, asked] in
      survey.value.readAgain()
      loop.execute { self.release(upTo: asked) }
    }
  }

  func stop() {
    report = nil
    patience = nil
    retry.clear()
    release()
    endSurvey()
  }

  private func beginSurvey() -> (LoopConfined<PathSurvey>, EventLoop)? {
    guard let own = EventLoop(ifPossible: "paths") else { return nil }
    let survey = own.sync {
      let survey = PathSurvey(tree, isForAll: isForAll, loop: own)
      survey.onReading = { [weak self] in self?.deliver($0) }
      return LoopConfined(survey, to: own)
    }
    self.survey = (survey, own)
    return (survey, own)
  }

  private func endSurvey() {
    guard let (survey, surveyLoop) = survey else { return }
    surveyLoop.execute { survey.value.stop() }
    self.survey = nil
    release()
  }

  /// Called by the survey.
  private func deliver(_ values: [DeviceValue]) {
    loop.execute { [self] in
      // A survey that has ended may have had a reading on its way.
      if survey != nil { report?.tell(values) }
    }
  }

  /// Ends the looks that were asked for up to a number; all without one.
  private func release(upTo number: Int? = nil) {
    let count = max(0, looks.count - (asked - (number ?? asked)))
    let done = looks.prefix(count)
    looks.removeFirst(count)
    if looks.isEmpty { patience?.disarm() }
    for call in done { call() }
  }
}
