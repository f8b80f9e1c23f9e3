import Control
import Terminal

/// The entries of cron and anacron that `release` gives back.
struct ReleasedEntries {
  /// One entry and its table.
  struct TableEntry {
    var entry: ReplacedEntries.Entry
    var table: EntryTable
  }

  private(set) var entries: [TableEntry] = []
  /// The errors of tables that could not be read.
  private(set) var failures: [Failure] = []

  /// Finds the entries of these requests in all tables that the caller can change. A table that cannot be read is
  /// recorded in `failures`; a missing crontab program is no error.
  ///
  /// - Parameter names: The ids; `nil` for all entries.
  init(_ names: [String]?) {
    for table in EntryTable.all {
      do throws(Failure) {
        guard let bytes = try table.read() else { continue }
        for entry in ReplacedEntries.all(in: bytes) where names?.contains(entry.id) ?? true {
          entries.append(TableEntry(entry: entry, table: table))
        }
      } catch {
        failures.append(error)
      }
    }
  }

  /// Restores an entry and cancels its request. In this order an interruption leaves work that is done twice rather
  /// than never. If the daemon has no such request, prints the command for another daemon, which may still run it.
  static func release(_ tableEntry: TableEntry, _ session: Session) throws(Failure) {
    guard let bytes = try tableEntry.table.read() else { return }
    let restored = ReplacedEntries.tableRestoring([tableEntry.entry.id], in: bytes)
    try tableEntry.table.write(restored, over: bytes)
    let owner = tableEntry.entry.user.flatMap { Users.uid($0) }
    do throws(Failure) {
      _ = try session.call(Cancel(id: tableEntry.entry.id, owner: owner, keepRunning: true))
    } catch {
      guard error.isNotFound else { throw error }
      if !session.isJSON { Output.advise(tableEntry.adviceIfAbsent(from: session.instance)) }
    }
  }
}

extension ReleasedEntries.TableEntry {
  /// Returns the advice if the daemon `instance` has no request for the entry.
  fileprivate func adviceIfAbsent(from instance: Instance) -> String {
    let other = instance.scope == .system ? "--user" : "--system"
    let owner = entry.user.map { " --owner \($0.visible)" } ?? ""
    let id = entry.id.visible
    return
      "Note: the daemon (\(instance.name)) had no request '\(id)'. If you have not cancelled it,"
      + " another daemon still runs it; cancel it there, as with `rubatoctl \(other) cancel \(id)\(owner)`."
  }
}

extension ReleasedEntries.TableEntry: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, table
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(entry.id, forKey: .id)
    try container.encode(table.name, forKey: .table)
  }

  /// The answer for people.
  var sentence: String {
    "Released: \(entry.id.visible) is an entry of \(table.name.visible) again."
  }
}
