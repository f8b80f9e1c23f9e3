import Control
import Foundation
import Testing
import Varlink

/// Calls that wait for the end of a run, also of one that ends quickly.
struct WaitingTests {
  private func submission(_ arguments: String...) -> Submit {
    Submit(
      id: "task", command: .test(arguments), earliest: "1h", every: 3600, retries: 0)
  }

  @Test func aRunThatHasEndedIsAnsweredAtOnce() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let client = try daemon.connect()
    try client.tell(submission("/bin/false"))
    let run = try client.tell(RunNow(id: "task", mode: "force")).run
    let first = try #require(try client.tell(Wait(run: run)).run)
    let second = try #require(try client.tell(Wait(run: run)).run)
    #expect(first.run == run)
    #expect(first.outcome == "failed")
    #expect(second == first)
  }

  @Test func aLiveRunIsAnsweredWhenItEnds() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let (client, other) = (try daemon.connect(), try daemon.connect())
    try client.tell(submission("/bin/sleep", "1000"))
    let run = try client.tell(RunNow(id: "task", mode: "force")).run
    try client.send(Wait.fullName, Wait(run: run))
    try other.tell(Stop(id: "task", reason: "enough"))
    let ended = try #require(try client.receive(as: Wait.Reply.self).run)
    #expect(ended.run == run)
    #expect(ended.stopReason == "operator")
    #expect(ended.stopMessage == "enough")
  }

  /// Also with an id instead of a run: the request is removed immediately, and the call waits for its run.
  @Test func whatIsCancelledWhileItRunsIsAnsweredWithThatRun() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let (client, other) = (try daemon.connect(), try daemon.connect())
    try client.tell(submission("/bin/sleep", "1000"))
    let run = try client.tell(RunNow(id: "task", mode: "force")).run
    try client.send(Wait.fullName, Wait(id: "task"))
    // The call on the second connection is handled after the first one.
    _ = try daemon.call(Status())
    try other.tell(Cancel(id: "task"))
    let ended = try #require(try client.receive(as: Wait.Reply.self).run)
    #expect(ended.run == run)
    #expect(ended.stopReason == "cancelled")
  }

  @Test func whatIsCancelledBeforeItRunsHasNoRun() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let (client, other) = (try daemon.connect(), try daemon.connect())
    try client.tell(submission("/bin/true"))
    try client.send(Wait.fullName, Wait(id: "task"))
    // The call on the second connection is handled after the first one.
    _ = try daemon.call(Status())
    try other.tell(Cancel(id: "task"))
    #expect(try client.receive(as: Wait.Reply.self).run == nil)
  }

  /// Before the clock was set back, a request with the same id has run.
  @Test func aRunOfTheFutureIsNoRunOfALaterSubmission() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    _ = try daemon.call(
      Submit(id: "again", kind: "userInitiated", command: .test(["/bin/true"])))
    _ = try? daemon.call(Wait(id: "again"))
    let first = try #require(try daemon.call(Runs(id: "again")).runs.first)
    let dates = Set([first.start, first.end].compactMap(\.self))
    let directory = try TemporaryDirectory()
    let server = try FalseServer(directory, before: daemon.socket) { value in
      let isOfFirst = value.text.map(dates.contains) ?? false
      return isOfFirst ? .string("2099-01-01T00:00:00.000Z") : value
    }
    // The answer to the submission is on standard error.
    let script = """
      { "$0" submit --id again --earliest 1h --retries 0 --kind userInitiated --wait --exit-code \
        -- /bin/sh -c 'exit 5' 2>&1; echo "code $?"; } | while read -r line; do
        echo "$line"
        case "$line" in
          *Accepted*) RUBATO_SOCKET='\(daemon.socket)' "$0" clock advance 2h </dev/null ;;
        esac
      done
      """
    let ended = try Rubatoctl.run(
      ["-c", script, Rubatoctl.built.path], environment: ["RUBATO_SOCKET": server.socket],
      as: URL(filePath: "/bin/sh"))
    #expect(ended.output.hasSuffix("code 5\n"), "\(ended)")
  }

  @Test func watchSaysThatItsDaemonHasEnded() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    // The first line is the state of the device.
    let script = """
      { "$0" watch 2>&1; echo "code $?"; } | { read -r line; kill -KILL "$1"; cat; }
      """
    let ended = try Rubatoctl.run(
      ["-c", script, Rubatoctl.built.path, "\(daemon.process.processIdentifier)"], by: daemon,
      as: URL(filePath: "/bin/sh"))
    #expect(ended.output.contains(", so no more events arrive."), "\(ended)")
    #expect(ended.output.hasSuffix("code 3\n"), "\(ended)")
  }

  /// A user has at most 128 connections, and a call that the daemon keeps keeps its connection.
  @Test(arguments: ["run", "request", "watch", "clock", "device"])
  func abandonedCallsReleaseTheirConnections(_ kind: String) throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let other = try daemon.connect()
    try other.tell(submission("/bin/sleep", "1000"))
    let run = try other.tell(RunNow(id: "task", mode: "force")).run
    for _ in 0..<140 {
      let client = try daemon.connect()
      switch kind {
      case "run": try client.send(Wait.fullName, Wait(run: run))
      case "request": try client.send(Wait.fullName, Wait(id: "task"))
      case "watch": try client.subscribe(Watch.fullName, Watch())
      case "clock": try client.send(AdvanceClock.fullName, AdvanceClock(by: 60))
      default: try client.send(PlayDevice.fullName, PlayDevice(steps: [], length: 60))
      }
      // The daemon has received the call when it answers this one.
      try other.tell(Status())
      client.close()
      try other.tell(Status())
    }
    _ = try daemon.call(Status())
  }

  @Test func aRunThatThereIsNotIsRefused() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    #expect(throws: (any Error).self) { try daemon.call(Wait(run: 7)) }
    #expect(throws: (any Error).self) { try daemon.call(Wait()) }
  }
}
