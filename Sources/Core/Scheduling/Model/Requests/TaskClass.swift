/// What an app asks for beside the kind, where its task is of a class of its own. It goes with the
/// request into its run, so that the process which the task is handed to is told of it.
package enum TaskClass: Hashable, Codable, Sendable {
  /// Work that its user has begun and that goes on while the app is not in front; of kind userInitiated.
  case continued(ContinuedTerms)
  /// Work for a study that its user takes part in; of kind processing.
  ///
  /// - Parameter protection: The protection of the files that it reads, as Foundation names it. It is kept for the app;
  ///   on Linux files are not locked with the screen, so that there is nothing to wait for.
  case healthResearch(protection: String)
  /// A remote notification for the app itself; of kind push. Of those that wait the newest is delivered alone.
  ///
  /// - Parameter payload: Its JSON, at most `TaskCategory.longestPayload` bytes; empty once the run has ended.
  case push(payload: String)
  /// The refresh of an app that submits no requests: it is asked for again and again, at least `interval` apart;
  /// of kind refresh.
  case fetch(interval: Duration)
  /// What was to be done at a date; of kind refresh. It is tried as a refresh is from that date on, and handed over at once
  /// when the app is in front, however late; it waits for ever.
  ///
  /// - Parameter due: The date, by the wall clock.
  case alarm(due: WallTime)
  /// A command that carries a transfer of a session, for the app; of kind utility or userInitiated. When nothing of the session
  /// is left, the app is woken for its events.
  ///
  /// - Parameter launchEvents: False where the app wants no wake when this is the last of its session; nil is true, as
  ///   in what older versions wrote.
  case transfer(session: String, launchEvents: Bool? = nil)
  /// All transfers of a session have ended, which the app is told; of kind push. The scheduler queues it itself.
  case transferEvents(session: String)
  /// A wake because something has changed that the app observes; of kind push. Its request stands: it waits for the next
  /// change when the app has said that it is done.
  ///
  /// - Parameter changed: In a run, what has changed; empty in a request.
  case observer(changed: [ExactString] = [])
  /// What a user is to see at a date; of kind userInitiated, and exact: no gate holds it. Its command is the daemon's own.
  case notification(NotificationTerms)
  /// A notification of the app that its user has clicked, which the app is told; of kind push. It waits until the app is opened,
  /// which the click does.
  ///
  /// - Parameter payload: What it said, as JSON, at most `TaskCategory.longestResponse` bytes; empty once the run has ended.
  case response(payload: String)
}

/// What a continued task shows of itself, and what is to happen where it cannot start at once.
package struct ContinuedTerms: Hashable, Codable, Sendable {
  /// What happens where no slot is free, or a gate is closed.
  package enum Strategy: String, CaseIterable, Codable, Sendable {
    /// The request is refused.
    case fail
    /// It waits.
    case queue
  }

  package var title: String
  package var subtitle: String
  package var strategy: Strategy

  package init(title: String, subtitle: String, strategy: Strategy = .queue) {
    self.title = title
    self.subtitle = subtitle
    self.strategy = strategy
  }

  /// The longest title and subtitle, in bytes.
  package static let longestTitle = 1024

  /// What speaks against showing `text`; nil where nothing does.
  static func objection(to text: String, field: String) -> Refusal? {
    if text.utf8.count > longestTitle {
      return Refusal(
        field: field, value: "\(text.utf8.count) bytes", allowed: "at most \(longestTitle) bytes")
    }
    if text.utf8.contains(0) {
      return Refusal(field: field, value: "", allowed: "text without NUL characters")
    }
    return nil
  }
}

extension TaskClass {
  package var category: TaskCategory {
    switch self {
    case .continued: .continued
    case .healthResearch: .healthResearch
    case .push: .push
    case .fetch: .fetch
    case .alarm: .alarm
    case .transfer: .transfer
    case .transferEvents: .transferEvents
    case .observer: .observer
    case .notification: .notification
    case .response: .response
    }
  }

  /// The kinds that requests with these terms may have.
  var kinds: [Kind] {
    switch self {
    case .continued, .notification: [.userInitiated]
    case .healthResearch: [.processing]
    case .push, .transferEvents, .observer, .response: [.push]
    case .fetch, .alarm: [.refresh]
    case .transfer: [.utility, .userInitiated]
    }
  }

  /// Of a transfer, and of the events of its session.
  package var session: String? {
    switch self {
    case .transfer(let session, _), .transferEvents(let session): session
    case .continued, .healthResearch, .push, .fetch, .alarm, .observer, .notification, .response:
      nil
    }
  }

  /// The session that a command with these terms carries a transfer of.
  package var transferSession: String? {
    if case .transfer(let session, _) = self { session } else { nil }
  }

  /// Whether the app is woken when it is the last of its session.
  package var sendsLaunchEvents: Bool {
    if case .transfer(_, let launchEvents) = self { launchEvents ?? true } else { false }
  }

  /// Of a fetch.
  var interval: Duration? {
    if case .fetch(let interval) = self { interval } else { nil }
  }

  /// When it was to be done, where that is a date that counts to the minute.
  package var due: WallTime? {
    switch self {
    case .alarm(let due): due
    case .notification(let terms): terms.due
    case .continued, .healthResearch, .push, .fetch, .transfer, .transferEvents, .observer,
      .response:
      nil
    }
  }

  package var notification: NotificationTerms? {
    if case .notification(let terms) = self { terms } else { nil }
  }

  /// Whether it begins at its date whatever else there is: no gate holds it, and it needs no slot.
  var isExact: Bool { notification != nil }

  /// The same for the window that opens then.
  func dated(_ opens: WallTime) -> TaskClass {
    guard case .notification(var terms) = self else { return self }
    terms.due = opens
    return .notification(terms)
  }

  package var continued: ContinuedTerms? {
    if case .continued(let terms) = self { terms } else { nil }
  }

  /// The identifier of all requests of this class, which no app lists; nil where they have one of their own.
  package var reservedIdentifier: String? {
    switch self {
    case .continued, .healthResearch, .alarm, .transfer, .observer, .notification, .response: nil
    case .push: TaskCategory.pushIdentifier
    case .fetch: TaskCategory.fetchIdentifier
    case .transferEvents(let session): Self.sessionPrefix + session
    }
  }

  /// What the identifiers of alarms and observers begin with, which no app lists.
  package static let alarmPrefix = "alarm:"
  package static let observerPrefix = "observer:"
  /// Behind it stands the session whose events are told.
  package static let sessionPrefix = "url-session."
  /// What the identifiers of the notifications of apps begin with.
  package static let notificationPrefix = "notification:"
  /// What their requests are said to execute, wherever it is.
  package static let notifier = "/usr/libexec/rubato-notify"
  /// How many alarms of an app may wait, and how many notifications: as many as of these on a phone.
  package static let datedPerApp = 64

  /// What the identifiers of this class begin with where they are an app's; nil for anything.
  var prefix: String? {
    switch self {
    case .alarm: Self.alarmPrefix
    case .notification: Self.notificationPrefix
    case .response: TaskCategory.responsePrefix
    case .continued, .healthResearch, .push, .fetch, .transfer, .transferEvents, .observer: nil
    }
  }

  /// Whether no app lists `identifier`, because it is of what has identifiers of its own.
  static func isReserved(_ identifier: String) -> Bool {
    identifier == TaskCategory.pushIdentifier || identifier == TaskCategory.fetchIdentifier
      || identifier.hasPrefix(alarmPrefix) || identifier.hasPrefix(sessionPrefix)
      || identifier.hasPrefix(observerPrefix) || identifier.hasPrefix(notificationPrefix)
      || identifier.hasPrefix(TaskCategory.responsePrefix)
  }

  /// Whether its identifiers are listed in the Info.plist of its app.
  var isListed: Bool {
    switch self {
    case .continued, .healthResearch: true
    case .push, .fetch, .alarm, .transfer, .transferEvents, .observer, .notification, .response:
      false
    }
  }

  /// Whether an app in front is handed it at once, whatever the device says.
  var reachesAppInFront: Bool {
    switch self {
    case .push, .alarm, .transferEvents, .observer, .response: true
    case .continued, .healthResearch, .fetch, .transfer, .notification: false
    }
  }

  /// What is kept of it when the run has ended: a message to the app is nobody else's.
  func withoutPayload() -> TaskClass {
    switch self {
    case .push: .push(payload: "")
    case .response: .response(payload: "")
    case .notification(let terms):
      .notification(
        NotificationTerms(
          title: "", subtitle: "", body: "", payload: "", due: terms.due, repeats: terms.repeats))
    case .continued, .healthResearch, .fetch, .alarm, .transfer, .transferEvents, .observer: self
    }
  }

  /// What a task of research must have among its entitlements.
  package static let healthEntitlement = "com.apple.developer.backgroundtasks.healthresearch"
}
