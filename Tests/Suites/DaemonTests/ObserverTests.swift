import Control
import Foundation
import Glibc
import Scheduling
import Testing
import Varlink

@testable import Daemon

/// Requests that watch bumped keys and changed paths, with a real daemon and real events of the kernel.
struct ObserverTests {
  private let directory: TemporaryDirectory
  /// The output of runs.
  private let said: Fifo

  init() throws {
    directory = try TemporaryDirectory()
    said = try Fifo("\(directory.path)/said")
  }

  private var file: String { "\(directory.path)/below/file" }

  /// Submits a request that prints the contents of the file after each change of one of `watched`.
  private func observe(_ watched: [String], _ daemon: ReadingDaemon) throws {
    let script = "{ cat \(file) 2>/dev/null || echo missing; } >\(directory.path)/said"
    let submit = Submit(
      id: "observer", kind: "userInitiated", command: .test(["/bin/sh", "-c", script]),
      whenChanged: watched, updateDelay: 0)
    #expect(try daemon.call(submit).request.whenChanged == watched)
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(directory.path)/below", withIntermediateDirectories: true)
    try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: file))
  }

  /// Each connection of a user counts until it is closed; 128 are allowed.
  @Test func whoNoLongerWatchesKeepsNoConnection() throws {
    let daemon = try ReadingDaemon(directory, sources: "none")
    for _ in 0..<150 {
      try daemon.process.connect()
        .more(ObservePaths.fullName, ObservePaths(), as: ObservePaths.Reply.self) { _ in .stop }
    }
    #expect(try daemon.call(List()).requests.isEmpty)
  }

  // MARK: Keys

  @Test func whoBumpsAKeyWakesWhoWaitsForIt() throws {
    let daemon = try ReadingDaemon(directory, sources: "none")
    let submit = try Rubatoctl.run(
      [
        "submit", "--id", "index", "--kind", "userInitiated", "--when-changed", "mail",
        "--when-changed", "./inbox", "--at-most", "every 10s", "--update-delay", "1s", "--latest",
        "2d", "--",
        "/bin/sh", "-c", "echo ran >\(directory.path)/said",
      ], by: daemon.process)
    #expect(submit.code == 0, "\(submit.errors)")
    #expect(submit.output.contains("Waits for a change"), "\(submit.output)")
    let card = try Rubatoctl.run(["show", "index"], by: daemon.process).output
    #expect(card.contains("/inbox") && card.contains("every 10s"), "\(card)")
    #expect(card.contains("1 s") && card.contains("the key mail"), "\(card)")
    #expect(card.contains("2 d after a change, then relax"), "\(card)")
    #expect(submit.output.contains("the key mail") && submit.output.contains("after a change"))
    let two = try Rubatoctl.run(
      ["submit", "--when-changed", "blog,./x", "--", "/bin/true"], by: daemon.process)
    #expect(two.code == 1 && two.errors.contains("one path or key each time"), "\(two.errors)")
    let other = try Rubatoctl.run(["changed", "other"], by: daemon.process)
    #expect(
      other.output
        == "No request waits for key other; keys with waiting requests: mail.\n"
    )
    for _ in 0..<3 {
      let changed = try Rubatoctl.run(["changed", "mail"], by: daemon.process)
      #expect(changed.output == "Changed: mail. 1 request waits for it.\n", "\(changed.errors)")
    }
    #expect(said.line() == "ran")
    let refused = try Rubatoctl.run(["changed", "mail", "--at-most", "often"], by: daemon.process)
    #expect(refused.code == 1 && refused.errors.contains("every"), "\(refused.errors)")
    let path = try Rubatoctl.run(["changed", "/etc/passwd"], by: daemon.process)
    #expect(path.code == 1 && path.errors.contains("detected automatically"), "\(path.errors)")
  }

  @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0))
  func onlyRootBumpsTheKeysOfOthers() throws {
    let daemon = try ReadingDaemon(directory, sources: "none")
    try observe(["mail"], daemon)
    let someone = ["--reuid=12345", "--regid=12345", "--clear-groups", Rubatoctl.built.path]
    let setpriv = URL(fileURLWithPath: "/usr/bin/setpriv")
    let own = try Rubatoctl.run(someone + ["changed", "mail"], by: daemon.process, as: setpriv)
    let nobody = "No request waits for key mail.\n"
    #expect(own.output == nobody, "\(own.errors)")
    let others = try Rubatoctl.run(
      someone + ["changed", "mail", "--owner", "root"], by: daemon.process, as: setpriv)
    #expect(others.code == 1, "\(others.output)")
    let root = try Rubatoctl.run(["changed", "mail", "--owner", "12345"], by: daemon.process)
    #expect(root.output == nobody, "\(root.errors)")
    #expect(try daemon.call(List()).requests.map(\.state) == ["waiting"])
  }

  // MARK: Paths

  /// This also applies between the submission and the first poll, and after the file or its directory was replaced.
  @Test func aFileThatIsMadeWrittenReplacedAndRemovedWakes() throws {
    let daemon = try ReadingDaemon(directory, sources: "none")
    try observe([file], daemon)
    try write("made")
    said.await("made")
    try write("written")
    said.await("written")
    try Data("replaced\n".utf8).write(to: URL(fileURLWithPath: "\(file).new"))
    #expect(rename("\(file).new", file) == 0)
    said.await("replaced")
    unlink(file)
    said.await("missing")
    try write("made again")
    said.await("made again")
    #expect(rename("\(directory.path)/below", "\(directory.path)/away") == 0)
    said.await("missing")
    try write("elsewhere made again")
    said.await("elsewhere made again")
  }

  @Test func whatChangesInADirectoryWakes() throws {
    try write("before")
    let daemon = try ReadingDaemon(directory, sources: "none")
    try observe(["\(directory.path)/below"], daemon)
    try write("within")
    said.await("within")
    unlink(file)
    said.await("missing")
  }

  @Test func aLinkThatPointsElsewhereWakes() throws {
    try write("before")
    let link = "\(directory.path)/link"
    #expect(symlink("/dev/null", link) == 0)
    let daemon = try ReadingDaemon(directory, sources: "none")
    try observe([link, "begin"], daemon)
    _ = try daemon.call(ReportChange(key: "begin"))
    said.await("before")
    try write("pointed to")
    #expect(unlink(link) == 0 && symlink(file, link) == 0)
    said.await("pointed to")
    try write("followed")
    said.await("followed")
  }

  /// The state of the file before is stored on disk, so that a change without a running daemon is found.
  @Test func aChangeWhileThereIsNoDaemonWakesLater() throws {
    try write("before")
    var daemon = try ReadingDaemon(directory, sources: "none")
    try observe([file], daemon)
    try write("seen")
    said.await("seen")
    // The end of the run is on disk, so that no run is repeated.
    _ = try daemon.call(Wait(run: 1))
    daemon.process.end()
    try write("unseen")
    daemon = try ReadingDaemon(directory, sources: "none")
    said.await("unseen")
  }

  @Test(arguments: [("/proc/loadavg", "procfs"), ("/sys/kernel/mm", "sysfs")])
  func whatTheKernelTellsOfNoChangeOfIsWarnedOf(path: String, system: String) throws {
    let daemon = try ReadingDaemon(directory, sources: "none")
    try observe([path], daemon)
    var texts: [String] = []
    while texts.isEmpty {
      let explained = try daemon.call(Explain(id: "observer")).explanations.first
      texts = explained?.warnings.map(\.text) ?? []
      pauseBeforeAskingAgain()
    }
    #expect(texts.first?.contains("it is in \(system)") == true, "\(texts)")
  }

  @Test func onlyOwnPathsAreTold() throws {
    let daemon = try ReadingDaemon(directory, sources: "none")
    try observe([file], daemon)
    var told: [[String]] = []
    let client = try daemon.process.connect()
    try client.more(ObservePaths.fullName, ObservePaths(), as: ObservePaths.Reply.self) { reply in
      told.append(reply.paths)
      if told.count == 1 {
        _ = try? daemon.call(Cancel(id: "observer"))
        return .goOn
      }
      return .stop
    }
    #expect(told == [[file], []])
  }

  // MARK: Bad input

  @Test func aMillionChangesInASecondAreOneWake() throws {
    let daemon = try ReadingDaemon(directory, sources: "none")
    try observe(["flood"], daemon)
    let client = try daemon.process.connect()
    let report = ReportChange(key: "flood")
    for _ in 0..<1000 { try client.send(ReportChange.fullName, report) }
    var counts: Set<Int64> = []
    for _ in 0..<1000 { counts.insert(try client.receive(as: ReportChange.Reply.self).requests) }
    #expect(counts == [1])
    said.await("missing")
  }

  @Test(arguments: [
    PathReportInfo(path: "relative", changed: true, stamp: "a"),
    PathReportInfo(path: "/a/../b", changed: true, stamp: "a"),
    PathReportInfo(path: "/a", changed: true, stamp: String(repeating: "x", count: 201)),
    PathReportInfo(path: "/a", changed: true, stamp: "a\u{1b}[2J"),
    PathReportInfo(path: "/a", changed: false, trouble: String(repeating: "x", count: 201)),
    PathReportInfo(path: "/a", changed: false, stamp: "a", time: .infinity),
  ])
  func reportsThatMakeNoSenseAreRefused(report: PathReportInfo) throws {
    let daemon = try ReadingDaemon(directory, sources: "none")
    #expect(throws: (any Error).self) { try daemon.call(ReportPaths(reports: [report])) }
    _ = try daemon.call(Status())
  }

  @Test func whatNobodyWatchesIsIgnored() throws {
    let daemon = try ReadingDaemon(directory, sources: "none")
    let report = PathReportInfo(path: "/nowhere", changed: true, stamp: "a")
    _ = try daemon.call(ReportPaths(reports: [report]))
    #expect(throws: (any Error).self) {
      try daemon.call(ReportPaths(reports: Array(repeating: report, count: 1001)))
    }
  }

  // MARK: The process that watches

  @Test func aWatcherThatEndsIsToldOfAndFollowedByAnother() throws {
    let harness = try EngineHarness()
    let (first, second) = (LaunchID.observer(1), LaunchID.observer(2))
    _ = harness.observe("/home/me/in")
    #expect(harness.launcher.next() == .launch(first))
    _ = harness.observe("/home/me/out")
    harness.settle()
    #expect(harness.launcher.isEmpty)
    harness.endObserver(1, exit: 1)
    #expect(harness.launcher.next() == .launch(second))
  }

  @Test func theReasonOfAWatchersEndIsAWholeSentence() throws {
    let harness = try EngineHarness()
    _ = harness.observe("/home/me/in")
    var finish = ProcessExit()
    finish.launchFailure = "/usr/libexec/rubato-observe does not exist. Give the path of a program."
    let end = finish
    harness.engine.act { $0.noteEnd(ofObserver: 1, end) }
    harness.settle()
    let key = RequestKey(owner: 1000, id: "observer")
    let text = harness.look { $0.core.explain(key, at: $0.now)?.warnings.first?.text } ?? nil
    #expect(
      text?.hasSuffix(
        ": /usr/libexec/rubato-observe does not exist. Give the path of a program") == true,
      "\(text ?? "")")
  }

  @Test func aWatcherThatHadNothingToWatchIsNoTrouble() throws {
    let harness = try EngineHarness()
    let (first, second) = (LaunchID.observer(1), LaunchID.observer(2))
    _ = harness.observe("/home/me/in")
    #expect(harness.launcher.next() == .launch(first))
    _ = harness.call {
      .cancel(.init(owner: 1000, id: "observer"), keepsRunning: false, $0)
    }
    harness.endObserver(1, exit: 0)
    harness.settle()
    #expect(harness.launcher.isEmpty)
    _ = harness.observe("/home/me/in")
    #expect(harness.launcher.next() == .launch(second))
  }
}

extension EngineHarness {
  fileprivate func endObserver(_ number: Int64, exit: Int32) {
    engine.act { $0.noteEnd(ofObserver: number, ProcessExit(exit: exit)) }
  }

  fileprivate func observe(_ path: String) -> Answer {
    var submission = Submission(
      owner: 1000, id: "observer", kind: .userInitiated, command: Command(arguments: ["/bin/true"]))
    submission.terms.needs.changes.watched = [ExactString(path)]
    let made = submission
    return call { .submit(made, $0) }
  }
}

/// A pipe with a name, from which a test reads lines.
private final class Fifo {
  private let fd: CInt

  init(_ path: String) throws {
    #expect(mkfifo(path, 0o666) == 0)
    // The pipe is also open for writing, so that it never ends.
    fd = open(path, O_RDWR | O_CLOEXEC)
    try #require(fd >= 0)
  }

  deinit { close(fd) }

  /// Waits for a line, and returns it.
  func line() -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(fd, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Waits until a run prints this text.
  func await(_ text: String) {
    while line() != text {}
  }
}
