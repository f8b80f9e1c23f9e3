import ArgumentParser
import Control
import Terminal

struct WatchVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print events as they happen, until interrupted.")

  @Flag(help: "Include events of all users.")
  var allUsers = false

  @OptionGroup var connection: ConnectionOptions

  /// Prints each notice as it arrives, as lines or as JSON lines, until the process is interrupted.
  func perform(_ session: Session) throws(Failure) {
    var notices = NoticeLines(on: try session.screen())
    try session.receiveReplies(to: Watch(allUsers: allUsers ? true : nil), takesLong: true) {
      reply in
      if session.isJSON {
        Output.print(JSONLayout.compact(reply.notice))
      } else {
        for line in notices.lines(reply.notice) { Output.print(line) }
      }
    }
  }
}
