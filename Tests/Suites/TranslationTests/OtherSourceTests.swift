import Files
import Terminal
import Testing

@testable import Translation

struct AnacrontabTests {
  @Test func entriesBecomeMaintenance() throws {
    let translation = Samples.anacrontab(
      """
      SHELL=/bin/sh
      START_HOURS_RANGE=3-22
      1\t5\tbackup\trestic backup  /home
      7 10 weekly-x x
      @monthly 45 cron.m find /
      1 5 cron.daily run-parts --report /etc/cron.daily
      0 5 x y
      1 y x y
      1 5 x
      """)
    let tasks = translation.items.compactMap(\.task)
    #expect(tasks.map(\.id) == ["anacron-backup", "anacron-weekly-x", "anacron-cron.m"])
    #expect(tasks[0].command[2] == "restic backup  /home" && tasks[0]["every"] == ["1d"])
    #expect(tasks[0]["earliest"] == ["03:00"] && tasks[0]["latest"] == ["22:00"])
    #expect(tasks[1]["every"] == ["7d"] && tasks[1].notes.count == 1)
    #expect(tasks[2]["on"] == ["monthly"])
    #expect(translation.malformed.map(\.line) == [7, 8, 9])
    #expect(translation.reason.contains("keep it in anacron"))
    #expect(try translation.read.count == 3)
  }

  @Test func theSummaryNamesEntriesThatStayAndThatAreNotValid() {
    let entries = [
      ("x", Translation.Outcome.kept("runs at boot")), ("y", .malformed("no command")),
      ("z", .malformed("no minute")),
    ].enumerated().map {
      Translation.Item(
        file: "tab", line: $0.offset + 1, source: $0.element.0, outcome: $0.element.1)
    }
    let text = Translation(items: entries).summary
    #expect(text.hasPrefix("0 of 3 entries were translated; nothing was queued. "), "\(text)")
    #expect(text.contains("these would stay: tab:1. The import would be refused"), "\(text)")
    #expect(text.contains("not valid: tab:2, tab:3; correct them"), "\(text)")
    let kept = Translation(items: [entries[0]]).summary
    #expect(!kept.contains("refused"), "\(kept)")
  }

  @Test func commandsRunAsInAnacron() throws {
    let plain = try Samples.anacrontab("1 5 a x\n").only
    #expect(plain.command == ["/bin/sh", "-c", "x"] && plain.directory == "/")
    #expect(plain.environment["PATH"] == nil && plain.environment["HOME"] == "/home/alice")
    let set = try Samples.anacrontab("SHELL=/bin/bash\nHOME=/srv\nPATH=/opt/bin\n1 5 a x\n").only
    #expect(set.command == ["/bin/sh", "-c", "x"] && set.directory == "/")
    #expect(set.environment["SHELL"] == "/bin/sh" && set.environment["HOME"] == "/srv")
    #expect(set.environment["PATH"] == "/opt/bin")
  }
}

struct TimerTranslationTests {
  private func item(_ text: String, name: String = "x.timer") throws -> Translation.Item {
    try TimerTerms(file: text, name: name).translate(file: name)
  }

  @Test func filesOfTimersBecomeRequestsOfTheirServices() throws {
    let item = try item(
      """
      [Unit]
      OnCalendar=hourly
      [Timer]
      # OnCalendar=minutely
      OnCalendar=*-*-* 6,18:00
      OnCalendar=Mon \\
        03:00
      RandomizedDelaySec=12h
      Persistent=true
      [Install]
      WantedBy=timers.target
      """, name: "apt-daily.timer")
    let task = try #require(item.task)
    #expect(task.id == "apt-daily" && task.unit == "apt-daily.service" && task.notes.count == 1)
    #expect(task["on"].count == 2 && task["kind"] == ["maintenance"])
    let every = try self.item("[Timer]\nOnBootSec=5min\nOnUnitActiveSec=1h 30min\nUnit=y.service")
    #expect(every.task?["every"] == ["5400s"] && every.task?.unit == "y.service")
    #expect(try Translation(items: [item, every]).read.count == 2)
  }

  @Test(arguments: [
    ("OnBootSec=15min", "elapses once after a boot"),
    ("OnCalendar=daily\nOnUnitActiveSec=1h", "combines dates and durations"),
    ("OnCalendar=daily\nUnit=x.target", "requests start only services"),
    ("OnCalendar=daily\nOnClockChange=yes", "when the clock is set"),
    ("OnUnitActiveSec=5", "repeats after 5 s"), ("OnCalendar=sometimes", "'sometimes'"),
  ])
  func timersWithoutCounterpartStay(lines: String, reason: String) throws {
    let found = try #require(try item("[Timer]\n\(lines)\n").reason)
    #expect(found.contains(reason), "\(found)")
  }

  @Test(arguments: ["OnCalendar", "OnBootSec", "OnActiveSec", "OnUnitInactiveSec"])
  func anEmptyAssignmentRemovesAllDates(key: String) throws {
    let item = try item(
      "[Timer]\nOnCalendar=daily\nOnUnitActiveSec=1h\n\(key)=\nOnCalendar=weekly\n")
    #expect(item.task?["on"] == ["weekly"] && item.task?["every"] == [])
  }

  /// U+2028 ends a line to Swift, but not to systemd.
  @Test func onlyLineFeedsAndReturnsEndALine() throws {
    let item = try item("[Timer]\r\nOnCalendar=daily\rX-Note=a\u{2028}OnCalendar=hourly\n")
    #expect(item.task?["on"] == ["daily"])
  }

  @Test func durationsThatAreNotValidAreNamed() {
    #expect(throws: InputError.self) { try item("[Timer]\nOnUnitActiveSec=soon\n") }
    #expect(UnitDuration.seconds("1h30min") == 5400 && UnitDuration.seconds("90") == 90)
    #expect(UnitDuration.seconds("2 days") == 172_800 && UnitDuration.seconds("x") == nil)
  }

  @Test func loadedTimersThatAreOffStay() {
    var terms = TimerTerms(
      TimerFacts(
        """
        Id=fstrim.timer
        LoadState=loaded
        ActiveState=inactive
        UnitFileState=disabled
        Unit=fstrim.service
        TimersCalendar={ OnCalendar=weekly ; next_elapse=n/a }
        """))
    #expect(terms.translate(file: "fstrim.timer").reason?.contains("is off") == true)
    terms.isOn = true
    #expect(terms.translate(file: "fstrim.timer").task?["on"] == ["weekly"])
  }
}

struct PueueTests {
  private static let newer = """
    {"tasks": {
      "0": {"id": 0, "command": "make all", "path": "/srv/x", "envs": {"A": "1"}, "group": "default",
            "dependencies": [], "priority": 0, "label": null,
            "status": {"Done": {"result": "Success"}}},
      "1": {"id": 1, "command": "echo 1", "original_command": "e 1", "path": "/srv", "group": "gpu",
            "dependencies": [0, 3], "priority": 5, "label": "my job",
            "status": {"Queued": {"enqueued_at": "2026-01-01T00:00:00Z"}}},
      "2": {"id": 2, "command": "x", "path": "/", "group": "default", "dependencies": [4],
            "status": {"Queued": {}}},
      "3": {"id": 3, "command": "y", "path": "/", "group": "default", "dependencies": [],
            "status": {"Stashed": {"enqueue_at": "2030-01-01T00:00:00+01:00"}}},
      "4": {"id": 4, "command": "z", "path": "/", "dependencies": [], "status": {"Running": {}}},
      "5": {"id": 5, "command": "w", "path": "/", "dependencies": [],
            "status": {"Stashed": {"enqueue_at": null}}}
    }, "groups": {}}
    """

  @Test func waitingTasksBecomeRequestsInTheirOrder() throws {
    let translation = try PueueStatus(Array(Self.newer.utf8)).translate(file: "pueue")
    #expect(translation.items.compactMap { $0.task?.id } == ["pueue-3", "pueue-my-job"])
    let job = try #require(translation.items.compactMap(\.task).last)
    #expect(job["after"] == ["pueue-3"] && job["group"] == ["gpu"] && job["priority"] == ["5"])
    #expect(job.groupWidth == nil)
    #expect(job.directory == "/srv" && job.command[2] == "echo 1" && job.environment.isEmpty)
    #expect(translation.reason.contains("follows task 4"))
    #expect(translation.reason.contains("pueue enqueue 5"))
    #expect(try translation.read.count == 2)
  }

  private func pueue(_ tasks: [String], groups: String) throws -> [TranslatedTask] {
    let list = tasks.enumerated().map { number, members in
      "\"\(number)\": {\"id\": \(number), \"command\": \"a\", \"status\": \"Queued\", \(members)}"
    }
    let text = "{\"tasks\": {\(list.joined(separator: ", "))}, \"groups\": {\(groups)}}"
    return try PueueStatus(Array(text.utf8)).translate(file: "pueue").items.compactMap(\.task)
  }

  @Test func parallelTasksOfAGroupAreItsWidth() throws {
    let tasks = try pueue(
      [
        #""group": "gpu""#, #""group": "default""#, #""group": "free""#, #""group": "other""#,
        #""priority": 0"#,
      ],
      groups: #"""
        "gpu": {"status": "Running", "parallel_tasks": 4}, "free": {"parallel_tasks": 0},
        "default": {"status": "Paused", "parallel_tasks": 1}
        """#)
    #expect(tasks.map(\.groupWidth) == [4, 1, 1000, nil, 1])
    #expect(tasks.map { $0["group"] } == [["gpu"], ["default"], ["free"], ["other"], ["default"]])
    #expect(tasks[0].yaml.contains("\ngroup: {name: gpu, width: 4}\n"), "\(tasks[0].yaml)")
    #expect(tasks[3].yaml.contains("\ngroup: other\n"))
    #expect(tasks.map(\.notes.count) == [0, 0, 1, 0, 0])
  }

  @Test func prioritiesAreTranslated() throws {
    let tasks = try pueue(
      [#""priority": 5"#, #""priority": -3"#, #""priority": 5000"#, #""priority": 0"#], groups: "")
    #expect(tasks.map { $0["priority"] } == [["100"], ["5"], [], ["-3"]])
    #expect(tasks.map(\.notes.count) == [1, 0, 0, 0])
    #expect(tasks[0].notes == ["Priority 5000 became 100, the nearest that is allowed."])
    #expect(tasks[1].yaml.contains("\npriority: 5\n"))
    #expect(tasks[3].yaml.contains("\npriority: \"-3\"\n"))
  }

  @Test func statesOfVersionThreeAreWords() throws {
    let text = """
      {"tasks": {"7": {"id": 7, "command": "a", "path": "/", "status": "Queued", "dependencies": [6]},
                 "6": {"id": 6, "command": "b", "path": "/", "status": {"Done": "Success"}}}}
      """
    let translation = try PueueStatus(Array(text.utf8)).translate(file: "pueue")
    #expect(try translation.only.id == "pueue-7" && translation.only["after"].isEmpty)
  }

  @Test(arguments: ["", "[]", "{\"tasks\": 1}", "{\"tasks\": {\"1\": {}}}", "\u{0}"])
  func otherTextIsRefused(text: String) {
    #expect(throws: InputError.self) { try PueueStatus(Array(text.utf8)) }
  }
}
