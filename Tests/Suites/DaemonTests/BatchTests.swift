import Control
import Foundation
import Testing
import Varlink

/// Many requests with one call, and `submit` with files and standard input.
struct BatchTests {
  private let directory: TemporaryDirectory
  private let daemon: DaemonProcess

  init() throws {
    directory = try TemporaryDirectory()
    daemon = try DaemonProcess(directory)
  }

  private func write(_ text: String, to name: String) throws -> String {
    let path = "\(directory.path)/\(name)"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func submission(_ id: String, retries: Int64? = nil) -> Submit {
    Submit(id: id, command: .test(["/bin/true"]), earliest: "5h", retries: retries)
  }

  private func ids() throws -> [String] {
    try daemon.call(List()).requests.map(\.id).sorted()
  }

  private func refusal(of call: SubmitAll) throws -> ControlError.Parameters? {
    do {
      _ = try daemon.call(call)
      return nil
    } catch ClientError.remote(let remote) {
      return try remote.parameters.decode(as: ControlError.Parameters.self)
    }
  }

  @Test func theReplyHasTheOutcomeOfEachSubmission() throws {
    let calls = [
      submission("a"), submission("b", retries: -1), submission("c", retries: 1 << 40),
      submission("a"), Submit(id: "e", command: .test(["relative"])),
    ]
    let results = try daemon.call(SubmitAll(submissions: calls)).results
    #expect(results.map(\.id) == ["a", nil, nil, "a", nil])
    #expect(results.map(\.replaced) == [false, false, false, true, false])
    #expect(results.map(\.error) == [nil, "Refused", "Refused", nil, "Refused"])
    #expect(results[1].field == "retries" && results[1].value == "-1")
    #expect(try ids() == ["a"])
  }

  @Test func anAtomicCallIsRefusedAsAWhole() throws {
    for retries in [-1, 1 << 40] as [Int64] {
      let calls = [submission("a"), submission("b", retries: retries)]
      let refusal = try refusal(of: SubmitAll(submissions: calls, atomic: true))
      #expect(refusal?.field == "submissions[1].retries")
      #expect(refusal?.message.hasPrefix("submissions[1]: retries ") == true, "\(refusal as Any)")
      #expect(try ids().isEmpty)
    }
    let calls = [submission("a"), submission("b")]
    #expect(try daemon.call(SubmitAll(submissions: calls, atomic: true)).results.count == 2)
    #expect(try ids() == ["a", "b"])
  }

  @Test func theNumberOfSubmissionsIsLimited() throws {
    #expect(try refusal(of: SubmitAll(submissions: []))?.field == "submissions")
    let many = [Submit](repeating: Submit(), count: 10_001)
    #expect(try refusal(of: SubmitAll(submissions: many))?.value == "10001")
  }

  @Test func commandsShareVariables() throws {
    var own = submission("own")
    own.command?.environment = ["A": "own"]
    var shared = submission("shared")
    shared.command?.environment = [:]
    let call = SubmitAll(submissions: [own, shared], environment: ["A": "1", "B": "2"])
    _ = try daemon.call(call)
    #expect(try daemon.call(GetTaskFile(id: "own")).environment == ["A": "own", "B": "2"])
    #expect(try daemon.call(GetTaskFile(id: "shared")).environment == ["A": "1", "B": "2"])
  }

  @Test func sharedVariablesAreLimited() throws {
    var single = submission("a")
    single.command?.environment = [:]
    for (length, count) in [(300_000, 1), (20_000, 2000)] {
      let calls = [Submit](repeating: single, count: count)
      let text = String(repeating: "x", count: length)
      let refusal = try refusal(of: SubmitAll(submissions: calls, environment: ["A": text]))
      #expect(refusal?.field == "environment", "\(refusal as Any)")
      #expect(refusal?.value == "\((length + 65) * count) bytes")
    }
    #expect(try ids().isEmpty)
  }

  @Test func aWrongRequestIsNamedByItsLineAndLeavesTheOthers() throws {
    let path = try write(
      """
      {"id": "a", "command": ["/bin/true"], "earliest": "5h"}
      {"id": "b", "command": ["/bin/true"], "budget": "x"}
      {"id": "c", "command": ["/bin/true"], "retries": 2, "group": "a b"}
      {"id": "d", "command": ["/bin/no-such-program"]}
      {"id": "e", "command": ["/bin/true"], "earliest": "5h"}

      """, to: "jobs.jsonl")
    let result = try Rubatoctl.run(["submit", "--file", path], by: daemon)
    #expect(result.code == 1)
    #expect(result.output == "Accepted: a.\nAccepted: e.\n")
    for text in ["\(path):2:49: budget 'x' is not allowed", "\(path):3:", "\(path):4:"] {
      #expect(result.errors.contains("rubatoctl: \(text)"), "\(result.errors)")
    }
    #expect(result.errors.hasSuffix("3 of 5 requests were refused; the others are queued\n"))
    #expect(try ids() == ["a", "e"])
  }

  @Test func withAtomicNothingIsSubmittedIfOneIsRefused() throws {
    let good = "id: a\ncommand: [/bin/true]\nearliest: 5h\n"
    for bad in ["id: b\ncommand: [/bin/true]\ngroup: 'a b'", "id: b\nbudget: 1m"] {
      let path = try write("\(good)---\n\(bad)\n", to: "jobs.yaml")
      let result = try Rubatoctl.run(["submit", "--atomic", path], by: daemon)
      #expect(result.code == 1)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("rubatoctl: \(path):"), "\(result.errors)")
      #expect(result.errors.contains("1 of 2 requests were refused"), "\(result.errors)")
      #expect(try ids().isEmpty)
    }
    let path = try write("\(good)---\nid: b\ncommand: [/bin/true]\n", to: "jobs.yaml")
    let result = try Rubatoctl.run(["submit", "--atomic", "--earliest", "2h", path], by: daemon)
    #expect(result.output == "Accepted: a.\nAccepted: b.\n", "\(result)")
  }

  @Test(arguments: [["submit"], ["submit", "--atomic"], ["import"]])
  func aRequestMayFollowALaterOne(words: [String]) throws {
    let text =
      "id: fa\nafter: fb\ncommand: [/bin/true]\n---\nid: fb\ncommand: [/bin/true]\nearliest: 5h\n"
    let path = try write(text, to: "forward.yaml")
    let result = try Rubatoctl.run(words + [path], by: daemon)
    #expect(result.code == 0, "\(result)")
    #expect(result.output == "Accepted: fb.\nAccepted: fa.\n", "\(result)")
  }

  @Test(arguments: [["submit"], ["submit", "--atomic"], ["import"], ["import", "--dry-run"]])
  func requestsThatFollowOneAnotherAreRefused(words: [String]) throws {
    let text =
      "id: ca\nafter: cb\ncommand: [/bin/true]\n---\nid: cb\nafter: ca\ncommand: [/bin/true]\n"
    let path = try write(text, to: "cycle.yaml")
    let result = try Rubatoctl.run(words + [path], by: daemon)
    #expect(result.code == 1, "\(result)")
    #expect(
      result.errors.contains("\(path):2:8: 'ca' would follow itself: ca after cb after ca;"),
      "\(result)")
    #expect(
      result.errors.contains("\(path):6:8: 'cb' would follow itself: cb after ca after cb;"),
      "\(result)")
    if !words.contains("--dry-run") {
      #expect(result.errors.hasSuffix("2 of 2 requests were refused; nothing was submitted\n"))
    }
    #expect(!result.errors.contains("--atomic"), "\(result)")
  }

  @Test func anIDThatIsGivenTwiceIsRefused() throws {
    let text = "id: a\ncommand: [/bin/true]\n---\nid: a\ncommand: [/bin/false]\n"
    let path = try write(text, to: "twice.yaml")
    let result = try Rubatoctl.run(["submit", path], by: daemon)
    #expect(result.code == 1 && result.output.isEmpty, "\(result)")
    #expect(
      result.errors.contains("\(path):4: the id 'a' is also that of \(path):1; give each"),
      "\(result)")
    #expect(result.errors.contains("nothing was submitted"), "\(result)")
    let replaced = try Rubatoctl.run(
      ["submit", "--if-pending", "replace", "--earliest", "5h", path], by: daemon)
    #expect(replaced.code == 0, "\(replaced)")
    #expect(try ids() == ["a"])
  }

  @Test func filesAndDirectoriesAreReadInOrder() throws {
    let folder = "\(directory.path)/tasks"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false)
    for name in ["two", "one"] {
      _ = try write("command: [/bin/true]\nearliest: 5h", to: "tasks/\(name).yaml")
    }
    _ = try write("on-failure: notify", to: "tasks/_defaults.yaml")
    let single = try write("command: [/bin/true]\nearliest: 5h", to: "single.yaml")
    let result = try Rubatoctl.run(
      ["submit", "--json", "--file", single, "\(folder)/"], by: daemon)
    #expect(result.code == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first?.contains("\"file\":\"\(single)\",\"id\":\"single\"") == true, "\(lines)")
    #expect(lines.allSatisfy { $0.contains("\"error\":null") })
    #expect(lines.map { $0.contains("\"id\":\"one\"") } == [false, true, false])
    #expect(try ids() == ["one", "single", "two"])
    let plain = try Rubatoctl.run(["submit", "--file", folder], by: daemon)
    #expect(plain.code == 0 && plain.output.contains("queued request: one."), "\(plain)")
  }

  @Test func optionsOfOneRequestAreUsage() throws {
    let path = try write("{\"command\":[\"true\"]}\n{\"command\":[\"true\"]}", to: "jobs.yaml")
    for options in [["--id", "a"], ["--wait"]] {
      let result = try Rubatoctl.run(["submit", path] + options, by: daemon)
      #expect(result.code == 2 && result.errors.contains("goes with one request"), "\(result)")
    }
    let gate = ["--freeze-when-busy", "--on-closed-gate", "stop"]
    let both = try Rubatoctl.run(["submit", path] + gate, by: daemon)
    #expect(
      both.code == 2
        && both.errors.contains("--freeze-when-busy and --on-closed-gate exclude each other"),
      "\(both)")
    #expect(try Rubatoctl.run(["submit", "--atomic", "--", "true"], by: daemon).code == 2)
    #expect(
      try Rubatoctl.run(["submit", "-"], by: daemon).errors.contains("standard input is empty"))
  }
}
