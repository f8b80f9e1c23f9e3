import ArgumentParser
import Control
import Terminal
import Transfers
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

struct TransfersVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "transfers",
    abstract: "List your transfers, show one in full, or forget ended transfers.")

  @Argument(help: "Transfer id (default: list all transfers).")
  var id: String?

  @Flag(help: "Print only the body of the server's response, up to 1 MiB.")
  var body = false

  @Flag(
    help:
      "Forget this transfer, or all ended transfers except those of apps; downloaded files stay.")
  var forget = false

  @OptionGroup var connection: ConnectionOptions

  /// Prints all transfers, one transfer, or only the body of its response; with `--forget`, removes ended transfers.
  func perform(_ session: Session) throws(Failure) {
    let root: String
    var lock: Int32?
    do throws(TransferError) {
      root = try TransferDirectory.root(Process.environment)
      if forget { lock = try TransferDirectory.lockForRemoval(in: root) }
    } catch {
      throw Failure(error)
    }
    defer { if let lock { close(lock) } }
    // Without the directory there was no transfer. One that is stored meanwhile may not be queued yet.
    let isEmpty = forget && id == nil && lock == nil
    let selected =
      isEmpty ? [] : try transfers(in: root, socket: session.instance.socketPath)
    // `validate` has required an id, so the first transfer is the named one.
    if body, let directory = selected.first?.directory {
      return Output.writeAnswer(directory.answer())
    }
    let queued = try session.listInRows(List()).requests
    var infos: [TransferInfo] = []
    for (directory, order) in selected {
      let request = queued.first { $0.id == directory.request }
      let info = try session.info(of: directory, order, request: request)
      // An order of an older version does not name its daemon, and can wait in another one than this.
      if forget, id == nil, order.daemon == nil, info.state == "removed" { continue }
      infos.append(info)
    }
    if forget { return try forget(infos, in: root, session) }
    if id != nil, let info = infos.first {
      return try session.printAnswer(info) { TransferCard.lines(info, on: $0) }
    }
    try session.printAnswer(infos) { TransferTable.lines(infos, on: $0) }
  }

  func validate() throws {
    if body, id == nil { throw ValidationError("--body goes with the id of a transfer") }
  }

  /// Returns all transfers of the daemon with this socket, or the named one. Throws if the named one does not exist, or
  /// belongs to another daemon.
  private func transfers(
    in root: String, socket: String
  ) throws(Failure) -> [(directory: TransferDirectory, order: TransferOrder)] {
    guard let id else {
      return TransferDirectory.all(in: root).compactMap {
        directory -> (directory: TransferDirectory, order: TransferOrder)? in
        guard let order = directory.order(), order.isOfDaemon(socket: socket) else { return nil }
        return (directory, order)
      }
    }
    guard let one = TransferDirectory.named(id, in: root), let order = one.order() else {
      throw .refused(
        error: ControlError.notFound.rawValue,
        ControlError.Parameters(
          field: "id", value: id,
          message: "transfer '\(id)' not found; list your transfers with `rubatoctl transfers`"))
    }
    guard order.isOfDaemon(socket: socket) else {
      let daemon = ShellText.quoted(order.daemon ?? "").visible
      throw .refused(
        "transfer '\(id)' belongs to another daemon; select it with --socket \(daemon)")
    }
    return [(one, order)]
  }

  /// Removes ended transfers from disk and prints their number. Without an id, those of apps stay. Throws if the
  /// named transfer has not ended.
  private func forget(
    _ infos: [TransferInfo], in root: String, _ session: Session
  ) throws(Failure) {
    let ended = infos.filter { !["queued", "running"].contains($0.state) }
    if let id, ended.isEmpty {
      throw .refused("\(id) has not ended; cancel it first: rubatoctl cancel transfer-\(id)")
    }
    // An app has not been notified of its own transfers yet.
    let forgotten = ended.filter { id != nil || $0.app == nil }
    for info in forgotten { TransferDirectory.named(info.id, in: root)?.remove() }
    try session.printAnswer(forgotten) { _ in ["Forgotten: \(forgotten.count)."] }
  }
}

/// The answer to `transfers`.
enum TransferTable {
  /// Returns a table of transfers, in the order of their submission.
  static func lines(_ infos: [TransferInfo], on screen: Screen) -> [String] {
    if infos.isEmpty { return ["No transfers."] }
    var table = Table([
      Table.Column("ID"), Table.Column("STATE"), Table.Column("ANSWER", .right),
      Table.Column("BYTES", .right), Table.Column("SUBMITTED"), Table.Column("URL"),
    ])
    for info in infos.sorted(by: { ($0.submitted, $0.id) < ($1.submitted, $1.id) }) {
      table.add([
        Table.Cell(info.id, .accent), Table.Cell(info.state),
        Table.Cell(info.status.map { "\($0)" } ?? "-"), Table.Cell(DecimalText.bytes(info.bytes)),
        Table.Cell(screen.clock.date(info.submitted), .dim),
        Table.Cell("\(info.direction == "upload" ? "to" : "from") \(info.url)", .dim),
      ])
    }
    return table.lines(on: screen)
  }
}

/// The answer to `transfers ID`.
enum TransferCard {
  /// Returns the fields of a transfer, one on each line. Fields without a value are left out.
  static func lines(_ info: TransferInfo, on screen: Screen) -> [String] {
    let total = info.totalBytes.map { " of \(DecimalText.bytes($0))" } ?? ""
    let rows: [(name: String, value: String?)] = [
      ("id", info.id), ("request", info.request), ("state", info.state),
      (info.direction, "\(info.method) \(info.url)"), ("file", info.file),
      ("session", info.session), ("app", info.app),
      ("submitted", screen.clock.full(info.submitted)),
      ("tried until", screen.clock.full(info.deadline)),
      ("ended", info.ended.map(screen.clock.full)), ("tries", "\(info.attempts)"),
      ("bytes", DecimalText.bytes(info.bytes) + total), ("answer", info.status.map { "\($0)" }),
      ("problem", info.error), ("body", info.body),
    ]
    let headers = info.headers.map { nameAndValue in
      (name: "header", value: nameAndValue.joined(separator: ": "))
    }
    let knownRows = rows.compactMap { row in row.value.map { (name: row.name, value: $0) } }
    let shown = knownRows + headers
    let longestName = shown.map(\.name.count).max() ?? 0
    return shown.map { name, value in
      // Two spaces follow the longest name.
      let padding = String(repeating: " ", count: longestName - name.count + 2)
      return name + padding + value.visible
    }
  }
}
