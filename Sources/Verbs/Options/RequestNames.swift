import ArgumentParser
import Control
import Terminal
import Varlink

/// Completes the ids of requests, by asking the daemon.
enum RequestNames {
  static let completion = CompletionKind.custom { words, _, _ in
    ids(for: words) { try $0.call(List.fullName, List(), as: List.Reply.self).requests.map(\.id) }
  }

  /// The ids of requests that have failed for good.
  static let completionOfFailed = CompletionKind.custom { words, _, _ in
    ids(for: words) {
      try $0.call(ListFailures.fullName, ListFailures(), as: ListFailures.Reply.self)
        .failures.map(\.id)
    }
  }

  /// The id and the app of `com.example.feed/refresh`, as tables write what is of an app. No id has a slash in it.
  static func split(_ name: String, _ app: String?) -> (id: String, app: String?) {
    guard app == nil, let slash = name.firstIndex(of: "/") else { return (name, app) }
    return (String(name[name.index(after: slash)...]), String(name[..<slash]))
  }

  /// A shell that waits for a completion waits for nothing else.
  private static let patience = Duration.seconds(1)

  /// - Parameter words: The command line so far, which says which daemon is meant.
  private static func ids(for words: [String], _ ask: (Client) throws -> [String]) -> [String] {
    let typed = words.firstIndex(of: "--socket").map { words.dropFirst($0 + 1).first ?? "" }
    do {
      let instance = try Instance(
        socket: typed, wantsUser: words.contains("--user"),
        wantsSystem: words.contains("--system"), environment: Process.environment)
      if instance.isStopped { return [] }
      return try ask(try Client(connectingTo: instance.socketPath, timeout: patience))
    } catch {
      return []
    }
  }
}
