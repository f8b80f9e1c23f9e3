import Files
import Scheduling
import Terminal
import Testing

@testable import Translation

struct CrontabTests {
  @Test(arguments: [
    ("* * * * *", "*:*"), ("*/5 * * * *", "*:00/5"), ("1-30/2 * * * *", "*:01..29/2"),
    ("0 0 * * *", "00:00"), ("30 3 * * *", "03:30"),
    ("17,47 8-18 * * mon-fri", "Mon..Fri 08..18:17,47"), ("0 0 1-31 * 1-3", "00:00"),
    ("0 0 5 * 0-7", "00:00"),
    ("5 4 * * sun", "Sun 04:05"), ("5 4 * * 7", "Sun 04:05"), ("5 4 * * 0,6", "Sat,Sun 04:05"),
    ("0 0 1 1 *", "*-01-01 00:00"), ("0 0 1,15 * *", "*-*-01,15 00:00"),
    ("0 0 1 jan,JUL *", "*-01,07-01 00:00"), ("0 0 * 1-6 *", "*-01..06-* 00:00"),
    ("0 0 */2 * *", "*-*-01/2 00:00"), ("@hourly", "*:00"), ("@daily", "00:00"),
    ("@midnight", "00:00"), ("@weekly", "Sun 00:00"), ("@monthly", "*-*-01 00:00"),
    ("@Yearly", "*-01-01 00:00"), ("@annually", "*-01-01 00:00"),
    ("  59\t23 \t31 12  *", "*-12-31 23:59"),
    ("0-59 0-23 1-31 1-12 0-7", "*:*"), ("0 0 * * 1-7", "00:00"), ("0 0,12,6 * * *", "00..12/6:00"),
  ])
  func datesBecomeCalendarEvents(dates: String, event: String) throws {
    let task = try Samples.crontab("\(dates) backup").only
    #expect(task["on"] == [event])
    #expect(task.command == ["/bin/sh", "-c", "backup"])
  }

  /// cron starts an entry with two restricted fields for days if either matches.
  @Test func twoFieldsForDaysBecomeTwoEvents() throws {
    #expect(
      try Samples.crontab("0 9 13 * 5 x").only["on"] == ["*-*-13 09:00", "Fri 09:00"])
    // A field that begins with a star is no restriction to cron, so that both must match.
    #expect(try Samples.crontab("0 9 */2 * 5 x").only["on"] == ["Fri *-*-01/2 09:00"])
    #expect(
      try Samples.crontab("0 9 13 * */2 x").only["on"] == ["Tue,Thu,Sat,Sun *-*-13 09:00"])
  }

  @Test(arguments: [
    ("60 * * * * x", "minute '60' is not allowed; use 0 to 59, such as */15"),
    ("* 24 * * * x", "hour '24' is not allowed; use 0 to 23"),
    ("* * 0 * * x", "day of the month '0' is not allowed"),
    ("* * * 13 * x", "month '13' is not allowed; use 1 to 12, or jan to dec"),
    ("* * * * 8 x", "day of the week '8' is not allowed; use 0 to 7, or sun to sat"),
    ("* * * * fri-sun x", "day of the week 'fri-sun'"), ("5-1 * * * * x", "minute '5-1'"),
    ("*/0 * * * * x", "minute '*/0'"), ("5/10 * * * * x", "minute '5/10'"),
    ("1,,2 * * * * x", "minute '1,,2'"), ("-1 * * * * x", "minute '-1'"),
    ("99999999999999999999 * * * * x", "minute"), ("* * * x", "neither an entry nor NAME=VALUE"),
    ("* * * * x", "the command is missing; an entry is five fields"),
    ("* * * * *", "the command is missing"), ("* * * * * ", "the command is missing"),
    ("@fortnightly x", "'@fortnightly' is not allowed; use one of @annually"),
    ("@daily", "the command is missing"), ("hello", "neither an entry"),
    ("1X=2", "variable '1X' is not allowed"), ("CRON_TZ=Mars/Base\n@daily x", "'Mars/Base'"),
    ("* * * * * a\u{0}b", "byte 0x00 in column 12 is no text"),
    ("\u{1b}[2J", "byte 0x1b in column 1"),
  ])
  func mistakesAreNamed(text: String, problem: String) {
    let translation = Samples.crontab("# comment\n\n" + text)
    #expect(translation.malformed.count == 1)
    #expect(translation.reason.contains(problem), "\(translation.reason)")
    #expect(translation.items.last?.line == (text.hasPrefix("CRON") ? 4 : 3))
  }

  @Test func bytesThatAreNoTextAreNamedByLine() {
    let bytes = Array("@daily a\n# ".utf8) + [0xe9, 0xff] + Array("\n@daily ".utf8) + [0xe9, 0x0a]
    let translation = Crontab.translate(bytes, file: "x", .own, Samples.context)
    #expect(translation.items.map(\.place) == ["x:1", "x:3"])
    #expect(translation.malformed.map(\.line) == [3])
    let long = "@daily " + String(repeating: "x", count: 8192)
    #expect(Samples.crontab(long).reason.contains("8199 bytes, and at most 8192"))
  }

  @Test(arguments: [
    ("@reboot x", "do not wait for a boot"), ("0 0 31 2 * x", "never starts it"),
    ("17 * * * * cd / && run-parts --report /etc/cron.hourly", "scripts of /etc/cron.hourly"),
    ("~ 3 * * * x", "random time"),
  ])
  func entriesWithoutCounterpartStay(text: String, reason: String) {
    let translation = Samples.crontab(text)
    #expect(translation.malformed.isEmpty)
    #expect(translation.reason.contains(reason), "\(translation.reason)")
  }

  @Test func variablesApplyToFollowingEntries() throws {
    let translation = Samples.crontab(
      """
      @daily first
      PATH = "/opt/bin:/bin"
      SHELL=/bin/bash
      'GREETING' = hello world \t
      MAILTO="root, admin@example.org"
      CRON_TZ=Europe/Berlin
      HOME=/srv
      @daily second
      MAILTO=""
      @daily third
      MAILTO=a;reboot
      @daily fourth
      """)
    let tasks = translation.items.compactMap(\.task)
    #expect(tasks.map(\.id) == ["cron-first", "cron-second", "cron-third", "cron-fourth"])
    #expect(
      tasks[0].environment == [
        "HOME": "/home/alice", "LOGNAME": "alice", "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh",
        "USER": "alice",
      ])
    #expect(tasks[0].directory == "/home/alice" && tasks[0]["on-failure-command"].isEmpty)
    #expect(tasks[1].environment["PATH"] == "/opt/bin:/bin")
    #expect(tasks[1].environment["GREETING"] == "hello world")
    #expect(tasks[1].environment["MAILTO"] == nil && tasks[1].environment["CRON_TZ"] == nil)
    #expect(tasks[1].command == ["/bin/bash", "-c", "second"] && tasks[1].directory == "/srv")
    #expect(tasks[1]["on"] == ["00:00 Europe/Berlin"])
    #expect(tasks[1].notes.map { $0.hasPrefix("CRON_TZ=Europe/Berlin is of cronie") } == [true])
    #expect(tasks[1]["on-failure-command"][0].hasSuffix("-i -- root admin@example.org"))
    #expect(tasks[2]["on-failure-command"].isEmpty && tasks[2].notes.count == 1)
    #expect(tasks[3]["on-failure-command"].isEmpty && tasks[3].notes.count == 2)
    #expect(try translation.read.count == 4)
  }

  @Test func percentSignsAreStandardInput() throws {
    let mail = try Samples.crontab("@daily mail -s \\%x me%Dear 'me',%%bye\\%").only
    #expect(
      mail.command == [
        "/bin/sh", "-c",
        "printf '%s\\n' 'Dear '\\''me'\\'',' '' bye% | /bin/sh -c 'mail -s %x me'",
      ])
    #expect(try Samples.crontab("@daily a \\n b%").only.command[2] == "a \\n b")
    #expect(try Samples.crontab("@daily date +\\%F").only.command[2] == "date +%F")
    #expect(try Samples.crontab("@daily cat%a%").only.command[2].hasPrefix("printf '%s\\n' a | "))
    #expect(try Samples.crontab("@daily x\\").only.command[2] == "x\\")
    // A mark after a percent sign or an apostrophe hides neither.
    let marked = try Samples.crontab("@daily cat%\u{301}'\u{301};id").only.command[2]
    #expect(
      Array(marked.utf8)
        == Array("printf '%s\\n' '\u{301}'\\''\u{301};id' | /bin/sh -c cat".utf8))
  }

  @Test func systemTablesNameUsers() throws {
    let translation = Samples.crontab(
      "0 1 * * * www-data php run\n0 2 * * * nowhere x\n0 3 * * * root\n", path: "/x/cron.d/php")
    let tasks = translation.items.compactMap(\.task)
    #expect(tasks.map(\.id) == ["cron.d-php", "cron.d-php-2"])
    #expect(tasks.map(\.user) == ["www-data", "nowhere"])
    #expect(tasks[0].directory == "/home/www-data" && tasks[1].notes.count == 1)
    #expect(translation.reason.contains("an entry is five fields, a user and a command"))
    #expect(try Samples.crontab("@daily root x", path: "/etc/crontab").only.id == "crontab-x")
  }

  @Test func filesOfTheSpoolDirectoryHaveTheirUser() throws {
    let paths = ["crontabs/bob", "bob", "tabs/bob"].map { "/var/spool/cron/" + $0 }
    for path in paths {
      let task = try Samples.crontab("@daily x\n", path: path).only
      #expect(task.user == "bob" && task.directory == "/home/bob" && task.id == "cron-x")
    }
    #expect(try Samples.crontab("@daily x\n", path: "/var/spool/cron/alice").only.user == nil)
    #expect(Crontab.Form(path: "/srv/spool/cron/bob") == .own)
  }

  @Test(arguments: [
    ("php", true, 0, 0o644, nil), ("a-B_9", true, 0, 0o600, nil),
    ("php.dpkg-old", true, 0, 0o644, "only names of letters"),
    ("php~", true, 0, 0o644, "only names of letters"), ("@a", true, 0, 0o644, "only names"),
    ("php", false, 0, 0o755, "only regular files"), ("php", true, 7, 0o644, "belong to root"),
    ("php", true, 0, 0o664, "can write it"), ("php", true, 0, 0o646, "can write it"),
  ])
  func cronReadsOnlySomeFiles(
    name: String, isRegular: Bool, owner: Int, mode: Int, reason: String?
  ) {
    let found = CronDirectory.reason(
      toSkip: name, isRegular: isRegular, owner: UInt32(owner), mode: UInt32(mode))
    #expect((found == nil) == (reason == nil))
    #expect(reason.map { found?.contains($0) == true } ?? true)
  }

  @Test func aMissingHomeIsReplacedByTheRoot() throws {
    let task = try Samples.crontab("HOME=/nowhere\n@daily x\n").only
    #expect(task.directory == "/" && task.notes.count == 1)
    #expect(task.environment["HOME"] == "/nowhere")
    #expect(try Samples.crontab("HOME=here\n@daily x\n").only.directory == "/")
  }

  @Test func lineEndsOfOtherSystemsAreNoPartOfCommands() throws {
    let translation = Samples.crontab("A=b\r\n@daily x\r\n@daily y")
    #expect(translation.items.compactMap(\.task).map { $0.command[2] } == ["x", "y"])
    #expect(try translation.only.environment["A"] == "b")
  }

  /// The sign and the mark after it are one character.
  @Test func aValueMayBeginWithAMark() throws {
    let task = try Samples.crontab("A=\u{301}b\n@daily x\n").only
    #expect(task.environment["A"] == "\u{301}b")
  }

  @Test(arguments: [
    ("/usr/bin/backup --all", "backup"), ("cd /srv && ./run.sh", "run.sh"),
    ("test -x /usr/sbin/anacron || run", "run"), ("A=1 nice -n 19 /x/y z", "y"),
    ("[ -x /usr/lib/php/sessionclean ] && /usr/lib/php/sessionclean", "sessionclean"),
    ("flock -n /run/lock/x rsync a b", "rsync"), ("timeout 1h 'my script'", "my"),
    ("if test -x a; then exec b; fi", "b"),
    ("command -v debian-sa1 >/dev/null && debian-sa1 1 1", "debian-sa1"),
    ("test -e x", "test"), ("", nil),
  ])
  func idsComeFromPrograms(line: String, name: String?) {
    #expect(CommandName.find(in: line) == name)
  }

  @Test func idsAreUniqueAndTheSameForEachImport() {
    let text = "@daily sync a\n@daily sync b\n@daily ü\n@daily -\n"
    let ids = Samples.crontab(text).items.compactMap { $0.task?.id }
    #expect(ids == ["cron-sync", "cron-sync-2", "cron-job", "cron-job-2"])
    #expect(Samples.crontab(text).items.compactMap { $0.task?.id } == ids)
  }

  @Test func idsOfReplacedEntriesAndOfOtherTablesAreTaken() {
    var used: Set = ["cron-sync"]
    let ids = (0..<2).flatMap { _ in
      Crontab.translate(
        Array("@daily sync\n".utf8), file: "x", .own, Samples.context, used: &used
      ).items.compactMap { $0.task?.id }
    }
    #expect(ids == ["cron-sync-2", "cron-sync-3"])
    #expect(used == ["cron-sync", "cron-sync-2", "cron-sync-3"])
  }

  @Test func documentsHaveCommentsForLinesThatAreNotTranslated() throws {
    let yaml = Samples.crontab("@reboot x\n@daily echo \"a: b\" # \u{202e}é\n").yaml
    #expect(yaml.hasPrefix("# crontab:1: @reboot x\n# Not translated: @reboot has no"))
    let task = try #require(try Samples.crontab("@daily echo \"a: b\" # é\n").read.first)
    #expect(task.work == .command(["/bin/sh", "-c", "echo \"a: b\" # é"]))
    #expect(task.terms.retries == 0 && task.terms.budget == .hours(1))
  }
}
