import ArgumentParser
import Control
import Glibc
import Terminal
import Vocabulary

/// Names of requests, of which some are patterns such as `encode-*` or `com.example.feed/*` (glob(7)).
enum RequestPattern {
  /// The requests that a pattern can match.
  enum Source {
    case queued, waiting, running, quarantined
    /// Requests that have failed permanently.
    case failed
    /// Requests with failures to acknowledge.
    case failing
    /// Requests that a pause names.
    case paused

    /// The name of such a request in an answer.
    var words: String {
      switch self {
      case .queued: "request"
      case .waiting: "waiting request"
      case .running: "running request"
      case .quarantined: "quarantined request"
      case .failed: "permanently failed request"
      case .failing: "failed request"
      case .paused: "paused request"
      }
    }

    /// The verb that lists such requests.
    fileprivate var list: String {
      switch self {
      case .queued, .waiting, .running, .quarantined: "list"
      case .failed, .failing: "list --failed"
      case .paused: "status"
      }
    }

    /// Whether a queued request is one of these.
    fileprivate func includes(_ request: RequestInfo) -> Bool {
      switch self {
      case .queued: true
      case .waiting: request.state != "running"
      // A request that was changed during its run waits, and still has that run.
      case .running: request.run != nil
      case .quarantined: request.quarantined
      case .failed, .paused: false
      case .failing:
        request.failures > 0 || request.overdueSince != nil || request.skippedWindows != nil
      }
    }
  }

  /// The largest number of requests for which a user at a terminal is not asked for consent.
  private static let mostWithoutConsent = 10

  /// Whether `name` is a pattern. No id contains one of these characters.
  static func isPattern(_ name: String) -> Bool { name.contains { "*?[".contains($0) } }

  /// Throws a usage error unless either names or `--all` are given. Tags can be in the place of both.
  static func checkSelection(_ names: [String], all: Bool, _ tagOptions: TagOptions) throws {
    if all, !names.isEmpty { throw ValidationError("ids and --all exclude each other") }
    if !all, names.isEmpty, tagOptions.isEmpty {
      throw ValidationError("name a request, or use --tag or --all")
    }
  }

  /// Returns whether a request is selected by typed ids, patterns and tags.
  ///
  /// - Parameters:
  ///   - typedNames: Ids and patterns, with or without an app in front; if empty, each request is selected.
  ///   - tags: The typed tags, of which the request must have one; if empty, it needs none.
  ///   - app: The app of the request.
  ///   - id: The id of the request.
  ///   - tagsOfRequest: The tags of the request.
  static func includes(
    _ typedNames: [String], tags: [String] = [], app: String?, id: String,
    tagsOfRequest: [String] = []
  ) -> Bool {
    guard TagOptions.includes(tags, tagsOfRequest) else { return false }
    if typedNames.isEmpty { return true }
    let namesOfRequest = [id] + (app.map { ["\($0)/\(id)"] } ?? [])
    return typedNames.contains { typed in
      namesOfRequest.contains { name in typed == name || matches(name, typed) }
    }
  }

  /// Returns the names with those of the matching requests in the place of each pattern, each once. With tags, only
  /// those of requests that have one of them. If that could be many requests, asks for consent.
  ///
  /// - Parameters:
  ///   - names: Ids and patterns; empty for all requests of the source.
  ///   - tags: The tags; empty for all requests.
  ///   - verb: The action as the beginning of a question, such as `Cancel`.
  /// - Throws: A refusal of a pattern that matches nothing, of tags that no request has, and of an action that a user
  ///   does not consent to.
  static func expand(
    _ names: [String], tags: [String], in source: Source, app: String?, owner: Int64?,
    to verb: String, _ session: Session
  ) throws(Failure) -> [String] {
    // Plain ids are left to the daemon.
    guard selectsSeveral(names, tags) else { return unique(names) }
    let knownNames = try self.names(in: source, app: app, owner: owner, tags: tags, session)
    let chosen = try expand(names, among: knownNames, tags: tags, source)
    try askConsent(to: verb, chosen.count, session)
    return chosen
  }

  /// Returns the names with the matching ones of `known` in the place of each pattern, each once; all of `known`
  /// without names. With tags, `known` contains only names of requests with one of them.
  ///
  /// - Throws: A refusal of a pattern that matches none, and of tags that no request has.
  static func expand(
    _ names: [String], among known: [String], tags: [String], _ source: Source
  ) throws(Failure) -> [String] {
    if names.isEmpty {
      if known.isEmpty, !tags.isEmpty { throw noMatchFailure(source.words, [], tags, source.list) }
      return unique(known)
    }
    var chosen: [String] = []
    for name in names {
      // An id is left to the daemon, unless it must also have one of the tags.
      let isChecked = isPattern(name) || !tags.isEmpty
      let matching = isChecked ? known.filter { matches($0, name) } : [name]
      if matching.isEmpty { throw noMatchFailure(source.words, [name], tags, source.list) }
      chosen += matching
    }
    return unique(chosen)
  }

  /// Whether several requests can be selected: by patterns or tags, or all, and not only by their ids.
  static func selectsSeveral(_ names: [String], _ tags: [String]) -> Bool {
    names.isEmpty || !tags.isEmpty || names.contains(where: isPattern)
  }

  /// Returns the refusal of ids, patterns and tags that select no request.
  ///
  /// - Parameters:
  ///   - words: The name of such a request, such as `waiting request`.
  ///   - list: The verb that lists such requests.
  ///   - advice: The end of the sentence.
  static func noMatchFailure(
    _ words: String, _ names: [String], _ tags: [String], _ list: String, advice: String = ""
  ) -> Failure {
    func quoted(_ texts: [String]) -> String {
      texts.map { "'\($0.visible)'" }.joined(separator: " or ")
    }
    let conditions = [
      names.isEmpty ? nil : "matches \(quoted(names))",
      tags.isEmpty ? nil : "has the tag \(quoted(tags))",
    ].compactMap(\.self)
    let lacksTags = ["list", "status"].contains(list)
    let listWithTags = !tags.isEmpty && lacksTags ? "list --columns id,tags" : list
    return .refused(
      "no \(words) \(conditions.joined(separator: " and "));"
        + " list them with `rubatoctl \(listWithTags)`" + advice)
  }

  /// Asks a user at a terminal for consent to an action on many requests; throws a refusal without
  /// it.
  ///
  /// - Parameter verb: The action as the beginning of a question, such as `Cancel`.
  static func askConsent(to verb: String, _ count: Int, _ session: Session) throws(Failure) {
    if count > mostWithoutConsent, Question.isPossible, !session.isJSON,
      !Question.ask("\(verb) \(count) requests?")
    {
      throw .refused("nothing was changed")
    }
  }

  /// Returns the names in their order, each once.
  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// A request, with its app in front of its id unless that is chosen with `--app`.
  struct KnownRequest: Hashable {
    var name: String
    var owner: Int64
  }

  /// Returns the names of all requests of `source`, with the app in front. A name can be there twice.
  static func names(
    in source: Source, app: String?, owner: Int64?, tags: [String] = [], _ session: Session
  ) throws(Failure) -> [String] {
    try knownRequests(in: source, app: app, owner: owner, tags: tags, session).map(\.name)
  }

  /// Returns all requests of `source`.
  ///
  /// - Parameters:
  ///   - allUsers: Whether they are those of all users; `nil` if not.
  ///   - kinds: The kinds of queued requests; empty for all.
  ///   - group: The group of queued requests; `nil` for all.
  ///   - tags: The tags of which a request has one; empty for all requests.
  static func knownRequests(
    in source: Source, app: String?, owner: Int64?, allUsers: Bool? = nil, kinds: [String] = [],
    group: String? = nil, tags: [String] = [], _ session: Session
  ) throws(Failure) -> [KnownRequest] {
    var requests: [(app: String?, id: String, owner: Int64)] = []
    // A failed request that is still queued can only be acknowledged. The second list does not include a quarantined
    // one whose failures are not counted, as after forced runs.
    if source == .failed || source == .failing {
      requests += try session.failures(ListFailures(app: app, owner: owner))
        .filter { source == .failing || !$0.isStillQueued }
        .filter { TagOptions.includes(tags, $0.tags) }
        .map { ($0.app, $0.id, $0.owner) }
    }
    if source != .failed {
      requests += try session.listInRows(List(app: app, owner: owner, allUsers: allUsers)).requests
        .filter { source.includes($0) && (kinds.isEmpty || kinds.contains($0.kind)) }
        .filter { (group == nil || $0.group == group) && TagOptions.includes(tags, $0.tags) }
        .map { ($0.app, $0.id, $0.owner) }
    }
    return requests.map {
      KnownRequest(name: name(of: $0.id, in: $0.app, chosen: app), owner: $0.owner)
    }
  }

  /// Returns the name of a request, with its app in front unless that one is chosen with `--app`.
  static func name(of id: String, in app: String?, chosen: String?) -> String {
    chosen == nil ? RequestName(app: app, id: id).name : id
  }

  /// Returns whether `name` matches `pattern`, in which `*` does not stand for the slash behind an app.
  private static func matches(_ name: String, _ pattern: String) -> Bool {
    fnmatch(pattern, name, FNM_PATHNAME) == 0
  }

  /// Returns a refusal that explains that the verb takes no pattern, if `failure` is that of an unknown id which is a
  /// pattern; otherwise `failure`.
  static func explainingPattern(_ failure: Failure) -> Failure {
    guard failure.isNotFound, case .refused(let error, var parameters) = failure,
      parameters.field == "id", let name = parameters.value, isPattern(name)
    else { return failure }
    parameters.message =
      "'\(name.visible)' is a pattern, but this verb takes one request; give an id, see `rubatoctl"
      + " list`"
    return .refused(error: error, parameters)
  }
}
