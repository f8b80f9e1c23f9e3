import BackgroundTasks
import Foundation
import Synchronization
import Transfers

/// A background session, with the name of Foundation's class. Its transfers continue after the process has ended, and
/// the app is woken when all of them have ended.
///
/// Create it again, with the same identifier, in each launch: its delegate then receives the transfers that have ended
/// since. Ends are kept until the delegate has received them, and delivered again if the process is killed before.
public final class URLSession: NSObject, @unchecked Sendable {
  struct State {
    var delegate: (any URLSessionDelegate)?
    var description: String?
    /// The tasks whose ends have not been delivered.
    var tasks: [Int: URLSessionTask] = [:]
    /// The numbers of tasks whose ends are being delivered to the delegate.
    var reportedEnds: Set<Int> = []
    var lastNumber: Int?
    var isInvalidated = false
    /// Whether no transfers are left, and the delegate has been notified.
    var isOver = false
  }

  /// The queue on which the delegate is called.
  public let delegateQueue: OperationQueue
  let identifier: String
  /// The queue of the session's steps: a submission is on disk and queued before the session checks for ends.
  let work: DispatchQueue
  let ownConfiguration: URLSessionConfiguration
  let sessions: OpenSessions
  let state: Mutex<State>
  /// Whether another session with its identifier already existed.
  private(set) var isDuplicate = false

  /// Creates a session, also for transfers of an earlier process. It keeps its delegate until it is invalidated.
  ///
  /// - Parameters:
  ///   - configuration: A configuration from `URLSessionConfiguration.background(withIdentifier:)`. This process must
  ///     have no other session with its identifier: the transfers of a second one fail.
  ///   - delegate: Receives the ends of transfers. Without a delegate, the ends are discarded.
  ///   - queue: The queue on which the delegate is called, one call at a time; `nil` for a queue of the session.
  public convenience init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)? = nil,
    delegateQueue queue: OperationQueue? = nil
  ) {
    self.init(configuration, delegate, queue, in: .ofThisProcess)
  }

  /// Creates a session among `sessions`, and reports transfers that have already ended. If another session has its
  /// identifier, that is logged, and the transfers of this session fail.
  init(
    _ configuration: URLSessionConfiguration, _ delegate: (any URLSessionDelegate)?,
    _ queue: OperationQueue?, in sessions: OpenSessions
  ) {
    identifier = configuration.identifier ?? ""
    ownConfiguration = configuration.copy() as? URLSessionConfiguration ?? configuration
    self.sessions = sessions
    work = DispatchQueue(label: "io.rubato.BackgroundTransfers (\(identifier))")
    state = Mutex(State(delegate: delegate))
    delegateQueue = queue ?? OperationQueue()
    if queue == nil { delegateQueue.maxConcurrentOperationCount = 1 }
    super.init()
    isDuplicate = !sessions.add(self)
    if isDuplicate {
      Log.write(
        "a background session with the identifier '\(identifier)' already exists in this process, so that the"
          + " transfers of this session fail; keep the first session and use it")
    }
    checkTransfers()
  }

  /// A copy of the configuration that it was created with.
  public var configuration: URLSessionConfiguration {
    ownConfiguration.copy() as? URLSessionConfiguration ?? ownConfiguration
  }

  /// The delegate; `nil` after the invalidation.
  public var delegate: (any URLSessionDelegate)? { state.withLock(\.delegate) }

  /// The app's description of the session; `nil` if it is not set.
  public var sessionDescription: String? {
    get { state.withLock(\.description) }
    set { state.withLock { $0.description = newValue } }
  }

  // MARK: Creating transfers

  /// Creates an upload, which begins with `resume()`. The file is identified at that time: if it has changed or no
  /// longer exists when the upload starts, the transfer fails.
  ///
  /// - Parameters:
  ///   - request: The request. Its method is PUT by default.
  ///   - fileURL: A regular file.
  public func uploadTask(
    with request: URLRequest, fromFile fileURL: URL
  ) -> URLSessionUploadTask {
    add { URLSessionUploadTask(self, number: $0, request, file: fileURL) }
  }

  /// Creates a download, which begins with `resume()`.
  public func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
    add { URLSessionDownloadTask(self, number: $0, request) }
  }

  /// Creates a download, which begins with `resume()`.
  public func downloadTask(with url: URL) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url))
  }

  /// Creates a task with a new number and adds it to the session. An invalidated session ends the process.
  ///
  /// - Parameter make: Creates the task with its number.
  private func add<Made: URLSessionTask>(_ make: (Int) -> Made) -> Made {
    let (made, isInvalidated) = state.withLock { state in
      let made = make(nextNumber(&state))
      if !state.isInvalidated { state.tasks[made.taskIdentifier] = made }
      return (made, state.isInvalidated)
    }
    if isInvalidated {
      OwnProcess.fail(
        "the session '\(identifier)' was invalidated; create the task in another session")
    }
    return made
  }

  /// Returns a number above the numbers of all existing transfers, also of transfers of earlier processes.
  func nextNumber(_ state: inout State) -> Int {
    let last = state.lastNumber ?? stored(app: nil).map(\.number).max() ?? 0
    state.lastNumber = last + 1
    return last + 1
  }

  /// Returns the session's transfers on disk; empty if their directory is unknown. `nil` for `app` means any app.
  func stored(app: String?) -> [StoredTransfer] {
    guard let root = try? sessions.place.root() else { return [] }
    return StoredTransfer.all(of: identifier, app: app, in: root)
  }

  // MARK: Listing transfers

  /// Passes the session's transfers that have not ended to a handler, on the queue of the delegate.
  public func getAllTasks(
    completionHandler: @escaping @Sendable (_ tasks: [URLSessionTask]) -> Void
  ) {
    work.async { [self] in
      checkTransfersNow()
      let tasks = state.withLock { Array($0.tasks.values) }
        .filter { $0.state != .completed }.sorted { $0.taskIdentifier < $1.taskIdentifier }
      delegateQueue.addOperation { completionHandler(tasks) }
    }
  }

  /// Passes the session's transfers that have not ended to a handler: uploads in the second list, downloads in the
  /// third.
  public func getTasksWithCompletionHandler(
    _ completionHandler:
      @escaping @Sendable (
        _ dataTasks: [URLSessionDataTask], _ uploadTasks: [URLSessionUploadTask],
        _ downloadTasks: [URLSessionDownloadTask]
      ) -> Void
  ) {
    getAllTasks { tasks in
      completionHandler(
        [], tasks.compactMap { $0 as? URLSessionUploadTask },
        tasks.compactMap { $0 as? URLSessionDownloadTask })
    }
  }

  /// The session's transfers that have not ended.
  public var allTasks: [URLSessionTask] {
    get async {
      await withCheckedContinuation { continuation in
        getAllTasks { continuation.resume(returning: $0) }
      }
    }
  }

  /// The session's transfers that have not ended, as data tasks (always empty), uploads and downloads.
  public var tasks: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
    get async {
      await withCheckedContinuation { continuation in
        getTasksWithCompletionHandler { continuation.resume(returning: ($0, $1, $2)) }
      }
    }
  }

  // MARK: Invalidating

  /// Waits for the session's transfers, accepts no new ones, and then releases the delegate. The identifier of the
  /// session is free then. Does not block the caller.
  public func finishTasksAndInvalidate() {
    state.withLock { $0.isInvalidated = true }
    work.async { [self] in
      checkTransfersNow()
      endInvalidationIfEmpty()
    }
  }

  /// Cancels the session's transfers, accepts no new ones, and then releases the delegate.
  public func invalidateAndCancel() {
    getAllTasks { [self] tasks in
      for task in tasks { task.cancel() }
      finishTasksAndInvalidate()
    }
  }
}
