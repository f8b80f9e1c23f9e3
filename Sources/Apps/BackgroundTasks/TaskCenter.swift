import Foundation

/// The implementation of `BGTaskScheduler.shared`: handlers, running tasks, and the link that delivers them.
///
/// The center's state is guarded by `lock`; handlers are called with no lock held.
package final class TaskCenter: @unchecked Sendable {
  struct Registration {
    let queue: DispatchQueue
    let handler: (BGTask) -> Void
    /// The code that has registered the handler, for the message to a second caller.
    let caller: Caller
  }

  let lock = NSLock()
  var registrations: [String: Registration] = [:]
  var alarms: Registration?
  private(set) var tasks: [Int64: BGTask] = [:]
  var completedRuns = CompletedRuns()
  private var delegateHandler: (@Sendable (DelegateTask) -> Void)?
  private var receivesNoTasks = false
  private var activityHandler: (@Sendable (Bool) -> Void)?
  let declaration: AppBundle.Declaration?
  package let daemon: any TaskLink
  let wakes = WakeHandlers()
  let sessions = EndedSessions()
  /// Whether the process was started by the daemon, and not by its user.
  let isLaunchedByDaemon: Bool
  let expirations = DispatchQueue(
    label: "io.rubato.BackgroundTasks.expiration", attributes: .concurrent)

  /// The queue of calls that no caller waits for.
  let calls = DispatchQueue(label: "io.rubato.BackgroundTasks.calls")

  private static let benchCenterLock = NSLock()
  private nonisolated(unsafe) static var benchCenter: TaskCenter?

  /// The center of the process that the current code belongs to, if one process stands for several; else `nil`. Code of
  /// a process that has ended must not act for another.
  @TaskLocal package static var own: TaskCenter?

  /// The center of the current code, else the one in use, else the daemon's.
  package static var current: TaskCenter { ofBench ?? ofDaemon }

  /// The center of the current code, else the one in use; `nil` if there is no bench.
  static var ofBench: TaskCenter? { own ?? benchCenterLock.withLock { benchCenter } }

  /// The run that the current code belongs to; `nil` if it is unknown. Swift tasks inherit it from their handler.
  @TaskLocal package static var run: Int64?

  /// The run of the current code, else the only run that exists; `nil` if it is unknown.
  package var presentRun: Int64? {
    Self.run ?? lock.withLock { tasks.count == 1 ? tasks.keys.first : nil }
  }

  /// Replaces the center of this process. A bench calls it for each process of an app that it simulates.
  package static func use(_ center: TaskCenter) {
    benchCenterLock.withLock { benchCenter = center }
  }

  private static let ofDaemon = attach()

  /// Attaches this process to the daemon, if the program contains the connection.
  private static func attach() -> TaskCenter {
    let connection = NSClassFromString(connectionName) as? any ProcessConnection.Type
    if let connection { return connection.attach() }
    let bundle = AppBundle(
      executable: Bundle.main.executablePath ?? "", main: Bundle.main.infoDictionary)
    return TaskCenter(
      MissingLink(), declaration: bundle.declaration,
      isLaunchedByDaemon: false)
  }

  /// The class of the connection. It is found by its name, since its module imports this one and most tests of apps are
  /// built without it.
  package static let connectionName = "DaemonConnection.AppConnection"

  /// Creates a center for the tasks that `link` delivers.
  ///
  /// - Parameter declaration: The declarations of the Info.plist; `nil` if there is none.
  package init(
    _ link: any TaskLink, declaration: AppBundle.Declaration?, isLaunchedByDaemon: Bool
  ) {
    daemon = link
    self.declaration = declaration
    self.isLaunchedByDaemon = isLaunchedByDaemon
  }

  /// Ends the registration of handlers.
  package func endLaunch(because end: String) {
    daemon.endLaunch(because: end, handlers: handlers)
  }

  /// The identifiers that have a handler of tasks or of wakes, sorted.
  var handlers: [String] {
    (lock.withLock { Array(registrations.keys) } + wakes.identifiers).sorted()
  }

  // MARK: Tasks

  /// Handles a task that the daemon has sent: calls its launch handler, or passes it to the delegate. After a
  /// reconnection the daemon may send tasks again: a known task only reports its progress again, and a completed one
  /// is ignored.
  package func start(_ delivered: DeliveredTask) {
    let (knownTask, isCompleted) = lock.withLock {
      (tasks[delivered.run], completedRuns.contains(delivered.run))
    }
    if isCompleted { return }
    if let knownTask {
      (knownTask as? BGContinuedProcessingTask)?.reportAgain()
      return
    }
    if case .delegate(let content) = delivered.content {
      return handToDelegate(content, delivered)
    }
    // Without a handler, this call has reported that as a mistake of the app.
    guard let registration = registration(for: delivered) else { return }
    let task = makeTask(for: delivered)
    add(task)
    nonisolated(unsafe) let (startedTask, handler) = (task, registration.handler)
    callLaunchHandler({ handler(startedTask) }, for: startedTask, on: registration.queue)
  }

  /// Calls the launch handler of a task on `queue`. The call is first reported to the daemon, which otherwise sends
  /// the task again if the process ends. If the run has ended or the process is about to end, removes the task
  /// instead.
  private func callLaunchHandler(
    _ handler: @escaping @Sendable () -> Void, for task: BGTask, on queue: DispatchQueue
  ) {
    nonisolated(unsafe) let task = task
    let begin: @Sendable () -> Void = { [self] in
      guard !isLeaving, daemon.reportStart(of: task.run) else { return removeUncalled(task) }
      task.changeHandlers { $0.begin(on: daemon.currentThread) }
      handler()
      task.changeHandlers { $0.end() }
    }
    daemon.perform(begin, for: task.run, on: queue)
  }

  /// Whether the process is about to end, so that new tasks are left to the next process.
  private var isLeaving: Bool { lock.withLock { receivesNoTasks } }

  /// Stops calling handlers, since the process is about to end.
  package func stopReceivingTasks() { lock.withLock { receivesNoTasks = true } }

  /// The runs whose handlers were called and that are not complete.
  package var begunRuns: [Int64] {
    lock.withLock { tasks.values.filter(\.hasBegun).map(\.run).sorted() }
  }

  /// Removes a task whose handler is not called. If it was the last one, the activity handler is called with `false`.
  private func removeUncalled(_ task: BGTask) {
    let handler = lock.withLock {
      tasks[task.run] = nil
      return tasks.isEmpty ? activityHandler : nil
    }
    handler?(false)
  }

  /// Sets the handler of tasks for the app's delegate.
  func setDelegateHandler(_ handler: @escaping @Sendable (DelegateTask) -> Void) {
    lock.withLock { delegateHandler = handler }
  }

  /// Passes a task to the app's delegate, or a wake to the handler of its observer. Without a delegate, the task is
  /// completed: as successful only if it reports the end of transfers.
  private func handToDelegate(_ content: DelegateTask.Content, _ delivered: DeliveredTask) {
    let identifier = delivered.identifier
    nonisolated(unsafe) let task = BGTask(
      identifier: identifier, run: delivered.run, center: self)
    add(task)
    if case .observer = content {
      // A wake has no launch handler. Counted as called, so that an expiration does not wait for the call.
      task.changeHandlers { $0.skip() }
      return wakes.deliver(DelegateTask(content, task), of: identifier)
    }
    if let handler = lock.withLock({ delegateHandler }) {
      let notify: @Sendable () -> Void = { [sessions] in
        handler(DelegateTask(content, task))
        // After the delegate has the completion handler, since the session now reports the ends of its transfers.
        if case .transferEvents(let session) = content { sessions.add(session) }
      }
      return callLaunchHandler(notify, for: task, on: .main)
    }
    Log.write(
      "the app has no application delegate for \(identifier); use AppLifecycle, and launch with a delegate"
    )
    // An incomplete wake for transfers would be sent again forever.
    if case .transferEvents = content { return task.setTaskCompleted(success: true) }
    task.setTaskCompleted(success: false)
  }

  /// Creates the task object for the launch handler. The content of the task decides its class; a plain task has the
  /// class of its kind.
  private func makeTask(for delivered: DeliveredTask) -> BGTask {
    let (identifier, run) = (delivered.identifier, delivered.run)
    return switch (delivered.content, delivered.kind) {
    case (.continued(let shown), _):
      BGContinuedProcessingTask(identifier: identifier, run: run, center: self, shown: shown)
    case (.healthResearch, _):
      BGHealthResearchTask(identifier: identifier, run: run, center: self)
    case (.alarm(let due), _):
      AlarmTask(
        alarm: String(identifier.dropFirst(AlarmRequest.prefix.count)), due: due,
        identifier: identifier, run: run, center: self)
    case (_, "processing"):
      BGProcessingTask(identifier: identifier, run: run, center: self)
    case (_, _): BGAppRefreshTask(identifier: identifier, run: run, center: self)
    }
  }

  /// Reports the progress of a task. Returns `false` if the daemon accepts no more reports of the run.
  func report(_ report: TaskReport, of run: Int64) -> Bool { daemon.report(report, of: run) }

  /// Whether a task is not complete.
  package func isUnderWay(_ run: Int64) -> Bool { lock.withLock { tasks[run] != nil } }

  /// Whether the expiration handler of a task is running.
  package func isExpiring(_ run: Int64) -> Bool {
    lock.withLock { tasks[run] }?.isExpiring ?? false
  }

  /// Returns the thread that holds a task; `nil` if none is known.
  package func holder(of run: Int64) -> Int32? { lock.withLock { tasks[run] }?.holder }

  /// Completes a task whose completion was postponed.
  package func complete(run: Int64, success: Bool) {
    lock.withLock({ tasks[run] })?.setTaskCompleted(success: success)
  }

  /// Sets a handler that is called when `isBusy` has changed.
  func setActivityHandler(_ handler: @escaping @Sendable (_ isBusy: Bool) -> Void) {
    lock.withLock { activityHandler = handler }
  }

  var isBusy: Bool { lock.withLock { !tasks.isEmpty } }

  /// Adds a task that has arrived. If it is the only one, the activity handler is called with `true`.
  private func add(_ task: BGTask) {
    let handler = lock.withLock {
      tasks[task.run] = task
      return tasks.count == 1 ? activityHandler : nil
    }
    handler?(true)
  }

  /// Removes a completed task and reports its completion to the daemon. The activity handler is called after that if it
  /// was the last task.
  func complete(_ task: BGTask, success: Bool) {
    let handler = lock.withLock {
      completedRuns.add(task.run)
      tasks[task.run] = nil
      return tasks.isEmpty ? activityHandler : nil
    }
    defer { handler?(false) }
    daemon.complete(task.run, success: success)
    lock.withLock { completedRuns.notePassedOn(task.run) }
  }

  // MARK: Requests

  /// Submits a request. Throws if its class is abstract or the daemon refuses it. A request without a handler ends the
  /// process; on a bench, it throws.
  func submit(_ request: BGTaskRequest) throws(BGTaskScheduler.Error) {
    guard let kind = request.kind else {
      throw BGTaskScheduler.Error(
        .notPermitted,
        "BGTaskRequest is abstract; submit one of its subclasses, such as BGAppRefreshTaskRequest")
    }
    guard registration(for: request.identifier) != nil else {
      throw BGTaskScheduler.Error(.notPermitted, unregisteredMessage(request.identifier))
    }
    try daemon.submit(request, kind: kind)
  }

  // MARK: For higher libraries

  /// Whether this process has registered a handler for a task.
  package static func hasHandler(for identifier: String) -> Bool {
    let center = current
    return center.lock.withLock { center.registrations[identifier] != nil }
  }
}
