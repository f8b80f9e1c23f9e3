import BackgroundTasks

/// A step of a chain: a unit of work that is done completely or not at all.
public struct WorkStep: Sendable {
  /// The name of the step in its chain, which later versions of the app must keep.
  public let name: String
  /// The time limit: five seconds by default, so that little work is lost if a run is interrupted.
  public let limit: Duration
  let work: @Sendable () async throws -> Void

  /// - Parameters:
  ///   - name: The name of the step, unique in its chain.
  ///   - limit: The time limit. When it expires, the step's Swift task is cancelled, and the attempt fails.
  ///   - work: The work. It must end soon after its Swift task was cancelled. It can be called again if the process
  ///     ended before the end of the step was stored.
  public init(
    _ name: String, limit: Duration = .seconds(5), work: @escaping @Sendable () async throws -> Void
  ) {
    self.name = name
    self.limit = limit
    self.work = work
  }

  /// Performs the step within its limit. Work that succeeds although the limit has expired counts as done.
  func perform(_ clock: any Clock<Duration>) async -> Result<Void, any Error> {
    enum Ended: Sendable {
      case work(Result<Void, any Error>)
      case limit(isReached: Bool)
    }
    return await withTaskGroup(of: Ended.self) { group in
      // The sleep starts before the step: otherwise virtual time could pass without it.
      group.addImmediateTask {
        // A step may use its entire limit. The sleep throws if the work ends first and cancels it.
        let isReached = await TimeLimit.$isAwaitedHere.withValue(true) {
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
      // The first child to end cancels the other. After the limit, the result of the work is still awaited.
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

/// The error of a step that took longer than its limit.
public struct StepTookTooLong: Error, CustomStringConvertible {
  /// The name of the step.
  public let step: String
  /// The time limit of the step.
  public let limit: Duration

  /// The problem, and the remedy.
  public var description: String {
    "step '\(step)' took longer than \(limit); split it, or give it a longer limit"
  }
}
