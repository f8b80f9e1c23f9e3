import Foundation
import Synchronization
import Transfers

/// A transfer of a session, with the name of Foundation's class.
public class URLSessionTask: NSObject, @unchecked Sendable {
  /// The state of a transfer.
  public enum State: Int, Sendable {
    /// It is queued or in progress.
    case running = 0
    /// It was created, and not resumed yet.
    case suspended = 1
    /// It was cancelled, and has not ended yet.
    case canceling = 2
    /// It has ended.
    case completed = 3
  }

  struct Fields {
    var state = State.suspended
    var request: URLRequest
    var description: String?
    var earliestBeginDate: Date?
    var priority = URLSessionTask.defaultPriority
    var bytesClientExpectsToSend: Int64 = -1
    var bytesClientExpectsToReceive: Int64 = -1
    var response: HTTPURLResponse?
    var error: URLError?
    var bytesSent: Int64 = 0
    var bytesReceived: Int64 = 0
    var bytesToSend: Int64 = 0
    var stored: StoredTransfer?
  }

  /// The number of the task, unique among the current transfers of its session in all processes.
  public let taskIdentifier: Int
  let fields: Mutex<Fields>
  /// The file to upload; `nil` for downloads.
  let file: URL?
  private weak let session: URLSession?

  init(_ session: URLSession, number: Int, _ request: URLRequest, file: URL? = nil) {
    self.session = session
    self.file = file
    taskIdentifier = number
    fields = Mutex(Fields(request: request))
  }

  /// The request; never `nil` here.
  public var originalRequest: URLRequest? { fields.withLock(\.request) }

  /// The same as `originalRequest`.
  public var currentRequest: URLRequest? { originalRequest }

  /// The response of the server; `nil` until the end, or if no server has responded.
  public var response: URLResponse? { fields.withLock(\.response) }

  /// The error; `nil` until the end, and if a server has responded.
  public var error: (any Error)? { fields.withLock(\.error) }

  /// The state of the transfer.
  public var state: State { fields.withLock(\.state) }

  /// The app's description, stored with the transfer; changes after `resume()` are not. `nil` if it is not set.
  public var taskDescription: String? {
    get { fields.withLock(\.description) }
    set { fields.withLock { $0.description = newValue } }
  }

  /// The earliest start; `nil` for as soon as possible. Set it before `resume()`.
  public var earliestBeginDate: Date? {
    get { fields.withLock(\.earliestBeginDate) }
    set { fields.withLock { $0.earliestBeginDate = newValue } }
  }

  /// The usual priority of a transfer.
  public static let defaultPriority: Float = 0.5
  /// A low priority.
  public static let lowPriority: Float = 0.25
  /// A high priority.
  public static let highPriority: Float = 0.75

  /// The priority among the transfers of a server, 0 to 1. It has no effect: transfers have no order.
  public var priority: Float {
    get { fields.withLock(\.priority) }
    set { fields.withLock { $0.priority = newValue } }
  }

  /// The number of bytes that the app expects to send; -1 if it is unknown. It has no effect.
  public var countOfBytesClientExpectsToSend: Int64 {
    get { fields.withLock(\.bytesClientExpectsToSend) }
    set { fields.withLock { $0.bytesClientExpectsToSend = newValue } }
  }

  /// The number of bytes that the app expects to receive; -1 if it is unknown. It has no effect.
  public var countOfBytesClientExpectsToReceive: Int64 {
    get { fields.withLock(\.bytesClientExpectsToReceive) }
    set { fields.withLock { $0.bytesClientExpectsToReceive = newValue } }
  }

  /// The bytes of its file that were sent, updated at the end of each try.
  public var countOfBytesSent: Int64 { fields.withLock(\.bytesSent) }

  /// The bytes that were received, updated at the end of each try.
  public var countOfBytesReceived: Int64 { fields.withLock(\.bytesReceived) }

  /// The size of the uploaded file; 0 for downloads.
  public var countOfBytesExpectedToSend: Int64 { fields.withLock(\.bytesToSend) }

  /// Queues the transfer. When this returns, the transfer is on disk and survives the process. If it cannot be queued,
  /// the delegate receives its end.
  public func resume() { session?.resume(self) }

  /// Cancels the transfer. The delegate receives `URLError.Code.cancelled`, unless the transfer has already ended.
  public func cancel() { session?.cancel(self) }
}

extension URLSessionTask {
  var stored: StoredTransfer? { fields.withLock(\.stored) }

  /// Copies the byte counts of a stored transfer to the task, and sets the task's state unless `state` is `nil`.
  func update(_ stored: StoredTransfer, _ state: State? = nil) {
    fields.withLock { fields in
      fields.stored = stored
      if let state { fields.state = state }
      fields.bytesSent = stored.state.bytesSent
      fields.bytesReceived = stored.state.bytesReceived
      fields.bytesToSend = stored.order.file?.size ?? 0
    }
  }

  /// Marks the task as completed, with the server's response and the error.
  func complete(_ response: HTTPURLResponse?, _ error: URLError?) {
    fields.withLock { fields in
      (fields.state, fields.response, fields.error) = (.completed, response, error)
    }
  }

  /// Changes the state of the task to `state` if it is one of `states`, and returns the earlier state; `nil` if it
  /// was another and was not changed.
  func changeState(from states: Set<State>, to state: State) -> State? {
    fields.withLock { fields in
      let earlierState = fields.state
      guard states.contains(earlierState) else { return nil }
      fields.state = state
      return earlierState
    }
  }
}

/// A transfer whose response goes to a `URLSessionDataDelegate`; in a background session, an upload.
public class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

/// An upload of a file.
public final class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

/// A download into a file.
public final class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {}
