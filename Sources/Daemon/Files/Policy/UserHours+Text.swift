import Scheduling

// The notation of hours of users: `ada 22:00..06:00, 1001 Sat, Sun 00:00..24:00`.
extension UserHours {
  /// Reads the hours of each user, in the order of uids; `nil` for other text, for an unknown user, and for a user who
  /// is named twice. An item that begins with no user continues the hours of the one before.
  static func list(from text: String) -> [UserHours]? {
    var textsOfUsers: [(user: UInt32, hours: [String])] = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = item.split(separator: " ").map(String.init)
      guard let first = words.first else { return nil }
      if isHours(first) {
        guard !textsOfUsers.isEmpty else { return nil }
        textsOfUsers[textsOfUsers.count - 1].hours.append(words.joined(separator: " "))
      } else {
        guard words.count > 1, let user = TaskMachine.system.user(first)?.uid else { return nil }
        textsOfUsers.append((user, [words.dropFirst().joined(separator: " ")]))
      }
    }
    let hoursOfUsers = textsOfUsers.compactMap { user, texts in
      WeekHours(texts.joined(separator: ",")).map { UserHours(user: user, hours: $0) }
    }
    let areHoursValid = hoursOfUsers.count == textsOfUsers.count
    let areUsersDifferent = Set(hoursOfUsers.map(\.user)).count == hoursOfUsers.count
    guard areHoursValid, areUsersDifferent else { return nil }
    return hoursOfUsers.sorted { $0.user < $1.user }
  }

  /// Whether an item begins with hours or weekdays, and not with a user.
  private static func isHours(_ word: String) -> Bool {
    word.contains(":") || word.contains("..") || WeekHours("\(word) 00:00..24:00") != nil
  }
}
