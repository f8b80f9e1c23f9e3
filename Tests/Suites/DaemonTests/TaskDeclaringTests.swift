import Dispatch
import Files
import Scheduling
import Synchronization
import Testing

@testable import Daemon

/// Task files, with an engine whose disk can be full.
struct TaskDeclaringTests {
  private let harness: EngineHarness
  private let machine = TaskMachine(
    user: { name in
      TaskMachine.User(
        uid: name == nil ? 1000 : 1001, name: "alice", home: "/home", shell: "/bin/sh")
    },
    program: { "/usr/bin/\($0)" })

  init() throws { harness = try EngineHarness() }

  private func declare(_ files: [String: String]) throws {
    let entries = files.map { name, text in
      TaskTree.Entry(name: name, path: "/tasks/\(name)", content: .text(text))
    }
    let reading = TaskReading(
      TaskTree(layers: [TaskTree.Layer(entries: entries)]), rules: TaskRules())
    var declared = DeclaredTasks(problems: reading.problems)
    for file in reading.tasks {
      let submission = try file.submission(
        on: machine, now: EngineClock.simulationStart.wall, zone: LocalZone())
      declared.tasks.append(DeclaredTask(file: file, submission: submission))
    }
    declared.removeWidthConflicts()
    let done = DispatchSemaphore(value: 0)
    harness.engine.declare(declared) { done.signal() }
    #expect(done.wait(timeout: .now() + .seconds(60)) == .success)
  }

  private var ids: [String] {
    harness.look { $0.core.allRequests.map(\.key.id).sorted() } ?? []
  }

  private var warnings: [String] {
    harness.look {
      $0.tasks.warnings(
        declared: $0.core.allRequests.filter { $0.terms.declaration != nil }.map(\.key.id))
    } ?? []
  }

  private let later = "command: a\nevery: 1d\nearliest: 9h"

  @Test func aFullDiskDeclaresNothingAndIsTold() throws {
    harness.store.isFull.withLock { $0 = true }
    try declare(["a.yaml": later])
    #expect(ids.isEmpty)
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("task a: /tasks/a.yaml:1:10: ") == true)
    harness.store.isFull.withLock { $0 = false }
    try declare(["a.yaml": later])
    #expect(ids == ["a"])
    #expect(warnings.isEmpty)
  }

  @Test func aFullDiskCancelsNothingAndIsTold() throws {
    try declare(["a.yaml": later])
    harness.store.isFull.withLock { $0 = true }
    try declare([:])
    #expect(ids == ["a"])
    #expect(
      warnings.first?.hasPrefix(
        "task a: /tasks/a.yaml: the file no longer declares a task, but a is kept")
        == true)
    harness.store.isFull.withLock { $0 = false }
    try declare([:])
    #expect(ids.isEmpty)
  }

  @Test func whatIsNotDeclaredIsLeftAlone() throws {
    _ = harness.submit("mine")
    try declare(["a.yaml": later])
    try declare([:])
    #expect(ids.contains("mine"))
    #expect(!ids.contains("a"))
  }

  private var width: Int? {
    harness.look { $0.core.group(GroupKey(owner: 1000, name: "encode")).width }
  }

  @Test func aFileGivesAWidthToItsGroupWhenItHasChanged() throws {
    let wide = "\(later)\ngroup: {name: encode, width: 3}"
    try declare(["a.yaml": wide])
    #expect(width == 3)
    _ = harness.call { .setWidth(5, GroupKey(owner: 1000, name: "encode"), $0) }
    // The file has not changed.
    try declare(["a.yaml": wide])
    #expect(width == 5)
    try declare(["a.yaml": "\(wide)\nbudget: 7m"])
    #expect(width == 3)
    try declare([:])
    #expect(width == 3)
  }

  @Test func filesWithOtherWidthsOfOneGroupAreRefused() throws {
    try declare(["a.yaml": "\(later)\ngroup: {name: encode, width: 3}"])
    try declare([
      "a.yaml": "\(later)\ngroup: {name: encode, width: 4}",
      "b.yaml": "\(later)\ngroup: {name: encode, width: 2}",
    ])
    // The earlier declaration stays in effect.
    #expect(ids == ["a"] && width == 3)
    #expect(warnings.count == 2)
    #expect(
      warnings.contains { $0.contains("/tasks/a.yaml:4:8: ") && $0.contains("/tasks/b.yaml:4") })
    #expect(warnings.allSatisfy { $0.contains("give it the same width in both") })
  }

  @Test func aTaskOfAnotherUserIsAnotherRequest() throws {
    try declare(["a.yaml": later])
    #expect(harness.look { $0.core.allRequests.map(\.key.owner) } == [1000])
    try declare(["a.yaml": "\(later)\nuser: bob"])
    #expect(harness.look { $0.core.allRequests.map(\.key.owner) } == [1001])
    try declare(["a.yaml": "\(later)\nbudget: long"])
    #expect(harness.look { $0.core.allRequests.map(\.key.owner) } == [1001])
  }
}
