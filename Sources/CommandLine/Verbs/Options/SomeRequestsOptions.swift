import ArgumentParser
import Terminal

/// Requests, by their ids, by patterns of them, or by their tags.
struct SomeRequestsOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Request ids, or patterns such as 'encode-*'.", valueName: "id"),
    completion: RequestNames.completion)
  var ids: [String] = []

  @Flag(help: "All of your requests, or of those that the other options select.")
  var all = false

  @OptionGroup var tagOptions: TagOptions

  @Option(help: ArgumentHelp("App that the requests belong to.", valueName: "id"))
  var app: String?

  @OptionGroup var owner: OwnerOptions

  func validate() throws {
    try RequestPattern.checkSelection(ids, all: all, tagOptions)
  }
}

extension SomeRequestsOptions {
  /// Calls `perform` for each named request and prints the results. A refusal does not affect the other requests;
  /// refusals are reported at the end.
  ///
  /// - Parameters:
  ///   - verb: The action as the beginning of a question, such as `Cancel`.
  ///   - perform: Performs the action for an id, and the app and the owner if they are given.
  ///   - describe: Returns the line for people about the result.
  ///   - source: The requests that a pattern can match.
  func forEach<Reply: Encodable>(
    _ session: Session, to verb: String, _ source: RequestPattern.Source = .queued,
    _ perform: (_ id: String, _ app: String?, _ owner: Int64?) throws(Failure) -> Reply,
    _ describe: (_ id: String, Reply) throws(Failure) -> String
  ) throws(Failure) {
    let tags = try tagOptions.names()
    let names = try RequestPattern.expand(
      ids, tags: tags, in: source, app: app, owner: try owner.uid(), to: verb, session)
    if names.isEmpty, !session.isJSON {
      return Output.print("No \(source.words); nothing was changed.")
    }
    let selectsSeveral = RequestPattern.selectsSeveral(ids, tags)
    try Self.forEach(names, app, owner, session, selectsSeveral: selectsSeveral, perform, describe)
  }

  /// Calls `perform` for each id, with an app and an owner from other options, and prints the results. Refusals are
  /// reported at the end; the last one is thrown. If there is no daemon, that error is thrown immediately.
  ///
  /// - Parameter selectsSeveral: Whether the ids were found by a pattern or a tag. They are then those of one user, and
  ///   JSON is an array also for a single id.
  static func forEach<Reply: Encodable>(
    _ ids: [String], _ app: String?, _ owner: OwnerOptions, _ session: Session,
    selectsSeveral: Bool = false,
    _ perform: (_ id: String, _ app: String?, _ owner: Int64?) throws(Failure) -> Reply,
    _ describe: (_ id: String, Reply) throws(Failure) -> String
  ) throws(Failure) {
    // An id that was found but no longer exists must not select a request of another user.
    let uid = try owner.uid() ?? (selectsSeveral ? Users.callerUID : nil)
    // One for each id; `nil` for a refusal.
    var replies: [Reply?] = []
    var failures: [Failure] = []
    for name in ids {
      let (id, appOfRequest) = RequestNames.split(name, app)
      do throws(Failure) {
        let reply = try perform(id, appOfRequest, uid)
        replies.append(reply)
        if !session.isJSON { Output.print(try describe(id, reply)) }
      } catch {
        if case .noDaemon = error { throw error }
        replies.append(nil)
        failures.append(error)
      }
    }
    if session.isJSON { printJSON(replies, asArray: selectsSeveral || replies.count > 1) }
    for failure in failures.dropLast() { failure.report(asJSON: session.isJSON) }
    if let last = failures.last { throw last }
  }

  /// Prints the replies as an array, in which a refusal is `null`; or a single reply without an array. Prints nothing
  /// for a single refusal, which is reported on standard error.
  private static func printJSON<Reply: Encodable>(_ replies: [Reply?], asArray: Bool) {
    if asArray {
      Output.print(JSONLayout.indented(replies))
    } else if let reply = replies.first ?? nil {
      Output.print(JSONLayout.indented(reply))
    }
  }
}
