import BackgroundTasks

/// The state of the connection on which a daemon sends tasks, and everything that the next daemon must receive.
struct LinkState {
  enum Phase {
    case attaching
    case attached(Attachment)
    /// The daemon refuses this process, for this reason.
    case refused(BGTaskScheduler.Error)
  }

  var phase = Phase.attaching
  /// The number of times that the process has attached.
  private(set) var attachments = 0
  /// Whether a caller needs the process to be attached, since the last attempt to attach, or pause before one.
  var isAwaited = false
  /// Whether the daemon has not answered the present attempt to attach within the wait of a caller.
  var isUnanswered = false
  /// The reason why the launch has ended; `nil` while it is in progress.
  private(set) var launchEnding: String?
  /// The identifiers that have handlers; `nil` until the launch has ended.
  var handlers: [String]?
  /// Whether the process has asked for time to finish work that it has begun.
  var requestsBackgroundTime = false
  /// Completions that are not yet reported to the daemon.
  var owed: [(run: Int64, success: Bool)] = []
  /// The other reports that the daemon could not accept.
  var owedReports: Set<OwedReport> = []
  /// Whether the app is in the foreground, as last reported; `nil` before the first report.
  var isForeground: Bool?
  /// Whether the owed reports will be repeated soon.
  private var awaitsRepetition = false
  private var repetitionDelay = RetryDelay()

  /// A report of the present state of the process, which is repeated if the daemon could not accept it.
  enum OwedReport { case launch, foreground, backgroundTime }

  /// The attachment; `nil` if the process is not attached.
  var attachment: Attachment? {
    if case .attached(let attachment) = phase { attachment } else { nil }
  }

  /// Stores the attachment, and counts it.
  mutating func attach(_ attachment: Attachment) {
    phase = .attached(attachment)
    isUnanswered = false
    attachments += 1
    repetitionDelay.reset()
  }

  /// Marks the connection as lost. Returns whether there was one.
  mutating func markLost() -> Bool {
    defer { (phase, isUnanswered) = (.attaching, false) }
    return attachment != nil
  }

  /// Whether the process has the attachment with this number, and so has not attached again.
  func has(attachment number: Int) -> Bool { attachment != nil && attachments == number }

  /// Marks the owed reports as repeated soon, and returns the time until then. Returns `nil` if they already are, or if
  /// the process is not attached: it repeats them when it attaches.
  mutating func beginRepetition() -> Duration? {
    guard attachment != nil, !awaitsRepetition else { return nil }
    awaitsRepetition = true
    return repetitionDelay.next()
  }

  /// Marks the repetition as begun, so that a failure can lead to another one.
  mutating func endRepetition() { awaitsRepetition = false }

  /// Notes that the daemon has accepted a report.
  mutating func noteAccepted() { repetitionDelay.reset() }

  /// Marks the launch as ended.
  ///
  /// - Returns: Whether this is the first report: both an application and the main queue's first run report it.
  mutating func endLaunch(because end: String, handlers: [String]) -> Bool {
    if launchEnding != nil { return false }
    (launchEnding, self.handlers) = (end, handlers)
    return true
  }
}
