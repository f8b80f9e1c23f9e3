/// The state of the connection on which a daemon hands tasks over, and all that the next daemon has to hear as well.
struct LinkState {
  enum Phase {
    case attaching
    case attached(Attachment)
    /// The daemon does not take this process, and gives the reason.
    case refused(BGTaskScheduler.Error)
  }

  var phase = Phase.attaching
  /// How often the process has attached.
  private(set) var attachments = 0
  /// A caller waits for the process to be attached.
  var isAwaited = false
  /// The reason why the launch has ended; nil as long as it goes on.
  private(set) var launchEnding: String?
  /// The identifiers that have handlers; nil until the launch has ended.
  var handlers: [String]?
  /// The process has asked for time to finish work that it has begun.
  var isHeld = false
  /// Completions that the daemon has not heard yet.
  var owed: [(run: Int64, success: Bool)] = []

  /// Nil where the process is not attached.
  var attachment: Attachment? {
    if case .attached(let attachment) = phase { attachment } else { nil }
  }

  mutating func attach(_ attachment: Attachment) {
    phase = .attached(attachment)
    attachments += 1
  }

  /// Returns whether there was a connection.
  mutating func lose() -> Bool {
    defer { phase = .attaching }
    return attachment != nil
  }

  /// Takes the end of the launch.
  ///
  /// - Returns: Whether it is the first: an application reports it, and so does the main queue when it first turns.
  mutating func finishLaunching(because end: String, handlers: [String]) -> Bool {
    if launchEnding != nil { return false }
    (launchEnding, self.handlers) = (end, handlers)
    return true
  }
}
