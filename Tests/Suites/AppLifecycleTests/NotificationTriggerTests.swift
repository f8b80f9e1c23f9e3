import Foundation
import Testing

@testable import AppLifecycle

/// The next date of a calendar trigger, also in nights in which the clocks change.
struct NotificationTriggerTests {
  private let berlin: Calendar

  init() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    berlin = calendar
  }

  private func next(_ parts: DateComponents, after moment: String) throws -> String {
    let date = try Date(moment, strategy: .iso8601)
    let next = try #require(UNCalendarNotificationTrigger.next(parts, in: berlin, after: date))
    return next.formatted(.iso8601)
  }

  @Test func aTimeOfDayIsThatOfTheClocks() throws {
    let morning = DateComponents(hour: 8, minute: 30)
    #expect(try next(morning, after: "2026-03-28T12:00:00Z") == "2026-03-29T06:30:00Z")
    #expect(try next(morning, after: "2026-03-27T12:00:00Z") == "2026-03-28T07:30:00Z")
    #expect(try next(morning, after: "2026-10-24T12:00:00Z") == "2026-10-25T07:30:00Z")
  }

  /// Clocks are put forward from two to three: there is no half past two.
  @Test func aTimeThatDoesNotExistIsTheNextOneThatDoes() throws {
    let night = DateComponents(hour: 2, minute: 30)
    #expect(try next(night, after: "2026-03-28T12:00:00Z") == "2026-03-29T01:00:00Z")
    #expect(try next(night, after: "2026-03-29T12:00:00Z") == "2026-03-30T00:30:00Z")
  }

  /// Clocks are put back from three to two.
  @Test func ofATimeThatExistsTwiceItIsTheFirst() throws {
    let night = DateComponents(hour: 2, minute: 30)
    #expect(try next(night, after: "2026-10-24T12:00:00Z") == "2026-10-25T00:30:00Z")
  }

  @Test func aMonthWithoutTheDayIsPassedOver() throws {
    let last = DateComponents(day: 31, hour: 8)
    #expect(try next(last, after: "2026-01-31T12:00:00Z") == "2026-03-31T06:00:00Z")
    #expect(try next(last, after: "2026-03-31T12:00:00Z") == "2026-05-31T06:00:00Z")
    let leap = DateComponents(month: 2, day: 29, hour: 8)
    #expect(try next(leap, after: "2026-01-01T00:00:00Z") == "2028-02-29T07:00:00Z")
  }

  @Test(arguments: [
    (DateComponents(minute: 5), "every(3600.0)"), (DateComponents(hour: 8), "every(86400.0)"),
    (DateComponents(hour: 8, weekday: 2), "every(604800.0)"),
    (DateComponents(day: 1, hour: 8), "monthly"), (DateComponents(month: 12, day: 24), "yearly"),
  ])
  func whatRepeatsSaysHow(parts: DateComponents, expected: String) throws {
    let trigger = UNCalendarNotificationTrigger(dateMatching: parts, repeats: true)
    #expect(try trigger.repetition().map { "\($0)" } == expected)
    let once = UNCalendarNotificationTrigger(dateMatching: parts, repeats: false)
    #expect(try once.repetition() == nil)
  }

  @Test func aWeekdayOfAMonthDoesNotRepeat() {
    for parts in [
      DateComponents(day: 13, weekday: 6), DateComponents(weekday: 2, weekdayOrdinal: 1),
      DateComponents(),
    ] {
      let trigger = UNCalendarNotificationTrigger(dateMatching: parts, repeats: true)
      #expect(throws: UNError.self) { try trigger.repetition() }
    }
  }
}
