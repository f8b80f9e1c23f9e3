import Launch
import Logging
import Scheduling
import Stepping
import Store

// Retention of the output of runs, checked when a run ends.
extension Engine {
  /// Distance in run numbers after which output without a known run, such as output of an app's process, is deleted.
  private static let unknownRunDistance: RunID = 2000

  /// Records the output that earlier daemons kept, with its run. If the run is unknown, deletes the output once its
  /// number is `unknownRunDistance` below the newest. Output stays if the store cannot be read. Called at the start of
  /// the daemon.
  func recordFoundOutput() {
    let runsWithOutput = programs.launcher.outputRuns
    // They are in ascending order.
    let newest = runsWithOutput.last ?? 0
    for id in runsWithOutput {
      guard let found = try? runs(RunQuery(run: id, limit: 1)) else { continue }
      if let run = found.first {
        recordOutput(id, of: run)
      } else if id + Self.unknownRunDistance <= newest, !isLive(id) {
        // Newer output can be of an app's process that has ended, which is no run.
        deleteOutput(of: .run(id))
      }
    }
  }

  /// Records the output of `run`, which has ended. Deletes output of the same user that is too old or above the limits,
  /// and the output of an unknown run `unknownRunDistance` numbers before `run`.
  func recordOutputAndDeleteSurplus(of run: Run) {
    // A task has written to the output of its process.
    recordOutput(run.launched, of: run)
    let settings = core.settings
    let limits = KeptOutput.Limits(
      bytes: Int64(settings.directOutput), runs: settings.historyRuns,
      oldest: stepper.store.canCutByAge ? now.wall - settings.history : nil)
    let surplus = programs.keptOutput.removeSurplus(
      of: run.key.owner, limits, isQueued: { key in core.request(key) != nil })
    for id in surplus { deleteOutput(of: .run(id)) }
    // Each ended run checks one number, so all numbers are checked in the course of time.
    let oldNumber = run.id - Self.unknownRunDistance
    let isOutputUnknown = oldNumber > 0 && !programs.keptOutput.has(oldNumber) && !isLive(oldNumber)
    if isOutputUnknown { deleteOutput(of: .run(oldNumber)) }
  }

  /// Returns whether a live run or app process has this number: its output is recorded only after an end.
  private func isLive(_ id: RunID) -> Bool {
    read { core in core.process(id) != nil || core.runs.contains { $0.id == id } }
  }

  /// Records the size of the kept output with the number `id`, as output of the request of `run`. Does nothing if the
  /// run has not ended.
  private func recordOutput(_ id: RunID, of run: Run) {
    guard let ending = run.ending else { return }
    programs.keptOutput.record(
      id, of: run.key, ended: ending.at, bytes: programs.launcher.outputBytes(of: id))
  }

  /// Returns `processExit` with the last line of the process's output. Deletes the output, and the data with which a
  /// later daemon would find the process. Called for processes that are no runs, so no record names their output.
  func removeOutput(of id: LaunchID, addingLastLineTo processExit: ProcessExit) -> ProcessExit {
    var processExit = processExit
    // The newest kilobyte contains the last line of nearly all commands.
    if let output = newestOutput(of: id, limitBytes: 1024) {
      processExit.lastWords = output.lastLine
    }
    deleteOutput(of: id)
    programs.launcher.forgetRecorded(id)
    return processExit
  }

  /// Deletes the output of a run or process. A failure is only logged.
  private func deleteOutput(of id: LaunchID) {
    do throws(LaunchError) {
      try programs.launcher.forgetOutput(of: id)
    } catch {
      logger.debug("The output \(id.name) could not be deleted: \(error)")
    }
  }
}

extension NewestOutput {
  /// The last line that is not empty, as text; `nil` if there is none.
  fileprivate var lastLine: String? {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init)
  }
}
