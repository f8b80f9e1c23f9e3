import Control
import Foundation
import Glibc
import Synchronization
import Testing

@testable import Daemon

/// The commands in etc/failures, each run by the daemon for a real failure.
struct FailureExampleTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static func example(_ name: String) -> String {
    SourceTree.root.appending(path: "etc/failures/\(name)").path
  }

  /// Installs a stand-in for a program, which notes its arguments, one per line, and its input. Returns the path of the
  /// notes.
  private func stand(inFor name: String) throws -> String {
    let path = "\(directory.path)/\(name)"
    let script = """
      #!/bin/sh
      { printf '%s\\n' "$@"; echo ---; [ "\(name)" != sendmail ] || cat; } > '\(path).told'

      """
    try script.write(toFile: path, atomically: true, encoding: .utf8)
    try #require(chmod(path, 0o755) == 0)
    return "\(path).told"
  }

  /// Submits a request whose command for failures is `line`, lets the request fail, and returns after `line` has ended.
  private func fail(_ line: String, output: String = "no <space> & left") throws {
    let daemon = try DaemonProcess(directory)
    let pipe = "\(directory.path)/ended"
    try #require(mkfifo(pipe, 0o600) == 0)
    var command = CommandInfo.test(["/bin/sh", "-c", "echo '\(output)'; exit 3"])
    command.environment["PATH"] = "\(directory.path):/usr/bin:/bin"
    var submit = Submit(id: "backup", kind: "userInitiated", command: command, retries: 0)
    submit.onFailureCommand = "\(line); echo $? > \(pipe)"
    _ = try daemon.call(submit)
    let ended = try #require(FileHandle(forReadingAtPath: pipe))
    #expect(try ended.readToEnd() == Data("0\n".utf8))
  }

  @Test func mailGoesBySendmail() throws {
    let told = try stand(inFor: "sendmail")
    try fail("\(Self.example("mail.sh")) a@example.org b@example.org")
    let text = try String(contentsOfFile: told, encoding: .utf8)
    let parts = text.split(separator: "---\n", maxSplits: 1)
    #expect(parts.first == "-i\n--\na@example.org\nb@example.org\n")
    let mail = String(try #require(parts.last))
    #expect(mail.hasPrefix("To: a@example.org, b@example.org\nSubject: backup on "), "\(mail)")
    #expect(mail.contains(" has failed\n"))
    #expect(mail.contains("outcome   failed, exit 3\nrun       1\nattempts  1\n"), "\(mail)")
    #expect(mail.contains("\n\nIts last output:\n\nno <space> & left\n\nMore: "), "\(mail)")
    // The advised command is typed in a shell where no variable names the daemon.
    let command = "rubatoctl --socket \(directory.path)/socket"
    #expect(mail.hasSuffix("More: \(command) logs --run 1; \(command) list --failed\n"), "\(mail)")
  }

  @Test func mailNamesTheDaemonAsItIsReached() throws {
    let told = try stand(inFor: "sendmail")
    let own = "/run/user/\(getuid())/rubato/io.rubato.Scheduler"
    for (socket, option) in [("/run/rubato/io.rubato.Scheduler", ""), (own, "--user ")] {
      let process = Process()
      process.executableURL = URL(filePath: Self.example("mail.sh"))
      process.environment = [
        "PATH": "\(directory.path):/usr/bin:/bin", "RUBATO_SOCKET": socket,
        "RUBATO_FAILED_ID": "a", "RUBATO_FAILED_APP": "", "RUBATO_FAILED_RUN": "7",
        "RUBATO_FAILED_OUTCOME": "failed", "RUBATO_FAILED_EXIT": "1", "RUBATO_FAILED_SIGNAL": "",
        "RUBATO_FAILED_ATTEMPTS": "1", "RUBATO_FAILED_FINAL": "no", "RUBATO_FAILED_MESSAGE": "",
        "RUBATO_FAILED_OUTPUT": "",
      ]
      try process.run()
      process.waitUntilExit()
      let mail = try String(contentsOfFile: told, encoding: .utf8)
      let more = "More: rubatoctl \(option)logs --run 7; rubatoctl \(option)explain a\n"
      #expect(mail.hasSuffix(more), "\(mail)")
    }
  }

  @Test func aDesktopShowsIt() throws {
    let told = try stand(inFor: "notify-send")
    try fail("DBUS_SESSION_BUS_ADDRESS=unix:path=/x \(Self.example("desktop.sh"))")
    let text = try String(contentsOfFile: told, encoding: .utf8)
    #expect(
      text.contains("\n--\nbackup has failed\nfailed, exit 3\nno &lt;space&gt; &amp; left\n---\n"),
      "\(text)")
  }

  @Test func aWebhookIsPosted() throws {
    let server = try SmallServer { _ in SmallServer.answer(204) }
    defer { server.stop() }
    try fail("\(Self.example("webhook.sh")) \(server.url)/hook")
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.method == "POST" && request.path == "/hook")
    #expect(request.headers["content-type"] == "application/json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
    #expect(json["id"] as? String == "backup" && json["run"] as? Int == 1)
    #expect(json["exit"] as? Int == 3 && json["signal"] is NSNull && json["app"] is NSNull)
    #expect(json["final"] as? Bool == true && json["attempts"] as? Int == 1)
    #expect(json["output"] as? String == "no <space> & left")
  }

  @Test func aLoginIsTold() throws {
    let daemon = try DaemonProcess(directory)
    let own = "\(directory.path)/runtime/rubato"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(own)/io.rubato.Scheduler", withDestinationPath: daemon.socket)
    let login = { (surroundings: [String: String], options: [String]) -> String in
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = options + ["-c", ". \"$0\"", Self.example("login.sh")]
      process.environment = surroundings.merging(
        ["PATH": "\(DaemonProcess.products.path):/usr/bin:/bin"]) { $1 }
      let (output, errors) = (Pipe(), Pipe())
      (process.standardOutput, process.standardError) = (output, errors)
      process.standardInput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      // The script prints nothing to standard output, which programs read. A shell without a terminal warns about that.
      #expect(output.fileHandleForReading.readDataToEndOfFile().isEmpty)
      let said = String(
        decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      return said.split(separator: "\n").filter { $0.hasPrefix("Background") }
        .joined(separator: "\n")
    }
    let system = ["RUBATO_SOCKET": daemon.socket]
    let user = ["RUBATO_SOCKET": "/nowhere", "XDG_RUNTIME_DIR": "\(directory.path)/runtime"]
    #expect(try login(system, ["-i"]).isEmpty)
    #expect(try login(user, ["-i"]).isEmpty)
    let submit = Submit(
      id: "task", kind: "userInitiated", command: .test(["/bin/false"]), retries: 0)
    _ = try daemon.call(submit)
    _ = try? daemon.call(Wait(id: "task"))
    #expect(try login(system, []).isEmpty)
    let text = try login(system, ["-i"])
    #expect(text.hasPrefix("Background work has failed"), "\(text)")
    let ofOwn = try login(user, ["-i"])
    #expect(ofOwn.contains("`rubatoctl --user status`") && !ofOwn.contains("`rubatoctl status`"))
  }
}
