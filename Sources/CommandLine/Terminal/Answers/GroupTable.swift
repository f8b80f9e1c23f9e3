import Control
import Vocabulary

/// The answers to `groups` and `group`.
package enum GroupTable {
  /// The largest number of running requests to name.
  private static let mostNamed = 3

  /// Returns a table with the width, the runs and the waiting requests of each group; a sentence if there are none.
  ///
  /// - Parameter userName: Returns the name of a uid; `nil` if all groups have the same owner.
  package static func lines(
    _ groups: [GroupInfo], userName: ((Int64) -> String)?, on screen: Screen
  ) -> [String] {
    guard !groups.isEmpty else {
      return ["No groups. A request joins one with \(screen.command("submit --group NAME"))."]
    }
    let titles = ["GROUP"] + (userName == nil ? [] : ["OWNER"]) + ["WIDTH", "WAITING", "RUNNING"]
    var table = Table(titles.map { Table.Column($0) })
    for group in groups {
      table.add(
        [Table.Cell(group.name, .accent)]
          + (userName.map { [Table.Cell($0(group.owner))] } ?? [])
          + [
            Table.Cell(String(group.width)),
            Table.Cell(
              group.paused ? "\(group.waiting), paused" : String(group.waiting),
              group.paused ? .warning : .plain),
            Table.Cell(runningNames(group)),
          ])
    }
    return table.lines(on: screen)
  }

  /// Returns a sentence on the width of a group.
  package static func sentence(_ group: GroupInfo) -> String {
    let runs = group.width == 1 ? "one request" : "up to \(group.width) requests"
    return "Group \(group.name.visible) runs \(runs) at a time."
  }

  /// Returns the names of the first running requests, and the number of the remaining ones.
  private static func runningNames(_ group: GroupInfo) -> String {
    group.running.isEmpty ? "-" : group.running.enumerated(first: mostNamed)
  }
}
