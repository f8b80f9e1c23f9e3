import ArgumentParser
import Control
import Glibc
import Terminal

/// Names of requests, of which some are patterns such as `encode-*` or `com.example.feed/*` (glob(7)).
enum RequestPattern {
  /// The requests that a pattern can match.
  enum Source {
    case queued, running, quarantined
    /// Requests that have failed permanently.
    case failed
    /// Requests with failures to acknowledge.
    case failing

    /// The name of such a request in a refusal.
    fileprivate var words: String {
      switch self {
      case .queued: "request"
      case .running: "running request"
      case .quarantined: "quarantined request"
      case .failed: "permanently failed request"
      case .failing: "failed request"
      }
    }

    /// Whether a queued request is one of these.
    fileprivate func includes(_ request: RequestInfo) -> Bool {
      switch self {
      case .queued: true
      case .running: request.state == "running"
      case .quarantined: request.quarantined
      case .failed: false
      case .failing:
        request.failures > 0 || request.overdueSince != nil || request.skippedWindows != nil
      }
    }
  }

  /// The number of requests from which a user at a terminal is asked for consent.
  private static let most = 10

  /// Whether `name` is a pattern. No id contains one of these characters.
  static func isPattern(_ name: String) -> Bool { name.contains { "*?[".contains($0) } }

  /// Throws a usage error unless either names or `--all` are given.
  static func check(_ names: [String], all: Bool) throws {
    guard names.isEmpty == all else {
      throw ValidationError(
        all ? "ids and --all exclude each other" : "name a request, or use --all")
    }
  }

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
    var found: [(app: String?, id: String)] = []
    if source == .failed || source == .failing {
      found += try session.call(ListFailures(app: app, owner: owner)).failures
        .filter { $0.skippedWindows == nil }.map { ($0.app, $0.id) }
    }
    if source != .failed {
      found += try session.call(List(app: app, owner: owner)).requests
        .filter(source.includes).map { ($0.app, $0.id) }
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
    let list = source == .failed || source == .failing ? "list --failed" : "list"
    return .refused(
      pattern.map {
        "no \(source.words) matches '\($0.visible)'; list them with `rubatoctl \(list)`"
      }
        ?? "there is no \(source.words); `rubatoctl list` lists all requests")
  }
}
