import Foundation
import Scheduling
import Testing

@testable import Files

/// Policy files and task files of earlier versions are valid, and keep their meaning.
struct OlderFilesTests {
  private static let versions = ["0.1.0"]

  private static func folder(_ version: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Versions/\(version)").standardizedFileURL
  }

  private func text(_ name: String, _ version: String) throws -> String {
    try String(contentsOf: Self.folder(version).appending(path: name), encoding: .utf8)
  }

  /// The file contains each key of its version. Lists have another notation in the file than in messages.
  @Test(arguments: versions) func eachPolicyKeyIsRead(version: String) throws {
    let text = try text("policy.yaml", version)
    let reading = PolicyReading(text, file: "policy.yaml", defaults: Settings())
    #expect(reading.problem == nil)
    var count = 0
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map { String($0) }
      try #require(parts.count == 2)
      let value = parts[1].trimmingCharacters(in: .whitespaces)
      #expect(reading.keys.contains(parts[0]), "\(line)")
      guard !value.hasPrefix("[") else { continue }
      #expect(PolicyKey.named[parts[0]]?.text(reading.settings) == value, "\(line)")
      count += 1
    }
    #expect(count > 300)
    #expect(reading.settings.submitRates.map(\.count) == [250, 1000])
  }

  private func requests(_ version: String) throws -> [String: Request] {
    let folder = Self.folder(version).appending(path: "tasks").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let entries = try names.map { name in
      TaskTree.Entry(name: name, path: name, content: .text(try text("tasks/\(name)", version)))
    }
    let tree = TaskTree(layers: [TaskTree.Layer(directory: folder, entries: entries)])
    let reading = TaskReading(tree, rules: TaskRules())
    #expect(reading.problems.isEmpty, "\(reading.messages)")
    let machine = TaskMachine(
      user: { TaskMachine.User(uid: 7, name: $0 ?? "root", home: "/home", shell: "/bin/sh") },
      program: { "/usr/bin/\($0)" })
    var requests: [String: Request] = [:]
    for task in reading.tasks {
      let request = try task.request(
        on: machine, now: WallTime(seconds: 1_772_431_200), zone: FixedZone(secondsFromUTC: 0))
      requests[request.key.id] = request
    }
    return requests
  }

  @Test(arguments: versions) func eachTaskIsRead(version: String) throws {
    let requests = try requests(version)
    #expect(requests.keys.sorted() == ["calendar", "changes", "exact", "followers", "interval"])
    let terms = try #require(requests["interval"]?.terms)
    #expect(requests["interval"]?.period?.every == .hours(24))
    #expect((terms.budget, terms.grace) == (.hours(2), .seconds(60)))
    #expect(terms.retries == 2)
    #expect(terms.backoff == Backoff(growth: .linear, first: .seconds(60)))
    #expect(terms.requires == .unmetered && terms.needs.paths == ["/mnt/backup"])
    #expect(terms.prefers == [.power, .idle])
    #expect(terms.command.environment["RESTIC_REPOSITORY"] == "/mnt/backup")
    #expect(terms.run.limits.tasks == 100)
    let changes = try #require(requests["changes"]?.terms)
    #expect(changes.command.steps.map(\.limit) == [.seconds(600), nil])
    #expect(changes.run.signalsReadiness)
    #expect(requests["exact"]?.terms.run.isExact == true)
  }
}
