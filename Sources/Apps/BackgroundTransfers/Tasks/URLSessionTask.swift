import Foundation
import Synchronization
import Transfers

/// A transfer of a session, with the name of Foundation's class.
public class URLSessionTask: NSObject, @unchecked Sendable {
  /// How far it has come.
  public enum State: Int, Sendable {
    /// It is queued, or on its way.
    case running = 0
    /// It was made, and not resumed yet.
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
    var response: HTTPURLResponse?
    var error: URLError?
    var bytesSent: Int64 = 0
    var bytesReceived: Int64 = 0
    var bytesToSend: Int64 = 0
    var stored: StoredTransfer?
  }

  /// Tells it from others of its session that there are at the same time, in all processes.
  public let taskIdentifier: Int
  let fields: Mutex<Fields>
  /// What is uploaded; nil for downloads.
  let file: URL?
  private weak let session: URLSession?

  init(_ session: URLSession, number: Int, _ request: URLRequest, file: URL? = nil) {
    self.session = session
    self.file = file
    taskIdentifier = number
    fields = Mutex(Fields(request: request))
  }

  /// What was asked for.
  public var originalRequest: URLRequest? { fields.withLock(\.request) }

  /// What was asked for.
  public var currentRequest: URLRequest? { originalRequest }

  /// What the server has answered; nil until the end.
  public var response: URLResponse? { fields.withLock(\.response) }

  /// What it has failed of; nil until the end, and where a server has answered.
  public var error: (any Error)? { fields.withLock(\.error) }

  /// How far it has come.
  public var state: State { fields.withLock(\.state) }

  /// The app's words for it, which are kept with it. What is set once it is resumed is kept in this process alone.
  public var taskDescription: String? {
    get { fields.withLock(\.description) }
    set { fields.withLock { $0.description = newValue } }
  }

  /// It does not begin before that; nil is as soon as it may. Set it before it is resumed.
  public var earliestBeginDate: Date? {
    get { fields.withLock(\.earliestBeginDate) }
    set { fields.withLock { $0.earliestBeginDate = newValue } }
  }

  /// The bytes of its file that were sent, as they are known at the end of a try.
  public var countOfBytesSent: Int64 { fields.withLock(\.bytesSent) }

  /// The bytes that were received, as they are known at the end of a try.
  public var countOfBytesReceived: Int64 { fields.withLock(\.bytesReceived) }

  /// The size of the file that is uploaded; 0 for downloads.
  public var countOfBytesExpectedToSend: Int64 { fields.withLock(\.bytesToSend) }

  /// Queues it. When this returns it is on disk, and outlives the process; where it cannot be queued the delegate is told of
  /// its end.
  public func resume() { session?.resume(self) }

  /// Ends it. The delegate is told so, with `URLError.Code.cancelled`, unless it has ended otherwise meanwhile.
  public func cancel() { session?.cancel(self) }
}

extension URLSessionTask {
  var stored: StoredTransfer? { fields.withLock(\.stored) }

  /// Takes what is known of it from its directory.
  func take(_ stored: StoredTransfer, _ state: State? = nil) {
    fields.withLock { fields in
      fields.stored = stored
      if let state { fields.state = state }
      fields.bytesSent = stored.state.bytesSent
      fields.bytesReceived = stored.state.bytesReceived
      fields.bytesToSend = stored.order.file?.size ?? 0
    }
  }

  /// It has ended.
  func complete(_ response: HTTPURLResponse?, _ error: URLError?) {
    fields.withLock { fields in
      (fields.state, fields.response, fields.error) = (.completed, response, error)
    }
  }

  /// Takes a step, unless it has been taken. Returns what it was before.
  func change(_ states: Set<State>, to state: State) -> State? {
    fields.withLock { fields in
      guard states.contains(fields.state) else { return nil }
      defer { fields.state = state }
      return fields.state
    }
  }
}

/// A transfer whose answer goes to a `URLSessionDataDelegate`: of a background session an upload.
public class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

/// An upload of a file.
public final class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

/// A download into a file.
public final class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {}
