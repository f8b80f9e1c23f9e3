import BackgroundTasks
import Control
import Foundation
import Varlink

extension DaemonLink {
  /// The longest time in which a stopped daemon creates its mark. After a loss of the connection, the wait for a change
  /// ends then; see `DaemonLink.restart`.
  private static let restart = Duration.seconds(1)

  /// Starts a thread that passes notices to `handler` as long as the process exists, and that connects again after each
  /// loss of the connection.
  func followNotices(_ handler: @escaping @Sendable (NoticeInfo) -> Void) {
    let thread = Thread { [socket] in
      let watch = SocketWatch(socket)
      while true {
        // Before the attempt, so that a socket that is created during it ends the wait below.
        watch.arm()
        let wasConnected = Self.receiveNotices(handler, at: socket)
        // After a lost connection, the wait is limited: a crashed daemon can be back without a change in the
        // directory.
        watch.wait(atMost: wasConnected ? Self.restart : nil)
      }
    }
    thread.name = "BackgroundTasks"
    thread.start()
  }

  /// Passes notices to `handler` until the connection is lost. Returns whether at least one notice was received.
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
      // The caller connects again when the daemon is back.
    }
    return hasReceived
  }
}
