import Control
import Terminal
import Varlink
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

/// The connections of `top`: one that reports changes (`Watch`), and one for calls. If the daemon ends, the next one is
/// found by changes in the directory of its socket.
final class TopFeed {
  let session: Session
  private let allUsers: Bool?
  private var watch: Client?
  /// Whether the daemon has answered on the connection of changes.
  private var hasAnswered = false
  /// The wait for the next daemon; `nil` while there is a connection.
  private var wait: SocketWait?
  /// The connections in a row that were closed without an answer, as by a daemon that ends.
  private var refusals = 0
  /// The time of the next try after such a connection; `nil` if there is none.
  private(set) var retry: ContinuousClock.Instant?

  /// The largest number of connections in a row that may be closed without an answer. Then only a change of the socket
  /// causes another try.
  private static let mostRefusals = 8
  /// The pause after the first such connection, which is doubled after each further one.
  private static let firstPause = Duration.milliseconds(100)
  /// The number of runs that are read if all current ones are among them.
  private static let usualRuns: Int64 = 50
  /// The largest number of runs that the daemon returns in one reply.
  private static let mostRuns: Int64 = 1000

  init(_ session: Session, allUsers: Bool) {
    self.session = session
    self.allUsers = allUsers ? true : nil
  }

  /// Whether the daemon reports changes.
  var isConnected: Bool { watch != nil && hasAnswered }

  /// The descriptor that can be read after a change of the daemon, or of its socket; -1 if there is none.
  var descriptor: CInt { watch?.descriptor ?? wait?.descriptor ?? -1 }

  /// Connects to the daemon, and asks for its changes. Returns an event if none runs.
  func connect() -> TopEvent? {
    retry = nil
    // Watched before the try, so that no change is missed.
    wait = SocketWait.onNearestDirectory(of: session.instance.socketPath)
    if session.instance.isStopped {
      return lossEvent("rubatod was stopped; \(session.instance.resumeAdvice)")
    }
    do throws(ClientError) {
      try session.connect()
      let client = try Client(
        connectingTo: session.instance.socketPath, timeout: Session.usualReplyTimeout)
      try client.subscribe(Watch.fullName, Watch(allUsers: allUsers))
      watch = client
      wait = nil
      hasAnswered = false
      return nil
    } catch {
      return lossEvent("rubatod does not run; its last state is shown until it has started again")
    }
  }

  /// Closes the connection of changes. Called before the output of a run is followed, while no changes are read.
  func close() { watch = nil }

  /// Reads changes. Returns the events, and whether the content of the daemon has changed.
  func read() -> (events: [TopEvent], isChanged: Bool) {
    guard let watch else {
      // A change in the directory of the socket.
      return (reconnect(), false)
    }
    var notices: [NoticeInfo] = []
    var loss: ClientError?
    do throws(ClientError) {
      try watch.readArrivedReplies(as: Watch.Reply.self) { notices.append($0.notice) }
    } catch {
      loss = error
    }
    if !notices.isEmpty {
      hasAnswered = true
      refusals = 0
    }
    let events = notices.compactMap { notice in
      notice.device.map { TopEvent.device($0, isAll: notice.event == "snapshot") }
    }
    // The last notices of a daemon that ends, such as those of runs, arrive with the end of its connection.
    if let loss { return (events + handleLostConnection(loss), false) }
    return (events, notices.contains { $0.event != "device" && $0.event != "note" })
  }

  /// Connects to the daemon, as `connect`, and returns the events of that: the loss if no daemon runs, otherwise none.
  func reconnect() -> [TopEvent] { connect().map { [$0] } ?? [] }

  /// Handles the end of the connection of changes: connects to the next daemon, later if this one did not answer.
  private func handleLostConnection(_ error: ClientError) -> [TopEvent] {
    watch = nil
    if hasAnswered { return [.lost("rubatod has ended; waiting for the next one")] + reconnect() }
    refusals += 1
    // The same daemon would refuse again, so only a change of its socket causes another try.
    if case .remote(let refusal) = error {
      return [lossEvent("rubatod refuses to report changes: \(refusal)")]
    }
    // After the last of these tries, too, only a change of the socket causes another one.
    if refusals <= Self.mostRefusals {
      // Each pause is twice as long as the one before it.
      let factor = 1 << (refusals - 1)
      retry = ContinuousClock.now + Self.firstPause * factor
    }
    return [lossEvent("rubatod closed the connection; waiting for the next one")]
  }

  /// Closes the connection of changes, waits for the next daemon from now on, and returns the event of the loss.
  private func lossEvent(_ sentence: String) -> TopEvent {
    watch = nil
    if wait == nil { wait = SocketWait.onNearestDirectory(of: session.instance.socketPath) }
    return .lost(AdvisedCommands.ofThisProcess.completed(sentence))
  }

  /// Reads the content of the daemon for the screen. Reads few runs first; if a current one is missing, reads many.
  func content() throws(Failure) -> TopContent {
    let list = try session.list(List(allUsers: allUsers), inRows: true)
    var runs = try session.call(Runs(allUsers: allUsers, limit: Self.usualRuns)).runs
    if TopContent.lacksRuns(runs, list) {
      runs = try session.call(Runs(allUsers: allUsers, limit: Self.mostRuns)).runs
    }
    let status = try session.call(Status())
    let rate = try status.simulated ? clockRate() : 1
    return TopContent(
      status, list, runs, rate: rate, localTime: MachineZone().civil, userName: Users.name)
  }

  /// Returns the simulated seconds per second: 1 during a run, since a simulated clock then follows real time.
  private func clockRate() throws(Failure) -> Double {
    let clock = try session.call(GetClock())
    return clock.runs > 0 ? 1 : clock.rate
  }
}
