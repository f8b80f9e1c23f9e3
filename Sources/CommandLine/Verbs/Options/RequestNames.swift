import ArgumentParser
import Control
import Varlink

/// The completion of request ids, read from the daemon.
enum RequestNames {
  static let completion = CompletionKind.custom { words, _, _ in
    TypedLine.answers(words) {
      try $0.call(List.fullName, List(), as: List.Reply.self).requests.map(\.id)
    }
  }

  /// The completion of requests that have failed permanently.
  static let completionOfFailed = CompletionKind.custom { words, _, _ in
    TypedLine.answers(words) {
      try $0.call(ListFailures.fullName, ListFailures(), as: ListFailures.Reply.self)
        .failures.map(\.id)
    }
  }

  /// The completion of names of groups.
  static let completionOfGroups = CompletionKind.custom { words, _, _ in
    TypedLine.answers(words) {
      try $0.call(ListGroups.fullName, ListGroups(), as: ListGroups.Reply.self).groups.map(\.name)
    }
  }

  /// The completion of tags, of queued requests and of those that have failed permanently.
  static let completionOfTags = CompletionKind.custom { words, _, _ in
    TypedLine.answers(words) {
      let queued = try $0.call(List.fullName, List(), as: List.Reply.self).requests
      let failed = try $0.call(
        ListFailures.fullName, ListFailures(), as: ListFailures.Reply.self
      ).failures
      return Set(queued.flatMap(\.tags) + failed.flatMap(\.tags)).sorted()
    }
  }

  /// Splits `com.example.feed/refresh`, the form in tables, into the id and the app. A name without a slash, or with
  /// a separately given app, is unchanged. An id never contains a slash.
  static func split(_ name: String, _ app: String?) -> (id: String, app: String?) {
    guard app == nil, let slash = name.firstIndex(of: "/") else { return (name, app) }
    return (String(name[name.index(after: slash)...]), String(name[..<slash]))
  }
}
