import Control
import Glibc
import Terminal

/// Names of requests, of which some are patterns such as `encode-*` or `com.example.feed/*` (glob(7)).
enum RequestPattern {
  /// The requests that a pattern can match.
  enum Source {
    case queued
    /// Requests that have failed permanently.
    case failed
  }

  /// The number of requests from which a user at a terminal is asked for consent.
  private static let most = 10

  /// Whether `name` is a pattern. No id contains one of these characters.
  static func isPattern(_ name: String) -> Bool { name.contains { "*?[".contains($0) } }

  /// Returns the names with those of the matching requests in the place of each pattern, each once.
  ///
  /// - Parameters:
  ///   - names: Ids and patterns; `nil` for all requests of the source.
  ///   - verb: The action as the beginning of a question, such as `Cancel`.
  /// - Throws: A refusal of a pattern that matches nothing, and of an action that a user does not consent to.
  static func expand(
    _ names: [String]?, in source: Source, app: String?, owner: Int64?, to verb: String,
    _ session: Session
  ) throws(Failure) -> [String] {
    guard names?.contains(where: isPattern) ?? true else { return names ?? [] }
    let known = try self.names(in: source, app: app, owner: owner, session)
    var chosen: [String] = []
    for name in names ?? ["*"] {
      let matching =
        names == nil ? known : isPattern(name) ? known.filter { matches($0, name) } : [name]
      if matching.isEmpty { throw noMatch(names == nil ? nil : name, in: source) }
      chosen += matching.filter { !chosen.contains($0) }
    }
    if chosen.count > most, Question.isPossible, !session.isJSON,
      !Question.ask("\(verb) \(chosen.count) requests?")
    {
      throw .refused("nothing was changed")
    }
    return chosen
  }

  /// Returns the names of all requests of `source`, with the app in front.
  private static func names(
    in source: Source, app: String?, owner: Int64?, _ session: Session
  ) throws(Failure) -> [String] {
    let found: [(app: String?, id: String)] =
      switch source {
      case .queued:
        try session.call(List(app: app, owner: owner)).requests.map { ($0.app, $0.id) }
      case .failed:
        try session.call(ListFailures(app: app, owner: owner)).failures.map { ($0.app, $0.id) }
      }
    // With --app, names are ids of that app.
    return found.map { request in
      app == nil ? request.app.map { "\($0)/\(request.id)" } ?? request.id : request.id
    }
  }

  /// Returns whether `name` matches `pattern`, in which `*` does not stand for the slash behind an app.
  private static func matches(_ name: String, _ pattern: String) -> Bool {
    fnmatch(pattern, name, FNM_PATHNAME) == 0
  }

  private static func noMatch(_ pattern: String?, in source: Source) -> Failure {
    let list = source == .failed ? "rubatoctl list --failed" : "rubatoctl list"
    let which = source == .failed ? "permanently failed request" : "request"
    return .refused(
      pattern.map { "no \(which) matches '\($0.visible)'; list them with `\(list)`" }
        ?? "there is no \(which)")
  }
}
