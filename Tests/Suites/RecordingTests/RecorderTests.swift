import Foundation
import Scheduling
import Testing

@testable import Recording

struct RecorderTests {
  private func size(_ path: String) throws -> Int {
    try #require(
      try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
  }

  @Test func theSlotsOfTheMachineAreRecorded() {
    let settings = Settings(for: MachineSize(processors: 16, memory: 32 << 30))
    let start = Instant(
      wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0),
      awake: AwakeTime(nanoseconds: 0))
    let beginning = RecordedBeginning(
      Snapshot(), settings: settings, bootID: "boot", rubato: "test", at: start)
    #expect(beginning.knownSettings.processingRunsAtOnce == 4)
    #expect(beginning.knownSettings.maintenanceRunsAtOnce == 2)
    #expect(beginning.unknownSetting == nil)
  }

  @Test func theWidthOfASubmissionIsRecorded() throws {
    var submission = Submission(owner: 0, command: Command(arguments: ["/bin/true"]))
    submission.terms.group = "encode"
    submission.groupWidth = 3
    let data = try JSONEncoder().encode(submission)
    #expect(try JSONDecoder().decode(Submission.self, from: data) == submission)
  }

  @Test func belongsToItsOwnerAlone() throws {
    let life = try RecordedLife(seed: 1)
    let attributes = try FileManager.default.attributesOfItem(atPath: life.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func stopsWhenItIsFullAndSaysSoOnce() throws {
    let life = try RecordedLife(seed: 2)
    let limit = try size(life.path) * 2 + 5000
    try life.begin(limit: limit)
    for _ in 0..<1000 { life.take(.time) }
    #expect(try size(life.path) <= limit)
    #expect(life.notices.count == 1)
    #expect(life.notices.first?.hasPrefix("the recording is full: ") == true)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: life.path)))
    var reader = try RecordingReader(bytes, file: "")
    let replay = try Replay(&reader)
    #expect(replay.stopped?.hasPrefix("the recording is full") == true && replay.differing == 0)
    #expect(replay.events > 5 && replay.events < 1000)
  }

  @Test func aStateThatDoesNotFitLeavesAFileThatTheNextDaemonAccepts() throws {
    let life = try RecordedLife(seed: 5)
    life.end()
    try FileManager.default.removeItem(atPath: life.path)
    try life.begin(limit: 600)
    #expect(life.notices.first?.hasPrefix("the recording is full: ") == true)
    #expect(try size(life.path) == 0)
    try life.begin(limit: 1 << 20)
    life.take(.time)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: life.path)))
    var reader = try RecordingReader(bytes, file: "")
    let replay = try Replay(&reader)
    #expect(replay.starts == 1 && replay.events == 1)
  }

  @Test func goesOnBehindALineThatACrashLeftHalf() throws {
    let life = try RecordedLife(seed: 3)
    life.take(.time)
    life.end()
    let handle = try #require(FileHandle(forWritingAtPath: life.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"at\":[1".utf8))
    try handle.close()
    try life.begin(limit: 1 << 20)
    life.take(.time)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: life.path)))
    var reader = try RecordingReader(bytes, file: "")
    let replay = try Replay(&reader)
    #expect(replay.starts == 2 && replay.events == 2 && !replay.isCutOff)
  }

  @Test func leavesARecordingOfAnotherFormatAsItIs() throws {
    let life = try RecordedLife(seed: 6)
    life.take(.time)
    life.end()
    let url = URL(fileURLWithPath: life.path)
    let older = try String(contentsOf: url, encoding: .utf8)
      .replacingOccurrences(of: "\"format\":1,", with: "\"format\":7,")
    let handle = try FileHandle(forWritingTo: url)
    try handle.write(contentsOf: Data(older.utf8))
    try handle.close()
    try life.begin(limit: 1 << 20)
    life.take(.time)
    #expect(try String(contentsOf: url, encoding: .utf8) == older)
    #expect(life.notices.count == 1)
    let notice = try #require(life.notices.first)
    #expect(
      notice.contains("the existing recording has format 7, and this version writes format 1; move")
    )
  }

  @Test func leavesOtherFilesAlone() throws {
    let life = try RecordedLife(seed: 4)
    let other = "\(life.directory)/other"
    try Data("precious\n".utf8).write(to: URL(fileURLWithPath: other))
    let link = "\(life.directory)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: life.path)
    // Another daemon is writing the file.
    #expect(throws: RecordingError.self) {
      try Recorder(life.path, limit: 1 << 20, settings: Settings()) { _ in }
    }
    life.end()
    for path in [other, link, life.directory, "\(life.directory)/no/such"] {
      #expect(throws: RecordingError.self, "\(path)") {
        try Recorder(path, limit: 1 << 20, settings: Settings()) { _ in }
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == Data("precious\n".utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: life.path)
    #expect(throws: RecordingError.self) {
      try Recorder(life.path, limit: 1 << 20, settings: Settings()) { _ in }
    }
  }

  @Test func whatANotificationSaysIsNotRecorded() {
    var redactor = Redactor(Settings())
    var submission = Submission(owner: 0, kind: .push, command: Command(arguments: []))
    submission.terms.task = .push(payload: RecordedLife.secret)
    guard case .submit(let redacted, _) = redactor.event(.submit(submission, 1)) else { return }
    #expect(redacted.terms.task == .push(payload: "-"))
  }

  @Test func whatAContinuedTaskShowsIsNotRecorded() {
    var redactor = Redactor(Settings())
    var submission = Submission(
      owner: 0, kind: .userInitiated, command: Command(arguments: []))
    submission.terms.task = .continued(ContinuedTerms(title: RecordedLife.secret, subtitle: ""))
    let kept = TaskClass.continued(ContinuedTerms(title: "-", subtitle: ""))
    guard case .submit(let redacted, _) = redactor.event(.submit(submission, 1)) else { return }
    #expect(redacted.terms.task == kept)
    let report = Event.report(7, .title(RecordedLife.secret, subtitle: RecordedLife.secret), 2)
    #expect(redactor.event(report) == .report(7, .title("-", subtitle: "-"), 2))
    // A refused value is also refused in a replay.
    let long = Event.report(7, .title(String(repeating: "x", count: 2000), subtitle: "\0"), 2)
    guard case .report(_, .title(let title, let subtitle), _) = redactor.event(long) else { return }
    #expect(title.utf8.count > ContinuedTerms.longestTitle && subtitle == "\0")
  }

  @Test func theMessageAndTheKillReportOfAnEndedRunAreNotRecorded() {
    var redactor = Redactor(Settings())
    let submitted = WallTime(seconds: 0)
    let request = Request(
      key: RequestKey(owner: 0, id: "work"), sequence: 1, Terms(Command(arguments: ["/bin/true"])),
      submitted: submitted, window: Window(opens: submitted))
    var run = Run(
      id: 7, of: request, budget: .seconds(10), grace: .seconds(1), started: RecordedLife.start,
      isForced: false)
    var ending = Ending(at: submitted, outcome: .launchFailed)
    ending.message = RecordedLife.secret
    let killed = KillReport.Process(pid: 1, parent: 1, command: RecordedLife.secret, threads: [])
    ending.killReport = KillReport(processes: [killed])
    run.phase = .ended(ending)
    var snapshot = Snapshot()
    snapshot.lastRuns = [run]
    let recorded = redactor.snapshot(snapshot).lastRuns.first?.ending
    #expect(recorded == Ending(at: submitted, outcome: .launchFailed))
  }

  @Test func theFunctionsOfAnExpirationHandlerAreNotRecorded() {
    var redactor = Redactor(Settings())
    func recorded(_ stack: [String]) -> Event {
      redactor.event(.report(7, .expiration(ExpirationReport(.called, thread: 9, stack: stack)), 2))
    }
    func report(_ stack: [String]) -> Event {
      .report(7, .expiration(ExpirationReport(.called, thread: 9, stack: stack)), 2)
    }
    #expect(recorded([RecordedLife.secret, "main"]) == report(["-", "-"]))
    // A refused name is also refused in a replay.
    let longest = ExpirationReport.longestFunction
    let long = String(repeating: "x", count: longest + 1)
    #expect(recorded(["\0x", long]) == report(["\0", String(repeating: "-", count: longest + 1)]))
    let zeroByte = Event.report(7, .checkpoint("a\0"), 2)
    #expect(redactor.event(zeroByte) == .report(7, .checkpoint("\0"), 2))
  }

  /// A replay refuses the directory that the daemon refused.
  @Test(arguments: [("/srv/secret", "/-"), ("/srv/../secret", "/-/.."), ("secret", "-")])
  func theShapeOfADirectoryIsKept(directory: String, shape: String) {
    var redactor = Redactor(Settings())
    let command = redactor.command(Command(arguments: ["/bin/true"], directory: directory))
    #expect(command.directory == shape)
  }

  @Test func tagsAreNumbered() {
    var redactor = Redactor(Settings())
    var submission = Submission(owner: 0, command: Command(arguments: []))
    submission.terms.run.tags = [RecordedLife.secret, "nightly", "b c"]
    guard case .submit(let redacted, _) = redactor.event(.submit(submission, 1)) else { return }
    let tags = redacted.terms.run.tags
    #expect(tags.count == 3 && tags[0] != tags[1] && tags.prefix(2).allSatisfy(Tags.isTag))
    #expect(!tags.contains(RecordedLife.secret))
    // A replay refuses the same tag that the daemon refused.
    #expect(tags.last == "")
  }

  /// Fails if the model has a new property. Decide whether the property is secret, so that `Redactor` must remove it.
  /// `OlderRecordingTests` checks that older recordings can be read.
  @Test func everyPropertyWasLookedAtForSecrets() {
    func count(_ value: Any) -> Int { Mirror(reflecting: value).children.count }
    let command = Command(arguments: [])
    let submission = Submission(owner: 0, command: command)
    #expect(count(submission) == 15)
    #expect(count(submission.terms) == 20)
    #expect(count(Progress()) == 16)
    #expect(count(command) == 7)
    #expect(count(submission.terms.needs) == 5)
    #expect(count(submission.terms.needs.changes) == 4)
    #expect(count(ContinuedTerms(title: "", subtitle: "")) == 3)
    #expect(count(submission.terms.run) == 16)
    #expect(count(Declaration(file: "", digest: "")) == 2)
    #expect(count(ProcessExit()) == 14)
    #expect(count(Ending(at: WallTime(seconds: 0), outcome: .completed)) == 11)
    #expect(count(ExpirationReport(.called)) == 3)
    #expect(count(Step(name: "", arguments: [])) == 3)
    #expect(count(Measurement(.load(1), origin: "")) == 2)
    #expect(count(App(key: AppKey(owner: 0, id: ""), registered: WallTime(seconds: 0))) == 14)
    #expect(count(Snapshot()) == 14)
    #expect(count(Checkpoint()) == 5)
    #expect(count(DeviceOverride()) == 3)
    #expect(count(RecordedLife.start) == 3)
  }
}
