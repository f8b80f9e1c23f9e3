import Foundation
import Transfers

/// A transfer of a session, as stored in its directory.
struct StoredTransfer {
  let directory: TransferDirectory
  let order: TransferOrder
  let state: TransferState

  /// Reads the transfer; `nil` if the directory contains no readable one.
  init?(_ directory: TransferDirectory) {
    guard let order = directory.order(), let state = directory.state() else { return nil }
    self.init(directory, order, state)
  }

  init(_ directory: TransferDirectory, _ order: TransferOrder, _ state: TransferState) {
    (self.directory, self.order, self.state) = (directory, order, state)
  }

  /// Returns the stored transfers of a session, in the order in which they were queued. `nil` for `app` means any
  /// app.
  static func all(of session: String, app: String?, in root: String) -> [StoredTransfer] {
    all(of: session, app: app, among: TransferDirectory.all(in: root))
  }

  /// Returns those of the transfers in `directories` that belong to a session, in the same order.
  static func all(
    of session: String, app: String?, among directories: [TransferDirectory]
  ) -> [StoredTransfer] {
    directories.compactMap { StoredTransfer($0) }
      .filter { $0.order.session == session && (app == nil || $0.order.app == app) }
      .sorted { ($0.number, $0.order.submitted) < ($1.number, $1.order.submitted) }
  }

  /// The number of the transfer's task; 0 if it is not stored.
  var number: Int { order.number ?? 0 }

  /// Returns a task for the transfer in a session of a later process.
  func makeTask(of session: URLSession, number: Int) -> URLSessionTask {
    // The URL of an order was valid when it was queued, so the fallback is not used.
    var request = URLRequest(url: URL(string: order.url) ?? URL(filePath: "/"))
    request.httpMethod = order.method
    for header in order.headers {
      request.setValue(header.value, forHTTPHeaderField: header.name)
    }
    let task: URLSessionTask =
      switch order.direction {
      case .upload:
        URLSessionUploadTask(
          session, number: number, request, file: order.file.map { URL(filePath: $0.path) })
      case .download: URLSessionDownloadTask(session, number: number, request)
      }
    task.taskDescription = order.note
    task.update(self, .running)
    return task
  }

  // MARK: Its end

  /// Whether the transfer ended before another. A cancelled transfer has no known end and comes last.
  func endedBefore(_ other: StoredTransfer) -> Bool {
    (state.ended ?? .max, number) < (other.state.ended ?? .max, other.number)
  }

  /// Whether the transfer has ended: its end is stored, or it is neither queued nor performed by a process.
  ///
  /// - Parameter isQueued: Whether its request was queued in the daemon before the directory was read.
  func hasEnded(isQueued: Bool) -> Bool {
    // A cancelled transfer may not have stopped yet.
    state.isFinal || !isQueued && !directory.isCarried
  }

  /// Returns the error of an ended transfer; `nil` if a server has responded.
  ///
  /// - Parameter now: The present time.
  func error(at now: TransferTime) -> URLError? {
    switch state.phase {
    case .completed: nil
    case .failed:
      URLError(Self.code(state.code), state.error ?? "the transfer has failed", order.url)
    // The daemon removes a waiting transfer by the wall clock.
    case .waiting where order.secondsLeft(at: now) <= 0 || now.wall >= order.deadline:
      URLError(
        .timedOut,
        ["the transfer timed out", state.error].compactMap(\.self).joined(separator: ": "),
        order.url)
    // No try has stored an end, so the request was removed from the queue.
    case .waiting:
      URLError(.cancelled, "the transfer was cancelled, or the user quit its app", order.url)
    }
  }

  /// Returns the URL error of a stored cause; `unknown` if no cause is stored.
  private static func code(_ code: TransferState.Code?) -> URLError.Code {
    switch code {
    case .file: .cannotOpenFile
    case .output: .cannotWriteToFile
    case .timedOut: .timedOut
    case .badRequest: .unsupportedURL
    case .redirections: .httpTooManyRedirects
    case .certificate: .serverCertificateUntrusted
    case .proxy: .cannotConnectToHost
    case .badResponse: .badServerResponse
    case .cancelled: .cancelled
    case .program, nil: .unknown
    }
  }

  /// The received file of a download, or the body of a server's refusal; `nil` if it no longer exists, for example
  /// because it was moved.
  var file: String? {
    let isContent = state.status.map { (200...299).contains($0) } ?? false
    let path = isContent ? directory.download : directory.body
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }
}

extension URLError {
  /// Creates an error with a message and the URL of the transfer.
  init(_ code: Code, _ message: String, _ url: String?) {
    var info: [String: Any] = [NSLocalizedDescriptionKey: message]
    info[NSURLErrorFailingURLErrorKey] = url.flatMap { URL(string: $0) }
    self.init(code, userInfo: info)
  }
}
