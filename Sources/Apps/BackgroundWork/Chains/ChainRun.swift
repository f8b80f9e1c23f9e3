import Foundation

/// A run of a chain. Its progress is written by the run itself, and by the code that stops it.
final class ChainRun: @unchecked Sendable {
  private let chain: WorkChain
  private let id = UUID().uuidString
  private let boot: String?
  private let lock = NSLock()
  private var progress: ChainProgress

  /// Reads the chain's progress, or starts with none if a repeating chain has ended, and stores this run as its
  /// owner. An earlier run that is still in progress is thereby replaced.
  init(_ chain: WorkChain) throws {
    self.chain = chain
    boot = chain.boot()
    progress = try chain.file.read() ?? ChainProgress()
    if progress.isOver, chain.repeats { progress = ChainProgress() }
    progress.resume(run: id, boot: boot)
    try chain.file.write(progress)
  }

  /// Whether a step was done by this run or an earlier one.
  func isDone(_ step: WorkStep) -> Bool { lock.withLock { progress.done.contains(step.name) } }

  /// Performs a step. Returns the result that ends the run; `nil` if the next step may begin.
  func perform(_ step: WorkStep) async -> ChainResult? {
    if Task.isCancelled { return .stopped(at: step.name) }
    if let why = reasonToGiveUp(step) { return giveUp(step, why) }
    if let problem = changeProgress({ $0.begin(step.name, boot: boot) }) { return problem }
    let result = await withTaskCancellationHandler {
      await step.perform(chain.clock)
    } onCancel: {
      // Written immediately: if the step ignores the cancellation, the process has half a second left.
      _ = changeProgress { $0.stop() }
    }
    switch result {
    case .success: return changeProgress { $0.complete(step.name) }
    case .failure(let error) where Task.isCancelled || error is CancellationError:
      return changeProgress { $0.stop() } ?? .stopped(at: step.name)
    case .failure(let error): return fail(step, error)
    }
  }

  /// Records that all steps are done, and returns the result of the run.
  func markEnded() -> ChainResult { changeProgress { $0.isOver = true } ?? .completed }

  /// Records a failed attempt. Returns `.failed`, or gives the step up if it has no attempts left.
  private func fail(_ step: WorkStep, _ error: any Error) -> ChainResult {
    if let problem = changeProgress({ $0.fail("\(error)") }) { return problem }
    guard let why = reasonToGiveUp(step) else { return .failed(step: step.name, error: error) }
    return giveUp(step, why)
  }

  /// Returns the message for a step that has used all attempts of the chain; `nil` if it has attempts left.
  private func reasonToGiveUp(_ step: WorkStep) -> String? {
    guard let attempt = lock.withLock({ progress.attempt }), attempt.step == step.name,
      attempt.count >= chain.attempts
    else { return nil }
    return
      "\(attempt.count) attempts at step '\(step.name)' have failed, the last one: "
      + (attempt.error ?? "its process ended in it")
  }

  /// Records that the chain has ended without its remaining steps, and returns the result of the run.
  private func giveUp(_ step: WorkStep, _ why: String) -> ChainResult {
    changeProgress { $0.isOver = true } ?? .gaveUp(step: step.name, why: why)
  }

  /// Changes the progress and writes it. Returns a result if the run must end: another run has replaced it, or the
  /// progress cannot be written; `nil` if it continues.
  private func changeProgress(_ body: (inout ChainProgress) -> Void) -> ChainResult? {
    lock.withLock {
      do {
        guard try chain.file.read()?.run == id else { return .replaced }
        var changed = progress
        body(&changed)
        if changed != progress { try chain.file.write(changed) }
        progress = changed
        return nil
      } catch {
        return .progressLost(error)
      }
    }
  }
}
