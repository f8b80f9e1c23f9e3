import ArgumentParser
import Control
import Terminal

struct ChangedVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "changed",
    abstract: "Report a change of a key, and wake the requests that wait for it.",
    discussion: """
      Your requests that were submitted with --when-changed KEY run for it; requests of other users are not \
      affected. All changes before a run begins cause one wake. The verb returns once the change is on disk.
      """)

  @Argument(help: "Key: letters, digits and . _ @ : -")
  var key: String

  @Option(
    help: ArgumentHelp(
      "Wake requests for this key at most this often: immediately (the default), hourly, daily, weekly or 'every"
        + " DURATION'.",
      valueName: "frequency"))
  var atMost: String?

  @OptionGroup var owner: OwnerOptions
  @OptionGroup var connection: ConnectionOptions

  /// Reports the change, and prints the number of requests that wait for the key. If there is none, the keys with
  /// waiting requests are listed.
  func perform(_ session: Session) throws(Failure) {
    let call = ReportChange(key: key, atMost: atMost, owner: try owner.uid())
    let reply: ReportChange.Reply
    do throws(Failure) {
      reply = try session.call(call)
    } catch {
      throw error.naming(["atMost": "--at-most"])
    }
    let otherKeys = try reply.requests == 0 ? awaitedKeys(session) : []
    try session.printAnswer(reply) { _ in
      switch reply.requests {
      case 0:
        [
          "No request waits for key \(key)"
            + (otherKeys.isEmpty
              ? "." : "; keys with waiting requests: \(otherKeys.joined(separator: ", ")).")
        ]
      case 1: ["Changed: \(key). 1 request waits for it."]
      default: ["Changed: \(key). \(reply.requests) requests wait for it."]
      }
    }
  }

  /// Returns the keys that the owner's requests wait for, as proposals for a mistyped name; watched paths are left out.
  private func awaitedKeys(_ session: Session) throws(Failure) -> [String] {
    let owner = try owner.uid()
    let requests = try session.list(List(owner: owner)).requests
    return Set(requests.flatMap(\.whenChanged)).filter { $0.utf8.first != UInt8(ascii: "/") }
      .sorted()
  }
}
