import Control
import Testing

@testable import DaemonConnection

/// The state of a process's connection to the daemon.
@Suite struct LinkStateTests {
  private func attachment(_ process: Int64) -> DaemonConnection.Attachment {
    DaemonConnection.Attachment(AttachApp.Reply(event: "attached", process: process))
  }

  @Test func aLostConnectionIsNoticedOnce() {
    var link = LinkState()
    var losses = [link.markLost()]
    link.attach(attachment(3))
    #expect(link.attachment?.process == 3 && link.attachments == 1)
    losses += [link.markLost(), link.markLost()]
    #expect(losses == [false, true, false] && link.attachment == nil)
    link.attach(attachment(4))
    #expect(link.attachments == 2)
  }

  @Test func theLaunchEndsOnce() {
    var link = LinkState()
    let ends = ["the first", "the second"].map {
      link.endLaunch(because: $0, handlers: [$0])
    }
    #expect(ends == [true, false])
    #expect(link.launchEnding == "the first" && link.handlers == ["the first"])
  }

  @Test func whatIsOwedOutlivesTheConnection() {
    var link = LinkState()
    link.attach(attachment(3))
    link.owed.append((run: 7, success: true))
    link.requestsBackgroundTime = true
    _ = link.markLost()
    #expect(link.owed.map(\.run) == [7] && link.requestsBackgroundTime)
  }

  /// While the process is not attached, the next attachment repeats the reports.
  @Test func owedReportsAreRepeatedOnceAtATime() {
    var link = LinkState()
    var begins = [link.beginRepetition()]
    link.attach(attachment(3))
    begins += [link.beginRepetition(), link.beginRepetition()]
    link.endRepetition()
    begins.append(link.beginRepetition())
    #expect(begins == [false, true, false, true])
  }
}
