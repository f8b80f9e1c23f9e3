import ArgumentParser
import Control
import Terminal

struct AcknowledgeVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "acknowledge",
    abstract: "Say that a failure is known, so that `status` tells of it no more.",
    discussion: """
      A request that has failed for good is forgotten; its runs stay on record. Of one that is tried \
      again, or of periodic work, the count of failures begins anew.
      """)

  @Argument(help: "The request's id.", completion: RequestNames.completionOfFailed)
  var id: String?

  @Flag(help: "All of your requests that have failed.")
  var all = false

  @Option(help: ArgumentHelp("The app that the request belongs to.", valueName: "id"))
  var app: String?

  @OptionGroup var owner: OwnerOptions
  @OptionGroup var connection: ConnectionOptions

  mutating func validate() throws {
    if let name = id { (id, app) = RequestNames.split(name, app) }
    guard (id == nil) == all else { throw ValidationError("name a request, or use --all") }
  }

  func perform(_ session: Session) throws(Failure) {
    let reply = try session.call(Acknowledge(id: id, app: app, owner: try owner.uid()))
    try session.answer(reply) { _ in
      if let id { return ["Acknowledged: \(id)."] }
      let those = reply.requests == 1 ? "1 request" : "\(reply.requests) requests"
      return ["Acknowledged: the failures of \(those)."]
    }
  }
}

struct RetryVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Queue a request again that has failed for good.",
    discussion: """
      It is queued as it was submitted, with all its tries, and goes on after its last completed \
      step. If its latest date has passed, it gets a window as long as it had, from now on. A \
      quarantined request is released.
      """)

  @Argument(help: "The request's id.", completion: RequestNames.completionOfFailed)
  var id: String

  @Option(help: ArgumentHelp("The app that the request belongs to.", valueName: "id"))
  var app: String?

  @OptionGroup var owner: OwnerOptions
  @OptionGroup var connection: ConnectionOptions

  mutating func validate() throws { (id, app) = RequestNames.split(id, app) }

  func perform(_ session: Session) throws(Failure) {
    let reply = try session.call(Retry(id: id, app: app, owner: try owner.uid()))
    try session.answer(reply) { _ in ["Queued again: \(id)."] }
  }
}
