import Foundation

/// Registers handlers for tasks and submits requests for them, with the interface of Apple's class. Here rubatod
/// decides when they run.
open class BGTaskScheduler: NSObject {
  var center: TaskCenter { TaskCenter.current }

  private init(isShared: Bool) {}

  private nonisolated(unsafe) static let instance = BGTaskScheduler(isShared: true)

  /// The scheduler of this app. Its first use attaches the process to the daemon.
  open class var shared: BGTaskScheduler {
    _ = TaskCenter.current
    return instance
  }

  /// The domain of errors: BGTaskSchedulerErrorDomain.
  public class var errorDomain: String { "BGTaskSchedulerErrorDomain" }

  /// The resources that continued tasks can require: none, since no graphics processor is provided on Linux.
  open class var supportedResources: BGContinuedProcessingTaskRequest.Resources { [] }

  /// Registers a handler for a task. Register all handlers before the app has finished launching, which is when the
  /// main queue first runs. Identifiers that a wildcard of the Info.plist permits, such as those of continued tasks,
  /// can be registered at any time.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the task.
  ///   - queue: The queue on which the handler is called; `nil` for a serial queue of the identifier.
  ///   - launchHandler: Called with each task. It must ensure that `setTaskCompleted(success:)` is called.
  /// - Returns: `false` if the Info.plist does not list the identifier.
  @discardableResult @_disfavoredOverload
  open func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping @isolated(any) (BGTask) -> Void
  ) -> Bool {
    center.register(identifier, queue, LaunchHandler(launchHandler))
  }

  /// Submits a request, and replaces a queued one with the same identifier.
  ///
  /// - Throws: `BGTaskScheduler.Error`.
  @_disfavoredOverload
  open func submit(_ taskRequest: BGTaskRequest) throws {
    center.waitForCalls()
    try center.submit(taskRequest)
  }

  /// Submits a request, without waiting for the reply. Later calls of the scheduler apply after the submission.
  ///
  /// - Parameters:
  ///   - taskRequest: The request; it is copied, so that later changes have no effect.
  ///   - completionHandler: Called on a queue of the library, with `nil` if the request was accepted.
  open func submitTaskRequest(
    _ taskRequest: BGTaskRequest,
    completionHandler: @escaping @Sendable ((any Swift.Error)?) -> Void
  ) {
    nonisolated(unsafe) let request = taskRequest.copy() as? BGTaskRequest ?? taskRequest
    let center = center
    center.callLater {
      do throws(BGTaskScheduler.Error) {
        try center.submit(request)
        DispatchQueue.global().async { completionHandler(nil) }
      } catch {
        DispatchQueue.global().async { completionHandler(error) }
      }
    }
  }

  /// Submits a request, and waits until it is accepted.
  ///
  /// - Throws: `BGTaskScheduler.Error`.
  open func submitTaskRequest(_ taskRequest: BGTaskRequest) async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Swift.Error>) in
      submitTaskRequest(taskRequest) { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  /// Removes a queued request. A running task continues.
  open func cancel(taskRequestWithIdentifier identifier: String) {
    center.waitForCalls()
    center.cancel(identifier)
  }

  /// Removes all queued requests of the app. Running tasks continue.
  open func cancelAllTaskRequests() {
    center.waitForCalls()
    for request in center.pending() { center.cancel(request.identifier) }
  }

  /// Passes the queued requests to a handler; running tasks are not included.
  ///
  /// - Parameter completionHandler: Called on a queue of the library.
  open func getPendingTaskRequests(
    completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void
  ) {
    let center = center
    center.callLater {
      nonisolated(unsafe) let pending = center.pending()
      DispatchQueue.global().async { completionHandler(pending) }
    }
  }

  /// Returns the queued requests; running tasks are not included.
  open func pendingTaskRequests() async -> [BGTaskRequest] {
    let pending = await withCheckedContinuation {
      (continuation: CheckedContinuation<Requests, Never>) in
      getPendingTaskRequests { continuation.resume(returning: Requests(list: $0)) }
    }
    return pending.list
  }

  /// Copies of requests without another reference.
  private struct Requests: @unchecked Sendable {
    let list: [BGTaskRequest]
  }
}

extension BGTaskScheduler {
  /// Registers a handler for a task. Calls in code choose this method, so that the error of a second registration names
  /// the file and line of both. References to the method and overrides use the one with Apple's signature.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the task.
  ///   - queue: The queue on which the handler is called; `nil` for a serial queue of the identifier.
  ///   - launchHandler: Called with each task. It must ensure that `setTaskCompleted(success:)` is called.
  ///   - fileID: The module and the file of the caller.
  ///   - filePath: The path of the file.
  ///   - line: The line of the caller.
  /// - Returns: `false` if the Info.plist does not list the identifier.
  @discardableResult
  public func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping @isolated(any) (BGTask) -> Void, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) -> Bool {
    let methodOfApple = register(forTaskWithIdentifier:using:launchHandler:)
    return Caller.$current.withValue(Caller(fileID, filePath, line)) {
      methodOfApple(identifier, queue, launchHandler)
    }
  }

  /// Submits a request, and replaces a queued one with the same identifier. Calls in code choose this method, so that
  /// the failures of a bench name the file and line.
  ///
  /// - Parameters:
  ///   - taskRequest: The request.
  ///   - fileID: The module and the file of the caller.
  ///   - filePath: The path of the file.
  ///   - line: The line of the caller.
  /// - Throws: `BGTaskScheduler.Error`.
  public func submit(
    _ taskRequest: BGTaskRequest, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) throws {
    let submit: (BGTaskRequest) throws -> Void = submit(_:)
    try Caller.$current.withValue(Caller(fileID, filePath, line)) { try submit(taskRequest) }
  }
}
