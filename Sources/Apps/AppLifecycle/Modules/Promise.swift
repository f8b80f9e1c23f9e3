import Synchronization

/// The pending result of a module's function, with Expo's name: it is resolved or rejected once, on any queue.
public final class Promise: Sendable {
  private struct State {
    nonisolated(unsafe) var answer: Result<Any, any Error>?
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Completes the function successfully.
  ///
  /// - Parameter value: The result of the function.
  public func resolve(_ value: Any? = nil) {
    nonisolated(unsafe) let value = value
    settle(.success(value ?? ()))
  }

  /// Completes the function with an error.
  public func reject(_ error: any Error) { settle(.failure(error)) }

  /// Completes the function with an error.
  ///
  /// - Parameters:
  ///   - code: The code that identifies the error.
  ///   - description: The reason.
  public func reject(_ code: String, _ description: String) {
    reject(Exception(name: code, description: description, code: code))
  }

  /// Stores the result and resumes the caller that waits for it. Only the first result applies; a later one is logged
  /// and ignored.
  private func settle(_ answer: Result<Any, any Error>) {
    nonisolated(unsafe) let answer = answer
    let (isFirst, waitingCaller) = state.withLock { state in
      let isFirst = state.answer == nil
      if isFirst { state.answer = answer }
      // A continuation must be resumed only once.
      let waitingCaller = state.waiting
      state.waiting = nil
      return (isFirst, waitingCaller)
    }
    if !isFirst {
      Log.write("a promise was resolved or rejected again; the second result is ignored")
    }
    waitingCaller?.resume()
  }

  /// Waits until the promise is resolved or rejected. Then returns the value, or throws the error.
  func value() async throws -> Any {
    await withCheckedContinuation { continuation in
      let isSettled = state.withLock { state in
        if state.answer == nil { state.waiting = continuation }
        return state.answer != nil
      }
      if isSettled { continuation.resume() }
    }
    nonisolated(unsafe) let answer = state.withLock { $0.answer }
    // Settled by now, so `answer` is set.
    return try answer?.get() ?? ()
  }
}
