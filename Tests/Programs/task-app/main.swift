import AppCases
import BackgroundTasks

// An app for the tests. BEHAVIOUR is its behaviour. It prints its events on standard output.

func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

/// Read before the library removes the variable.
let isUsers = ProcessInfo.processInfo.environment["RUBATO_TOKEN"] == nil
let behaviour = ProcessInfo.processInfo.environment["BEHAVIOUR"] ?? "complete"
let identifier = "com.example.feed.refresh"

let held = HeldTasks()

let expired = DispatchSemaphore(value: 0)

/// Called before the app prints that the task has arrived, since a test may let the task expire right after that line.
func prepareForExpiration(_ task: BGTask) {
  nonisolated(unsafe) let shared = task
  switch behaviour {
  case "expires":
    task.expirationHandler = {
      say("expires; the handler is \(shared.expirationHandler == nil ? "cleared" : "there")")
      shared.setTaskCompleted(success: false)
      shared.setTaskCompleted(success: true)
    }
  case "blocks": task.expirationHandler = { expired.signal() }
  case "hangs": task.expirationHandler = { say("expires, and goes on") }
  default: break
  }
}

func handle(_ task: BGTask) {
  if let shared = AppCase(rawValue: behaviour) {
    shared.handle(task)
    return say("handled \(task.identifier)")
  }
  prepareForExpiration(task)
  say("handles \(task.identifier) as \(type(of: task))")
  switch behaviour {
  case "fail": task.setTaskCompleted(success: false)
  case "twice":
    task.setTaskCompleted(success: true)
    task.setTaskCompleted(success: false)
  case "threads":
    nonisolated(unsafe) let shared = task
    DispatchQueue.concurrentPerform(iterations: 2) { _ in shared.setTaskCompleted(success: true) }
  case "blocks":
    expired.wait()
    say("heard while it blocked")
    task.setTaskCompleted(success: false)
  case "stuck": DispatchSemaphore(value: 0).wait()
  case "expires", "hangs", "ignores": break
  case "late": DispatchQueue.main.async { _ = register("com.example.feed.clean") }
  case "holds" where task is BGProcessingTask: held.take(task)
  case "crashes": raise(SIGSEGV)
  case "exits": exit(0)
  case "submits":
    submit(BGAppRefreshTaskRequest(identifier: identifier))
    task.setTaskCompleted(success: true)
  case "feeds":
    submitAgain(task)
    task.setTaskCompleted(success: true)
  case "naps":
    submitAgain(task)
    nap(task)
  case "locks":
    if task is BGAppRefreshTask { takeLocks() }
    task.setTaskCompleted(success: true)
  case "submits-after":
    task.setTaskCompleted(success: true)
    submit(BGAppRefreshTaskRequest(identifier: identifier))
  case "pending-again":
    submit(BGAppRefreshTaskRequest(identifier: identifier))
    nonisolated(unsafe) let task = task
    BGTaskScheduler.shared.getPendingTaskRequests { pending in
      say("pending: \(pending.map(\.identifier))")
      task.setTaskCompleted(success: true)
    }
  case "processing" where task is BGProcessingTask:
    nonisolated(unsafe) let task = task
    BGTaskScheduler.shared.getPendingTaskRequests { pending in
      say("pending: \(pending.map(\.identifier))")
      task.setTaskCompleted(success: true)
    }
  default: task.setTaskCompleted(success: true)
  }
}

func submitAgain(_ task: BGTask) {
  submit(
    task is BGProcessingTask
      ? BGProcessingTaskRequest(identifier: task.identifier)
      : BGAppRefreshTaskRequest(identifier: task.identifier))
}

/// Sleeps by the clock of tasks. A refresh sleeps for NAP seconds. A processing task sleeps three times for two
/// minutes, and one minute at the same time.
func nap(_ task: BGTask) {
  let seconds = ProcessInfo.processInfo.environment["NAP"].flatMap(Double.init) ?? 20
  let isProcessing = task is BGProcessingTask
  nonisolated(unsafe) let shared = task
  let work = Task {
    let isRested: Bool
    do {
      if isProcessing {
        async let beside: Void = TaskClock().sleep(for: .seconds(60))
        for _ in 1...3 { try await TaskClock().sleep(for: .seconds(120)) }
        try await beside
      } else {
        try await TaskClock().sleep(for: .seconds(seconds))
      }
      isRested = true
    } catch {
      isRested = false
    }
    shared.setTaskCompleted(success: isRested)
  }
  task.expirationHandler = { work.cancel() }
}

/// Locks files in the working directory until the process ends. A child process holds one of the locks.
func takeLocks() {
  guard flock(open("flock", O_RDWR | O_CREAT, 0o600), LOCK_EX) == 0,
    lockf(open("posix", O_RDWR | O_CREAT, 0o600), F_LOCK, 0) == 0
  else { return say("no lock") }
  let (child, output) = (Process(), Pipe())
  child.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
  child.arguments = ["child", "sh", "-c", "echo; exec sleep 1000"]
  child.standardOutput = output
  do {
    try child.run()
    _ = output.fileHandleForReading.availableData
  } catch {
    say("no lock: \(error)")
  }
}

func submit(_ request: BGTaskRequest) {
  do {
    request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
    try BGTaskScheduler.shared.submit(request)
    say("submitted")
  } catch BGTaskScheduler.Error.notPermitted {
    say("not permitted")
  } catch let error as BGTaskScheduler.Error {
    say("error \(error.code.rawValue): \(error.localizedDescription)")
  } catch {
    say("another error: \(error)")
  }
}

/// Returns how many times per second the same request can be submitted.
func submitsASecond(_ count: Int) -> Double {
  let request = BGProcessingTaskRequest(identifier: "com.example.feed.clean")
  request.earliestBeginDate = Date(timeIntervalSinceNow: 86_400)
  // The first submission waits until the process is attached.
  try? BGTaskScheduler.shared.submit(request)
  let began = DispatchTime.now().uptimeNanoseconds
  for _ in 0..<count { try? BGTaskScheduler.shared.submit(request) }
  return Double(count) * 1e9 / Double(DispatchTime.now().uptimeNanoseconds - began)
}

func register(_ identifier: String) -> Bool {
  BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { handle($0) }
}

/// Returns a queue that never runs the work that is put on it.
func busyQueue() -> DispatchQueue {
  let queue = DispatchQueue(label: "busy")
  queue.async { DispatchSemaphore(value: 0).wait() }
  return queue
}

switch behaviour {
case "ends": exit(0)
case "busy":
  BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: busyQueue()) {
    handle($0)
  }
case "late-use":
  DispatchQueue.main.async { DispatchQueue.main.async { _ = register(identifier) } }
case "quits":
  // The user quits the app as soon as it has queued a task that is due.
  _ = register(identifier)
  try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: identifier))
  exit(0)
case "told": Told().start()
case "holds":
  held.start()
  _ = register(identifier)
  _ = register("com.example.feed.clean")
case "submits-many":
  _ = register("com.example.feed.clean")
  say("\(submitsASecond(400))")
  exit(0)
case "never-attaches":
  while true { pause() }
case "feeds", "naps":
  _ = register(identifier)
  _ = register("com.example.feed.clean")
  // A process that was started for a task already has its request.
  if isUsers {
    submit(BGAppRefreshTaskRequest(identifier: identifier))
    submit(BGProcessingTaskRequest(identifier: "com.example.feed.clean"))
  }
case "duplicate":
  _ = register(identifier)
  _ = register(identifier)
case "unlisted": say("registered: \(register("com.example.other"))")
case "no-handler": _ = BGTaskScheduler.shared
case "submits-unregistered": submit(BGAppRefreshTaskRequest(identifier: identifier))
case "asks":
  _ = register(identifier)
  _ = register("com.example.feed.clean")
  submit(BGAppRefreshTaskRequest(identifier: identifier))
  submit(BGProcessingTaskRequest(identifier: "com.example.feed.clean"))
  BGTaskScheduler.shared.getPendingTaskRequests { pending in
    say("pending: \(pending.map(\.identifier).sorted())")
    BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: identifier)
    BGTaskScheduler.shared.getPendingTaskRequests { pending in
      say("then: \(pending.map(\.identifier))")
      BGTaskScheduler.shared.cancelAllTaskRequests()
      exit(0)
    }
  }
default:
  _ = register(identifier)
  _ = register("com.example.feed.clean")
}
dispatchMain()
