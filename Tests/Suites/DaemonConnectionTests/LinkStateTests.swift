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

  /// A caller waits for the answer to each attempt once.
  @Test func anotherAttemptCanBeAnswered() {
    var link = LinkState()
    link.isUnanswered = true
    _ = link.markLost()
    #expect(!link.isUnanswered)
    link.isUnanswered = true
    link.attach(attachment(3))
    #expect(!link.isUnanswered)
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
    var delays = [link.beginRepetition()]
    link.attach(attachment(3))
    delays += [link.beginRepetition(), link.beginRepetition()]
    link.endRepetition()
    delays.append(link.beginRepetition())
    link.endRepetition()
    link.noteAccepted()
    delays.append(link.beginRepetition())
    #expect(delays == [nil, .seconds(1), nil, .seconds(2), .seconds(1)])
  }

  @Test func aRefusalAfterAnotherAttachmentIsForTheFormerOne() {
    var link = LinkState()
    link.attach(attachment(3))
    let former = link.attachments
    #expect(link.has(attachment: former))
    _ = link.markLost()
    #expect(!link.has(attachment: former))
    link.attach(attachment(4))
    #expect(!link.has(attachment: former) && link.has(attachment: link.attachments))
  }

  /// Many apps of a daemon that accepts no more connections must not occupy the processor.
  @Test func attemptsBecomeRarer() {
    var delay = RetryDelay()
    let seconds = (1...7).map { _ in delay.next() / .seconds(1) }
    #expect(seconds == [1, 2, 4, 8, 16, 30, 30])
    delay.reset()
    #expect(delay.next() == .seconds(1))
  }
}
