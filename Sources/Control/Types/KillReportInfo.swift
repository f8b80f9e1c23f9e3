/// A thread of a process that was killed
package struct KilledThreadInfo: Codable, Hashable, Sendable {
  package var id: Int64
  package var name: String
  /// The kernel's letter, such as D: see proc(5)
  package var state: String
  /// Where in the kernel it waited, where that is known
  @OrNull package var waitChannel: String?

  package init(
    id: Int64, name: String, state: String, waitChannel: String? = nil
  ) {
    self.id = id
    self.name = name
    self.state = state
    self.waitChannel = waitChannel
  }
}

/// A process that was killed
package struct KilledProcessInfo: Codable, Hashable, Sendable {
  package var pid: Int64
  package var parent: Int64
  package var command: String
  package var threads: [KilledThreadInfo]

  package init(
    pid: Int64, parent: Int64, command: String, threads: [KilledThreadInfo]
  ) {
    self.pid = pid
    self.parent = parent
    self.command = command
    self.threads = threads
  }
}

/// How a run was found when it had to be killed
package struct KillReportInfo: Codable, Hashable, Sendable {
  /// What it was at, in a sentence
  package var sentence: String
  /// notAnnounced, pending, ignored or caught: what it had made of the announced expiration
  package var expiration: String
  package var processes: [KilledProcessInfo]
  /// There were more processes or threads
  package var cutOff: Bool
  /// The last of what it had printed
  package var lastLines: [String]

  package init(
    sentence: String, expiration: String, processes: [KilledProcessInfo], cutOff: Bool,
    lastLines: [String]
  ) {
    self.sentence = sentence
    self.expiration = expiration
    self.processes = processes
    self.cutOff = cutOff
    self.lastLines = lastLines
  }
}
