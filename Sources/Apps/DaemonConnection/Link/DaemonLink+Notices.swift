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
      while true {
        // Before the attempt, so that a socket that is created during it ends the wait below.
        watch.arm()
        let isTemporary = Self.receiveNotices(handler, at: socket)
        // The daemon can accept another attempt without a change in the directory.
        watch.wait(atMost: isTemporary ? Self.retryDelay : nil)
      }
    }
    thread.name = "BackgroundTasks"
    thread.start()
  }

  /// Passes notices to `handler` until the connection is lost. Returns whether another attempt can succeed soon: a
  /// notice was received before, or the refusal is temporary.
  private static func receiveNotices(
    _ handler: @escaping @Sendable (NoticeInfo) -> Void, at socket: String
  ) -> Bool {
    var hasReceived = false
    do throws(ClientError) {
      let stream = try Client(connectingTo: socket)
      try stream.more(Watch.fullName, Watch(), as: Watch.Reply.self) { reply in
        hasReceived = true
        handler(reply.notice)
        return .goOn
      }
    } catch {
      return hasReceived || error.isTemporary
    }
    return hasReceived
  }
}
