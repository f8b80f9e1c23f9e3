import BackgroundTasks
import Foundation

/// What has a notification shown. Abstract.
open class UNNotificationTrigger: NSObject {
  /// Whether it is shown again and again.
  public let repeats: Bool

  init(repeats: Bool) {
    self.repeats = repeats
  }

  /// When it is next shown, from now on; nil for never.
  open func nextTriggerDate() -> Date? { nil }

  /// How it comes again; nil for once.
  func repetition() throws -> NotificationRequest.Repetition? { nil }
}

/// After a time.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
  /// In seconds from when it is added.
  public let timeInterval: TimeInterval

  /// - Parameters:
  ///   - timeInterval: In seconds, more than 0; at least 60 where it repeats.
  ///   - repeats: Whether it is shown again each time that so much time has passed.
  public init(timeInterval: TimeInterval, repeats: Bool) {
    self.timeInterval = timeInterval
    super.init(repeats: repeats)
  }

  open override func nextTriggerDate() -> Date? { Date(timeIntervalSinceNow: timeInterval) }

  override func repetition() throws -> NotificationRequest.Repetition? {
    guard repeats else { return nil }
    guard timeInterval >= 60 else {
      throw UNError("timeInterval must be at least 60 for a trigger that repeats")
    }
    return .every(timeInterval)
  }
}

/// At the next moment whose parts are as asked for, by the user's calendar and time zone.
open class UNCalendarNotificationTrigger: UNNotificationTrigger {
  /// The parts that the moment has.
  public let dateComponents: DateComponents

  /// - Parameters:
  ///   - dateComponents: The parts that the moment must have.
  ///   - repeats: Whether it is shown at each such moment: each minute, hour, day, week, month or year. A month without
  ///     the day has none.
  public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    self.dateComponents = dateComponents
    super.init(repeats: repeats)
  }

  /// A time that does not exist, since the clocks are put forward over it, is the next one that does; of one that exists
  /// twice, the first.
  open override func nextTriggerDate() -> Date? {
    var calendar = dateComponents.calendar ?? .current
    if let zone = dateComponents.timeZone { calendar.timeZone = zone }
    return Self.next(dateComponents, in: calendar, after: Date())
  }

  /// The day after the last of a month is none of its days.
  static func next(_ parts: DateComponents, in calendar: Calendar, after date: Date) -> Date? {
    let next = calendar.nextDate(after: date, matching: parts, matchingPolicy: .nextTime)
    guard let day = parts.day, let next, calendar.component(.day, from: next) != day else {
      return next
    }
    return calendar.nextDate(after: date, matching: parts, matchingPolicy: .strict)
  }

  override func repetition() throws -> NotificationRequest.Repetition? {
    guard repeats, dateComponents.year == nil else { return nil }
    let isOfMonth = dateComponents.month != nil || dateComponents.day != nil
    if dateComponents.weekdayOrdinal != nil || isOfMonth && dateComponents.weekday != nil {
      throw UNError(
        "a trigger for a weekday of a month cannot repeat here; leave out the one or the other")
    }
    if isOfMonth { return dateComponents.month != nil ? .yearly : .monthly }
    if dateComponents.weekday != nil { return .every(7 * 86_400) }
    if dateComponents.hour != nil { return .every(86_400) }
    if dateComponents.minute != nil { return .every(3600) }
    if dateComponents.second != nil { return .every(60) }
    throw UNError("dateComponents must have a part that is matched")
  }
}

/// Why a notification is not taken.
public struct UNError: LocalizedError, Sendable {
  public let errorDescription: String?

  init(_ description: String) {
    errorDescription = description
  }
}
