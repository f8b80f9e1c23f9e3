import BackgroundTasks
import Control
import Foundation
import Synchronization
import Transfers

// The steps of transfers. All except the calls of the delegate run on `work`, which waits for no delegate.
extension URLSession {
  // MARK: Beginning

  /// Submits a suspended task and waits until it is queued. If that fails, the delegate receives the error. A task in
  /// another state is ignored.
  func resume(_ task: URLSessionTask) {
    guard task.changeState(from: [.suspended], to: .running) != nil else { return }
    work.sync {
      do throws(URLError) {
        try submit(task)
      } catch {
        Log.write("a transfer of the session '\(identifier)' fails: \(error.localizedDescription)")
        reportEnd(task, nil, error)
      }
    }
  }

  /// Writes a transfer to disk and queues its request. Throws a `URLError` if the session is a second one with its
  /// identifier, a value is not allowed, or the request cannot be queued.
  private func submit(_ task: URLSessionTask) throws(URLError) {
    let url = task.originalRequest?.url?.absoluteString
    if isDuplicate {
      throw URLError(
        .backgroundSessionInUseByAnotherProcess,
        "a background session with the identifier '\(identifier)' exists already in this process",
        url)
    }
    let now = Date()
    let app = try convertingErrors(url) { () throws(BGTaskScheduler.Error) in
      try sessions.process.app()
    }
    var order = try TransferOrder(
      task, ownConfiguration, app: app, now: now.secondsOfEpoch)
    order.setDaemon(socket: sessions.process.socket)
    let stored: (directory: TransferDirectory, command: CommandInfo)
    // Until the request is queued, no other process must take the stored transfer for one that was cancelled.
    var lock: Int32 = -1
    defer { close(lock) }
    do throws(TransferError) {
      stored = try sessions.place.make(order, lock: &lock)
    } catch {
      throw URLError(error, url)
    }
    do throws(URLError) {
      try convertingErrors(url) { () throws(BGTaskScheduler.Error) in
        try sessions.process.submit(Submit(task, order, stored, ownConfiguration, now))
      }
    } catch {
      // If the request has been queued nevertheless, its run finds no transfer.
      stored.directory.remove()
      throw error
    }
    task.update(StoredTransfer(stored.directory, order, TransferState()))
  }

  /// Calls `ask`, which uses the daemon, and converts its error to a `URLError` for this URL.
  private func convertingErrors<Answer>(
    _ url: String?, _ ask: () throws(BGTaskScheduler.Error) -> Answer
  ) throws(URLError) -> Answer {
    do throws(BGTaskScheduler.Error) {
      return try ask()
    } catch {
      let code: URLError.Code =
        error.code == .unavailable ? .backgroundSessionWasDisconnected : .unknown
      throw URLError(code, error.localizedDescription, url)
    }
  }

  // MARK: Cancelling

  /// Cancels a task that has not ended. The daemon removes a queued transfer; the delegate of a task that was not
  /// resumed receives the error `cancelled`.
  func cancel(_ task: URLSessionTask) {
    guard task.changeState(from: [.suspended, .running], to: .canceling) != nil else { return }
    work.async { [self] in
      // A resumed task is stored and has a request, which this check removes.
      guard task.stored == nil else { return checkTransfersNow() }
      let url = task.originalRequest?.url?.absoluteString
      reportEnd(
        task, nil, URLError(.cancelled, "the task was cancelled before it was resumed", url))
    }
  }

  // MARK: Ends

  /// Checks which transfers have ended.
  func checkTransfers() { work.async { self.checkTransfersNow() } }

  /// Reads the session's transfers from disk, and reports those that have ended to the delegate; after a wake also
  /// that all events were delivered. The daemon removes transfers that are being cancelled. Does nothing if the
  /// daemon is unavailable.
  func checkTransfersNow() {
    guard !isDuplicate, let app = try? sessions.process.app() else { return }
    guard let (queued, storedTransfers) = queuedAndStored(app) else { return }
    // A transfer of another daemon is not queued in this one, but may not have ended.
    let transfers =
      storedTransfers.filter { $0.order.isOfDaemon(socket: sessions.process.socket) }
      .map { (stored: $0, task: task(of: $0)) }
    for (stored, task) in transfers {
      task.update(stored)
      if task.state == .canceling, queued.contains(stored.directory.request) {
        try? sessions.process.cancelTransfer(stored.directory.request)
      }
    }
    let ended = transfers.filter { transfer in
      transfer.stored.hasEnded(isQueued: queued.contains(transfer.stored.directory.request))
    }
    let now = TransferTime.present()
    for (stored, task) in ended.sorted(by: { $0.stored.endedBefore($1.stored) }) {
      reportEnd(task, stored, stored.error(at: now))
    }
    if sessions.consumeWake(identifier) { reportAllEnded() }
    endInvalidationIfEmpty()
  }

  /// Returns the app's queued requests, and the session's transfers on disk; `nil` if the daemon is unavailable.
  private func queuedAndStored(
    _ app: String
  ) -> (queued: Set<String>, stored: [StoredTransfer])? {
    let directories = sessions.place.queuedDirectories()
    // Read before the states: a transfer that is not queued has already stored its end.
    guard let queued = try? sessions.process.queued() else { return nil }
    return (queued, StoredTransfer.all(of: identifier, app: app, among: directories))
  }

  /// Returns the task of a transfer. If an earlier process has created the transfer, adds a new task for it.
  private func task(of stored: StoredTransfer) -> URLSessionTask {
    state.withLock { state in
      if let task = state.tasks.values.first(where: {
        $0.stored?.directory == stored.directory
      }) {
        return task
      }
      // The number that the task had in the earlier process, if this process has not used it.
      let freeNumber = stored.order.number.flatMap { state.tasks[$0] == nil ? $0 : nil }
      let task = stored.makeTask(of: self, number: freeNumber ?? nextNumber(&state))
      state.tasks[task.taskIdentifier] = task
      return task
    }
  }

  /// Reports the end of a transfer to the delegate, once. Its stored files are removed after that.
  private func reportEnd(_ task: URLSessionTask, _ stored: StoredTransfer?, _ error: URLError?) {
    let number = task.taskIdentifier
    let isFirstReport = state.withLock { state in
      state.tasks[number] === task && state.reportedEnds.insert(number).inserted
    }
    guard isFirstReport else { return }
    delegateQueue.addOperation { [self] in
      task.complete(stored.flatMap { HTTPURLResponse($0.order, $0.state) }, error)
      delegate?.receiveEnd(task, stored, error, in: self)
      // On the queue of the checks, so that no check reads a transfer that is being removed.
      work.sync {
        stored?.directory.remove()
        state.withLock { state in
          state.tasks[number] = nil
          state.reportedEnds.remove(number)
        }
        endInvalidationIfEmpty()
      }
    }
  }

  /// Reports on the queue of the delegate that all events were delivered.
  private func reportAllEnded() {
    delegateQueue.addOperation { [self] in
      delegate?.urlSessionDidFinishEvents(forBackgroundURLSession: self)
    }
  }

  /// Notifies and releases the delegate of an invalidated session, and frees the session's identifier. Does nothing
  /// if the session has transfers, or was released before.
  func endInvalidationIfEmpty() {
    let isOver = state.withLock { state in
      guard state.isInvalidated, state.tasks.isEmpty, !state.isOver else { return false }
      state.isOver = true
      return true
    }
    guard isOver else { return }
    delegateQueue.addOperation { [self] in
      delegate?.urlSession(self, didBecomeInvalidWithError: nil)
      state.withLock { $0.delegate = nil }
      sessions.remove(self)
    }
  }
}

extension URLSessionDelegate {
  /// Passes the response of a transfer without an error, and then its end, to those methods that the delegate has.
  fileprivate func receiveEnd(
    _ task: URLSessionTask, _ stored: StoredTransfer?, _ error: URLError?, in session: URLSession
  ) {
    if error == nil, let stored { receiveResponse(task, stored, in: session) }
    (self as? any URLSessionTaskDelegate)?
      .urlSession(session, task: task, didCompleteWithError: error)
  }

  /// Passes the response body of an upload, or the file of a download, to the delegate. Does nothing if there is
  /// none.
  private func receiveResponse(
    _ task: URLSessionTask, _ stored: StoredTransfer, in session: URLSession
  ) {
    if let task = task as? URLSessionDataTask {
      let body = stored.directory.answer()
      if body.isEmpty { return }
      (self as? any URLSessionDataDelegate)?
        .urlSession(session, dataTask: task, didReceive: Data(body))
    } else if let task = task as? URLSessionDownloadTask, let path = stored.file {
      (self as? any URLSessionDownloadDelegate)?
        .urlSession(session, downloadTask: task, didFinishDownloadingTo: URL(filePath: path))
    }
  }
}

extension Submit {
  /// Creates the daemon's request for a transfer.
  fileprivate init(
    _ task: URLSessionTask, _ order: TransferOrder,
    _ stored: (directory: TransferDirectory, command: CommandInfo),
    _ configuration: URLSessionConfiguration, _ now: Date
  ) {
    let terms = TransferTerms(task, configuration)
    let delay = task.earliestBeginDate.map { $0.timeIntervalSince(now) } ?? 0
    self.init(
      id: stored.directory.request, app: order.app, kind: terms.kind, command: stored.command,
      // Without a value of `launchEvents`, the ends of transfers launch the app.
      task: TaskClassInfo(
        category: "transfer", session: order.session,
        launchEvents: configuration.sessionSendsLaunchEvents ? nil : false),
      // The daemon refuses an earliest date after the latest date.
      earliest: delay > 0 ? "\(delay.wholeSeconds(atMost: TransferOrder.longestTime))s" : nil,
      latest: "\(order.deadline - order.submitted)s", atLatest: "drop", requires: terms.requires,
      budget: terms.budget, retries: TransferTerms.retries,
      retryOn: TransferTerms.retryOn, backoffDelay: TransferTerms.backoffDelay)
  }
}
