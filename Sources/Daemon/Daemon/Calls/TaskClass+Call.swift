import Control
import JSON
import Scheduling

// The class of a task, from the interface's words to the scheduler's and back.
extension TaskClass {
  /// Makes the task of a call from the fields of its category; without a category, a continued task. Throws a refusal
  /// if a field is missing or not allowed.
  init(_ info: TaskClassInfo) throws(Refusal) {
    let category: TaskCategory? = try Submission.word(info.category, field: "task.category")
    switch category {
    case .healthResearch:
      self = .healthResearch(protection: info.protection ?? Self.defaultProtection)
    case .push:
      let payload = info.payload ?? ""
      try NotificationPayload.check(payload)
      self = .push(payload: payload)
    case .fetch:
      guard
        let interval = try Submission.duration(info.interval, field: "task.interval")
      else {
        throw Refusal(field: "task.interval", value: "", allowed: "a number of seconds, from 0")
      }
      self = .fetch(interval: interval)
    case .alarm: self = .alarm(due: try Self.alarmDate(info))
    case .transfer:
      self = .transfer(session: info.session ?? "", launchEvents: info.launchEvents)
    case .transferEvents: self = .transferEvents(session: info.session ?? "")
    case .observer: self = .observer()
    case .response: self = .response(payload: info.payload ?? "")
    case .notification:
      // The scheduler sets `due` to the earliest date of the request.
      self = .notification(
        NotificationTerms(
          title: info.title ?? "", subtitle: info.subtitle ?? "", body: info.body ?? "",
          payload: info.payload ?? "", due: WallTime(nanoseconds: 0),
          repeats: try Submission.word(info.repeats, field: "task.repeats")))
    case .continued, nil:
      if let resource = info.resources?.first { throw .unavailableResource(resource) }
      self = .continued(
        ContinuedTerms(
          title: info.title ?? "", subtitle: info.subtitle ?? "",
          strategy: try Submission.word(info.strategy, field: "task.strategy") ?? .queue))
    }
  }

  /// Returns the date of an alarm. Throws a refusal if it is missing or not in RFC 3339.
  private static func alarmDate(_ info: TaskClassInfo) throws(Refusal) -> WallTime {
    guard let due = info.due.flatMap(UniversalTime.parse) else {
      throw Refusal(
        field: "task.due", value: info.due ?? "",
        allowed: "a date such as 2026-03-01T08:00:00Z, \(Settings().dates)")
    }
    return due
  }

  /// Foundation's default protection of files.
  private static let defaultProtection = "NSFileProtectionCompleteUntilFirstUserAuthentication"
}

extension TaskClassInfo {
  /// Describes a task by the fields of its category.
  ///
  /// - Parameter isSentToApp: Whether it is sent to the app; only the app receives the payload of a push or a
  ///   response.
  init(_ task: TaskClass, isSentToApp: Bool = false) {
    let category = task.category.rawValue
    switch task {
    case .continued(let terms):
      self.init(
        category: category, title: terms.title, subtitle: terms.subtitle,
        strategy: terms.strategy.rawValue)
    case .healthResearch(let protection): self.init(category: category, protection: protection)
    case .push(let payload), .response(let payload):
      self.init(category: category, payload: isSentToApp ? payload : nil)
    case .fetch(let interval): self.init(category: category, interval: interval.seconds)
    case .alarm(let due): self.init(category: category, due: due.text)
    case .transfer(let session, let launchEvents):
      self.init(category: category, session: session, launchEvents: launchEvents)
    case .transferEvents(let session): self.init(category: category, session: session)
    case .observer(let changed):
      self.init(category: category, changed: changed.isEmpty ? nil : changed.map(\.text))
    case .notification(let terms):
      self.init(
        category: category, title: terms.title, subtitle: terms.subtitle, payload: terms.payload,
        due: terms.due.text, body: terms.body, repeats: terms.repeats?.rawValue)
    }
  }
}

/// The payload of a remote notification, by the rules of Apple's push service.
private enum NotificationPayload {
  /// Throws a refusal unless the payload is a JSON object whose `aps` has `"content-available": 1`. Does nothing if it
  /// is too long.
  static func check(_ text: String) throws(Refusal) {
    // It is not parsed: the scheduler refuses a payload that is too long.
    if text.utf8.count > TaskCategory.longestPayload { return }
    let root: JSONElement
    do throws(InvalidJSON) {
      root = try JSONDocument(Array(text.utf8)).root
    } catch {
      throw Refusal(
        .invalid, field: "task.payload", value: String(text.prefix(100)),
        message: "task.payload is not JSON: \(error.problem) at byte \(error.offset); use a JSON"
          + " object such as \(example)")
    }
    guard var members = JSONMembers(root) else {
      throw refusal(text, "a JSON object such as \(example)")
    }
    guard let aps = members.value("aps"), var service = JSONMembers(aps) else {
      throw refusal(text, "a JSON object with an object as its \"aps\", such as \(example)")
    }
    guard let flag = service.value("content-available"), flag.integer == 1 else {
      throw Refusal(
        .invalid, field: "task.payload", value: String(decoding: aps.text, as: UTF8.self),
        message:
          "without \"content-available\": 1 in \"aps\", a notification is for the user and wakes no"
          + " app; add it, as in \(example)")
    }
  }

  private static let example = #"{"aps": {"content-available": 1}}"#

  /// Returns the refusal of a payload, which it quotes in part, with the allowed payloads.
  private static func refusal(_ value: String, _ allowed: String) -> Refusal {
    Refusal(field: "task.payload", value: String(value.prefix(100)), allowed: allowed)
  }
}

extension Refusal {
  /// Returns the refusal of a continued task that requests the resource `name`; rubatod supports no resources.
  fileprivate static func unavailableResource(_ name: String) -> Refusal {
    Refusal(
      .notPermitted, field: "task.resources", value: name,
      message:
        "resource '\(name)' is not available: rubatod supports none; leave it out, and use only"
        + " values of BGTaskScheduler.supportedResources")
  }
}
