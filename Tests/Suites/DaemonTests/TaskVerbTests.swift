import Control
import Foundation
import Testing

/// `policy check` and `submit FILE`, as a program.
struct TaskVerbTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func write(_ text: String, to name: String) throws -> String {
    let path = "\(directory.path)/\(name)"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func saysWhatGoodFilesMean() throws {
    let one = try write(
      "command: sh -e\nevery: 1d\nearliest: Sun 03:00\nlatest: 8d\nrequires: power\nbudget: 1h",
      to: "one.yaml")
    let two = try write("unit: fstrim.service\nevery: 7d", to: "two.yaml")
    let result = try Rubatoctl.run(["policy", "check", one, two])
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
    let lines = result.output.split(separator: "\n")
    #expect(
      lines.first?.hasPrefix(
        "one: maintenance every 1d, from Sun 03:00 on, at the latest "
      ) == true, "\(result.output)")
    #expect(
      lines.first?.contains(
        " after its window opens (then relax); requires power; budget 1h; runs /usr/bin/sh -e as ")
        == true, "\(result.output)")
    #expect(lines.last?.hasSuffix("starts fstrim.service") == true)
  }

  @Test func aCheckWithoutFilesSaysWhereItSearched() throws {
    let path = directory.path
    let result = try Rubatoctl.run(
      ["policy", "check", "--user"],
      environment: [
        "HOME": path, "XDG_RUNTIME_DIR": path, "XDG_CONFIG_HOME": path, "XDG_DATA_HOME": path,
      ])
    #expect(
      result.output.hasPrefix(
        "No task files and no policy file found in the directories of your own daemon; name files"),
      "\(result)")
  }

  @Test func saysWhatAFileMasks() throws {
    let path = try write("", to: "fstrim.yaml")
    let result = try Rubatoctl.run(["policy", "check", path])
    #expect(result.code == 0)
    #expect(
      result.output == "fstrim: masked; \(path) is empty, which disables this task\n",
      "\(result.output)")
  }

  @Test func tellsEveryProblemOfEveryFile() throws {
    let one = try write("command: /bin/nothing-there\nevery: 1d", to: "one.yaml")
    let two = try write(
      "command: sh\nevery: often\nkind: batch\nuser: no-such-user", to: "two.yaml")
    let three = try write("command: sh\nevery: 1d", to: "three.yaml")
    let result = try Rubatoctl.run(["policy", "check", one, two, three])
    #expect(result.code == 1)
    for line in [
      "\(one):1:10: program /bin/nothing-there not found", "\(two):2:8: every 'often'",
      "\(two):3:7: kind 'batch'", "three: maintenance every 1d",
    ] {
      #expect(result.output.contains(line), "\(result.output)")
    }
    let json = try Rubatoctl.run(["policy", "check", "--json", two])
    #expect(json.code == 1)
    #expect(json.output.contains("\"line\": 3"))
    #expect(json.output.contains("\"tasks\": []"))
  }

  @Test func namesAFileThatIsOfNeitherKind() throws {
    let notes = try write("just words\n", to: "notes.yaml")
    let list = try write("- a\n- b\n", to: "list.txt")
    let said = try Rubatoctl.run(["policy", "check", notes, list])
    #expect(said.code == 1, "\(said)")
    for path in [notes, list] {
      let message = "\(path):1:1: neither a task file nor a policy file; write 'key: value' lines;"
      #expect(said.output.contains(message), "\(said)")
    }
    #expect(!said.output.contains("a task file is"), "\(said)")
  }

  @Test func namesAFileWithOtherKeysOrSeveralDocuments() throws {
    let other = try write("slots: 3\nworkers: 2\n", to: "other.yaml")
    let stream = try write("---\ncommand: 'true'\n---\ncommand: 'true'\n", to: "stream.yaml")
    let typo = try write("comand: 'true'\nevery: 1d\n", to: "typo.yaml")
    let said = try Rubatoctl.run(["policy", "check", other, stream, typo])
    #expect(said.code == 1, "\(said)")
    for text in [
      "\(other):1:1: no key of a policy or task file: 'slots';",
      "the file has 2 documents, and `rubatoctl policy check` takes one;",
      "import --dry-run \(stream)", "did you mean 'command'?",
    ] {
      #expect(said.output.contains(text), "\(said)")
    }
  }

  @Test func aFileOfOneRequestNamesItsKeysAndTheirPlace() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let path = try write("command: 'true'\nevery: 1d\non: daily\n", to: "both.yaml")
    let said = try Rubatoctl.run(["submit", "--file", path], by: daemon)
    #expect(said.code == 1 && said.errors.contains("\(path):3:"), "\(said)")
    #expect(said.errors.contains("'every' exclude each other"), "\(said)")
    #expect(!said.errors.contains("--every"), "\(said)")
  }

  @Test func namesALineThatNoShellCanRead() throws {
    let path = try write(
      "command: sh\nevery: 1d\ncondition: 'test \"x'\non-failure-command: if true\n",
      to: "one.yaml")
    let said = try Rubatoctl.run(["policy", "check", path])
    #expect(said.code == 1, "\(said)")
    let message = "\(path):3:12: condition 'test \"x' cannot be run: /bin/sh: "
    #expect(said.output.hasPrefix(message), "\(said)")
    let submit = try Rubatoctl.run(["submit", path])
    #expect(submit.errors.contains("condition 'test \"x' cannot be run"), "\(submit)")
  }

  @Test func saysThatThereAreFilesOfOnesOwn() throws {
    let surroundings = [
      "HOME": directory.path, "XDG_CONFIG_HOME": "\(directory.path)/config",
      "XDG_DATA_HOME": "\(directory.path)/data", "XDG_RUNTIME_DIR": "\(directory.path)/run",
    ]
    let words = "Those of your own daemon: rubatoctl policy check --user"
    func check(_ more: [String] = []) throws -> String {
      try Rubatoctl.run(["policy", "check"] + more, environment: surroundings).output
    }
    #expect(!(try check().contains(words)))
    try FileManager.default.createDirectory(
      atPath: "\(directory.path)/config/rubato/tasks.d", withIntermediateDirectories: true)
    let task = try write("command: sh\nevery: 1d", to: "config/rubato/tasks.d/one.yaml")
    #expect(try check().contains(words))
    let own = try check(["--user"])
    #expect(own.contains("one: maintenance every 1d") && !own.contains(words), "\(own)")
    #expect(!(try check([task]).contains(words)))
    try FileManager.default.removeItem(atPath: task)
    _ = try write("boot-delay: 1m", to: "config/rubato/policy.yaml")
    #expect(try check().contains(words))
  }

  @Test func submitsAFileAsIfItHadBeenTyped() throws {
    let daemon = try DaemonProcess(directory)
    let path = try write(
      "steps:\n- {name: a, command: [sh, -c, exit]}\nearliest: 1h\nbudget: 3m\nlimits: {tasks: 9}",
      to: "once.yaml")
    let result = try Rubatoctl.run(["submit", "--socket", daemon.socket, path, "--budget", "4m"])
    #expect(result.code == 0, "\(result.errors)")
    let request = try #require(try daemon.call(List()).requests.first)
    #expect(request.id == "once")
    #expect(request.budget == 240)
    #expect(request.every == nil)
    #expect(request.limits.tasks == 9)
  }

  @Test func refusesToSubmitForSomebodyElse() throws {
    let path = try write("command: sh\nuser: nobody", to: "other.yaml")
    let result = try Rubatoctl.run(["submit", "--socket", "/nowhere", path])
    #expect(result.code == 1)
    #expect(result.errors.contains("\(path):2:7: requests run as you, not as 'nobody'"))
  }

  @Test func completesTheIdsOfRequests() throws {
    let daemon = try DaemonProcess(directory)
    _ = try daemon.call(
      Submit(id: "backup", command: .test(["/bin/true"]), earliest: "1h"))
    let result = try Rubatoctl.run([
      "---completion", "cancel", "--", "positional@0", "4", "0", "rubatoctl", "cancel", "--socket",
      daemon.socket, "",
    ])
    #expect(result.output.trimmingCharacters(in: .whitespacesAndNewlines) == "backup")
  }
}
