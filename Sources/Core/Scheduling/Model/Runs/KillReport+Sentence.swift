extension KillReport {
  /// The activity of the run at its kill, in words: "rsync (pid 42), for which backup waited, was waiting for the
  /// network (sk_wait_data). It had caught the warning and was not done with it."
  package var sentence: String {
    guard let main = processes.first else { return "No process was found. \(warningSentence)" }
    if expiration.isOfTask { return taskSentence(of: main) }
    let awaited = awaitedProcess(of: main, above: [])
    let thread = awaited.explainingThread
    var subject = "\(awaited.command) (pid \(awaited.pid))"
    if awaited.pid != main.pid { subject += ", for which \(main.command) waited," }
    let sockets =
      awaited.hasSockets && thread.activity == .event
      ? ", perhaps of the network: it has sockets" : ""
    let threadWords = awaited.words(naming: thread)
    return "\(subject) \(thread.doing)\(sockets)\(threadWords). \(warningSentence)"
  }

  /// The sentence about the reaction of the run to the end of its time.
  private var warningSentence: String {
    switch expiration {
    case .notAnnounced: "It had not been warned."
    case .pending: "It had not received the warning."
    case .ignored: "It ignored the warning."
    case .caught: "It had caught the warning and had not finished handling it."
    case .told: "It had been notified that the time of its task had ended."
    case .missing: "The task had no expiration handler."
    case .called: "Its expiration handler had been called and had not returned."
    case .returned: "Its expiration handler had returned, and the task was not complete."
    case .notBegun: "It had not called the handler of the task, whose queue was busy."
    }
  }

  /// Returns the sentence for the process of an app. Its first thread explains little: it waits for the next task.
  private func taskSentence(of process: Process) -> String {
    let subject = "\(process.command) (pid \(process.pid))"
    let threadOfTask = holder.flatMap { holder in process.threads.first { $0.id == holder.thread } }
    guard let thread = threadOfTask ?? process.threadAtWork else {
      return "\(subject) had no thread at work: each was waiting. \(warningSentence)"
    }
    // Only the thread that holds the task is known to be in a handler of the task.
    var handlerWords = ""
    if threadOfTask != nil {
      handlerWords = expiration == .called ? " of its expiration handler" : " of its handler"
    }
    return "\(subject), in the thread\(handlerWords) (\(thread.id), \(thread.name)),"
      + " \(thread.doing).\(stackSentence) \(warningSentence)"
  }

  /// The sentence about the innermost functions of the thread that holds the task, after a space; empty if they are
  /// unknown.
  private var stackSentence: String {
    guard let stack = holder?.stack, let first = stack.first else { return "" }
    let outer = stack.dropFirst().prefix(Self.namedCallers)
    return " It was in \(first)"
      + (outer.isEmpty ? "." : ", called by \(outer.joined(separator: ", by ")).")
  }

  /// The number of outer functions that the sentence about the stack names.
  private static let namedCallers = 3

  /// Returns the process that explains why `process` has not ended: the descendant whose activity explains it best, if
  /// `process` waits for a child or a pipe; otherwise `process` itself.
  ///
  /// - Parameter ancestors: The pids above `process`, so that a cycle of parents ends.
  private func awaitedProcess(of process: Process, above ancestors: [Int32]) -> Process {
    let own = process.explainingThread.activity
    guard own == .child || own == .pipeInput || own == .pipeOutput else { return process }
    let ancestors = ancestors + [process.pid]
    let children = processes.filter { $0.parent == process.pid && !ancestors.contains($0.pid) }
    // Activities are ordered: a lesser one explains more.
    let best = children.map { awaitedProcess(of: $0, above: ancestors) }
      .min { $0.explainingThread.activity < $1.explainingThread.activity }
    // The other end of a pipe need not be a child, so a child must explain more.
    guard let best, own == .child || best.explainingThread.activity < own else { return process }
    return best
  }
}

extension KillReport.Expiration {
  /// Whether the result describes the handlers of a task, and not a signal.
  fileprivate var isOfTask: Bool {
    switch self {
    case .told, .missing, .called, .returned, .notBegun: true
    case .notAnnounced, .pending, .ignored, .caught: false
    }
  }
}

extension KillReport.Process {
  /// The thread that best explains an app's process; `nil` if all threads wait for work: the main thread, threads of
  /// pools, and the thread on which the library receives tasks, at a local socket.
  fileprivate var threadAtWork: KillReport.Thread? {
    threads.filter { thread in
      thread.activity <= .pipeOutput && thread.activity != .event
        && thread.activity != .localSocket
    }
    .min { $0.activity < $1.activity }
  }

  /// The thread that explains most: the first, unless it only waits for other threads, or another keeps the machine
  /// busy.
  var explainingThread: KillReport.Thread {
    guard let first = threads.first else {
      // A process without threads has ended, which the state "X" means.
      return KillReport.Thread(id: pid, name: command, state: "X")
    }
    // Activities are ordered: a lesser one explains more. If the first thread works, or waits for something of its own,
    // only another thread that is busy or at a disk counts.
    let leastExplaining: KillReport.Activity = first.isWaitingForOthers ? .localSocket : .disk
    let others = threads.dropFirst().filter { $0.activity <= leastExplaining }
    guard let best = others.min(by: { $0.activity < $1.activity }) else { return first }
    return best.activity < first.activity ? best : first
  }

  /// Returns the words that name `thread`, for the end of a sentence; empty if `thread` is the first, or if the process
  /// has no threads.
  fileprivate func words(naming thread: KillReport.Thread) -> String {
    guard let first = threads.first, thread.id != first.id else { return "" }
    return ", in its thread \(thread.name)"
  }
}

extension KillReport.Thread {
  fileprivate var isWaitingForOthers: Bool { activity >= .lock || activity == .event }

  /// The activity of the thread, as the rest of a sentence.
  fileprivate var doing: String {
    switch activity {
    case .busy: "was busy"
    case .over: "had ended"
    case .frozen: "was frozen"
    case .stopped: "was stopped (SIGSTOP)"
    case .traced: "was held by a debugger"
    case .unknown:
      "was waiting"
        + (waitChannel.map { " (\($0))" } ?? " for an event that the kernel does not report")
    default: "was \(waiting)" + (waitChannel.map { " (\($0))" } ?? "")
    }
  }

  /// The wait of the thread, as the rest of a sentence after "was".
  private var waiting: String {
    switch activity {
    case .disk: "in a wait that nothing interrupts, for a disk or a driver"
    case .network: "waiting for the network"
    case .localSocket: "waiting for another program on this machine, at a socket"
    case .fileLock: "waiting for the lock of a file"
    case .lock: "waiting for a lock"
    case .event: "waiting for an event"
    case .pipeInput: "waiting for input from a pipe"
    case .pipeOutput: "waiting for the reader of its output"
    case .child: "waiting for a child"
    case .signal: "waiting for a signal"
    case .asleep: "asleep"
    default: "waiting"
    }
  }
}
