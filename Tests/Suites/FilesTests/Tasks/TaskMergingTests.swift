import Scheduling
import Testing

@testable import Files

struct TaskMergingTests {
  private let file = "command: [/bin/a]\nevery: 1d\nbudget: 1h\nrequires: power"

  @Test func aFileOfAHigherTreeReplacesAllOfTheLowerOne() throws {
    let reading = TaskReading(
      ["x.yaml": "command: /bin/b\nevery: 2d"], ["x.yaml": file, "y.yaml": file])
    #expect(reading.problems.isEmpty)
    #expect(reading.tasks.map(\.id) == ["x", "y"])
    let task = try #require(reading.tasks.first)
    #expect(task.work == .command(["/bin/b"]))
    #expect(task.path == "/a/x.yaml")
    #expect(task.terms.budget == nil)
  }

  @Test func defaultsAreOfAllTasksThatSayNothingElse() throws {
    let reading = TaskReading(
      ["_defaults.yaml": "on-failure-command: mail", "own.yaml": file + "\non-failure-command: x"],
      [
        "_defaults.yaml": "on-failure: lower.service",
        "none.yaml": file + "\non-failure-command: ~",
        "plain.yaml": file,
      ])
    #expect(reading.problems.isEmpty)
    let commands = reading.tasks.map { "\($0.id) \($0.terms.run.onFailureCommand ?? "-")" }
    #expect(commands == ["none -", "own x", "plain mail"])
    #expect(reading.tasks.allSatisfy { $0.terms.run.onFailure == nil })
    // A changed default changes the task.
    let other = TaskReading(["_defaults.yaml": "on-failure-command: y", "plain.yaml": file])
    #expect(other.tasks.first?.content != reading.tasks.last?.content)
  }

  /// The affected tasks are unknown.
  @Test func aMistakeInTheDefaultsIsOneOfAllTasks() throws {
    let reading = TaskReading(["_defaults.yaml": "budget: 1h", "x.yaml": file])
    let problem = try #require(reading.problems.first)
    #expect(problem.task == nil && reading.problems.count == 1)
    #expect(problem.error.message.contains("use on-failure, on-failure-command"))
  }

  @Test func anEmptyFileOfAHigherTreeMasks() {
    let reading = TaskReading(["x.yaml": nil], ["x.yaml": file], ["x.yaml": file])
    #expect(reading.tasks.isEmpty)
    #expect(reading.problems.isEmpty)
  }

  @Test func anEmptyFileOfALowerTreeMasksNothing() {
    let reading = TaskReading(["x.yaml": file], ["x.yaml": nil])
    #expect(reading.tasks.map(\.id) == ["x"])
  }

  @Test func dropInsOfAllTreesAreTakenInTheOrderOfTheirNames() throws {
    let reading = TaskReading(
      ["x.yaml.d/20.yaml": "budget: 2h"],
      ["x.yaml.d/30.yaml": "budget: 3h", "x.yaml.d/10.yaml": "budget: 4h\ngrace: 7s"],
      ["x.yaml": file])
    #expect(reading.problems.isEmpty)
    let task = try #require(reading.tasks.first)
    #expect(task.terms.budget == .hours(3))
    #expect(task.terms.grace == .seconds(7))
    #expect(task.terms.every == .days(1))
    #expect(task.dropIns == ["/b/x.yaml.d/10.yaml", "/a/x.yaml.d/20.yaml", "/b/x.yaml.d/30.yaml"])
  }

  @Test func ofDropInsOfOneNameTheHighestCounts() throws {
    let reading = TaskReading(
      ["x.yaml.d/10.yaml": "budget: 2h"], ["x.yaml.d/10.yaml": "budget: 3h\ngrace: 7s"],
      ["x.yaml": file])
    let task = try #require(reading.tasks.first)
    #expect(task.terms.budget == .hours(2))
    #expect(task.terms.grace == nil)
  }

  @Test func anEmptyDropInMasksThatOfItsName() throws {
    let reading = TaskReading(
      ["x.yaml.d/10.yaml": nil], ["x.yaml.d/10.yaml": "budget: 3h", "x.yaml": file])
    let task = try #require(reading.tasks.first)
    #expect(task.terms.budget == .hours(1))
    #expect(task.dropIns.isEmpty)
  }

  @Test func dropInsOfAMaskedTaskAreNotRead() {
    let reading = TaskReading(
      ["x.yaml": nil], ["x.yaml": file, "x.yaml.d/10.yaml": "no: such key"])
    #expect(reading.tasks.isEmpty)
    #expect(reading.problems.isEmpty)
  }

  @Test func dropInsWithoutATaskAreLeftAlone() {
    let reading = TaskReading(["x.yaml.d/10.yaml": "budget: 2h"])
    #expect(reading.tasks.isEmpty)
    #expect(reading.problems.isEmpty)
  }

  @Test func aFileWhoseNameResemblesADropInDeclaresATask() throws {
    let reading = TaskReading([
      "x.yaml": file, "x.yaml.dump.yaml": file, "x.yaml.d/\u{301}1.yaml": "budget: 3h",
    ])
    #expect(reading.problems.isEmpty)
    #expect(reading.tasks.map(\.id) == ["x", "x.yaml.dump"])
    #expect(reading.tasks.map(\.dropIns.count) == [1, 0])
  }

  @Test func aNullResetsAKey() throws {
    let reading = TaskReading(
      ["x.yaml": file, "x.yaml.d/10.yaml": "budget: ~\nrequires:"])
    let task = try #require(reading.tasks.first)
    #expect(task.terms.budget == nil)
    #expect(task.terms.requirements == Requirements())
  }

  @Test func limitsAndVariablesAreMergedOneByOne() throws {
    let reading = TaskReading([
      "x.yaml": "\(file)\nlimits: {memory: 1G, tasks: 9}\nenvironment: {A: one, B: two}",
      "x.yaml.d/10.yaml": "limits: {memory: ~, cpu: 50%}\nenvironment: {B: three, C: 'null'}",
    ])
    #expect(reading.problems.isEmpty)
    let task = try #require(reading.tasks.first)
    #expect(task.terms.run.limits.memoryBytes == nil)
    #expect(task.terms.run.limits.tasks == 9)
    #expect(task.terms.run.limits.cpuPercent == 50)
    #expect(task.environment == ["A": "one", "B": "three", "C": "null"])
  }

  @Test func aNullResetsAllLimits() throws {
    let reading = TaskReading([
      "x.yaml": "\(file)\nlimits: {memory: 1G, tasks: 9}", "x.yaml.d/10.yaml": "limits: ~",
    ])
    #expect(reading.tasks.first?.terms.run.limits == RunLimits())
  }

  @Test func contentIsTheSameWhateverTheOrderAndTheFiles() throws {
    let one = TaskReading(["x.yaml": "every: 1d\ncommand: [/bin/a, 'b c']\nbudget: 2h # two"])
    let other = TaskReading(
      ["x.yaml.d/1.yaml": "budget: '2h'"],
      ["x.yaml": "command:\n  - /bin/a\n  - b c\nevery: 1d\nbudget: 1h\n"])
    #expect(try #require(one.tasks.first).content == #require(other.tasks.first).content)
    let third = TaskReading(["x.yaml": "every: 1d\ncommand: [/bin/a, b, c]\nbudget: 2h"])
    #expect(try #require(one.tasks.first).content != #require(third.tasks.first).content)
  }

  @Test func quotesAndBackslashesOfTheContentAreEscaped() throws {
    let reading = TaskReading([
      "x.yaml": #"{every: 1d, command: [/bin/a, 'b"c', 'd\e', "é, f"]}"#
    ])
    #expect(
      try #require(reading.tasks.first).content
        == #"command: ["/bin/a","b\"c","d\\e","é, f"]"# + "\n" + #"every: "1d""# + "\n")
  }

  @Test func oneBadFileLeavesTheOthers() {
    let reading = TaskReading(["bad.yaml": "every: {", "good.yaml": file])
    #expect(reading.tasks.map(\.id) == ["good"])
    #expect(reading.problems.map(\.task) == ["bad"])
  }

  @Test func aBadDropInTakesItsTaskAlone() {
    let reading = TaskReading([
      "x.yaml": file, "x.yaml.d/1.yaml": "budget: long", "y.yaml": file,
    ])
    #expect(reading.tasks.map(\.id) == ["y"])
    #expect(
      reading.messages.first?.hasPrefix("/a/x.yaml.d/1.yaml:1:9: budget 'long' is not allowed")
        == true)
  }
}
