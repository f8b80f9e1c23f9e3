import Testing

@testable import Files

/// Many requests in one text.
struct TaskStreamTests {
  /// The line and the id of each request, or the texts of its mistakes.
  private func read(_ text: String, id: String? = nil) -> [String] {
    TaskStream(text, file: "-", id: id).entries.map { entry in
      switch entry.task {
      case .success(let task): "\(entry.line) \(task.id)"
      case .failure(let mistakes):
        "\(entry.line) " + mistakes.errors.map { "\($0)" }.joined(separator: "; ")
      }
    }
  }

  @Test func documentsOfYAMLAreRequestsWithTheirLines() {
    let text = """
      # exported
      ---
      id: a
      command: [/bin/true]
      ---

      command: [/bin/false]
      budget: 3m
      --- {id: c, unit: fstrim.service}
      ---
      # nothing
      """
    #expect(read(text) == ["3 a", "7 ", "9 c"])
  }

  @Test func aByteOrderMarkIsNoPartOfTheText() throws {
    let mark = "\u{FEFF}"
    #expect(read("\(mark)id: a\ncommand: [/bin/true]\n") == ["1 a"])
    #expect(
      read("\(mark)---\nid: a\nunit: a.service\n---\nid: b\nunit: b.service\n") == ["2 a", "5 b"])
    let json = #"{"id": "a", "command": ["/bin/true"]}"#
    #expect(read("\(mark)\(json)\r\n\(json)\n") == ["1 a", "2 a"])
    #expect(try Document.root(of: "\(mark)a: 1\nb: 2\n", file: "-").mapping != nil)
  }

  @Test func linesOfJSONAreRequests() {
    let text = """

      {"id": "a", "command": ["/bin/echo", "\\ud83d\\ude00 \\/ \\u00e9"], "every": "1d"}
      {"id":"b","command":["true"],"retries":3,"allow-battery":true,"group":null}

      """
    #expect(read(text) == ["2 a", "3 b"])
    let first = TaskStream(text, file: "-").entries.first.flatMap { try? $0.task.get() }
    #expect(first?.work == .command(["/bin/echo", "😀 / é"]))
    #expect(TaskStream(text, file: "-").isJSON)
  }

  @Test func aMistakeInOneRequestLeavesTheOthers() {
    #expect(
      read("id: a\ncommand: 'x\n---\nid: b\ncommand: [true]\nid: c\n---\nid: d\ncommand: [true]\n")
        == [
          "3 -:3:1: not valid YAML: found unexpected end of stream",
          "6 -:6:1: 'id' is given more than once", "8 d",
        ].map { $0 })
    let json = read(
      "{\"command\":[\"true\"]}\n{\"command\":[\"true\"],\"budget\":\"x\"}\n{\"command\":\n")
    #expect(json.first == "1 ")
    #expect(json[1].hasPrefix("2 -:2:30: budget 'x' is not allowed; use "), "\(json)")
    #expect(json[2].hasPrefix("3 -:3:12: not valid JSON: "), "\(json)")
    #expect(
      read("{\"id\":\"a\",\"id\":\"b\"}") == ["1 -:1:11: 'id' is given more than once"])
    #expect(
      read("{\"idd\":\"a\",\"command\":[\"true\"]}") == [
        "1 -:1:2: a request has no key 'idd'; did you mean 'id'?"
      ])
  }

  @Test func optionsThatAreNoKeysGetAdvice() {
    #expect(
      read("command: [true]\nat: 3am\nlate: skip") == [
        "1 -:2:1: a task file has no key 'at': for an exact time, write 'exact: yes' with"
          + " 'earliest' or 'on'; -:3:1: a task file has no key 'late': to skip a time that was"
          + " missed, write 'at-latest: drop'"
      ])
  }

  @Test func anObjectOnSeveralLinesIsADocument() {
    let json = "{\n  \"id\": \"a\",\n  \"command\": [\"true\"]\n}\n"
    #expect(read(json) == ["1 a"])
    #expect(!TaskStream(json, file: "-").isJSON)
    #expect(read("\n{id: a,\n  command: [true]}\n---\nid: b\ncommand: [true]") == ["2 a", "5 b"])
    #expect(read("{\"id\":\"a\",\"command\":[\"true\"]} \r\n") == ["1 a"])
  }

  @Test func directivesBelongToTheirDocument() {
    let text = """
      # exported
      %YAML 1.2
      ---
      id: a
      command: [true]
      ...
      %YAML 1.2
      ---
      id: b
      command: [true]
      ---
      id: c
      command: [true]
      """
    #expect(read(text) == ["4 a", "9 b", "12 c"])
    #expect(read("%YAML 1.2\n---\ncommand: [true]", id: "backup") == ["3 backup"])
  }

  @Test func adviceHasTheLineOfATextWithCarriageReturns() {
    #expect(
      read("id: a\r\ncommand: [true]\r\non: *-*-01\r\n")[0].contains(
        "a value cannot begin with '*'; put it in quotes: '*-*-01'"))
  }

  @Test func theOnlyRequestOfAFileIsNamedAfterIt() {
    #expect(read("command: [true]", id: "backup") == ["1 backup"])
    #expect(read("id: own\ncommand: [true]", id: "backup") == ["1 own"])
    #expect(read("command: [true]\n---\ncommand: [false]", id: "backup") == ["1 ", "3 "])
    #expect(read("", id: "backup").isEmpty)
  }
}
