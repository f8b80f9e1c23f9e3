/// The quiet hours that hold a request: hours in which an administrator lets nothing start.
package struct QuietHold: Hashable, Sendable {
  /// The settings in whose hours it is now, by their keys in a policy file.
  var keys: [String]
  /// The end of these hours, and of others that follow without a pause; `nil` if they have none.
  var ends: WallTime?

  /// Returns the sentence why `request` waits at `now`, with the command that starts it anyway.
  func text(_ request: Request, at now: WallTime) -> String {
    let until = ends.map { "until \(UniversalTime.text($0))" } ?? "without an end"
    let late =
      request.window.isOverdue(at: now)
      ? "; its latest date has passed, and it waits for their end"
      : isPast(request.window.latest)
        ? "; its latest date is within them, and it waits for their end" : ""
    let lines = keys.map { "`\($0)`" }.joined(separator: " and ")
    return "quiet hours \(until), by \(lines) of the policy file\(late);"
      + " `rubatoctl run \(request.key.id) --force` starts it anyway"
  }

  /// Whether a latest date comes before the end of these hours.
  private func isPast(_ latest: WallTime?) -> Bool {
    guard let latest, let ends else { return false }
    return latest <= ends
  }
}

extension Request {
  /// Whether it starts in quiet hours: it has an exact time, or belongs to the app on the screen, as an alarm does.
  var ignoresQuietHours: Bool {
    if case .alarm = terms.task { true } else { isExact }
  }
}

extension Settings {
  /// Returns the quiet hours for `request`, each with its key in a policy file.
  func quietHours(of request: Request) -> [(key: String, hours: WeekHours)] {
    guard hasQuietHours, !request.ignoresQuietHours else { return [] }
    let kind = request.terms.kind
    let ofUser = quietUsers.first { $0.user == request.key.owner }?.hours
    let all = [
      ("quiet", quiet), ("\(kind.rawValue).quiet", rules(of: kind).quiet), ("quiet-users", ofUser),
    ]
    return all.compactMap { key, hours in hours.map { (key, $0) } }
  }

  /// Whether anything has quiet hours.
  var hasQuietHours: Bool {
    quiet != nil || !quietUsers.isEmpty || Kind.allCases.contains { rules(of: $0).quiet != nil }
  }

  /// All quiet hours, each once or more.
  var allQuietHours: [WeekHours] {
    [quiet].compactMap(\.self) + Kind.allCases.compactMap { rules(of: $0).quiet }
      + quietUsers.map(\.hours)
  }
}
