import BackgroundTasks
import Control
import Foundation
import Varlink

extension DaemonLink {
  /// Starts a thread that passes notices to `handler` as long as the process exists, and that connects again after each
  /// loss of the connection.
  func followNotices(_ handler: @escaping @Sendable (NoticeInfo) -> Void) {
    let thread = Thread { [socket] in
      let watch = SocketWatch(socket)
      var delay = RetryDelay()
      while true {
        // Before the attempt, so that a socket that is created during it ends the wait below.
        watch.arm()
        let (wasReceiving, isTemporary) = Self.receiveNotices(handler, at: socket)
        if wasReceiving { delay.reset() }
        // The daemon can accept another attempt without a change in the directory.
        watch.wait(atMost: wasReceiving || isTemporary ? delay.next() : nil)
      }
    }
    thread.name = "BackgroundTasks"
    thread.start()
  }

  /// Passes notices to `handler` until the connection is lost. Returns whether at least one was received, and whether
  /// the loss or refusal is temporary.
  private static func receiveNotices(
    _ handler: @escaping @Sendable (NoticeInfo) -> Void, at socket: String
  ) -> (hasReceived: Bool, isTemporary: Bool) {
    var hasReceived = false
    do throws(ClientError) {
      let stream = try Client(connectingTo: socket)
      try stream.more(Watch.fullName, Watch(), as: Watch.Reply.self) { reply in
        hasReceived = true
        handler(reply.notice)
        return .goOn
      }
    } catch {
      return (hasReceived, error.isTemporary)
    }
    return (hasReceived, false)
  }
}
