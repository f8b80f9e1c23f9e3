import CMainQueue
import Control
import Foundation

/// What stands behind `BGTaskScheduler.shared`: the handlers, the tasks that run, and the connection to the daemon.
///
/// Its state is guarded by `lock`; handlers are called with no lock held.
package final class TaskCenter: @unchecked Sendable {
  struct Registration {
    let queue: DispatchQueue
    let handler: (BGTask) -> Void
    /// The code that has registered it, for the message to a second caller.
    let caller: Caller
  }

  let lock = NSLock()
  var registrations: [String: Registration] = [:]
  var alarms: Registration?
  private var tasks: [Int64: BGTask] = [:]
  /// The runs of tasks that are complete. A daemon that was restarted before it had recorded that hands them over again,
  /// until it is told.
  private var completed: Set<Int64> = []
  private var delegateHandler: (@Sendable (DelegateTask) -> Void)?
  private var leaves = false
  private var activityHandler: (@Sendable (Bool) -> Void)?
  let declaration: AppBundle.Declaration?
  let daemon: any TaskLink
  let wakes = WakeHandlers()
  let sessions = ToldSessions()
  /// Whether the daemon has started this process, and not its user.
  let isLaunchedByDaemon: Bool
  private let expirations = DispatchQueue(
    label: "io.rubato.BackgroundTasks.expiration", attributes: .concurrent)

  private static let choice = NSLock()
  private nonisolated(unsafe) static var chosen: TaskCenter?

  /// The one of the process that the present code belongs to, where a process stands for several: what goes on of one that has
  /// ended must not be taken for another's.
  @TaskLocal package static var own: TaskCenter?

  /// The present code's own, the one that is used, or else that of the daemon.
  static var current: TaskCenter { benchs ?? ofDaemon }

  /// The present code's own, or the one that is used; nil where no bench is.
  static var benchs: TaskCenter? { own ?? choice.withLock { chosen } }

  /// The run that the present code belongs to; nil where that is not known. Swift tasks inherit it from their handler.
  @TaskLocal static var run: Int64?

  /// The run of the present code, or the only one that there is.
  var presentRun: Int64? {
    Self.run ?? lock.withLock { tasks.count == 1 ? tasks.keys.first : nil }
  }

  /// Has the process use `center` in the place of the one that there was: a bench, for each process of an app that it
  /// stands for.
  package static func use(_ center: TaskCenter) { choice.withLock { chosen = center } }

  private static let ofDaemon = start()

  /// Attaches this process to the daemon, and finishes its launch when the main queue first turns.
  private static func start() -> TaskCenter {
    let (bundle, environment) = (AppBundle.ofThisProcess(), LaunchEnvironment.take())
    let center = TaskCenter(
      DaemonLink(bundle, environment), declaration: bundle.declaration,
      isLaunchedByDaemon: environment.token != nil)
    center.daemon.start(center)
    if rubato_main_queue_has_turned() {
      center.finishLaunching(
        because:
          "the main queue has turned first, which it did before BGTaskScheduler.shared was first used; use it in main,"
          + " or in application(_:didFinishLaunchingWithOptions:)")
    }
    DispatchQueue.main.async {
      center.finishLaunching(
        because:
          "the main queue has turned first, which the first await of an async main lets it do, too")
    }
    return center
  }

  /// - Parameter declaration: What the Info.plist says; nil where there is none.
  package init(
    _ link: any TaskLink, declaration: AppBundle.Declaration?, isLaunchedByDaemon: Bool
  ) {
    daemon = link
    self.declaration = declaration
    self.isLaunchedByDaemon = isLaunchedByDaemon
  }

  /// Ends the time in which handlers may be registered.
  package func finishLaunching(because end: String) {
    daemon.finishLaunching(because: end, handlers: handlers)
  }

  var handlers: [String] {
    (lock.withLock { Array(registrations.keys) } + wakes.identifiers).sorted()
  }

  // MARK: Tasks

  /// Takes a task that the daemon hands over; one that is known is told again after a reconnection.
  package func take(_ info: AppTaskInfo) {
    let (known, isOver) = lock.withLock { (tasks[info.run], completed.contains(info.run)) }
    if isOver { return }
    if let known {
      (known as? BGContinuedProcessingTask)?.reportAgain()
      return
    }
    if let content = info.task?.delegateContent { return handToDelegate(content, info) }
    guard let registration = registration(for: info) else { return }
    let task = task(info)
    add(task)
    nonisolated(unsafe) let (handed, handler) = (task, registration.handler)
    call({ handler(handed) }, for: handed, on: registration.queue)
  }

  /// Calls the handler of a task once the daemon knows that: what was handed to a process that ends before is owed still.
  private func call(
    _ handler: @escaping @Sendable () -> Void, for task: BGTask, on queue: DispatchQueue
  ) {
    nonisolated(unsafe) let task = task
    let begin: @Sendable () -> Void = { [self] in
      guard !isLeaving, daemon.begin(task.run) else { return drop(task) }
      task.note { $0.begin() }
      handler()
      task.note { $0.end() }
    }
    daemon.perform(begin, for: task.run, on: queue)
  }

  /// Whether the process is about to end: what it is handed from now on is left to the next one.
  private var isLeaving: Bool { lock.withLock { leaves } }

  /// Calls no handler any more, since the process is about to end.
  package func leave() { lock.withLock { leaves = true } }

  /// The runs whose handlers were called and that are not complete.
  var begun: [Int64] { lock.withLock { tasks.values.filter(\.hasBegun).map(\.run).sorted() } }

  /// Forgets a task whose handler is not called.
  private func drop(_ task: BGTask) {
    let handler = lock.withLock {
      tasks[task.run] = nil
      return tasks.isEmpty ? activityHandler : nil
    }
    handler?(false)
  }

  /// Takes what is not for a handler.
  func setDelegateHandler(_ handler: @escaping @Sendable (DelegateTask) -> Void) {
    lock.withLock { delegateHandler = handler }
  }

  private func handToDelegate(_ content: DelegateTask.Content, _ info: AppTaskInfo) {
    nonisolated(unsafe) let task = BGTask(identifier: info.id, run: info.run, center: self)
    add(task)
    if case .observer = content {
      task.note { $0.skip() }
      return wakes.take(DelegateTask(content, task), of: info.id)
    }
    if let handler = lock.withLock({ delegateHandler }) {
      let tell: @Sendable () -> Void = { [sessions] in
        handler(DelegateTask(content, task))
        if case .transferEvents(let session) = content { sessions.add(session) }
      }
      return call(tell, for: task, on: .main)
    }
    Log.write(
      "the app has no application delegate, which a \(info.id) is for; use AppLifecycle, and launch with the delegate"
    )
    // The wake for transfers would be owed for ever.
    if case .transferEvents = content { return task.setTaskCompleted(success: true) }
    task.setTaskCompleted(success: false)
  }

  private func task(_ info: AppTaskInfo) -> BGTask {
    switch (info.task?.known, info.kind) {
    case (.continued, _):
      BGContinuedProcessingTask(
        identifier: info.id, run: info.run, center: self,
        shown: TaskReport.Title(
          title: info.task?.title ?? "", subtitle: info.task?.subtitle ?? ""))
    case (.healthResearch, _):
      BGHealthResearchTask(identifier: info.id, run: info.run, center: self)
    case (.alarm, _):
      AlarmTask(
        alarm: String(info.id.dropFirst(AlarmRequest.prefix.count)),
        due: due(of: info), identifier: info.id, run: info.run,
        center: self)
    case (_, "processing"):
      BGProcessingTask(identifier: info.id, run: info.run, center: self)
    case (_, _): BGAppRefreshTask(identifier: info.id, run: info.run, center: self)
    }
  }

  /// When an alarm was due, by the clock of this process.
  private func due(of info: AppTaskInfo) -> Date {
    guard let date = info.task?.due.flatMap(Moment.date) else { return Date() }
    return (try? daemon.onOwnClock(date)) ?? date
  }

  /// Tells how far a task has come. Returns false where the daemon wants to hear no more of it.
  func report(_ report: TaskReport, of run: Int64) -> Bool { daemon.report(report, of: run) }

  /// The time of a task is over. Its handler has a queue apart, so that it hears of it while its launch handler blocks.
  package func expire(run: Int64) {
    nonisolated(unsafe) let task = lock.withLock { tasks[run] }
    guard let task else { return }
    switch task.takeExpiration() {
    case .nothing: return
    case .missing:
      if daemon.report(.missing, of: run) { return }
      task.setTaskCompleted(success: false)
    case .handler(let handler): call(expiration: handler, of: task)
    }
  }

  /// Calls the expiration handler of a task whose time is over.
  func call(expiration handler: @escaping @Sendable () -> Void, of task: BGTask) {
    nonisolated(unsafe) let task = task
    let call: @Sendable () -> Void = { [daemon] in
      task.note { $0.beginExpiration() }
      _ = daemon.report(.called, of: task.run)
      handler()
      task.note { $0.endExpiration() }
      _ = daemon.report(.returned, of: task.run)
    }
    daemon.perform(call, for: task.run, on: expirations)
  }

  /// Whether a task is not complete.
  func isUnderWay(_ run: Int64) -> Bool { lock.withLock { tasks[run] != nil } }

  /// Whether the expiration handler of a task runs.
  func isExpiring(_ run: Int64) -> Bool { lock.withLock { tasks[run] }?.isExpiring ?? false }

  /// The thread that holds a task; nil where none is known to.
  func holder(of run: Int64) -> Int32? { lock.withLock { tasks[run] }?.holder }

  /// Completes a task whose completion was put off.
  package func complete(run: Int64, success: Bool) {
    lock.withLock({ tasks[run] })?.setTaskCompleted(success: success)
  }

  /// Hears whether there are tasks, whenever that has changed.
  func setActivityHandler(_ handler: @escaping @Sendable (_ isBusy: Bool) -> Void) {
    lock.withLock { activityHandler = handler }
  }

  var isBusy: Bool { lock.withLock { !tasks.isEmpty } }

  private func add(_ task: BGTask) {
    let handler = lock.withLock {
      tasks[task.run] = task
      return tasks.count == 1 ? activityHandler : nil
    }
    handler?(true)
  }

  func complete(_ task: BGTask, success: Bool) {
    let handler = lock.withLock {
      completed.insert(task.run)
      tasks[task.run] = nil
      return tasks.isEmpty ? activityHandler : nil
    }
    defer { handler?(false) }
    daemon.complete(task.run, success: success)
  }

  // MARK: Requests

  func submit(_ request: BGTaskRequest) throws(BGTaskScheduler.Error) {
    guard let kind = request.kind else {
      throw BGTaskScheduler.Error(
        .notPermitted,
        "BGTaskRequest is abstract; submit one of its subclasses, such as BGAppRefreshTaskRequest")
    }
    guard registration(for: request.identifier) != nil else {
      throw BGTaskScheduler.Error(.notPermitted, unregistered(request.identifier))
    }
    try daemon.submit(request, kind: kind)
  }

  // MARK: For libraries above

  /// Whether this process has registered a handler for a task.
  package static func hasHandler(for identifier: String) -> Bool {
    let center = current
    return center.lock.withLock { center.registrations[identifier] != nil }
  }
}
