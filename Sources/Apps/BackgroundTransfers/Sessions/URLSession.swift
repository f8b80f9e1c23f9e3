import BackgroundTasks
import Foundation
import Synchronization
import Transfers

/// A background session, with the name of Foundation's class: its transfers go on when the process has ended, and the app is
/// woken when all of them have.
///
/// Make it again, with the same identifier, in each launch: then its delegate hears of the transfers that have ended since.
/// What has ended is kept until the delegate has been told; a process that is killed while it is told is told again.
public final class URLSession: NSObject, @unchecked Sendable {
  struct State {
    var delegate: (any URLSessionDelegate)?
    var description: String?
    /// Those whose ends have not been told.
    var tasks: [Int: URLSessionTask] = [:]
    /// Whose ends are about to be told.
    var ending: Set<Int> = []
    var lastNumber: Int?
    var isInvalidated = false
    /// No transfers are left, and its delegate is told that.
    var isOver = false
  }

  /// Where its delegate is told.
  public let delegateQueue: OperationQueue
  let identifier: String
  /// One step at a time: what is submitted here is on disk and queued before the session looks what has ended.
  let work: DispatchQueue
  let ownConfiguration: URLSessionConfiguration
  let sessions: OpenSessions
  let state: Mutex<State>
  /// There was another of its identifier.
  private(set) var isSecond = false

  /// Makes a session, or one of an earlier process again. It keeps its delegate until it is invalidated.
  ///
  /// - Parameters:
  ///   - configuration: One by `URLSessionConfiguration.background(withIdentifier:)`. There may be no other session of its
  ///     identifier in this process: the transfers of a second one fail.
  ///   - delegate: Hears what becomes of transfers. Where there is none, their ends are forgotten.
  ///   - queue: Where the delegate is told, one call at a time; nil is a queue of the session's own.
  public convenience init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)? = nil,
    delegateQueue queue: OperationQueue? = nil
  ) {
    self.init(configuration, delegate, queue, in: .ofThisProcess)
  }

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
    isSecond = !sessions.add(self)
    if isSecond {
      Log.write(
        "a background session with the identifier '\(identifier)' exists already in this process: keep it and use that; the"
          + " transfers of this one fail")
    }
    look()
  }

  /// A copy of what it was made with.
  public var configuration: URLSessionConfiguration {
    ownConfiguration.copy() as? URLSessionConfiguration ?? ownConfiguration
  }

  /// Who is told; nil once it was invalidated.
  public var delegate: (any URLSessionDelegate)? { state.withLock(\.delegate) }

  /// The app's words for it.
  public var sessionDescription: String? {
    get { state.withLock(\.description) }
    set { state.withLock { $0.description = newValue } }
  }

  // MARK: Making transfers

  /// Makes an upload, which begins with `resume()`. The file is sent as it is then: one that has changed or is gone when its
  /// turn comes is a failure.
  ///
  /// - Parameters:
  ///   - request: Where it goes. Its method is PUT unless set.
  ///   - fileURL: A regular file.
  public func uploadTask(
    with request: URLRequest, fromFile fileURL: URL
  ) -> URLSessionUploadTask {
    add { URLSessionUploadTask(self, number: $0, request, file: fileURL) }
  }

  /// Makes a download, which begins with `resume()`.
  public func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
    add { URLSessionDownloadTask(self, number: $0, request) }
  }

  /// Makes a download, which begins with `resume()`.
  public func downloadTask(with url: URL) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url))
  }

  private func add<Made: URLSessionTask>(_ make: (Int) -> Made) -> Made {
    let (made, isInvalidated) = state.withLock { state in
      let made = make(takeNumber(&state))
      if !state.isInvalidated { state.tasks[made.taskIdentifier] = made }
      return (made, state.isInvalidated)
    }
    if isInvalidated {
      OwnProcess.fail("a task is created in the session '\(identifier)', which was invalidated")
    }
    return made
  }

  /// Behind those of all transfers that there are, also of processes before this one.
  func takeNumber(_ state: inout State) -> Int {
    let last = state.lastNumber ?? stored(app: nil).map(\.number).max() ?? 0
    state.lastNumber = last + 1
    return last + 1
  }

  func stored(app: String?) -> [StoredTransfer] {
    guard let root = try? sessions.place.root() else { return [] }
    return StoredTransfer.all(of: identifier, app: app, in: root)
  }

  // MARK: Those that there are

  /// Hands over its transfers that have not ended, on the queue of the delegate.
  public func getAllTasks(
    completionHandler: @escaping @Sendable (_ tasks: [URLSessionTask]) -> Void
  ) {
    work.async { [self] in
      lookNow()
      let tasks = state.withLock { Array($0.tasks.values) }
        .filter { $0.state != .completed }.sorted { $0.taskIdentifier < $1.taskIdentifier }
      delegateQueue.addOperation { completionHandler(tasks) }
    }
  }

  /// Hands over its transfers that have not ended, uploads in the second list and downloads in the third.
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

  /// Its transfers that have not ended.
  public var allTasks: [URLSessionTask] {
    get async {
      await withCheckedContinuation { continuation in
        getAllTasks { continuation.resume(returning: $0) }
      }
    }
  }

  /// Its transfers that have not ended: no data tasks, uploads and downloads.
  public var tasks: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
    get async {
      await withCheckedContinuation { continuation in
        getTasksWithCompletionHandler { continuation.resume(returning: ($0, $1, $2)) }
      }
    }
  }

  // MARK: Its end

  /// Lets its transfers end, makes no more, and then forgets its delegate. A later session can have its identifier.
  public func finishTasksAndInvalidate() {
    state.withLock { $0.isInvalidated = true }
    work.async { [self] in
      lookNow()
      endIfOver()
    }
  }

  /// Cancels its transfers, makes no more, and then forgets its delegate.
  public func invalidateAndCancel() {
    getAllTasks { [self] tasks in
      for task in tasks { task.cancel() }
      finishTasksAndInvalidate()
    }
  }
}
