/// The class of an app's task, in addition to the kind. It is passed with the request to its run, and so to the process
/// that receives the task.
package enum TaskClass: Hashable, Codable, Sendable {
  /// Work that its user has started and that continues while the app is not in front; of kind userInitiated.
  case continued(ContinuedTerms)
  /// Work for a study in which the user takes part; of kind processing.
  ///
  /// - Parameter protection: The protection of the files that it reads, as Foundation names it. It is stored for the
  ///   app. Files on Linux are not locked with the screen, so it never delays the task.
  case healthResearch(protection: String)
  /// A remote notification for the app itself; of kind push. Only the newest queued one is delivered.
  ///
  /// - Parameter payload: Its JSON, at most `TaskCategory.longestPayload` bytes; empty after the run has ended.
  case push(payload: String)
  /// The refresh of an app that submits no requests; of kind refresh. It is repeated at intervals of at least
  /// `interval`.
  case fetch(interval: Duration)
  /// Work that was due at a date; of kind refresh. It is tried like a refresh from that date on, and sent immediately
  /// when the app is in front, however late. It never expires.
  ///
  /// - Parameter due: The date, by the wall clock.
  case alarm(due: WallTime)
  /// A command that carries a transfer of a session, for the app; of kind utility or userInitiated. When no transfer of
  /// the session is left, the app is woken for its events.
  ///
  /// - Parameter launchEvents: Whether the app is woken if this is the last of its session; `nil` means true, as in
  ///   data of older versions.
  case transfer(session: String, launchEvents: Bool? = nil)
  /// The end of all transfers of a session, which is reported to the app; of kind push. The scheduler queues it.
  case transferEvents(session: String)
  /// A wake after a change that the app observes; of kind push. Its request stays: it waits for the next change when
  /// the app has completed the wake.
  ///
  /// - Parameter changed: The changes, in a run; empty in a request.
  case observer(changed: [ExactString] = [])
  /// A notification at a date; of kind userInitiated, and exact: no gate holds it. Its command is the daemon's own.
  case notification(NotificationTerms)
  /// The user's click on a notification of the app, which is reported to the app; of kind push. It waits until the app
  /// is opened, which the click does.
  ///
  /// - Parameter payload: Its content, as JSON, at most `TaskCategory.longestResponse` bytes; empty after the run.
  case response(payload: String)
}

/// The texts of a continued task, and the strategy if it cannot start immediately.
package struct ContinuedTerms: Hashable, Codable, Sendable {
  /// The answer if no slot is free, or a gate is closed.
  package enum Strategy: String, CaseIterable, Codable, Sendable {
    /// The request is refused.
    case fail
    /// The request is queued.
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

  /// Returns the refusal of a `text` that is too long or contains a NUL character; `nil` if it can be shown.
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
  /// The class without its terms.
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

  /// The kinds that requests of this class can have.
  var kinds: [Kind] {
    switch self {
    case .continued, .notification: [.userInitiated]
    case .healthResearch: [.processing]
    case .push, .transferEvents, .observer, .response: [.push]
    case .fetch, .alarm: [.refresh]
    case .transfer: [.utility, .userInitiated]
    }
  }

  /// The session of a transfer, or of the events; `nil` for other classes.
  package var session: String? {
    switch self {
    case .transfer(let session, _), .transferEvents(let session): session
    case .continued, .healthResearch, .push, .fetch, .alarm, .observer, .notification, .response:
      nil
    }
  }

  /// The session of a transfer; `nil` for other classes.
  package var transferSession: String? {
    if case .transfer(let session, _) = self { session } else { nil }
  }

  /// Whether the app is woken when this transfer is the last of its session.
  package var sendsLaunchEvents: Bool {
    if case .transfer(_, let launchEvents) = self { launchEvents ?? true } else { false }
  }

  /// The interval of a fetch; `nil` for other classes.
  var interval: Duration? {
    if case .fetch(let interval) = self { interval } else { nil }
  }

  /// The due date of an alarm or a notification; `nil` for other classes.
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

  /// Whether the task begins at its date in any case: no gate holds it, and it needs no slot.
  var isExact: Bool { notification != nil }

  /// Returns the task for the window that opens at `opens`: a notification is then due at that time, other tasks are
  /// unchanged.
  func dated(_ opens: WallTime) -> TaskClass {
    guard case .notification(var terms) = self else { return self }
    terms.due = opens
    return .notification(terms)
  }

  package var continued: ContinuedTerms? {
    if case .continued(let terms) = self { terms } else { nil }
  }

  /// The identifier of all requests of this class, which no app lists; `nil` if they have identifiers of their own.
  package var reservedIdentifier: String? {
    switch self {
    case .continued, .healthResearch, .alarm, .transfer, .observer, .notification, .response: nil
    case .push: TaskCategory.pushIdentifier
    case .fetch: TaskCategory.fetchIdentifier
    case .transferEvents(let session): Self.sessionPrefix + session
    }
  }

  /// The prefixes of the identifiers of alarms and observers, which no app lists.
  package static let alarmPrefix = "alarm:"
  package static let observerPrefix = "observer:"
  /// The prefix of the identifiers of session events, before the name of the session.
  package static let sessionPrefix = "url-session."
  /// The prefix of the identifiers of apps' notifications.
  package static let notificationPrefix = "notification:"
  /// The displayed program of their requests, wherever it is.
  package static let notifier = "/usr/libexec/rubato-notify"
  /// The maximum number of queued alarms, and of queued notifications, of an app: the same as on a phone.
  package static let datedPerApp = 64

  /// The prefix of an app's identifiers of this class; `nil` if any is allowed.
  var prefix: String? {
    switch self {
    case .alarm: Self.alarmPrefix
    case .notification: Self.notificationPrefix
    case .response: TaskCategory.responsePrefix
    case .continued, .healthResearch, .push, .fetch, .transfer, .transferEvents, .observer: nil
    }
  }

  /// Whether no app can list `identifier`, because it belongs to a class with reserved identifiers.
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

  /// Whether the task is sent immediately to an app in front, regardless of the device state.
  var reachesAppInFront: Bool {
    switch self {
    case .push, .alarm, .transferEvents, .observer, .response: true
    case .continued, .healthResearch, .fetch, .transfer, .notification: false
    }
  }

  /// Returns the task as it is stored after the run, without messages to the app, which are private.
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

  /// The entitlement that a task of research requires.
  package static let healthEntitlement = "com.apple.developer.backgroundtasks.healthresearch"
}
