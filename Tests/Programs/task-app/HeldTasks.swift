import BackgroundTasks

/// Tasks that are completed when the process receives SIGUSR1. Later tasks are completed immediately.
final class HeldTasks: @unchecked Sendable {
  private let lock = NSLock()
  private var tasks: [BGTask] = []
  private var isOver = false
  private let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .global())

  func start() {
    signal(SIGUSR1, SIG_IGN)
    source.setEventHandler { [self] in finish() }
    source.activate()
  }

  func take(_ task: BGTask) {
    let isOver = lock.withLock {
      if !self.isOver { tasks.append(task) }
      return self.isOver
    }
    if isOver { complete(task) }
  }

  private func finish() {
    let held = lock.withLock {
      defer { (tasks, isOver) = ([], true) }
      return tasks
    }
    for task in held { complete(task) }
  }

  private func complete(_ task: BGTask) {
    task.setTaskCompleted(success: true)
    say("completed \(task.identifier)")
  }
}
