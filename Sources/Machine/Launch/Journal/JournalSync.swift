import CLinux
import Descriptors
import Glibc

/// Makes journald write all received entries, so that the output of an ended run is complete when it is read
/// (journalctl(1), "--sync").
///
/// Only root may request this. For other users, a request is a short wait, in which journald usually writes all
/// entries.
final class JournalSync {
  private static let address = "/run/systemd/journal/io.systemd.journal"
  private static let message = Array(#"{"method":"io.systemd.Journal.Synchronize"}"#.utf8) + [0]
  private static let answerTimeoutMilliseconds: Int64 = 2000
  /// The wait in place of a request, for users who may not send one.
  private static let usersWaitMilliseconds: Int64 = 100

  private let loop: EventLoop
  private var request: Request?
  /// Whether output arrived too late for the present request.
  private var isNeededAgain = false
  /// The closures of callers that wait for the end of the requests.
  private var waitingCallers = [() -> Void]()

  init(loop: EventLoop) {
    self.loop = loop
  }

  /// Requests that journald write all received entries, without waiting. If a request is in progress, another one
  /// follows it. `done` is called on the loop after the last of them; each takes at most two seconds.
  func requestSync(_ done: (() -> Void)? = nil) {
    if let done { waitingCallers.append(done) }
    if request == nil { startRequest() } else { isNeededAgain = true }
  }

  /// Blocks until no request is in progress, or the timeout is over.
  func wait(timeoutMilliseconds: Int32) {
    let deadline = rubato_clock_awake() + Int64(timeoutMilliseconds) * 1_000_000
    // A completed request can be followed by another one.
    while let request {
      let end = min(deadline, request.end)
      // Rounded up, so that the wait does not end before `end`.
      let leftNanoseconds = end - rubato_clock_awake()
      let leftMilliseconds = Int32(clamping: (leftNanoseconds + 999_999) / 1_000_000)
      let isAnswered =
        leftMilliseconds > 0
        && Self.waitUntilReadable(request.fd, timeoutMilliseconds: leftMilliseconds)
      let isRequestOver = request.end <= rubato_clock_awake()
      let isCallersTimeoutOver = !isAnswered && !isRequestOver
      if isCallersTimeoutOver { return }
      complete(request)
    }
  }

  /// Sends the request to journald, and completes it after its answer or two seconds. If it cannot be sent, the request
  /// is only a wait of 0.1 s. If its answer cannot be watched, the callers are called back.
  private func startRequest() {
    isNeededAgain = false
    nonisolated(unsafe) weak let sync = self
    let request: Request
    if let fd = Self.sendToJournald() {
      guard let watch = LoopWatch(on: loop, closing: fd, onEvent: { sync?.handleReply(fd) }) else {
        loop.execute { sync?.callWaitingCallers() }
        return
      }
      request = Request(fd: fd, watch: watch, milliseconds: Self.answerTimeoutMilliseconds)
    } else {
      // Not root, or no journald. poll(2) ignores a negative descriptor.
      request = Request(fd: -1, watch: nil, milliseconds: Self.usersWaitMilliseconds)
    }
    self.request = request
    loop.after(.milliseconds(request.milliseconds)) { sync?.complete(request) }
  }

  /// Handles the answer on `fd`.
  private func handleReply(_ fd: Int32) {
    if let request, request.fd == fd { complete(request) }
  }

  /// Ends a request after its answer or its two seconds. Sends another one if output arrived meanwhile; otherwise calls
  /// all waiting callers back. Has no effect for an earlier request.
  private func complete(_ completed: Request) {
    guard request === completed else { return }
    completed.watch?.cancel()
    request = nil
    if isNeededAgain { startRequest() } else { callWaitingCallers() }
  }

  /// Calls the closures of all waiting callers.
  private func callWaitingCallers() {
    // A closure can add another caller.
    let callers = waitingCallers
    waitingCallers = []
    for done in callers { done() }
  }

  private final class Request {
    let fd: Int32
    let watch: LoopWatch?
    let milliseconds: Int64
    /// The latest end of the request, on the clock of the time awake.
    let end: Int64

    init(fd: Int32, watch: LoopWatch?, milliseconds: Int64) {
      self.fd = fd
      self.watch = watch
      self.milliseconds = milliseconds
      end = rubato_clock_awake() + milliseconds * 1_000_000
    }
  }

  /// Waits until the descriptor is readable, at most for the timeout. Returns whether it is.
  private static func waitUntilReadable(_ fd: Int32, timeoutMilliseconds: Int32) -> Bool {
    var poller = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
    return poll(&poller, 1, timeoutMilliseconds) > 0
  }

  /// Connects to journald and sends the request. Returns the descriptor for the answer; `nil` if that fails.
  private static func sendToJournald() -> Int32? {
    let kind =
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let fd = socket(AF_UNIX, kind, 0)
    guard fd >= 0 else { return nil }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: address.utf8) }
    let isConnected = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected, write(fd, message, message.count) == message.count else {
      close(fd)
      return nil
    }
    return fd
  }
}
