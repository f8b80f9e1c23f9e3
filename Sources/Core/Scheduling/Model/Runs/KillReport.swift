/// The activity of a run at the moment of its kill.
package struct KillReport: Hashable, Codable, Sendable {
  package struct Thread: Hashable, Codable, Sendable {
    package var id: Int32
    package var name: String
    /// The kernel's letter: R running, S sleeping, D waiting uninterruptibly, T stopped, Z zombie (proc_pid_stat(5)).
    package var state: String
    /// The kernel function in which it sleeps; `nil` if it does not sleep, or the kernel does not report it.
    package var waitChannel: String?

    package init(id: Int32, name: String, state: String, waitChannel: String? = nil) {
      self.id = id
      self.name = name
      self.state = state
      self.waitChannel = waitChannel
    }
  }

  package struct Process: Hashable, Codable, Sendable {
    package var pid: Int32
    package var parent: Int32
    package var command: String
    package var threads: [Thread]
    /// Whether the process has sockets, so that an awaited event can be one of the network.
    package var hasSockets: Bool

    package init(
      pid: Int32, parent: Int32, command: String, threads: [Thread], hasSockets: Bool = false
    ) {
      self.pid = pid
      self.parent = parent
      self.command = command
      self.threads = threads
      self.hasSockets = hasSockets
    }

    /// Whether `hasSockets` adds information about it.
    package var waitsForEvents: Bool { threads.contains { $0.activity == .event } }
  }

  /// The command's reaction to the signal that announced the end.
  package enum Expiration: String, CaseIterable, Codable, Sendable {
    case notAnnounced
    /// The signal has not been delivered yet.
    case pending
    case ignored
    /// The signal was caught, and is still being handled.
    case caught
    /// The process of a task was ordered to call its expiration handler, and has reported nothing about it.
    case told
    /// The task had no expiration handler.
    case missing
    /// The expiration handler of the task was called, and has not returned.
    case called
    /// The expiration handler has returned, and the task was not complete.
    case returned
    /// The process had not called the launch handler of the task, which sets the expiration handler.
    case notBegun
  }

  /// The thread that holds the task for which the process was killed.
  package struct Holder: Hashable, Codable, Sendable {
    package var thread: Int32
    /// The functions on its stack, the innermost first; empty if they are unknown.
    package var stack: [String]

    package init(thread: Int32, stack: [String] = []) {
      self.thread = thread
      self.stack = stack
    }
  }

  /// The processes, the command's own first.
  package var processes: [Process]
  /// Whether there were more processes than listed.
  package var isCutOff: Bool
  package var expiration: Expiration
  /// The thread that holds the task; `nil` for commands, and if it is unknown.
  package var holder: Holder?
  /// The last lines of its output, at most 20; oldest first.
  package var lastLines: [String]

  package init(
    processes: [Process], isCutOff: Bool = false, expiration: Expiration = .notAnnounced,
    lastLines: [String] = []
  ) {
    self.processes = processes
    self.isCutOff = isCutOff
    self.expiration = expiration
    self.lastLines = lastLines
  }
}
