import Control
import Terminal

/// The entries of cron and anacron that `release` gives back.
struct ReleasedEntries {
  /// One entry and its table.
  struct Found {
    var entry: ReplacedEntries.Entry
    var table: EntryTable
  }

  private(set) var found: [Found] = []

  /// Finds the entries of these requests.
  ///
  /// - Parameter names: The ids; `nil` for all entries. A missing crontab program is no error.
  init(_ names: [String]?) throws(Failure) {
    for table in EntryTable.all {
      guard let bytes = (try? table.read()) ?? nil else { continue }
      for entry in ReplacedEntries.all(in: bytes) where names?.contains(entry.id) ?? true {
        found.append(Found(entry: entry, table: table))
      }
    }
  }

  /// Restores an entry and cancels its request. In this order an interruption leaves work that is done twice rather
  /// than never.
  static func release(_ found: Found, _ session: Session) throws(Failure) {
    guard let bytes = try found.table.read() else { return }
    let restored = ReplacedEntries.restoring([found.entry.id], in: bytes)
    try found.table.write(restored, over: bytes)
    let owner = found.entry.user.flatMap { Users.uid($0) }
    do throws(Failure) {
      _ = try session.call(Cancel(id: found.entry.id, owner: owner, keepRunning: true))
    } catch {
      // The user has cancelled it before.
      guard error.isNotFound else { throw error }
    }
  }
}

extension ReleasedEntries.Found: Encodable {
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
