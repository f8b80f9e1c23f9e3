import BackgroundTasks
import Foundation

/// The condition under which a notification is shown. Abstract.
open class UNNotificationTrigger: NSObject {
  /// Whether the notification is shown repeatedly.
  public let repeats: Bool

  init(repeats: Bool) {
    self.repeats = repeats
  }

  /// Returns the next date at which the notification is shown; `nil` if there is none.
  open func nextTriggerDate() -> Date? { nil }

  /// Returns the rule by which the notification repeats; `nil` if it is shown once.
  func repetition() throws -> NotificationRequest.Repetition? { nil }
}

/// A trigger after a time.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
  /// The time in seconds after the request is added.
  public let timeInterval: TimeInterval

  /// - Parameters:
  ///   - timeInterval: The time in seconds, more than 0; at least 60 if it repeats.
  ///   - repeats: Whether the notification is shown again each time that this time has passed.
  public init(timeInterval: TimeInterval, repeats: Bool) {
    self.timeInterval = timeInterval
    super.init(repeats: repeats)
  }

  open override func nextTriggerDate() -> Date? { Date(timeIntervalSinceNow: timeInterval) }

  /// Returns the interval of a trigger that repeats; `nil` if it does not repeat. Throws a `UNError` if the interval is
  /// shorter than a minute.
  override func repetition() throws -> NotificationRequest.Repetition? {
    guard repeats else { return nil }
    guard timeInterval >= 60 else {
      throw UNError("timeInterval must be at least 60 for a trigger that repeats")
    }
    return .every(timeInterval)
  }
}

/// A trigger at the next moment that matches date components, in the user's calendar and time zone.
open class UNCalendarNotificationTrigger: UNNotificationTrigger {
  /// The components that the moment must match.
  public let dateComponents: DateComponents

  /// - Parameters:
  ///   - dateComponents: The components that the moment must match.
  ///   - repeats: Whether it is shown at each such moment: each minute, hour, day, week, month or year. It is not shown
  ///     in a month without the day.
  public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    self.dateComponents = dateComponents
    super.init(repeats: repeats)
  }

  /// Returns the next date that matches; `nil` if there is none. A time that a clock change skips becomes the next one
  /// that exists; a time that occurs twice is the first.
  open override func nextTriggerDate() -> Date? {
    var calendar = dateComponents.calendar ?? .current
    if let zone = dateComponents.timeZone { calendar.timeZone = zone }
    return Self.next(dateComponents, in: calendar, after: Date())
  }

  /// Returns the next date after `date` that matches `parts`; `nil` if there is none. If a month lacks the given day,
  /// that month is skipped: the first search would return another day, so a strict search replaces it.
  static func next(_ parts: DateComponents, in calendar: Calendar, after date: Date) -> Date? {
    let next = calendar.nextDate(after: date, matching: parts, matchingPolicy: .nextTime)
    guard let day = parts.day, let next, calendar.component(.day, from: next) != day else {
      return next
    }
    return calendar.nextDate(after: date, matching: parts, matchingPolicy: .strict)
  }

  /// Returns the rule of the largest given component, such as yearly for a month; `nil` if the trigger does not repeat
  /// or has a year. Throws a `UNError` if no rule matches the components.
  override func repetition() throws -> NotificationRequest.Repetition? {
    // A date with a year occurs only once.
    guard repeats, dateComponents.year == nil else { return nil }
    let isOfMonth = dateComponents.month != nil || dateComponents.day != nil
    if dateComponents.weekdayOrdinal != nil || isOfMonth && dateComponents.weekday != nil {
      throw UNError(
        "a trigger for a weekday of a month cannot repeat here; omit the weekday or the month")
    }
    if isOfMonth { return dateComponents.month != nil ? .yearly : .monthly }
    if dateComponents.weekday != nil { return .every(7 * 86_400) }
    if dateComponents.hour != nil { return .every(86_400) }
    if dateComponents.minute != nil { return .every(3600) }
    if dateComponents.second != nil { return .every(60) }
    throw UNError("dateComponents has no component to match; set one")
  }
}

/// The reason why a notification is refused.
public struct UNError: LocalizedError, Sendable {
  public let errorDescription: String?

  init(_ description: String) {
    errorDescription = description
  }
}
