import BackgroundTasks

/// A step of a chain: what is done, or not done, as a whole.
public struct WorkStep: Sendable {
  /// Names the step in its chain, also in later versions of the app.
  public let name: String
  /// How long it may take: five seconds unless it is given, so that little is lost where a run is cut off.
  public let limit: Duration
  let work: @Sendable () async throws -> Void

  /// - Parameters:
  ///   - name: Its name, which no other step of its chain has.
  ///   - limit: How long it may take. Its Swift task is cancelled then, and the attempt counts as failed.
  ///   - work: What it does. It has to end soon after its Swift task was cancelled, and may be called again where the
  ///     process ended before its end was written down.
  public init(
    _ name: String, limit: Duration = .seconds(5), work: @escaping @Sendable () async throws -> Void
  ) {
    self.name = name
    self.limit = limit
    self.work = work
  }

  /// Performs it within its limit. What is done all the same when its limit is over counts as done.
  func perform(_ clock: any Clock<Duration>) async -> Result<Void, any Error> {
    enum Ended: Sendable {
      case work(Result<Void, any Error>)
      case limit(isReached: Bool)
    }
    return await withTaskGroup(of: Ended.self) { group in
      // It sleeps before the step begins: where time is virtual, it could pass without it.
      group.addImmediateTask {
        // A step may take all of its limit.
        let isReached = await TimeLimit.$isKeptHere.withValue(true) {
          (try? await clock.sleep(for: limit + .milliseconds(1))) != nil
        }
        return .limit(isReached: isReached)
      }
      group.addTask(executorPreference: TimeLimit.executor) {
        do {
          return .work(.success(try await work()))
        } catch {
          return .work(.failure(error))
        }
      }
      var isLate = false
      for await ended in group {
        group.cancelAll()
        switch ended {
        case .limit(let isReached): isLate = isReached
        case .work(.failure) where isLate:
          return .failure(StepTookTooLong(step: name, limit: limit))
        case .work(let result): return result
        }
      }
      return .failure(CancellationError())
    }
  }
}

/// A step took longer than its limit.
public struct StepTookTooLong: Error, CustomStringConvertible {
  /// The step.
  public let step: String
  /// How long it may take.
  public let limit: Duration

  /// What happened, and what to do about it.
  public var description: String {
    "step '\(step)' took longer than \(limit); split it, or give it a longer limit"
  }
}
