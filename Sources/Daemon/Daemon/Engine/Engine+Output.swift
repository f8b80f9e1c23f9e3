import Launch
import Logging
import Scheduling
import Store

// How much of what runs wrote is kept. Looked at when a run ends.
extension Engine {
  /// How many numbers ago what no run is known of is deleted, as the output of an app's process.
  private static let keptUnknown: RunID = 2000

  /// Finds what earlier daemons kept.
  func findKeptOutput() {
    let found = programs.launcher.outputRuns
    for id in found {
      if let run = try? runs(RunQuery(run: id, limit: 1)).first {
        keep(id, of: run)
      } else if id + Self.keptUnknown <= found.last ?? 0 {
        forgetOutput(of: .run(id))
      }
    }
  }

  /// Deletes output that is too old to keep, or too much of its user's.
  func forgetOldOutput(of run: Run) {
    // A task has written to the output of its process.
    keep(run.launched, of: run)
    let settings = core.settings
    let limits = KeptOutput.Limits(
      bytes: Int64(settings.directOutput), runs: settings.historyRuns,
      oldest: now.wall - settings.history)
    let surplus = programs.keptOutput.takeSurplus(of: run.key.owner, limits) {
      core.request($0) != nil
    }
    let unknown = run.id - Self.keptUnknown
    for id in surplus + (unknown > 0 && !programs.keptOutput.has(unknown) ? [unknown] : []) {
      forgetOutput(of: .run(id))
    }
  }

  private func keep(_ id: RunID, of run: Run) {
    guard let ending = run.ending else { return }
    programs.keptOutput.put(
      id, of: run.key, ended: ending.at, bytes: programs.launcher.outputBytes(of: id))
  }

  /// The end of what is not recorded, with what it wrote last; nothing else is kept of it.
  func finish(of id: LaunchID, _ finish: ProcessExit) -> ProcessExit {
    var finish = finish
    if let output = try? output(of: id, from: nil, limitBytes: 1024) {
      finish.lastWords = output.lastLine
    }
    forgetOutput(of: id)
    programs.launcher.recorded(id)
    return finish
  }

  private func forgetOutput(of id: LaunchID) {
    do throws(LaunchError) {
      try programs.launcher.forgetOutput(of: id)
    } catch {
      logger.debug("The output \(id.name) could not be deleted: \(error)")
    }
  }
}

extension RunOutput {
  /// The last line that is not empty, as text.
  fileprivate var lastLine: String? {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init)
  }
}
