import ArgumentParser
import Control
import Varlink

/// Completes the ids of requests, by asking the daemon.
enum RequestNames {
  static let completion = CompletionKind.custom { words, _, _ in
    TypedLine.answers(words) {
      try $0.call(List.fullName, List(), as: List.Reply.self).requests.map(\.id)
    }
  }

  /// The ids of requests that have failed for good.
  static let completionOfFailed = CompletionKind.custom { words, _, _ in
    TypedLine.answers(words) {
      try $0.call(ListFailures.fullName, ListFailures(), as: ListFailures.Reply.self)
        .failures.map(\.id)
    }
  }

  /// The id and the app of `com.example.feed/refresh`, as tables write what is of an app. No id has a slash in it.
  static func split(_ name: String, _ app: String?) -> (id: String, app: String?) {
    guard app == nil, let slash = name.firstIndex(of: "/") else { return (name, app) }
    return (String(name[name.index(after: slash)...]), String(name[..<slash]))
  }
}
