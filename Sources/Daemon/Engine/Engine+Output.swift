import Launch
import Logging
import Scheduling
import Store

extension Engine {
  /// How many runs of one request keep their output, and how many runs in all.
  private static let keptPerRequest = 10
  private static let keptInAll: RunID = 2000

  /// Deletes output that is too old to keep, so that it cannot fill the disk.
  func forgetOldOutput(of run: Run) {
    var old = [run.id - Self.keptInAll]
    let query = RunQuery(key: run.key, limit: Self.keptPerRequest + 1)
    if let runs = try? runs(query), runs.count > Self.keptPerRequest, let last = runs.last {
      old.append(last.id)
    }
    for id in old where id > 0 {
      forgetOutput(of: id)
    }
  }

  /// The end of a check with what it wrote last; nothing else is kept of it.
  func finish(ofCheck run: RunID, _ finish: ProcessExit) -> ProcessExit {
    var finish = finish
    if let output = try? output(of: run, from: nil, limitBytes: 1024) {
      finish.lastWords = output.lastLine
    }
    forgetOutput(of: run)
    launcher.recorded(run: run)
    return finish
  }

  private func forgetOutput(of run: RunID) {
    do throws(LaunchError) {
      try launcher.forgetOutput(run: run)
    } catch {
      logger.debug("The output of run \(run) could not be deleted: \(error)")
    }
  }
}

extension RunOutput {
  /// The last line that is not empty, as text.
  fileprivate var lastLine: String? {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init)
  }
}
