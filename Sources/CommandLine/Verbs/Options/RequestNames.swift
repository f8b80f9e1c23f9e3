import ArgumentParser
import Control
import Varlink

/// The completion of request ids, read from the daemon.
enum RequestNames {
  static let completion = CompletionKind.custom { words, _, _ in
    TypedLine.answers(words) {
      try RequestNames.queued($0).map(\.id)
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
      let queued = try RequestNames.queued($0)
      let failed = try $0.call(
        ListFailures.fullName, ListFailures(), as: ListFailures.Reply.self
      ).failures
      return Set(queued.flatMap { $0.tags ?? [] } + failed.flatMap(\.tags)).sorted()
    }
  }

  /// Returns the caller's queued requests, in brief: whole requests of thousands are longer than a reply can be.
  private static func queued(_ client: Client) throws -> [RequestRowInfo] {
    try client.call(List.fullName, List(brief: true), as: List.Reply.self).rows ?? []
  }

  /// Splits `com.example.feed/refresh`, the form in tables, into the id and the app. A name without a slash, or with
  /// a separately given app, is unchanged. An id never contains a slash.
  static func split(_ name: String, _ app: String?) -> (id: String, app: String?) {
    guard app == nil, let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) else {
      return (name, app)
    }
    return (String(name[name.utf8.index(after: slash)...]), String(name[..<slash]))
  }
}
