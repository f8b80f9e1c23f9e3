import CSystemd
import Glibc

/// The journal while it is being read (sd-journal(3)).
struct OpenJournal: ~Copyable {
  private let raw: OpaquePointer
  private let isOfUser: Bool

  /// Opens the journal; `nil`, with `errno`, if that fails.
  init?(isOfUser: Bool) {
    var opened: OpaquePointer?
    // The output of a user's command is in that user's file of the journal (SplitMode= in journald.conf(5)), so the
    // system's daemon reads all files.
    let flags = SD_JOURNAL_LOCAL_ONLY | (isOfUser ? SD_JOURNAL_CURRENT_USER : 0)
    let result = sd_journal_open(&opened, Int32(flags))
    guard result >= 0, let opened else {
      errno = -result
      return nil
    }
    raw = opened
    self.isOfUser = isOfUser
    // Long lines are read completely.
    sd_journal_set_data_threshold(raw, 0)
  }

  deinit {
    sd_journal_close(raw)
  }

  var hasEntries: Bool {
    sd_journal_seek_head(raw)
    return sd_journal_next(raw) > 0
  }

  /// Matches only the standard output and standard error of these starts of units.
  ///
  /// Journald reads the id of a start from a link that systemd removes when the unit ends (/run/systemd/units).
  /// Entries that it handles only afterwards, as on a busy machine, have only the unit's name. For a unit of a user, it
  /// reads the name from /proc: entries that it handles after the process has ended have only the identifier of the
  /// unit. (For the system's units, systemd sends the name: EXEC_PASS_LOG_UNIT in connect_logger_as() of systemd.)
  func matchOutput(of starts: [UnitStart]) {
    // Matches of different fields must all be met; of matches of one field, one must be.
    addMatch("_TRANSPORT=stdout")
    for start in starts { addMatch("_SYSTEMD_INVOCATION_ID=\(start.invocation)") }
    // Also the entries without the id, by the name or the identifier of the unit.
    for unit in Set(starts.compactMap(\.unit)).sorted() {
      let identifier = UnitName.identifier(ofUnit: unit)
      let names = [("_SYSTEMD_UNIT", unit), ("_SYSTEMD_USER_UNIT", unit)]
      for (field, value) in isOfUser ? names + [("SYSLOG_IDENTIFIER", identifier)] : names {
        sd_journal_add_disjunction(raw)
        addMatch("_TRANSPORT=stdout")
        addMatch("\(field)=\(value)")
      }
    }
  }

  /// Whether the present, matching entry belongs to one of the starts. An entry without an id belongs to the start
  /// with its unit's name, or in a user's journal its identifier, unless it is older.
  func isEntryOutput(of starts: [UnitStart]) -> Bool {
    if let id = fieldBytes("_SYSTEMD_INVOCATION_ID") {
      return starts.contains { $0.invocation.utf8.elementsEqual(id) }
    }
    let units = [fieldText("_SYSTEMD_UNIT"), fieldText("_SYSTEMD_USER_UNIT")]
    // An entry with a unit belongs to that unit, whatever its identifier is.
    let hasNoUnit = units == ["", ""]
    let identifier = isOfUser && hasNoUnit ? fieldText("SYSLOG_IDENTIFIER") : nil
    var entryMicroseconds: UInt64 = 0
    guard sd_journal_get_realtime_usec(raw, &entryMicroseconds) >= 0 else { return false }
    return starts.contains { start in
      guard let unit = start.unit, let startMicroseconds = start.microseconds else { return false }
      let isOfUnit = units.contains(unit) || identifier == UnitName.identifier(ofUnit: unit)
      return isOfUnit && entryMicroseconds >= startMicroseconds
    }
  }

  /// Matches only systemd's messages about a program that it could not execute (SD_MESSAGE_SPAWN_FAILED).
  func matchFailures(of invocation: String) {
    for field in ["INVOCATION_ID", "USER_INVOCATION_ID"] {
      sd_journal_add_disjunction(raw)
      addMatch("MESSAGE_ID=641257651c1b4ec9a8624d7a40a9e1e7")
      addMatch("\(field)=\(invocation)")
    }
  }

  /// Matches only entries of this boot.
  func matchThisBoot() {
    var boot = sd_id128_t()
    var text = [CChar](repeating: 0, count: 33)
    guard sd_id128_get_boot(&boot) >= 0 else { return }
    sd_id128_to_string(boot, &text)
    addMatch("_BOOT_ID=\(String(decoding: text.prefix(32).map(UInt8.init), as: UTF8.self))")
  }

  private func addMatch(_ text: String) {
    sd_journal_add_match(raw, text, text.utf8.count)
  }

  /// Visits each line of the output of `starts` as it was written, from the first or from the next after the
  /// cursor, until `body` returns false.
  /// - Returns: The cursor of the last entry that was read; `nil` if there was none.
  func visitOutputLines(
    of starts: [UnitStart], after cursor: String?, _ body: ([UInt8]) -> Bool
  ) -> String? {
    seek(after: cursor)
    var hasReadEntry = false
    while sd_journal_next(raw) > 0 {
      hasReadEntry = true
      if isEntryOutput(of: starts), !body(entryLine()) { break }
    }
    // At the end of the journal, the last entry is still the present one, as in journalctl's --show-cursor.
    return hasReadEntry ? entryCursor() : nil
  }

  /// Seeks to the entries at this time since 1970, or later.
  func seek(toSeconds seconds: Int64) {
    sd_journal_seek_realtime_usec(raw, UInt64(max(0, seconds)) * 1_000_000)
  }

  /// Returns a descriptor that is readable when there are new entries, and belongs to the caller; `nil` if that
  /// fails.
  func newsDescriptor() -> Int32? {
    let fd = fcntl(sd_journal_get_fd(raw), F_DUPFD_CLOEXEC, 0)
    return fd < 0 ? nil : fd
  }

  /// Visits the entries that arrived since the last call.
  func visitNewEntries(_ body: (borrowing OpenJournal) -> Void) {
    sd_journal_process(raw)
    while sd_journal_next(raw) > 0 { body(self) }
  }

  /// Seeks to the place before the first entry after the cursor; without a cursor, before the first of all entries.
  private func seek(after cursor: String?) {
    guard let cursor else {
      sd_journal_seek_head(raw)
      return
    }
    sd_journal_seek_cursor(raw, cursor)
    guard sd_journal_next(raw) > 0 else { return }
    // The entry of the cursor was read before. If it no longer exists, this is the next entry, which must still be
    // read.
    let isEntryOfCursor = sd_journal_test_cursor(raw, cursor) > 0
    if isEntryOfCursor { return }
    let hasMovedBack = sd_journal_previous(raw) > 0
    // If no older entry is left, the next entry is the first of all.
    if !hasMovedBack { sd_journal_seek_head(raw) }
  }

  /// Returns the last lines of the output of `starts`, oldest first, without their line ends.
  func lastLines(_ limit: Int, of starts: [UnitStart]) -> [[UInt8]] {
    sd_journal_seek_tail(raw)
    var lines = [[UInt8]]()
    while lines.count < limit, sd_journal_previous(raw) > 0 {
      if isEntryOutput(of: starts) { lines.append(fieldBytes("MESSAGE") ?? []) }
    }
    return lines.reversed()
  }

  /// Returns the newest output of `starts`, at most this many bytes. Reads backwards, and no older lines.
  func newestOutput(of starts: [UnitStart], limitBytes: Int) -> NewestOutput {
    sd_journal_seek_tail(raw)
    var lines = [[UInt8]]()
    var byteCount = 0
    while byteCount <= limitBytes, sd_journal_previous(raw) > 0 {
      guard isEntryOutput(of: starts) else { continue }
      let line = entryLine()
      lines.append(line)
      byteCount += line.count
    }
    let bytes = lines.reversed().flatMap(\.self)
    return NewestOutput(
      bytes: Array(bytes.suffix(limitBytes)), isWhole: byteCount <= limitBytes)
  }

  /// Returns the last of the matching messages that systemd could not execute a program; `nil` if there are none. Also
  /// records whether an earlier one reports that the program does not exist.
  func lastExecutionFailure() -> JournalReader.ExecutionFailure? {
    sd_journal_seek_head(raw)
    var failure: JournalReader.ExecutionFailure?
    var isProgramMissing = false
    while sd_journal_next(raw) > 0 {
      let message = fieldText("MESSAGE")
      // systemd's words if the program itself does not exist. A general message follows.
      if message.contains("locate executable") { isProgramMissing = true }
      failure = JournalReader.ExecutionFailure(
        message: message, error: Int32(fieldText("ERRNO")) ?? 0, isProgramMissing: isProgramMissing)
    }
    return failure
  }

  /// Returns the message of the present entry with its original end: journald reports if that was no newline
  /// (systemd.journal-fields(7), _LINE_BREAK=).
  private func entryLine() -> [UInt8] {
    let message = fieldBytes("MESSAGE") ?? []
    switch fieldText("_LINE_BREAK") {
    case "": return message + [UInt8(ascii: "\n")]
    case "nul": return message + [0]
    default: return message
    }
  }

  private func fieldText(_ field: String) -> String {
    String(decoding: fieldBytes(field) ?? [], as: UTF8.self)
  }

  /// Returns the value of a field of the present entry; `nil` if the entry does not have it.
  private func fieldBytes(_ field: String) -> [UInt8]? {
    var start: UnsafeRawPointer?
    var count = 0
    guard sd_journal_get_data(raw, field, &start, &count) >= 0, let start else { return nil }
    // The data begins with the name and "=".
    let prefix = field.utf8.count + 1
    guard count >= prefix else { return nil }
    return [UInt8](UnsafeRawBufferPointer(start: start + prefix, count: count - prefix))
  }

  /// Returns the cursor of the present entry, with which a later reading finds it again; `nil` if there is none.
  private func entryCursor() -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard sd_journal_get_cursor(raw, &text) >= 0, let text else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}
