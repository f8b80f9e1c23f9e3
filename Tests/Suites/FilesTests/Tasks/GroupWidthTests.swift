import Scheduling
import Testing

@testable import Files

/// Task files that give a width to their group.
struct GroupWidthTests {
  private func task(_ group: String, id: String = "x") -> TaskFile? {
    TaskReading(["\(id).yaml": "command: /bin/a\nevery: 1d\ngroup: \(group)"]).tasks.first
  }

  private func messages(_ group: String) -> [String] {
    TaskReading(["x.yaml": "command: /bin/a\nevery: 1d\ngroup: \(group)"]).messages
  }

  @Test func aGroupIsANameOrANameWithAWidth() {
    #expect(task("encode")?.terms.group == "encode")
    #expect(task("encode")?.groupWidth == nil)
    let wide = task("{name: encode, width: 3}")
    #expect(wide?.terms.group == "encode")
    #expect(wide?.groupWidth == 3)
    #expect(task("\n  name: encode\n  width: 1000")?.groupWidth == 1000)
  }

  @Test(arguments: [
    ("{name: encode, width: 0}", "3:30: width '0' is not allowed; use 1 to 1000"),
    ("{name: encode, width: many}", "3:30: width 'many' is not allowed; use 1 to 1000"),
    ("{name: encode, widht: 3}", "3:23: 'group' has no key 'widht'; did you mean 'width'?"),
    ("{width: 3}", "3:8: the group has no 'name'; add it"),
    ("{name: encode}", "3:8: the group has no 'width'; add it"),
    ("[encode, 3]", "3:8: 'group' is a name, or a name with a width, such as"),
  ])
  func mistakesNameThePlaceAndTheForm(group: String, message: String) {
    let messages = messages(group)
    #expect(messages.count == 1)
    #expect(messages.first?.contains(message) == true, "\(messages)")
  }

  @Test func anotherWidthIsAnotherContent() {
    let contents = ["encode", "{name: encode, width: 2}", "{name: encode, width: 3}"]
      .compactMap { task($0)?.content }
    #expect(Set(contents).count == 3)
    #expect(
      task("{name: encode, width: 3}")?.content == task("{width: 3, name: encode}")?.content)
  }

  @Test func aDropInReplacesTheWholeGroup() {
    let reading = TaskReading([
      "x.yaml": "command: /bin/a\nevery: 1d\ngroup: {name: encode, width: 3}",
      "x.yaml.d/10.yaml": "group: upload",
    ])
    #expect(reading.problems.isEmpty)
    #expect(reading.tasks.first?.terms.group == "upload")
    #expect(reading.tasks.first?.groupWidth == nil)
  }

  @Test func aRequestOfJSONHasAWidth() throws {
    let stream = TaskStream(
      #"{"id": "a", "command": ["true"], "group": {"name": "encode", "width": 3}}"#, file: "-")
    let task = try #require(stream.entries.first).task.get()
    #expect(task.terms.group == "encode" && task.groupWidth == 3)
  }

  @Test func otherWidthsOfOneGroupAreConflicts() throws {
    let texts = [
      "a": "{name: encode, width: 3}", "b": "{name: encode, width: 2}",
      "c": "{name: encode, width: 3}", "d": "encode", "e": "{name: upload, width: 9}",
    ]
    let tasks = try texts.sorted { $0.key < $1.key }.map { id, group in
      (owner: "7", task: try #require(task(group, id: id)))
    }
    let conflicts = TaskFile.widthConflicts(in: tasks)
    #expect(conflicts.keys.sorted() == [0, 1, 2])
    #expect(
      "\(try #require(conflicts[0]))"
        == "/a/a.yaml:3:8: group 'encode' has the width 3 here, and 2 in /a/b.yaml:3; give it the same"
        + " width in both, or only in one of them")
    #expect(conflicts[1]?.message.contains("2 here, and 3 in /a/a.yaml:3") == true)
    #expect(conflicts[2]?.message.contains("3 here, and 2 in /a/b.yaml:3") == true)
    // Groups of different users are independent.
    let others = tasks.enumerated().map { (owner: "\($0.offset)", task: $0.element.task) }
    #expect(TaskFile.widthConflicts(in: others).isEmpty)
  }

  @Test func anExportedRequestNamesTheWidth() throws {
    let machine = TaskMachine(
      user: { _ in TaskMachine.User(uid: 7, name: "alice", home: "/", shell: "/bin/sh") },
      program: { "/usr/bin/\($0)" })
    let request = try #require(task("encode")).request(
      on: machine, now: WallTime(seconds: 1_772_431_200), zone: FixedZone(secondsFromUTC: 0))
    let text = TaskText.yaml(request, zone: FixedZone(secondsFromUTC: 0), groupWidth: 3)
    #expect(text.contains("\ngroup: {name: encode, width: 3}\n"), "\(text)")
    let again = try #require(TaskReading(["x.yaml": text]).tasks.first)
    #expect(again.groupWidth == 3 && again.terms.group == "encode")
    #expect(
      TaskText.yaml(request, zone: FixedZone(secondsFromUTC: 0)).contains("\ngroup: encode\n"))
  }
}
