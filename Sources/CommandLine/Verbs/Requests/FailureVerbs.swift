import ArgumentParser
import Control
import Terminal

struct AcknowledgeVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "acknowledge",
    abstract:
      "Acknowledge failures: remove failed one-time requests, reset the failures of others.",
    discussion: """
      `status` no longer lists the failures. A request that has failed permanently is removed; its runs stay on \
      record. For a request that is retried or repeats, the failure count and the overdue mark are reset.
      """)

  @Argument(
    help: ArgumentHelp("Request ids, or patterns such as 'encode-*'.", valueName: "id"),
    completion: RequestNames.completionOfFailed)
  var ids: [String] = []

  @Flag(help: "Acknowledge all of your requests that have failed.")
  var all = false

  @OptionGroup var tagOptions: TagOptions

  @Option(help: ArgumentHelp("App that the requests belong to.", valueName: "id"))
  var app: String?

  @OptionGroup var owner: OwnerOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    try RequestPattern.checkSelection(ids, all: all, tagOptions)
  }

  /// Acknowledges the failures of the named requests, of those with a tag, or with `--all` of all requests that the
  /// options select.
  func perform(_ session: Session) throws(Failure) {
    // The daemon can acknowledge all failures in one call, but not those with a tag.
    guard all, tagOptions.isEmpty else { return try acknowledgeEach(session) }
    let reply = try session.call(Acknowledge(app: app, owner: try owner.uid()))
    try session.printAnswer(reply) { _ in
      let requests = reply.requests == 1 ? "1 request" : "\(reply.requests) requests"
      return ["Acknowledged: the failures of \(requests)."]
    }
  }

  /// Acknowledges the failures of the requests that ids, patterns and tags select, with a call for each request.
  private func acknowledgeEach(_ session: Session) throws(Failure) {
    let tags = try tagOptions.names()
    let names = try RequestPattern.expand(
      ids, tags: tags, in: .failing, app: app, owner: try owner.uid(), to: "Acknowledge", session)
    let selectsSeveral = RequestPattern.selectsSeveral(ids, tags)
    try SomeRequestsOptions.forEach(names, app, owner, session, selectsSeveral: selectsSeveral) {
      (id, app, owner) throws(Failure) in
      try session.call(Acknowledge(id: id, app: app, owner: owner))
    } _: { id, _ in
      "Acknowledged: the failures of \(id)."
    }
  }
}

struct RetryVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Queue permanently failed requests again.",
    discussion: """
      Each request is queued as it was submitted, with all its retries, and continues after its last \
      completed step. If its latest date has passed, it gets a new window of the same length, which \
      starts now. A quarantined request is released.
      """)

  @Argument(
    help: ArgumentHelp("Request ids, or patterns such as 'encode-*'.", valueName: "id"),
    completion: RequestNames.completionOfFailed)
  var ids: [String] = []

  @Flag(help: "Retry all of your requests that have failed permanently.")
  var all = false

  @OptionGroup var tagOptions: TagOptions

  @Option(help: ArgumentHelp("App that the requests belong to.", valueName: "id"))
  var app: String?

  @OptionGroup var owner: OwnerOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    try RequestPattern.checkSelection(ids, all: all, tagOptions)
  }

  /// Queues each request again, and prints its state after that.
  func perform(_ session: Session) throws(Failure) {
    let (givenUID, tags) = (try owner.uid(), try tagOptions.names())
    let names = try RequestPattern.expand(
      ids, tags: tags, in: .failed, app: app, owner: givenUID, to: "Retry", session)
    if names.isEmpty, !session.isJSON {
      return Output.print("No permanently failed request; nothing was changed.")
    }
    let selectsSeveral = RequestPattern.selectsSeveral(ids, tags)
    // The first closure performs the action, and the second returns the line to print about it. `uidOfRequest` is the
    // given user. Without one, it is the caller for requests that a pattern or a tag has found, otherwise `nil`.
    try SomeRequestsOptions.forEach(names, app, owner, session, selectsSeveral: selectsSeveral) {
      (id, app, uidOfRequest) throws(Failure) in
      do throws(Failure) {
        return try session.call(Retry(id: id, app: app, owner: uidOfRequest))
      } catch {
        // The request may follow one that has failed.
        throw error.naming(["afterAny": "--after-any"])
      }
    } _: { (id, _) throws(Failure) in
      // The request may have run and no longer exist.
      let explain = Explain(id: id, app: app, owner: givenUID)
      let explanation = try? session.call(explain).explanations.first
      return RetryAnswer.text(id, explanation, on: try session.screen())
    }
  }
}
