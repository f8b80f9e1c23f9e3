import CLinux
import Control
import Foundation

/// What stands behind `BGTaskScheduler.shared`: the handlers, the tasks that run, and the connection to the daemon.
///
/// Its state is guarded by `lock`; handlers are called with no lock held.
package final class TaskCenter: @unchecked Sendable {
  private struct Registration {
    let queue: DispatchQueue
    let handler: (BGTask) -> Void
    /// The code that has registered it, for whoever does so again.
    let caller: UInt

    var callerText: String {
      guard let text = rubato_symbol(UnsafeRawPointer(bitPattern: caller)) else {
        return "an unknown caller"
      }
      defer { free(text) }
      return String(cString: text)
    }
  }

  private let lock = NSLock()
  private var registrations: [String: Registration] = [:]
  private var alarms: Registration?
  private var tasks: [Int64: BGTask] = [:]
  /// The runs of tasks that are complete. A daemon that was restarted before it had recorded that hands them over again,
  /// until it is told.
  private var completed: Set<Int64> = []
  private var delegateHandler: (@Sendable (DelegateTask) -> Void)?
  private var activityHandler: (@Sendable (Bool) -> Void)?
  private let declaration: AppBundle.Declaration?
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

  // MARK: Handlers

  func register(
    _ identifier: String, _ queue: DispatchQueue?, _ handler: @escaping (BGTask) -> Void
  ) -> Bool {
    // Its name is looked up where it is told: that takes as long as all else that registering does.
    let caller = Thread.callStackReturnAddresses.dropFirst(3).first?.uintValue ?? 0
    if daemon.isLaunched, !mayBeLate(identifier) {
      daemon.fail(
        "All launch handlers must be registered before application finishes launching. '\(identifier)' is"
          + " registered after \(daemon.launchEnd)")
      return false
    }
    let isPermitted = declaration?.permits(identifier) ?? true
    daemon.noteHandler(for: identifier, isPermitted: isPermitted)
    if !isPermitted {
      let listed = declaration?.permittedIdentifiers ?? []
      Log.write(
        "\(identifier) is not advertised in the application's Info.plist"
          + (listed.isEmpty ? "" : ", which lists \(listed.joined(separator: ", "))"))
      return false
    }
    let registration = Registration(
      queue: queue ?? DispatchQueue(label: "io.rubato.BackgroundTasks (\(identifier))"),
      handler: handler, caller: caller)
    let earlier = lock.withLock {
      let earlier = registrations[identifier]
      registrations[identifier] = earlier ?? registration
      return earlier
    }
    if let earlier {
      daemon.fail(
        "Launch handler for task with identifier \(identifier) has already been registered, by"
          + " \(earlier.callerText), and now by \(registration.callerText)")
    }
    return earlier == nil
  }

  /// Handlers of continued tasks may be registered when their user begins the work.
  private func mayBeLate(_ identifier: String) -> Bool {
    // Without an Info.plist and a daemon nobody knows what is permitted, and no task comes either.
    guard let permitted = declaration?.permittedIdentifiers ?? daemon.permittedIdentifiers()
    else { return true }
    return AppBundle.Declaration.permitsByWildcard(identifier, permitted)
  }

  /// Registers the one handler of all alarms.
  func registerAlarms(_ queue: DispatchQueue?, _ handler: @escaping (BGTask) -> Void) {
    if daemon.isLaunched {
      return daemon.fail(
        "The handler of alarms must be registered before application finishes launching, and not after"
          + " \(daemon.launchEnd)")
    }
    let registration = Registration(
      queue: queue ?? DispatchQueue(label: "io.rubato.BackgroundTasks (alarms)"),
      handler: handler, caller: 0)
    let isFirst = lock.withLock {
      defer { alarms = alarms ?? registration }
      return alarms == nil
    }
    if !isFirst { daemon.fail("A handler of alarms has already been registered") }
  }

  var handlesAlarms: Bool { lock.withLock { alarms != nil } }

  private func alarmRegistration() -> Registration? {
    let registration = lock.withLock { alarms }
    if registration == nil {
      daemon.fail(
        "No handler of alarms registered; call AlarmScheduler.shared.register(using:handler:) before the app has finished"
          + " launching")
    }
    return registration
  }

  private func registration(for identifier: String) -> Registration? {
    let registration = lock.withLock { registrations[identifier] }
    if registration == nil {
      daemon.fail(
        "No launch handler registered for task with identifier \(identifier); call"
          + " BGTaskScheduler.shared.register(forTaskWithIdentifier:using:launchHandler:) before the app has"
          + " finished launching")
    }
    return registration
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
    let registration =
      info.task?.known == .alarm ? alarmRegistration() : registration(for: info.id)
    guard let registration else { return }
    let task = task(info)
    add(task)
    nonisolated(unsafe) let (handed, handler) = (task, registration.handler)
    daemon.perform({ handler(handed) }, for: info.run, on: registration.queue)
  }

  /// Takes what is not for a handler.
  func setDelegateHandler(_ handler: @escaping @Sendable (DelegateTask) -> Void) {
    lock.withLock { delegateHandler = handler }
  }

  private func handToDelegate(_ content: DelegateTask.Content, _ info: AppTaskInfo) {
    nonisolated(unsafe) let task = BGTask(identifier: info.id, run: info.run, center: self)
    add(task)
    if case .observer = content { return wakes.take(DelegateTask(content, task), of: info.id) }
    if let handler = lock.withLock({ delegateHandler }) {
      let tell: @Sendable () -> Void = { [sessions] in
        handler(DelegateTask(content, task))
        if case .transferEvents(let session) = content { sessions.add(session) }
      }
      return daemon.perform(tell, for: info.run, on: .main)
    }
    Log.write(
      "the app has no application delegate, which a \(info.id) is for; use AppLifecycle, and launch with the delegate"
    )
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
        due: info.task?.due.flatMap(Moment.date) ?? Date(), identifier: info.id, run: info.run,
        center: self)
    case (_, "processing"):
      BGProcessingTask(identifier: info.id, run: info.run, center: self)
    case (_, _): BGAppRefreshTask(identifier: info.id, run: info.run, center: self)
    }
  }

  /// Tells how far a task has come. Returns false where the daemon wants to hear no more of it.
  func report(_ report: TaskReport, of run: Int64) -> Bool { daemon.report(report, of: run) }

  /// The time of a task is over. Its handler has a queue apart, so that it hears of it while its launch handler blocks.
  package func expire(run: Int64) {
    guard let task = lock.withLock({ tasks[run] }), let handler = task.takeExpiration() else {
      return
    }
    daemon.perform(handler, for: run, on: expirations)
  }

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
      throw BGTaskScheduler.Error(
        .notPermitted,
        "no launch handler is registered for '\(request.identifier)'"
          + (handlers.isEmpty
            ? "" : "; those registered are for \(handlers.joined(separator: ", "))"))
    }
    try daemon.submit(request, kind: kind)
  }

  func cancel(_ identifier: String) { daemon.cancel(identifier) }

  /// Without alarms and notifications, which are no tasks of the scheduler.
  func pending() -> [BGTaskRequest] { daemon.pending().filter(\.isOfScheduler) }

  // MARK: For libraries above

  /// Whether this process has registered a handler for a task.
  package static func hasHandler(for identifier: String) -> Bool {
    let center = current
    return center.lock.withLock { center.registrations[identifier] != nil }
  }

  /// Whether a request of a task is queued.
  package static func isPending(_ identifier: String) -> Bool {
    current.pending().contains { $0.identifier == identifier }
  }
}
