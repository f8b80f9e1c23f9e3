import Dispatch
import Scheduling

/// Whether drives, shares and files are there that somebody asked for.
///
/// They are looked at on a queue of their own, where a dead drive may keep us waiting: `@unchecked`,
/// since what is kept here is touched on the devices' queue only, and the survey on its own.
final class PathSource: DeviceSource, @unchecked Sendable {
  let name = "mounts"
  private let queue: DispatchQueue
  private let ownQueue = DispatchQueue(label: "io.rubato.paths")
  private let survey: PathSurvey
  private var report: ChangeReport?
  private var looks: [() -> Void] = []
  /// How many looks were asked for so far.
  private var asked = 0
  private var patience: OneShotTimer?

  /// How long a look waits.
  private static let patienceMilliseconds = 1000

  /// - Parameter isForAll: whether users ask about paths whom not all of the machine is open to.
  init(_ tree: KernelTree, isForAll: Bool, queue: DispatchQueue) {
    self.queue = queue
    survey = PathSurvey(tree, isForAll: isForAll, queue: ownQueue)
    patience = OneShotTimer(milliseconds: Self.patienceMilliseconds, queue: queue) {
      [weak self] in self?.release()
    }
  }

  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ChangeReport(report)
    survey.onReading = { [weak self] in self?.deliver($0) }
    self.report?.tell([])
  }

  func watch(_ paths: [ExactString]) {
    guard report != nil else { return }
    ownQueue.async { [survey] in survey.watch(paths) }
  }

  func look(_ done: @escaping () -> Void) {
    guard report != nil else { return done() }
    looks.append(done)
    asked += 1
    patience?.arm()
    ownQueue.async { [self, asked] in
      survey.readAgain()
      queue.async { self.release(upTo: asked) }
    }
  }

  func stop() {
    report = nil
    patience = nil
    release()
    ownQueue.async { [survey] in survey.stop() }
  }

  /// Called on our own queue.
  private func deliver(_ values: [DeviceValue]) {
    queue.async { self.report?.tell(values) }
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
