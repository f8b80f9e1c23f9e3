import Launch
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
}
