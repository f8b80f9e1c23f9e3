import Control
import Terminal

/// The entries of cron and anacron that `release` gives back.
package struct ReleasedEntries {
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

  /// The ids of the entries that requests have replaced, in all tables that the caller can change and read.
  package static var ids: Set<String> { Set(ReleasedEntries(nil).entries.map(\.entry.id)) }

  /// Restores an entry and cancels its request. In this order an interruption leaves work that is done twice rather
  /// than never. If the daemon has no such request, prints the command for another daemon, which may still run it. If
  /// the entry's user no longer exists, cancels nothing, and prints a note.
  static func release(_ tableEntry: TableEntry, _ session: Session) throws(Failure) {
    guard let bytes = try tableEntry.table.read() else { return }
    let restored = ReplacedEntries.tableRestoring([tableEntry.entry.id], in: bytes)
    try tableEntry.table.write(restored, over: bytes)
    // Without an owner, the id could select a request of another user.
    guard let owner = tableEntry.owner else {
      if !session.isJSON { Output.advise(tableEntry.adviceWithoutUser) }
      return
    }
    do throws(Failure) {
      _ = try session.call(Cancel(id: tableEntry.entry.id, owner: owner, keepRunning: true))
    } catch {
      guard error.isNotFound else { throw error }
      if !session.isJSON { Output.advise(tableEntry.adviceIfAbsent(from: session.instance)) }
    }
  }
}

extension ReleasedEntries.TableEntry {
  /// The uid of the owner of the entry's request; `nil` if the user that the entry names does not exist.
  fileprivate var owner: Int64? {
    guard let user = entry.user else { return Users.callerUID }
    return Users.uid(user)
  }

  /// The advice if the user of the entry does not exist.
  fileprivate var adviceWithoutUser: String {
    let (id, user) = (entry.id.visible, entry.user?.visible ?? "")
    return
      "Note: user '\(user)' not found, so request '\(id)' was not cancelled. If it is queued, cancel it with"
      + " `rubatoctl cancel \(id) --owner UID`."
  }

  /// Returns the advice if the daemon `instance` has no request for the entry.
  fileprivate func adviceIfAbsent(from instance: Instance) -> String {
    let other = instance.scope == .system ? "--user" : "--system"
    // For root, an id without an owner could select a request of another user.
    let user = entry.user ?? (Users.isRoot ? Users.name(Users.callerUID) : nil)
    let owner = user.map { " --owner \($0.visible)" } ?? ""
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
