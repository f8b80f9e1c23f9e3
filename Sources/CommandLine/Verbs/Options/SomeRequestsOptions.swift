import ArgumentParser
import Terminal

/// Requests, by their ids.
struct SomeRequestsOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Request ids.", valueName: "id"), completion: RequestNames.completion)
  var ids: [String]

  @Option(help: ArgumentHelp("App that the requests belong to.", valueName: "id"))
  var app: String?

  @OptionGroup var owner: OwnerOptions
}

extension SomeRequestsOptions {
  /// Calls `perform` for each named request and prints the results. A refusal does not affect the other requests;
  /// refusals are reported at the end.
  ///
  /// - Parameters:
  ///   - perform: Performs the action for an id, and the app and the owner if they are given.
  ///   - line: Describes the result.
  func forEach<Reply: Encodable>(
    _ session: Session,
    _ perform: (_ id: String, _ app: String?, _ owner: Int64?) throws(Failure) -> Reply,
    _ line: (_ id: String, Reply) throws(Failure) -> String
  ) throws(Failure) {
    try Self.forEach(ids, app, owner, session, perform, line)
  }

  /// Calls `perform` for each id, with an app and an owner from other options, and prints the results. Refusals are
  /// reported at the end; the last one is thrown. If there is no daemon, that error is thrown immediately.
  static func forEach<Reply: Encodable>(
    _ ids: [String], _ app: String?, _ owner: OwnerOptions, _ session: Session,
    _ perform: (_ id: String, _ app: String?, _ owner: Int64?) throws(Failure) -> Reply,
    _ line: (_ id: String, Reply) throws(Failure) -> String
  ) throws(Failure) {
    let uid = try owner.uid()
    var replies: [Reply?] = []
    var failures: [Failure] = []
    for name in ids {
      let (id, app) = RequestNames.split(name, app)
      do throws(Failure) {
        let reply = try perform(id, app, uid)
        replies.append(reply)
        if !session.isJSON { Output.print(try line(id, reply)) }
      } catch {
        if case .noDaemon = error { throw error }
        replies.append(nil)
        failures.append(error)
      }
    }
    if session.isJSON { printJSON(replies) }
    for failure in failures.dropLast() { failure.report(asJSON: session.isJSON) }
    if let last = failures.last { throw last }
  }

  /// Prints several replies as an array, and a single reply without one.
  private static func printJSON<Reply: Encodable>(_ replies: [Reply?]) {
    if replies.count > 1 {
      Output.print(JSONLayout.indented(replies))
    } else if let reply = replies.first ?? nil {
      Output.print(JSONLayout.indented(reply))
    }
  }
}
