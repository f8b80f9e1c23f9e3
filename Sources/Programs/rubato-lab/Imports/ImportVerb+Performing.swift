import Control
import Files
import Terminal
import Translation
import Verbs

extension ImportVerb: LaboratoryWork {
  /// Queues the requests of files, or those that the entries of another scheduler become.
  func perform() throws {
    guard let source else { return try importFiles() }
    let tables = try ImportedTable.read(self, of: source)
    let translation = Translation(items: tables.flatMap(\.translation.items))
    if dryRun { return try preview(translation) }
    try refuseMalformed(translation)
    if replace { try checkTables(tables, source) }
    reportKept(translation)
    // The adoption of a timer submits its request and disables the timer in one step.
    if replace, source == .timers { return try adopt(translation) }
    let entries = try translation.items.compactMap { item throws(Failure) in
      try item.task.map { task throws(Failure) in try entry(task, item) }
    }
    guard !entries.isEmpty else {
      if !connection.json { Output.printError("No entry was imported.") }
      return
    }
    try ImportedBatches(entries, self).submit()
    if replace { try disable(tables) } else { adviseOfDoubleRuns(source, tables) }
  }

  /// Queues the requests of exported files, or checks them with `--dry-run`.
  private func importFiles() throws {
    let entries = try SubmittedFiles(files).entries
    try refuseOtherTables(entries)
    guard dryRun else { return try ImportedBatches(entries, self).submit() }
    var refused = 0
    for entry in entries {
      switch entry.task {
      case .success(let task):
        ImportLine(file: entry.file, line: entry.line, id: task.id, user: task.user)
          .print(asJSON: connection.json)
      case .failure(let mistakes):
        refused += 1
        let text = mistakes.errors.map { "\($0)" }.joined(separator: "; ")
        ImportLine(file: entry.file, line: entry.line, error: "Refused", message: text)
          .print(asJSON: connection.json)
      }
    }
    guard refused == 0 else {
      throw Failure.refused("\(refused) of \(entries.count) requests would be refused")
    }
    try RepeatedIDs.refuse(entries)
  }

  /// Prints the translated requests as YAML, and fails if an entry is not valid.
  private func preview(_ translation: Translation) throws(Failure) {
    if connection.json {
      for item in translation.items { ImportLine(item).print(asJSON: true) }
    } else {
      Output.print(String(translation.yaml.dropLast()))
    }
    if !connection.json { Output.printError(translation.summary) }
    guard translation.malformed.isEmpty else { throw .negative }
  }

  /// Throws a refusal that names each entry that is not valid, up to a limit.
  private func refuseMalformed(_ translation: Translation) throws(Failure) {
    let mostNamed = 20
    let malformed = translation.malformed
    guard !malformed.isEmpty else { return }
    var texts = malformed.prefix(mostNamed).map { "\($0.place): \($0.reason ?? "")" }
    if malformed.count > mostNamed { texts.append("and \(malformed.count - mostNamed) more") }
    texts.append(
      "nothing was imported: \(malformed.count) of \(translation.items.count) entries are not valid;"
        + " correct them, or comment them out")
    throw .refused(texts.joined(separator: "\n"))
  }

  /// Names the entries without a counterpart, which stay in the other scheduler.
  private func reportKept(_ translation: Translation) {
    for item in translation.items where item.task == nil {
      ImportLine(item).print(asJSON: connection.json)
    }
  }

  /// Returns the request of a translated entry, with its errors at the line of the entry.
  private func entry(
    _ task: TranslatedTask, _ item: Translation.Item
  ) throws(Failure) -> SubmittedFiles.Entry {
    guard let translated = TaskStream(task.yaml, file: item.file).entries.first else {
      throw .refused("\(item.place): the translation is empty; report this line")
    }
    // A task of pueue and a timer have the line 0, and errors count lines from 1.
    let line = max(1, item.line)
    return SubmittedFiles.Entry(
      file: item.file, line: line,
      task: translated.task.map { $0.placed(inFile: item.file, line: line) })
  }

  /// Advises that the imported entries also run in the other scheduler, unless `--replace` disables them. Of a copy of
  /// a table, it is unknown whether the other scheduler has its entries.
  private func adviseOfDoubleRuns(_ source: Source, _ tables: [ImportedTable]) {
    if connection.json { return }
    let items = tables.flatMap(\.translation.items)
    let isCopy =
      source == .timers
      ? items.contains { $0.file.contains("/") || $0.file == "-" }
      : tables.allSatisfy { $0.table == nil && $0.user == nil }
    let (name, work) =
      switch source {
      case .crontab: ("cron", "entries")
      case .anacrontab: ("anacron", "entries")
      case .timers: ("systemd", "timers")
      case .pueue: ("pueue", "tasks")
      }
    Output.advise(
      source == .pueue
        ? "Note: pueue still has these tasks; remove them with `pueue remove`."
        : isCopy
          ? "Note: if \(name) has these \(work), it still runs them; disable them there."
          : "Note: \(name) still runs these \(work); --replace disables them.")
  }
}
