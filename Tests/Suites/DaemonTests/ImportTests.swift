import Control
import Foundation
import Testing

/// `import`, as a program.
struct ImportTests {
  private let directory: TemporaryDirectory
  private let daemon: DaemonProcess

  init() throws {
    directory = try TemporaryDirectory()
    daemon = try DaemonProcess(directory)
  }

  private func write(_ bytes: [UInt8], to name: String) throws -> String {
    let path = "\(directory.path)/\(name)"
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  private func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  private func ids() throws -> [String] {
    try daemon.call(List()).requests.map(\.id).sorted()
  }

  private func run(_ arguments: [String], path: String? = nil) throws -> Rubatoctl.Result {
    let usual = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try Rubatoctl.run(
      ["import"] + arguments, by: daemon,
      environment: ["PATH": path.map { "\($0):\(usual)" } ?? usual, "TMPDIR": directory.path])
  }

  private static let table = """
    MAILTO=root
    HOME=/
    */15 * * * * date +\\%s
    @reboot start
    30 3 1 * mon mail me%hello

    """

  @Test func entriesOfACrontabAreQueued() throws {
    let path = try write(Self.table, to: "table")
    let imported = try run(["--crontab", path])
    #expect(imported.code == 0, "\(imported)")
    #expect(imported.output == "Accepted: cron-date.\nAccepted: cron-mail.\n", "\(imported)")
    #expect(imported.errors.contains("\(path):4: not translated: @reboot"), "\(imported)")
    #expect(imported.errors.contains("cron has these entries, it still runs them"))
    let date = try #require(try daemon.call(List(id: "cron-date")).requests.first)
    #expect(date.kind == "utility" && date.on == ["*:00/15"] && date.retries == 0)
    #expect(date.budget == 3600 && date.onFailureCommand?.contains("sendmail") == true)
    let mail = try daemon.call(GetTaskFile(id: "cron-mail"))
    #expect(mail.text.contains("on: [\"*-*-01 03:30\", \"Mon 03:30\"]"), "\(mail.text)")
    #expect(mail.environment["PATH"] == "/usr/bin:/bin" && mail.environment["HOME"] == "/")
    // A second import replaces the requests.
    let again = try run(["--crontab", path])
    #expect(again.code == 0 && again.output.contains("replacing the queued request: cron-date"))
    #expect(try ids() == ["cron-date", "cron-mail"])
  }

  @Test func aPreviewIsTheFileThatImportTakes() throws {
    let path = try write(Self.table, to: "table")
    let preview = try run(["--crontab", "--dry-run", path])
    #expect(preview.code == 0 && preview.errors.contains("2 of 3 entries"), "\(preview)")
    #expect(try ids().isEmpty)
    let file = try write(preview.output, to: "jobs.yaml")
    let checked = try run(["--dry-run", file])
    #expect(checked.code == 0 && checked.output.contains("cron-mail"), "\(checked)")
    #expect(try ids().isEmpty)
    let imported = try run([file])
    #expect(imported.code == 0, "\(imported)")
    #expect(try ids() == ["cron-date", "cron-mail"])
    let json = try run(["--crontab", "--dry-run", "--json", path])
    let lines = json.output.split(separator: "\n")
    #expect(lines.count == 3 && json.code == 0, "\(json)")
    let object = try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any]
    #expect(object?["error"] as? String == "NotTranslated" && object?["line"] as? Int == 4)
    #expect(object?["yaml"] is NSNull && object?["source"] as? String == "@reboot start")
  }

  @Test func rubbishIsRefusedByLineAndNothingIsQueued() throws {
    let rubbish: [UInt8] = [0, 1, 2, 0x7f, 0xff, 0x0a, 0xfe, 0x0a]
    let path = try write(
      Array("@daily true\n".utf8) + rubbish + Array("61 * * * * x\n".utf8), to: "table")
    for arguments in [["--crontab", path], ["--crontab", "--dry-run", path]] {
      let refused = try run(arguments)
      #expect(refused.code == 1, "\(refused)")
      let said = refused.errors + refused.output
      #expect(said.contains("\(path):2: ") && said.contains("byte 0x00"), "\(refused)")
      #expect(said.contains("\(path):3: ") && said.contains("\(path):4: "), "\(refused)")
    }
    #expect(try ids().isEmpty)
  }

  @Test func aRequestThatTheDaemonRefusesRefusesAll() throws {
    let file = try write(
      "id: one\ncommand: [true]\n---\nid: two\ncommand: [true]\nevery: 1s\n", to: "jobs.yaml")
    let refused = try run([file])
    #expect(refused.code == 1 && refused.errors.contains("jobs.yaml:6:8"), "\(refused)")
    #expect(refused.errors.contains("nothing was submitted"), "\(refused)")
    #expect(try ids().isEmpty)
    let unknown = try write("SHELL=/no/shell\n@daily true\n", to: "table")
    let entry = try run(["--crontab", unknown])
    #expect(entry.code == 1 && entry.errors.contains("table:2:"), "\(entry)")
  }

  @Test func anIdOfTwoRequestsIsRefusedWithBothPlaces() throws {
    let file = try write("id: a\ncommand: [true]\n---\nid: a\ncommand: [sh]\n", to: "jobs.yaml")
    for arguments in [[file], ["--dry-run", file]] {
      let refused = try run(arguments)
      #expect(refused.code == 1 && refused.errors.contains("is also that of"), "\(refused)")
    }
    #expect(try ids().isEmpty)
  }

  /// A crontab program that keeps the table in a file, and prints a notice, which is no part of the table.
  private func crontab(_ table: String) throws -> (programs: String, table: String) {
    let kept = try write(table, to: "own-crontab")
    let programs = "\(directory.path)/programs"
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    let script =
      "#!/bin/sh\necho '# a notice' >&2\n"
      + "if [ \"$1\" = -l ]; then cat '\(kept)'; else cat \"$1\" >'\(kept)'; fi\n"
    try script.write(toFile: "\(programs)/crontab", atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(programs)/crontab")
    return (programs, kept)
  }

  /// The variables with which verbs find a crontab program.
  private func surroundings(_ programs: String) -> [String: String] {
    let usual = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return ["PATH": "\(programs):\(usual)", "TMPDIR": directory.path]
  }

  @Test func entriesAreDisabledAndGivenBack() throws {
    let (programs, kept) = try crontab(Self.table)
    let imported = try run(["--crontab", "--replace"], path: programs)
    #expect(imported.code == 0, "\(imported)")
    #expect(imported.output.contains("Disabled in crontab: 2 entries."), "\(imported)")
    let disabled = try String(contentsOfFile: kept, encoding: .utf8)
    #expect(disabled.contains("# replaced by rubato: cron-date | */15 * * * * date"), "\(disabled)")
    #expect(disabled.contains("\n@reboot start\n"), "\(disabled)")
    let surroundings = surroundings(programs)
    let released = try Rubatoctl.run(
      ["release", "cron-date"], by: daemon, environment: surroundings)
    #expect(released.code == 0, "\(released)")
    #expect(released.output == "Released: cron-date is an entry of crontab again.\n", "\(released)")
    #expect(try ids() == ["cron-mail"])
    _ = try daemon.call(Cancel(id: "cron-mail"))
    let rest = try Rubatoctl.run(["release", "cron-mail"], by: daemon, environment: surroundings)
    #expect(rest.code == 0 && rest.errors.contains("had no request"), "\(rest)")
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == Self.table)
    #expect(try ids().isEmpty)
  }

  @Test func aLaterImportKeepsTheRequestsOfDisabledEntries() throws {
    let (programs, _) = try crontab("@daily date\n")
    #expect(try run(["--crontab", "--replace"], path: programs).code == 0)
    let path = try write("@hourly date -u\n", to: "extra")
    for _ in 1...2 {
      let imported = try run(["--crontab", path], path: programs)
      #expect(imported.code == 0 && imported.output.contains("cron-date-2"), "\(imported)")
      #expect(try ids() == ["cron-date", "cron-date-2"])
    }
  }

  @Test(.enabled(if: Rubatoctl.canRunAsNobody))
  func aReleaseCancelsNoRequestOfAnotherUser() throws {
    let (programs, kept) = try crontab(
      "# replaced by rubato: cron-one | @daily one\n"
        + "# replaced by rubato: cron-two no-such-user | @daily two\n")
    for id in ["cron-one", "cron-two"] {
      let submitted = try Rubatoctl.runAsNobody(
        ["submit", "--id", id, "--earliest", "1h", "--", "true"], by: daemon)
      #expect(submitted.code == 0, "\(submitted)")
    }
    let released = try Rubatoctl.run(
      ["release", "cron-one", "cron-two"], by: daemon, environment: surroundings(programs))
    #expect(released.code == 0, "\(released)")
    #expect(released.errors.contains("cancel cron-one --owner root"), "\(released)")
    #expect(released.errors.contains("user 'no-such-user' not found"), "\(released)")
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == "@daily one\n@daily two\n")
    let requests = try daemon.call(List(allUsers: true)).requests
    #expect(requests.map(\.id).sorted() == ["cron-one", "cron-two"])
  }

  @Test func aTableWithoutItsOptionIsRefusedWithTheOption() throws {
    let table = try write(Self.table, to: "table")
    let refused = try run([table])
    #expect(refused.code == 1 && refused.errors.contains("\(table) is a crontab; to import it:"))
    #expect(refused.errors.contains(" import --crontab \(table)`"), "\(refused)")
    let timer = try write("[Timer]\nOnCalendar=daily\n", to: "x.timer")
    #expect(try run([timer]).errors.contains(" import --timers \(timer)`"))
    #expect(try ids().isEmpty)
  }

  @Test func aMissingSchedulerIsNamedWithTheOtherWay() throws {
    let refused = try Rubatoctl.run(
      ["import", "--pueue"], by: daemon, environment: ["PATH": directory.path])
    #expect(refused.errors.contains("or name a file with its status"), "\(refused)")
  }

  @Test func anEntryThatWasNotReplacedIsCancelledInsteadOfReleased() throws {
    let imported = try run(["--crontab", write("@daily true\n", to: "table")])
    // cron does not read the file, so --replace would be refused.
    #expect(imported.errors.contains("if cron has these entries, it still runs them"))
    let released = try Rubatoctl.run(["release", "cron-true"], by: daemon)
    #expect(released.code == 1 && released.errors.contains("cancel cron-true` removes it"))
  }

  @Test func tablesThatCronDoesNotReadCannotBeReplaced() throws {
    let path = try write("@daily true\n", to: "table")
    let refused = try run(["--crontab", "--replace", path])
    #expect(refused.code == 1 && refused.errors.contains("cron does not read"), "\(refused)")
    #expect(try ids().isEmpty)
    #expect(try run(["--pueue", "--replace"]).code == 2)
    #expect(try run([]).code == 2)
    #expect(try run(["--pueue", "--crontab"]).code == 2)
  }

  @Test(.enabled(if: Rubatoctl.canRunAsNobody))
  func entriesOfOtherUsersBelongToThem() throws {
    try FileManager.default.createDirectory(
      atPath: "\(directory.path)/cron.d", withIntermediateDirectories: true)
    let path = try write("@daily nobody true\n@daily root true\n", to: "cron.d/x")
    let imported = try run(["--crontab", path])
    #expect(imported.code == 0, "\(imported)")
    let requests = try daemon.call(List(allUsers: true)).requests
    #expect(Set(requests.map { "\($0.id) \($0.owner)" }) == ["cron.d-x 65534", "cron.d-x-2 0"])
    let file = try daemon.call(GetTaskFile(id: "cron.d-x", owner: 65534))
    #expect(file.environment["USER"] == "nobody" && file.environment["LOGNAME"] == "nobody")
    let exported = try Rubatoctl.run(["export", "--owner", "nobody"], by: daemon)
    #expect(exported.output.contains("\nuser: nobody\n"), "\(exported)")
    // If one request cannot be submitted, the requests of all users are refused.
    let bad = try write("@hourly nobody true\nSHELL=/no/shell\n@daily root true\n", to: "cron.d/y")
    let refused = try run(["--crontab", bad])
    #expect(refused.code == 1 && refused.errors.contains("cron.d/y:3:"), "\(refused)")
    #expect(try daemon.call(List(allUsers: true)).requests.count == 2)
    let other = try Rubatoctl.runAsNobody(["import", "--crontab", path], by: daemon)
    #expect(other.code == 1 && other.errors.contains("requests run as you"), "\(other)")
  }

  @Test func otherSchedulersAreTranslated() throws {
    let table = try write("1 5 daily true\n", to: "anacrontab")
    #expect(try run(["--anacrontab", table]).output == "Accepted: anacron-daily.\n")
    let timer = try write("[Timer]\nOnCalendar=daily\n", to: "x.timer")
    let preview = try run(["--timers", "--dry-run", timer])
    #expect(preview.output.contains("unit: x.service\n"), "\(preview)")
    let status = try write(
      "{\"tasks\": {\"1\": {\"id\": 1, \"command\": \"true\", \"path\": \"/\", \"status\": \"Queued\"}}}",
      to: "status.json")
    let queued = try run(["--pueue", status])
    #expect(queued.output == "Accepted: pueue-1.\n" && queued.code == 0, "\(queued)")
  }
}
