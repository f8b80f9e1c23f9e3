import Control
import Terminal
import Transfers
import Vocabulary

/// The report on a transfer.
struct TransferInfo: Encodable {
  var id: String
  var request: String
  /// The state: queued, running, completed, failed or removed. A removed transfer is neither queued nor at its end: a
  /// user cancelled it, or its time was over.
  var state: String
  var direction: String
  var method: String
  var url: String
  var file: String?
  var session: String?
  var app: String?
  var submitted: String
  var deadline: String
  var ended: String?
  var attempts: Int
  /// The status of the last answer; `nil` if there is none.
  var status: Int?
  var headers: [[String]]
  var error: String?
  /// The error code; `nil` if it has not failed.
  var code: String?
  var bytes: Int64
  var totalBytes: Int64?
  /// The path of the server's answer; `nil` if there is none.
  var body: String?

  /// Creates the report on a transfer from its stored files and its queued request; `queuedRequest` is `nil` if that no
  /// longer exists.
  init(
    _ directory: TransferDirectory, _ order: TransferOrder, _ state: TransferState,
    _ queuedRequest: RequestInfo?
  ) {
    id = directory.id
    request = directory.request
    switch state.phase {
    case .completed: self.state = "completed"
    case .failed: self.state = "failed"
    case .waiting:
      self.state = queuedRequest.map { $0.state == "running" ? "running" : "queued" } ?? "removed"
    }
    direction = order.direction.rawValue
    method = order.method
    url = order.url
    file = order.file?.path ?? order.output
    session = order.session
    app = order.app
    submitted = Self.text(order.submitted)
    deadline = Self.text(order.deadline)
    ended = state.ended.map(Self.text)
    attempts = state.attempts
    status = state.status
    headers = state.headers.map { [$0.name, $0.value] }
    error = state.error
    code = state.code?.rawValue
    bytes = order.direction == .upload ? state.bytesSent : state.bytesReceived
    totalBytes = order.file?.size
    // The path is reported only if a response is stored at it.
    body = directory.answer().isEmpty ? nil : directory.body
  }

  /// Marks the transfer as failed, since its time limit has passed while it waited, which only the daemon knows.
  ///
  /// - Parameter end: The end in RFC 3339; `nil` for the deadline.
  fileprivate mutating func markAsTimedOut(at end: String?) {
    (state, code, ended) = ("failed", TransferState.Code.timedOut.rawValue, end ?? deadline)
    error = "the time limit has passed" + (error.map { "; last error: \($0)" } ?? "")
  }

  /// Returns a time in seconds since 1970, as the files of a transfer have it, as RFC 3339.
  private static func text(_ seconds: Int64) -> String {
    UniversalTime.text(WallTime(seconds: seconds))
  }

  /// Whether the server has accepted it, or sent it.
  var isSuccess: Bool { state == "completed" && (status ?? 0) < 400 }

  /// The state of the transfer as a sentence and, if the transfer has ended, its result.
  var sentence: String {
    let verb = direction == "upload" ? "sent" : "received"
    let amount = "\(DecimalText.bytes(bytes)) \(verb)"
    switch state {
    case "completed" where isSuccess:
      return "Completed: \(id). The server answered \(status ?? 0); \(amount)."
    case "completed":
      let more = body.map { "; the response body is in \($0.visible)" } ?? ""
      return "Refused: \(id). The server answered \(status ?? 0)\(more)."
    case "failed": return "Failed: \(id). \((error ?? "It failed").visible)."
    case "removed":
      let last = (error.map { "; last error: \($0)" } ?? "").visible
      return "Not completed: \(id) is no longer queued\(last)."
    default: return "\(state.capitalizedWord): \(id)."
    }
  }
}

extension Session {
  /// Returns the report on a transfer.
  ///
  /// - Parameter request: Its request; `nil` if that no longer exists.
  func info(
    of directory: TransferDirectory, _ order: TransferOrder, request: RequestInfo?
  ) throws(Failure) -> TransferInfo {
    var info = TransferInfo(directory, order, directory.state() ?? TransferState(), request)
    guard info.state == "removed" else { return info }
    let lastRun = try lastRun(of: directory.request)
    // The latest date of the request is the deadline of the transfer. The daemon dropped the request then, and recorded
    // that as a skipped run.
    if lastRun?.outcome == "skipped" { info.markAsTimedOut(at: lastRun?.end) }
    return info
  }

  /// Returns the last run of a request; `nil` if the daemon has no run of it, as after a cancellation before its first
  /// run.
  private func lastRun(of request: String) throws(Failure) -> RunInfo? {
    do throws(Failure) {
      return try call(Runs(id: request, limit: 1)).runs.first
    } catch {
      guard error.isNotFound else { throw error }
      return nil
    }
  }
}

extension String {
  fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}
