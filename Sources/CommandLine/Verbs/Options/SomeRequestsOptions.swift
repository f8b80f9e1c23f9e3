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
  /// Performs the action for each of them and prints the result. A refusal does not affect the others.
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

  /// Performs the action for ids and apps from other options.
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

  /// Prints a single reply without an array, as for one id.
  private static func printJSON<Reply: Encodable>(_ replies: [Reply?]) {
    if replies.count > 1 {
      Output.print(JSONLayout.indented(replies))
    } else if let reply = replies.first ?? nil {
      Output.print(JSONLayout.indented(reply))
    }
  }
}
