import Control
import Terminal
import Translation
import Verbs

// `--replace`.
extension ImportVerb {
  /// Throws a refusal if a table cannot be changed, before anything is queued.
  func checkTables(_ tables: [ImportedTable], _ source: Source) throws(Failure) {
    for table in tables {
      let name = table.translation.items.first?.file ?? ""
      if source == .timers {
        for item in table.translation.items
        where item.file.utf8.contains(UInt8(ascii: "/")) || item.file == "-" {
          throw .refused(
            "\(item.file.visible) is a file, so --replace cannot disable its timer; name the timer, such"
              + " as fstrim.timer")
        }
      } else if let user = table.user {
        throw .refused(
          "only crontab(1) changes \(name.visible); import it as \(user.visible), with sudo -u"
            + " \(user.visible) rubatoctl import --crontab --replace")
      } else if table.table == nil {
        let scheduler = source == .crontab ? "cron" : "anacron"
        throw .refused(
          "\(scheduler) does not read \(name.visible), so --replace has nothing to disable; leave out"
            + " --replace")
      } else {
        try table.table?.checkWritable()
      }
    }
  }

  /// Adopts each translated timer. A failure does not affect the others; all failures are reported at the end.
  func adopt(_ translation: Translation) throws(Failure) {
    var failures: [Failure] = []
    for item in translation.items where item.task != nil {
      do throws(Failure) {
        try LoadedTimers.adopt(item.file, connection)
      } catch {
        failures.append(error)
      }
    }
    for failure in failures.dropLast() { failure.report(asJSON: connection.json) }
    if let last = failures.last { throw last }
  }

  /// Disables the entries that became requests, as comments that name the request. A failure does not affect other
  /// tables; all failures are reported at the end.
  func disable(_ tables: [ImportedTable]) throws(Failure) {
    var failures: [Failure] = []
    for table in tables {
      guard let entryTable = table.table else { continue }
      var entries: [Int: ReplacedEntries.Entry] = [:]
      for item in table.translation.items {
        guard let task = item.task else { continue }
        entries[item.line] = ReplacedEntries.Entry(id: task.id, user: task.user)
      }
      guard !entries.isEmpty else { continue }
      do throws(Failure) {
        try entryTable.write(
          ReplacedEntries.tableDisabling(entries, in: table.bytes), over: table.bytes)
      } catch {
        failures.append(
          error.adding(
            "its requests are queued, and its entries still run; correct this, and import it with"
              + " --replace again, or cancel the requests"))
        continue
      }
      if !connection.json {
        let text =
          "Disabled in \(entryTable.name.visible): \(entries.count)"
          + " \(entries.count == 1 ? "entry" : "entries"). `rubatoctl release ID` gives one back."
        Output.print(AdvisedCommands.ofThisProcess.completed(text))
      }
    }
    for failure in failures.dropLast() { failure.report(asJSON: connection.json) }
    if let last = failures.last { throw last }
  }
}
