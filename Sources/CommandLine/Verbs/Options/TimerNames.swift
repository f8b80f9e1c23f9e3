import ArgumentParser
import Control
import Terminal
import Varlink

/// The completion of systemd timers.
enum TimerNames {
  /// The timers of the daemon's service manager: those with a unit file, and those loaded without one.
  static let completion = CompletionKind.custom { words, _, _ in
    do {
      return try Systemctl(for: words).timers().filter(AnsweredName.isShellWord)
    } catch {
      return []
    }
  }

  /// The completion of adopted timers, and of entries that requests have replaced.
  static let completionOfReplaced = CompletionKind.custom { words, _, _ in
    let entries = ReleasedEntries(nil).entries.map(\.entry.id)
    return TypedLine.answers(words) {
      try $0.call(List.fullName, List(brief: true), as: List.Reply.self).rows?
        .compactMap(\.timer?.name) ?? []
    } + entries.filter(AnsweredName.isShellWord)
  }
}

extension Systemctl {
  /// Selects the system's or the user's systemd for the typed words of a command line. Reading needs no rights; with
  /// `sudo`, the completing shell has none.
  fileprivate init(for words: [String]) throws {
    switch try TypedLine.instance(words).scope {
    case .system: self.init(isUser: false)
    case .user: self.init(isUser: true)
    case .other: self.init(isUser: !Users.isRoot)
    }
  }

  /// Returns the names of all timers, in order. Templates without an instance and units that are only mentioned are
  /// left out.
  func timers() throws(Failure) -> [String] {
    let asPlainTable = ["--type=timer", "--all", "--plain", "--no-legend", "--full"]
    let lists =
      try run(["list-unit-files"] + asPlainTable) + "\n" + run(["list-units"] + asPlainTable)
    // Each row has the name of a unit, then its state; the state of a unit that is only mentioned is not-found.
    let rows = lists.split(separator: "\n").map { row in row.split(separator: " ") }
    let names = rows.filter { $0.count > 1 && $0[1] != "not-found" }.map { String($0[0]) }
    return Set(names.filter { $0.hasSuffix(".timer") && !$0.hasSuffix("@.timer") }).sorted()
  }
}
