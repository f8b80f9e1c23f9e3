import Scheduling
import Terminal

/// The dates of an entry of a crontab.
struct CrontabSchedule {
  /// The names of schedules, each with its fields (crontab(5)).
  static let names = [
    "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0", "@daily": "0 0 * * *", "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
  ]

  private let minute: CrontabField
  private let hour: CrontabField
  private let day: CrontabField
  private let month: CrontabField
  private let weekday: CrontabField

  /// Reads the five fields. Throws an error about the first one that is not valid.
  init(_ fields: [Substring]) throws(InputError) {
    minute = try CrontabField(fields[0], CrontabField.minute)
    hour = try CrontabField(fields[1], CrontabField.hour)
    day = try CrontabField(fields[2], CrontabField.day)
    month = try CrontabField(fields[3], CrontabField.month)
    weekday = try CrontabField(fields[4], CrontabField.weekday)
  }

  /// The calendar events of systemd. They are two if cron starts the entry on each day that matches one of the two
  /// fields for days, because neither begins with `*`.
  func events(zone: String?) -> [String] {
    // `nil` if the field contains all weekdays.
    let days = weekdays
    let allDays = Array(1...31)
    let startsOnEither = !day.isStar && !weekday.isStar
    let events: [String?] =
      if !startsOnEither {
        [event(weekdays: days, day: day.numbers, zone)]
      } else if let days, day.numbers != allDays {
        [
          event(weekdays: nil, day: day.numbers, zone),
          event(weekdays: days, day: allDays, zone),
        ]
      } else {
        // One of the fields contains all days, so the entry starts on every day.
        [event(weekdays: nil, day: allDays, zone)]
      }
    return events.compactMap(\.self)
  }

  /// The weekdays from Monday, 0, to Sunday, 6; `nil` for all.
  private var weekdays: [Int]? {
    // In a crontab, Monday is 1, and Sunday is 0 or 7.
    let days = Set(weekday.numbers.map { ($0 + 6) % 7 })
    return days.count == 7 ? nil : days.sorted()
  }

  /// Returns one event; `nil` if no month has one of its days.
  private func event(weekdays: [Int]?, day: [Int], _ zone: String?) -> String? {
    let mostDaysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard let firstDay = day.first,
      month.numbers.contains(where: { mostDaysOfMonths[$0 - 1] >= firstDay })
    else { return nil }
    var words = weekdays.map { [Self.weekdayText($0)] } ?? []
    let (months, days) = (Self.text(month.numbers, 1...12), Self.text(day, 1...31))
    if months != "*" || days != "*" { words.append("*-\(months)-\(days)") }
    words.append("\(Self.text(hour.numbers, 0...23)):\(Self.text(minute.numbers, 0...59))")
    if let zone { words.append(zone) }
    return words.joined(separator: " ")
  }

  /// Returns days such as `Mon..Fri` or `Mon,Wed,Fri`.
  private static func weekdayText(_ days: [Int]) -> String {
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    guard days.count > 2, let first = days.first, let last = days.last else {
      return days.map { names[$0] }.joined(separator: ",")
    }
    let isRange = last - first == days.count - 1
    return isRange
      ? "\(names[first])..\(names[last])" : days.map { names[$0] }.joined(separator: ",")
  }

  /// Returns numbers in the notation of systemd: `*`, `05`, `0/15`, `08..18`, `0..30/2` or a list.
  private static func text(_ numbers: [Int], _ range: ClosedRange<Int>) -> String {
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    guard numbers.count < range.count else { return "*" }
    guard numbers.count > 2, let first = numbers.first, let last = numbers.last else {
      return numbers.map(digits).joined(separator: ",")
    }
    let step = numbers[1] - first
    let isRegular = zip(numbers, numbers.dropFirst()).allSatisfy { $1 - $0 == step }
    guard isRegular else { return numbers.map(digits).joined(separator: ",") }
    let fromFirstToLast = "\(digits(first))..\(digits(last))"
    if step == 1 { return fromFirstToLast }
    // systemd repeats a step up to the largest number of the field, so the end can be left out.
    let reachesEnd = last + step > range.upperBound
    return "\(reachesEnd ? digits(first) : fromFirstToLast)/\(step)"
  }
}
