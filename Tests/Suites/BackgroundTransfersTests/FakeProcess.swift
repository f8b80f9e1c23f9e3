import BackgroundTasks
import Control
import Foundation
import Synchronization
import Transfers

@testable import BackgroundTransfers

/// A process whose daemon accepts every submission, and ends a request only when a test says so.
final class FakeProcess: TransferringProcess {
  private struct State {
    var submitted: [Submit] = []
    var queued: Set<String> = []
    var refusal: BGTaskScheduler.Error?
    var started: StartedProcess?
    var hearEnd: @Sendable () -> Void = {}
    var hearSession: @Sendable (String) -> Void = { _ in }
    var hearCall: @Sendable (Call) -> Void = { _ in }
  }

  enum Call { case submit, queued }

  let socket: String?
  private let state = Mutex(State())

  init(socket: String? = "/run/one/socket") { self.socket = socket }

  var submitted: [Submit] { state.withLock(\.submitted) }

  func app() throws(BGTaskScheduler.Error) -> String { "com.example.feed" }

  func submit(_ submit: Submit) throws(BGTaskScheduler.Error) {
    state.withLock(\.hearCall)(.submit)
    let refusal = state.withLock { state in
      if state.refusal == nil {
        state.submitted.append(submit)
        state.queued.insert(submit.id ?? "")
      }
      return state.refusal
    }
    if let refusal { throw refusal }
  }

  func cancelTransfer(_ request: String) throws(BGTaskScheduler.Error) { remove(request) }

  func queued() throws(BGTaskScheduler.Error) -> Set<String> {
    state.withLock(\.hearCall)(.queued)
    return state.withLock(\.queued)
  }

  func startedProcess() throws(BGTaskScheduler.Error) -> StartedProcess? {
    let (started, refusal) = state.withLock { ($0.started, $0.refusal) }
    if let refusal { throw refusal }
    return started
  }

  func followEnds(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.hearEnd = handler }
  }

  func followSessions(_ handler: @escaping @Sendable (String) -> Void) {
    state.withLock { $0.hearSession = handler }
  }

  /// Registers a handler that is called by each of these calls, before their effect.
  func followCalls(_ handler: @escaping @Sendable (Call) -> Void) {
    state.withLock { $0.hearCall = handler }
  }

  // MARK: Actions of the daemon

  func refuse(_ refusal: BGTaskScheduler.Error?) { state.withLock { $0.refusal = refusal } }

  func start(_ started: StartedProcess?) { state.withLock { $0.started = started } }

  /// Removes a request, and notifies the follower.
  func remove(_ request: String) {
    let hear = state.withLock { state in
      state.queued.remove(request)
      return state.hearEnd
    }
    hear()
  }

  /// Ends the run of a transfer.
  func end(
    _ submit: Submit, status: Int = 200, body: String = "",
    _ change: (inout TransferState) -> Void = { _ in }
  ) throws {
    let directory = TransferDirectory(path: submit.command?.arguments[1] ?? "")
    var state = TransferState()
    (state.phase, state.status, state.ended) = (.completed, status, 100)
    change(&state)
    try Data(body.utf8).write(to: URL(filePath: directory.body))
    try directory.put(state)
    remove(submit.id ?? "")
  }

  /// Notifies the delegate of the app that all transfers of a session have ended.
  func wake(_ session: String) { state.withLock(\.hearSession)(session) }
}

/// A delegate that notes each call in one line.
final class NotingDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
  private let noted = Mutex<[String]>([])
  /// Called with each end, before it is noted.
  let onEnd: @Sendable (URLSessionTask) -> Void

  init(onEnd: @escaping @Sendable (URLSessionTask) -> Void = { _ in }) { self.onEnd = onEnd }

  var lines: [String] { noted.withLock { $0 } }

  private func note(_ line: String) { noted.withLock { $0.append(line) } }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    note("\(dataTask.taskIdentifier): \(String(decoding: data, as: UTF8.self))")
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    let content = try? String(contentsOf: location, encoding: .utf8)
    note("\(downloadTask.taskIdentifier) has \(content ?? "nothing")")
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    onEnd(task)
    let status = (task.response as? HTTPURLResponse)?.statusCode
    let result = error.map { "\(($0 as NSError).code)" } ?? "\(status ?? 0)"
    note("\(task.taskIdentifier) ends: \(result)")
  }

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    note("invalid")
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) { note("finished") }
}
