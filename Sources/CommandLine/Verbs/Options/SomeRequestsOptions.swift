import ArgumentParser
import Terminal

/// Requests, by their ids.
struct SomeRequestsOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The requests' ids.", valueName: "id"), completion: RequestNames.completion)
  var ids: [String]

  @Option(help: ArgumentHelp("The app that the requests belong to.", valueName: "id"))
  var app: String?

  @OptionGroup var owner: OwnerOptions
}

extension SomeRequestsOptions {
  /// Does the same with each of them, and tells of it. One that is refused does not keep it from the others.
  ///
  /// - Parameters:
  ///   - perform: Takes an id, and the app and the owner where they are named.
  ///   - line: Says what was done.
  func forEach<Reply: Encodable>(
    _ session: Session,
    _ perform: (_ id: String, _ app: String?, _ owner: Int64?) throws(Failure) -> Reply,
    _ line: (_ id: String, Reply) throws(Failure) -> String
  ) throws(Failure) {
    try Self.forEach(ids, app, owner, session, perform, line)
  }

  /// The same of ids and apps that were typed otherwise.
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

  /// One by itself, as where one is named.
  private static func printJSON<Reply: Encodable>(_ replies: [Reply?]) {
    if replies.count > 1 {
      Output.print(JSONLayout.indented(replies))
    } else if let reply = replies.first ?? nil {
      Output.print(JSONLayout.indented(reply))
    }
  }
}
