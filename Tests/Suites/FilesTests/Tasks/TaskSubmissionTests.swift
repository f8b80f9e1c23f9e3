import Scheduling
import Testing

@testable import Files

struct TaskSubmissionTests {
  private let now = WallTime(seconds: 1_772_431_200)
  private let machine = TaskMachine(
    user: { name in
      switch name {
      case nil: TaskMachine.User(uid: 0, name: "root", home: "/root", shell: "/bin/bash")
      case "alice": TaskMachine.User(uid: 7, name: "alice", home: "/home/alice", shell: "/bin/sh")
      default: nil
      }
    }, program: { $0 == "restic" ? "/usr/bin/restic" : nil })

  private func task(_ yaml: String) throws -> TaskFile {
    let reading = TaskReading(["x.yaml": yaml])
    #expect(reading.problems.isEmpty, "\(reading.messages)")
    return try #require(reading.tasks.first)
  }

  private func submission(_ yaml: String) throws -> Submission {
    try task(yaml).submission(on: machine, now: now, zone: FixedZone(secondsFromUTC: 0))
  }

  private func error(_ yaml: String) throws -> String {
    let task = try task(yaml)
    do throws(FileError) {
      _ = try task.request(on: machine, now: now, zone: FixedZone(secondsFromUTC: 0))
      return "accepted"
    } catch {
      return error.description
    }
  }

  @Test func takesEveryKey() throws {
    let submission = try submission(
      """
      kind: processing
      command: restic backup /home
      user: alice
      directory: /srv
      environment: {RESTIC_REPOSITORY: /mnt/backup}
      every: 1d
      flex: 6h
      earliest: 1h
      latest: 20h
      at-latest: drop
      requires: [power, unmetered]
      prefers: idle, screen-off
      budget: 9m
      grace: 2s
      signal: SIGINT
      early-signal: USR1
      ready: yes
      on-closed-gate: freeze
      limits: {memory: 2G, tasks: 40, cpu: 150%, cpu-weight: 20, io-weight: 10}
      allow-battery: no
      expedited: true
      group: disk
      retries: 2
      backoff: linear
      backoff-delay: 1m
      on-failure: mail@%n.service
      """)
    #expect(submission.owner == 7)
    #expect(submission.id == "x")
    #expect(submission.terms.namedKind == .processing)
    #expect(submission.terms.command.arguments == ["/usr/bin/restic", "backup", "/home"])
    #expect(submission.terms.command.directory == "/srv")
    #expect(
      submission.terms.command.environment == [
        "HOME": "/home/alice", "LOGNAME": "alice", "PATH": TaskMachine.path, "SHELL": "/bin/sh",
        "USER": "alice", "RESTIC_REPOSITORY": "/mnt/backup",
      ])
    #expect(submission.terms.command.signal == 2)
    #expect(submission.terms.every == .days(1))
    #expect(submission.terms.flex == .hours(6))
    #expect(submission.earliest == .after(.hours(1)))
    #expect(submission.latest == .after(.hours(20)))
    #expect(submission.terms.atLatest == .drop)
    #expect(submission.terms.requires == [.power, .unmetered])
    #expect(submission.terms.prefers == [.idle, .screenOff])
    #expect(submission.terms.budget == .minutes(9))
    #expect(submission.terms.grace == .seconds(2))
    #expect(!submission.terms.allowsBattery)
    #expect(submission.terms.isExpedited)
    #expect(submission.terms.group == "disk")
    #expect(submission.terms.retries == 2)
    #expect(submission.terms.backoff.growth == .linear)
    #expect(submission.terms.backoff.first == .minutes(1))
    #expect(!submission.isCounted)
  }

  @Test func takesWhatElseIsNeeded() throws {
    let submission = try submission(
      """
      command: /bin/a
      every: 1d
      requires: [power, path=/mnt/backup, path=/srv/a, path=/mnt/backup/]
      condition: ping -c1 nas | grep ttl
      prevent-sleep: yes
      """)
    #expect(submission.terms.requires == .power)
    #expect(submission.terms.needs.paths == ["/mnt/backup", "/srv/a"])
    #expect(submission.terms.needs.condition == "ping -c1 nas | grep ttl")
    #expect(submission.terms.run.preventsSleep)
  }

  @Test func takesTheTermsOfARun() throws {
    let terms = try submission(
      """
      command: /bin/a
      every: 1d
      early-signal: USR1
      ready: yes
      on-closed-gate: freeze
      limits: {memory: 2G, tasks: 40, cpu: 150%, cpu-weight: 20, io-weight: 10}
      on-failure: mail.service
      """
    ).terms
    #expect(terms.run.earlySignal == 10)
    #expect(terms.run.signalsReadiness)
    #expect(terms.run.onClosedGate == .freeze)
    #expect(terms.run.onFailure == "mail.service")
    #expect(terms.run.limits.memoryBytes == 2 << 30)
    #expect(terms.run.limits.tasks == 40)
    #expect(terms.run.limits.cpuPercent == 150)
    #expect(terms.run.limits.cpuWeight == 20)
    #expect(terms.run.limits.ioWeight == 10)
  }

  @Test func stepsAndUnitsTakeTheCommandsPlace() throws {
    let steps = try submission(
      """
      every: 1d
      steps:
        - {name: one, command: [restic, backup], limit: 5m}
        - {name: two, command: /bin/b c}
      """
    ).terms.command
    #expect(steps.arguments.isEmpty)
    #expect(
      steps.steps == [
        Step(name: "one", arguments: ["/usr/bin/restic", "backup"], limit: .minutes(5)),
        Step(name: "two", arguments: ["/bin/b", "c"]),
      ])
    let unit = try submission("unit: fstrim.service\nevery: 7d").terms.command
    #expect(unit.unit == "fstrim.service")
    #expect(unit.arguments.isEmpty)
  }

  @Test func readsANightAsOneNight() throws {
    // The time is 06:10.
    let submission = try submission("command: /bin/a\nevery: 1d\nearliest: 23:00\nlatest: 06:00")
    let opens = try #require(submission.earliest).resolved(from: now)
    let ends = try #require(submission.latest).resolved(from: now)
    #expect(ends - opens == .hours(7))
  }

  @Test func readsALatestDayAsItsEnd() throws {
    let submission = try submission("command: /bin/a\nevery: 1d\nearliest: Fri\nlatest: Fri")
    let opens = try #require(submission.earliest).resolved(from: now)
    let ends = try #require(submission.latest).resolved(from: now)
    #expect(ends - opens == .days(1))
  }

  @Test func tellsOfUsersAndProgramsThatThereAreNot() throws {
    #expect(
      try error("command: /bin/a\nevery: 1d\nuser: bob").hasPrefix(
        "/a/x.yaml:3:7: user 'bob' not found"))
    #expect(
      try error("command: nothing at all\nevery: 1d").hasPrefix(
        "/a/x.yaml:1:10: program 'nothing' not found in /usr/local/sbin:"))
    #expect(
      try error("every: 1d\nsteps: [{name: a, command: nothing}]").hasPrefix(
        "/a/x.yaml:2:8: program 'nothing' not found"))
  }

  @Test(arguments: [
    ("limits: {memory: 1K}", "/a/x.yaml:3:18: limits.memory '1024' is not allowed"),
    ("budget: 8d", "/a/x.yaml:3:9: budget '8d' is not allowed; use "),
    ("grace: 3d", "/a/x.yaml:3:8: grace '3d' is not allowed; use 0s to "),
    ("group: a b", "/a/x.yaml:3:8: group 'a b' is not allowed; use 1 to 128 letters"),
    ("backoff-delay: 1s", "/a/x.yaml:3:16: backoff-delay '1s' is not allowed; use 10s to 5h"),
    ("flex: 2d", "/a/x.yaml:3:7: flex '2d' is not allowed"),
  ])
  func namesThePlaceOfWhatTheSchedulerRefuses(line: String, message: String) throws {
    #expect(try error("command: /bin/a\nevery: 1d\n\(line)").hasPrefix(message))
  }

  @Test func refusesAFileWhoseNameIsNoId() throws {
    let reading = TaskReading(["-x.yaml": "command: /bin/a\nevery: 1d"])
    let task = try #require(reading.tasks.first)
    #expect(throws: FileError.self) {
      try task.request(on: machine, now: now, zone: FixedZone(secondsFromUTC: 0))
    }
  }

  @Test func digestsFollowWhatIsSaidAndWhatItMeansHere() throws {
    let yaml = "command: restic check\nevery: 1d"
    let first = try #require(try submission(yaml).terms.declaration)
    #expect(first.file == "/a/x.yaml")
    #expect(
      first.digest
        == (try submission("every: 1d # day\ncommand: restic check").terms.declaration?.digest)
    )
    #expect(
      first.digest != (try submission("every: 2d\ncommand: restic check").terms.declaration?.digest)
    )
    #expect(first.digest != (try submission("\(yaml)\nuser: alice").terms.declaration?.digest))
    var moved = machine
    moved.program = { "/usr/local/bin/\($0)" }
    let other = try task(yaml).submission(on: moved, now: now, zone: FixedZone(secondsFromUTC: 0))
    #expect(first.digest != other.terms.declaration?.digest)
  }
}
