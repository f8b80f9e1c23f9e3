import Control
import Foundation
import Testing

/// Answers of a server that is not Rubato, which are checked like any input.
struct FalseServerTests {
  private let directory: TemporaryDirectory
  private let daemon: DaemonProcess

  init() throws {
    directory = try TemporaryDirectory()
    daemon = try DaemonProcess(try TemporaryDirectory())
    _ = try daemon.call(
      Submit(id: "done", kind: "userInitiated", command: .test(["/bin/echo", "hello"])))
    _ = try? daemon.call(Wait(id: "done"))
    _ = try daemon.call(
      Submit(id: "broken", kind: "userInitiated", command: .test(["/bin/false"]), retries: 0))
    _ = try? daemon.call(Wait(id: "broken"))
    _ = try daemon.call(
      Submit(
        id: "waits", command: .test(["/bin/true"]), earliest: "5h", latest: "20h", every: 86_400,
        prefers: ["idle"]))
    _ = try daemon.call(
      Submit(
        id: "trim", command: .test(["/bin/true"]), earliest: "1d", every: 604_800,
        timer: TimerInfo(name: "fstrim.timer", state: "enabled", active: true)))
    _ = try daemon.call(
      RegisterApp(id: "com.example.mail", permittedIdentifiers: ["a"], backgroundModes: ["fetch"]))
  }

  private func run(
    _ words: [String], by server: FalseServer, environment: [String: String] = [:]
  ) throws -> Rubatoctl.Result {
    let ours = [
      "RUBATO_SOCKET": server.socket, "TMPDIR": directory.path, "VISUAL": "true",
      "PATH": "\(directory.path)/bin:/usr/bin:/bin", "XDG_STATE_HOME": "\(directory.path)/state",
    ]
    return try Rubatoctl.run(words, environment: ours.merging(environment) { $1 })
  }

  /// Verbs that read replies, with existing numbers and names.
  private static let verbs: [[String]] = [
    ["status"], ["list"], ["list", "--failed"], ["list", "--all-users"], ["show", "waits"],
    ["explain"], ["explain", "waits"], ["explain", "done"], ["runs"], ["runs", "show", "1"],
    ["runs", "show", "2", "--kill"], ["logs", "done"], ["logs", "--run", "1"], ["wait", "done"],
    ["wait", "--run", "2"], ["run", "waits"], ["stop", "waits"], ["expire", "nothing"],
    ["pause", "waits"], ["resume"], ["device"], ["device", "set", "battery=50"], ["clock"],
    ["quota"], ["quota", "show", "com.example.mail"], ["quota", "reset"], ["app"],
    ["app", "show", "com.example.mail"], ["app", "register", "com.example.mail"],
    ["app", "open", "com.example.mail"], ["policy", "show"], ["retry", "broken"],
    ["changed", "key"], ["notify", "--at", "2h", "Tea"], ["transfers"], ["edit", "waits"],
    ["set", "waits", "--retries", "2"], ["submit", "--id", "new", "--", "true"],
    ["submit", "--id", "waits", "--", "true"], ["cancel", "trim"], ["release", "--all"],
    ["acknowledge", "broken"],
  ]

  private static let evil = "\u{1B}]0;x\u{7}\u{9B}2J\r\u{7F}\u{202E}/../../$(id)\nforged"

  private static let changes: [String: @Sendable (AnyJSON) -> AnyJSON] = [
    "strings with more behind them": { $0.text.map { .string($0 + evil) } ?? $0 },
    "other strings": { $0.text == nil ? $0 : .string(evil) },
    "largest numbers": { $0.text == nil ? .whole(.max) : $0 },
    "smallest numbers": { $0.text == nil ? .whole(.min) : $0 },
    "years": { $0.text == nil ? $0 : .string("9999-12-31T23:59:59.999Z") },
  ]

  @Test(arguments: changes.keys.sorted())
  func noReplySteersATerminalOrEndsAVerbByASignal(kind: String) throws {
    let change = try #require(Self.changes[kind])
    let server = try FalseServer(directory, before: daemon.socket, change)
    let bin = "\(directory.path)/bin"
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    let manager = "#!/bin/sh\necho \"$@\" >>\(directory.path)/told\necho LoadState=loaded\n"
    try manager.write(toFile: "\(bin)/systemctl", atomically: true, encoding: .utf8)
    chmod("\(bin)/systemctl", 0o755)
    for words in Self.verbs {
      for json in [[], ["--json"]] {
        let said = try run(words + json, by: server)
        #expect([0, 1, 2, 3].contains(said.code), "\(words) \(said)")
        let controls = (said.output + said.errors).unicodeScalars.filter {
          $0.properties.generalCategory == .control && $0 != "\n"
        }
        // The output of runs is written to a file unchanged.
        if words[0] != "logs" { #expect(controls.isEmpty, "\(words + json) \(said)") }
      }
    }
    let told = try? String(contentsOfFile: "\(directory.path)/told", encoding: .utf8)
    #expect(told?.contains("forged") != true && told?.contains("..") != true, "\(told ?? "")")
  }

  @Test func editMakesNoFileWithANameThatAServerChooses() throws {
    let victim = "\(directory.path)/victim.yaml"
    try "precious".write(toFile: victim, atomically: true, encoding: .utf8)
    for name in ["../victim", "/etc/x", "a/b", "..", "", "a\nb", "other"] {
      let server = try FalseServer(directory, name: "s\(name.hash)", before: daemon.socket) {
        $0.text == "waits" ? .string(name) : $0
      }
      let said = try run(["edit", "waits"], by: server)
      #expect(said.code == 1 && said.errors.contains("is not the name of a request"), "\(said)")
    }
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(!left.contains { $0.hasPrefix("rubato-edit-") }, "\(left)")
  }

  @Test func completionsAreWordsThatNoShellExpands() throws {
    let server = try FalseServer(directory, before: daemon.socket) {
      switch $0.text {
      case "waits": .string("$(touch \(NSTemporaryDirectory())x)")
      case "trim": .string("a`id`")
      case "fstrim.timer": .string("--evil")
      default: $0
      }
    }
    for verb in ["cancel", "release"] {
      let typed = ["rubatoctl", verb, ""]
      let said = try run(
        ["---completion", verb, "--", "positional@0", "2", "0"] + typed, by: server)
      #expect(said.code == 0 && said.output.filter { "$`".contains($0) }.isEmpty, "\(said)")
      #expect(!said.output.contains("evil"), "\(said)")
    }
  }

  /// The answer to a wait is often the last one of a daemon that ends.
  @Test func anAnswerIsPrintedAlthoughItsDaemonHasEnded() throws {
    let server = try FalseServer(directory) { [socket = daemon.socket] call, reply in
      FalseServer.relay(call, to: socket) { reply(.object($0)) }
      if call["method"]?.text == Wait.fullName { reply(.null) }
    }
    let said = try run(["wait", "--run", "2"], by: server)
    #expect(said.code == 1 && said.output.hasPrefix("broken: failed"), "\(said)")
  }

  @Test func ofARequestWhoseStateIsUnknownOnlyTheRunIsReported() throws {
    let server = try FalseServer(directory) { [socket = daemon.socket] call, reply in
      if call["method"]?.text == List.fullName { return reply(.null) }
      FalseServer.relay(call, to: socket) { reply(.object($0)) }
    }
    let said = try run(["logs", "-f", "broken"], by: server)
    #expect(said.errors.contains("broken: failed after"), "\(said)")
    #expect(!said.errors.contains("tried again"), "\(said)")
  }

  @Test func aRunThatIsStoppedWithItsDaemonIsNotTheEndOfItsRequest() throws {
    let server = try FalseServer(directory) { [socket = daemon.socket] call, reply in
      FalseServer.relay(call, to: socket) { answer in
        if case .object(var parameters)? = answer["parameters"],
          case .object(var run)? = parameters["ended"]
        {
          run["outcome"] = .string("expired")
          run["stopReason"] = .string("shutdown")
          parameters["ended"] = .object(run)
          let stopped: [String: AnyJSON] = [
            "parameters": .object(parameters), "continues": .bool(true),
          ]
          reply(.object(stopped))
        }
        reply(.object(answer))
      }
    }
    let words = ["submit", "--id", "new", "--kind", "userInitiated", "--wait", "--", "true"]
    let said = try run(words, by: server)
    #expect(said.code == 0 && said.errors.contains("new: completed"), "\(said)")
  }

  /// Only root can start a server of another user.
  @Test(.enabled(if: geteuid() == 0))
  func aServerOfAnotherUserStartsNothing() throws {
    let socket = "\(directory.path)/other"
    let script = """
      import os, socket
      s = socket.socket(socket.AF_UNIX); s.bind('\(socket)'); os.chmod('\(socket)', 0o666)
      os.setuid(65534); s.listen(4); print('ready', flush=True)
      while True:
        c, _ = s.accept(); c.recv(65536); c.close()
      """
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    process.standardOutput = output
    try process.run()
    // The process has inherited blocked signals. If it stayed, it would hold the output that `swift test` reads to its
    // end.
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try #require(!output.fileHandleForReading.availableData.isEmpty)
    for words in [["app", "open", "com.example.mail"], ["release", "--all"]] {
      let said = try Rubatoctl.run(words, environment: ["RUBATO_SOCKET": socket])
      #expect(said.code == 1 && said.errors.contains("must not start programs here"), "\(said)")
    }
  }

  @Test func runsColourATerminalAndDoNotSteerIt() throws {
    let line = #"printf '\033[1;31mred\033[0m\033]0;title\007 \033[2J\302\2332J 10%%\r20%%\n\033'"#
    _ = try daemon.call(
      Submit(id: "loud", kind: "userInitiated", command: .test(["/bin/sh", "-c", line])))
    _ = try? daemon.call(Wait(id: "loud"))
    let shown = try Terminal.output(
      of: Rubatoctl.built, ["--socket", daemon.socket, "logs", "loud"])
    #expect(shown.contains("\u{1B}[1;31mred\u{1B}[0m"), "\(shown)")
    #expect(!shown.contains("\u{1B}]") && !shown.contains("\u{1B}[2J"), "\(shown)")
    #expect(!shown.unicodeScalars.contains("\u{9B}") && shown.contains("10%\r20%"), "\(shown)")
    let piped = try Rubatoctl.run(["logs", "loud"], by: daemon).output
    #expect(piped.contains("\u{1B}]0;title\u{7}"), "\(piped)")
  }
}
