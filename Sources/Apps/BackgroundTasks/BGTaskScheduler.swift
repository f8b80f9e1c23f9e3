import Foundation

/// Registers handlers for tasks and submits requests for them, as Apple's class of this name does; here rubatod decides
/// when they run.
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

  /// The resources that continued tasks may require: none, since on Linux no graphics processor is handed out.
  open class var supportedResources: BGContinuedProcessingTaskRequest.Resources { [] }

  /// Registers a handler for a task. All have to be registered before the app has finished launching, which is when the
  /// main queue first turns; but for identifiers that a wildcard of the Info.plist permits, such as those of continued
  /// tasks, which may be registered at any time.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the task.
  ///   - queue: Where the handler is called; nil for a serial queue of the identifier's own.
  ///   - launchHandler: Called with each task. It has to see to it that `setTaskCompleted(success:)` is called.
  /// - Returns: False where the Info.plist does not list the identifier.
  @discardableResult @_disfavoredOverload
  open func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping @isolated(any) (BGTask) -> Void
  ) -> Bool {
    center.register(identifier, queue, LaunchHandler(launchHandler))
  }

  /// Submits a request, in the place of a queued one with its identifier.
  ///
  /// - Throws: `BGTaskScheduler.Error`.
  open func submit(_ taskRequest: BGTaskRequest) throws {
    try center.submit(taskRequest)
  }

  /// The same, without waiting for the answer.
  ///
  /// - Parameters:
  ///   - taskRequest: The request; it is copied, so that later changes to it do not count.
  ///   - completionHandler: Called with nil where the request was taken, on a queue of the library's.
  open func submitTaskRequest(
    _ taskRequest: BGTaskRequest,
    completionHandler: @escaping @Sendable ((any Swift.Error)?) -> Void
  ) {
    nonisolated(unsafe) let request = taskRequest.copy() as? BGTaskRequest ?? taskRequest
    let center = center
    DispatchQueue.global().async {
      do {
        try center.submit(request)
        completionHandler(nil)
      } catch {
        completionHandler(error)
      }
    }
  }

  /// The same for callers that await it.
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

  /// Removes a queued request. What runs goes on.
  open func cancel(taskRequestWithIdentifier identifier: String) {
    center.cancel(identifier)
  }

  /// Removes all queued requests of the app. What runs goes on.
  open func cancelAllTaskRequests() {
    for request in center.pending() { center.cancel(request.identifier) }
  }

  /// Tells which requests are queued; what runs is not among them.
  ///
  /// - Parameter completionHandler: Called on a queue of the library's.
  open func getPendingTaskRequests(
    completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void
  ) {
    let center = center
    DispatchQueue.global().async { completionHandler(center.pending()) }
  }

  /// The queued requests; what runs is not among them.
  open func pendingTaskRequests() async -> [BGTaskRequest] {
    let pending = await withCheckedContinuation {
      (continuation: CheckedContinuation<Requests, Never>) in
      getPendingTaskRequests { continuation.resume(returning: Requests(list: $0)) }
    }
    return pending.list
  }

  /// Copies that nobody else has.
  private struct Requests: @unchecked Sendable {
    let list: [BGTaskRequest]
  }
}

extension BGTaskScheduler {
  /// The same, which calls in code choose: a second registration names the file and line of both. A reference to the method, and
  /// an override of it, is the one with Apple's signature.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the task.
  ///   - queue: Where the handler is called; nil for a serial queue of the identifier's own.
  ///   - launchHandler: Called with each task. It has to see to it that `setTaskCompleted(success:)` is called.
  ///   - fileID: The file of the caller.
  ///   - line: The line of the caller.
  /// - Returns: False where the Info.plist does not list the identifier.
  @discardableResult
  public func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping @isolated(any) (BGTask) -> Void, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Bool {
    let register = register(forTaskWithIdentifier:using:launchHandler:)
    return Caller.$current.withValue(Caller(fileID, line)) {
      register(identifier, queue, launchHandler)
    }
  }
}
