import AtomicFiles
import Files
import Terminal
import Translation
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// A table of another scheduler, and its translation.
struct ImportedTable {
  /// The largest allowed number of bytes.
  private static let longest = 4 * 1024 * 1024

  /// The table for `--replace`; `nil` if its entries cannot be disabled.
  var table: EntryTable?
  /// The user whose crontab it is, if it is a file of the spool directory.
  var user: String?
  /// The content that was translated.
  var bytes: [UInt8]
  var translation: Translation

  /// Returns the tables that the verb names, or the usual ones of the scheduler.
  static func read(
    _ verb: ImportVerb, of source: ImportVerb.Source
  ) throws(Failure) -> [ImportedTable] {
    switch source {
    case .crontab: try crontabs(verb)
    case .anacrontab: try anacrontabs(verb)
    case .timers: try timers(verb)
    case .pueue: [try pueue(verb)]
    }
  }

  /// Reads and translates the named crontabs, or the caller's own one if none is named.
  private static func crontabs(_ verb: ImportVerb) throws(Failure) -> [ImportedTable] {
    let context = EntryContext.ofCaller
    guard !verb.files.isEmpty else {
      guard let bytes = try EntryTable.ownCrontab.read() else {
        throw .refused(
          "\(context.caller.name.visible) has no crontab; name a file, such as /etc/crontab")
      }
      var usedIDs = idsOfReplacedEntries(in: [bytes])
      return [
        ImportedTable(
          table: .ownCrontab, bytes: bytes,
          translation: Crontab.translate(bytes, file: "crontab", .own, context, used: &usedIDs))
      ]
    }
    let paths = try CrontabFile.filePaths(verb.files, asJSON: verb.connection.json)
    let files = try paths.map { path throws(Failure) in try CrontabFile(path) }
    let contents = try Self.contents(of: paths)
    var usedIDs = idsOfReplacedEntries(in: contents.map(\.bytes))
    return zip(files, contents).map { file, content in
      ImportedTable(
        table: file.table, user: file.form.user, bytes: content.bytes,
        translation: Crontab.translate(
          content.bytes, file: file.path, file.form, context, used: &usedIDs))
    }
  }

  /// Reads and translates the named files, or the machine's anacrontab if none is named.
  private static func anacrontabs(_ verb: ImportVerb) throws(Failure) -> [ImportedTable] {
    let usualPath = "/etc/anacrontab"
    let paths = verb.files.isEmpty ? [usualPath] : verb.files
    let files: [(path: String, bytes: [UInt8])]
    do throws(Failure) {
      files = try contents(of: withFilesOfDirectories(paths))
    } catch {
      guard verb.files.isEmpty else { throw error }
      throw error.adding("install anacron, or name a file: rubatoctl import --anacrontab FILE")
    }
    var usedIDs = idsOfReplacedEntries(in: files.map(\.bytes))
    return files.map { path, bytes in
      // anacron reads no other table, so only this one has entries that can be disabled.
      ImportedTable(
        table: path == usualPath ? .file(path) : nil, bytes: bytes,
        translation: Anacrontab.translate(bytes, file: path, .ofCaller, used: &usedIDs))
    }
  }

  /// Returns the paths with the contents of their files.
  private static func contents(
    of paths: [String]
  ) throws(Failure) -> [(path: String, bytes: [UInt8])] {
    try paths.map { path throws(Failure) in
      (path: path, bytes: try TextFile.bytes(path, limit: longest))
    }
  }

  /// Returns the ids of the entries that requests have replaced, in the imported tables and in all that `release`
  /// reads. New entries do not get them, since their requests would replace those of the entries.
  private static func idsOfReplacedEntries(in tables: [[UInt8]]) -> Set<String> {
    ReleasedEntries.ids.union(tables.flatMap { ReplacedEntries.all(in: $0).map(\.id) })
  }

  /// Translates loaded timers by their names, and files by their paths.
  private static func timers(_ verb: ImportVerb) throws(Failure) -> [ImportedTable] {
    let files = verb.files.filter { $0.utf8.contains(UInt8(ascii: "/")) || $0 == "-" }
    let names = verb.files.filter { !$0.utf8.contains(UInt8(ascii: "/")) && $0 != "-" }
    var items: [Translation.Item] = []
    // If nothing is named, `names` is empty and stands for all loaded timers.
    if !names.isEmpty || files.isEmpty {
      for timer in try LoadedTimers(verb.connection).timers(named: names) {
        items.append(TimerTerms(timer).translate(file: timer.name))
      }
    }
    for path in try withFilesOfDirectories(files) where path == "-" || path.hasSuffix(".timer") {
      let text = try TextFile.read(path, limit: longest)
      let name = AtomicFile.names(in: path).last ?? path
      do throws(InputError) {
        items.append(try TimerTerms(file: text, name: name).translate(file: path))
      } catch {
        items.append(.init(file: path, line: 0, source: name, outcome: .malformed("\(error)")))
      }
    }
    return [ImportedTable(bytes: [], translation: Translation(items: items))]
  }

  /// Translates the tasks of pueue, from a file with its status or from the running daemon of pueue.
  private static func pueue(_ verb: ImportVerb) throws(Failure) -> ImportedTable {
    guard verb.files.count <= 1 else {
      throw .usage("--pueue reads one file with the output of pueue status --json")
    }
    let bytes =
      if let file = verb.files.first {
        try TextFile.bytes(file, limit: longest)
      } else {
        try statusOfPueue()
      }
    do throws(InputError) {
      let status = try PueueStatus(bytes)
      return ImportedTable(
        bytes: bytes, translation: status.translate(file: verb.files.first ?? "pueue"))
    } catch {
      throw .refused("\(error)")
    }
  }

  /// Returns the status of the running daemon of pueue.
  private static func statusOfPueue() throws(Failure) -> [UInt8] {
    do throws(Failure) {
      return try Program.output(of: "pueue", ["status", "--json"])
    } catch {
      throw error.adding(
        "install and start pueue, or name a file with its status: rubatoctl import --pueue FILE")
    }
  }

  /// Returns the paths with those of the files in the place of each directory.
  private static func withFilesOfDirectories(_ paths: [String]) throws(Failure) -> [String] {
    var allPaths: [String] = []
    for path in paths { allPaths += path.hasSuffix("/") ? try EntryTable.files(in: path) : [path] }
    return allPaths
  }
}

extension EntryContext {
  /// The context of the user of this process.
  static var ofCaller: EntryContext {
    let machine = TaskMachine.system
    let uid = geteuid()
    let caller =
      machine.user(String(uid))
      ?? TaskMachine.User(uid: uid, name: String(uid), home: "/", shell: "/bin/sh")
    return EntryContext(
      caller: caller, user: { machine.user($0) }, knowsZone: { ZoneNames.contains($0) },
      hasDirectory: { path in
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      })
  }
}
