import Foundation
import Scheduling
import Testing

@testable import Files

/// The examples that are installed with the documentation.
struct BundledTaskTests {
  private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../etc/tasks").standardized.path

  /// A machine with every program and every user.
  private let machine = TaskMachine(
    user: { TaskMachine.User(uid: 7, name: $0 ?? "root", home: "/home", shell: "/bin/sh") },
    program: { "/usr/bin/\($0)" })

  private static func names(in directory: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: directory)
    return (names ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
  }

  private func read(_ name: String, in directory: String, _ rules: TaskRules) throws -> Request {
    let text = try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
    let entry = TaskTree.Entry(name: name, path: name, content: .text(text))
    let reading = TaskReading(
      TaskTree(layers: [TaskTree.Layer(directory: directory, entries: [entry])]), rules: rules)
    #expect(reading.problems.isEmpty, "\(reading.messages)")
    let task = try #require(reading.tasks.first)
    let now = WallTime(seconds: 1_772_431_200)
    return try task.request(on: machine, now: now, zone: FixedZone(secondsFromUTC: 0))
  }

  @Test(arguments: names(in: directory))
  func isAGoodTaskOfTheSystem(name: String) throws {
    let request = try read(name, in: Self.directory, TaskRules())
    #expect(request.period != nil)
  }

  @Test(arguments: names(in: "\(directory)/user"))
  func isAGoodTaskOfAUser(name: String) throws {
    var rules = TaskRules()
    rules.allowsUser = false
    let request = try read(name, in: "\(Self.directory)/user", rules)
    #expect(request.period != nil)
  }

  @Test func thereAreExamplesOfBothKinds() {
    #expect(Self.names(in: Self.directory).count >= 6)
    #expect(Self.names(in: "\(Self.directory)/user").count >= 2)
  }
}
