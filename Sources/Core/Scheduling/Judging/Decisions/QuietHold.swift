/// The quiet hours that hold a request: hours in which an administrator lets nothing start.
package struct QuietHold: Hashable, Sendable {
  /// The settings in whose hours it is now, by their keys in a policy file.
  var keys: [String]
  /// The end of these hours and of quiet hours that follow without a pause; `nil` if the hours have no end.
  var ends: WallTime?

  /// Returns the sentence why `request` waits at `now`, without a remedy.
  func text(_ request: Request, at now: WallTime) -> String {
    let until = ends.map { "until \(UniversalTime.text($0))" } ?? "without an end"
    let lines = keys.map { "`\($0)`" }.joined(separator: " and ")
    return
      "quiet hours \(until), by \(lines) of the policy file\(lateText(request.window, at: now))"
  }

  /// Returns the clause with the command that starts the request anyway.
  static func remedy(for key: RequestKey) -> String {
    "`rubatoctl run \(key.id) --force` starts it anyway"
  }

  /// Returns the clause about a latest date that has passed, or that comes before the end of these hours; empty
  /// without such a date.
  private func lateText(_ window: Window, at now: WallTime) -> String {
    if window.isOverdue(at: now) {
      return "; its latest date has passed, and it waits for their end"
    }
    guard let latest = window.latest else { return "" }
    if window.atLatest == .drop {
      let isWithin = ends.map { latest <= $0 } ?? true
      return isWithin ? "; it is dropped at its latest date, which is within them" : ""
    }
    guard let ends, latest <= ends else { return "" }
    return "; its latest date is within them, and it waits for their end"
  }
}

extension Request {
  /// Whether the request starts in quiet hours: it has an exact time, belongs to the app on the screen, as an alarm
  /// does, or is a user's click on a notification.
  var ignoresQuietHours: Bool {
    switch terms.task?.category {
    case .alarm, .response: true
    default: isExact
    }
  }
}

extension Settings {
  /// Returns the quiet hours for `request`, each with its key in a policy file.
  func quietHours(of request: Request) -> [(key: String, hours: WeekHours)] {
    if request.ignoresQuietHours { return [] }
    let kind = request.terms.kind
    // Most policy files set no quiet hours.
    if quiet == nil, quietUsers.isEmpty, rules(of: kind).quiet == nil { return [] }
    let ofUser = quietUsers.first { $0.user == request.key.owner }?.hours
    let all = [
      ("quiet", quiet), ("\(kind.rawValue).quiet", rules(of: kind).quiet), ("quiet-users", ofUser),
    ]
    // Only the keys that are set.
    return all.compactMap { key, hours in hours.map { (key, $0) } }
  }

  /// All quiet hours, each once or more.
  var allQuietHours: [WeekHours] {
    [quiet].compactMap(\.self) + Kind.allCases.compactMap { rules(of: $0).quiet }
      + quietUsers.map(\.hours)
  }
}
