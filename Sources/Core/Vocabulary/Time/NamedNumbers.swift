/// The numbers that one part of a calendar event names, such as its hours.
enum NamedNumbers {
  /// `*`.
  case all
  case listed([CalendarRange])

  /// The listed ranges; `nil` for all numbers.
  var ranges: [CalendarRange]? {
    switch self {
    case .all: nil
    case .listed(let ranges): ranges
    }
  }
}
