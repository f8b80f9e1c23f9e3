import Files
import Scheduling
import Testing

@testable import Translation

/// Tables as their texts, and the requests that they become.
enum Samples {
  static let context = EntryContext(
    caller: TaskMachine.User(uid: 7, name: "alice", home: "/home/alice", shell: "/bin/bash"),
    user: { name in
      name == "nowhere"
        ? nil : TaskMachine.User(uid: 33, name: name, home: "/home/\(name)", shell: "/bin/sh")
    },
    knowsZone: { ["Europe/Berlin", "UTC"].contains($0) },
    hasDirectory: { $0 != "/nowhere" })

  static func crontab(_ text: String, path: String = "crontab") -> Translation {
    Crontab.translate(Array(text.utf8), file: path, Crontab.Form(path: path), context)
  }

  static func anacrontab(_ text: String) -> Translation {
    Anacrontab.translate(Array(text.utf8), file: "anacrontab", context)
  }
}

extension Crontab {
  /// Translates the only table of an import.
  static func translate(
    _ bytes: [UInt8], file: String, _ form: Form, _ context: EntryContext
  ) -> Translation {
    var used: Set<String> = []
    return translate(bytes, file: file, form, context, used: &used)
  }
}

extension Anacrontab {
  /// Translates the only table of an import.
  static func translate(
    _ bytes: [UInt8], file: String, _ context: EntryContext
  ) -> Translation {
    var used: Set<String> = []
    return translate(bytes, file: file, context, used: &used)
  }
}

extension Translation {
  /// The only request.
  var only: TranslatedTask {
    get throws { try #require(items.compactMap(\.task).first) }
  }

  /// The only reason.
  var reason: String { items.compactMap(\.reason).joined(separator: "\n") }

  /// The requests as `import` reads them.
  var read: [TaskFile] {
    get throws {
      try TaskStream(yaml, file: "x").entries.map { entry in
        do { return try entry.task.get() } catch {
          Issue.record("\(error)\n\(yaml)")
          throw error
        }
      }
    }
  }
}
