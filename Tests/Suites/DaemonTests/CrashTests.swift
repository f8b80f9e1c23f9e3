import Control
import Foundation
import Testing
import Varlink

/// A daemon that dies right after any commit has kept its promises, and the next daemon continues from there.
@Suite(.serialized) struct CrashTests {
  /// The actions of a client, and the answers.
  private struct Story {
    var accepted: Set<String> = []
    var triedToCancel: Set<String> = []
    var cancelled: Set<String> = []
    var registered = false
    var isComplete = false
  }

  @Test func losesNothingWhateverCommitItDiesAfter() throws {
    var commits = 1
    while true {
      let directory = try TemporaryDirectory()
      let story = try tell(directory, dyingAfter: commits)
      try check(story, directory, commits)
      if story.isComplete { break }
      commits += 1
    }
    #expect(commits > 12, "the story has fewer commits than it should")
  }

  /// Plays the story until the daemon dies, or to its end.
  private func tell(_ directory: TemporaryDirectory, dyingAfter commits: Int) throws -> Story {
    let daemon = try DaemonProcess(
      directory, program: "crashing-daemon",
      arguments: ["\(directory.path)/state", "\(directory.path)/socket", "\(commits)"])
    var story = Story()
    guard daemon.waitUntilReady() else { return story }
    do {
      try play(&story, on: daemon.connect())
      story.isComplete = true
    } catch ClientError.disconnected {
    } catch ClientError.system {
    } catch ClientError.notListening {
    }
    return story
  }

  private func play(_ story: inout Story, on client: Client) throws {
    try client.tell(SetDevice(values: ["power": "battery", "battery": "80"]))
    try submit("patient", requires: ["power"], &story, client)
    try submit("quick", ["/bin/true"], kind: "userInitiated", &story, client)
    try waitForEnd(of: "quick", client)
    try submit("slow", ["/bin/sleep", "1000"], kind: "userInitiated", &story, client)
    try client.tell(RegisterApp(id: "org.example.reader"))
    story.registered = true
    try submit("unwanted", requires: ["power"], &story, client)
    try cancel("unwanted", &story, client)
    try submit("patient", ["/bin/true", "again"], requires: ["power"], &story, client)
    try client.tell(SetDevice(values: ["power": "ac"]))
    try cancel("slow", &story, client)
    try client.tell(AdvanceClock(by: 120))
  }

  /// A run may have ended before a call can wait for it.
  private func waitForEnd(of id: String, _ client: Client) throws {
    do {
      try client.tell(Wait(id: id))
    } catch ClientError.remote(let error) where error.name == ControlError.notFound.fullName {
    }
  }

  private func submit(
    _ id: String, _ arguments: [String] = ["/bin/true"], kind: String = "maintenance",
    requires: [String] = [], _ story: inout Story, _ client: Client
  ) throws {
    try client.tell(
      Submit(
        id: id, kind: kind, command: .test(arguments), requires: requires))
    story.accepted.insert(id)
  }

  private func cancel(_ id: String, _ story: inout Story, _ client: Client) throws {
    story.triedToCancel.insert(id)
    try client.tell(Cancel(id: id))
    story.cancelled.insert(id)
  }

  /// Checks the state of the next daemon.
  private func check(_ story: Story, _ directory: TemporaryDirectory, _ commits: Int) throws {
    let daemon = try DaemonProcess(directory)
    let waiting = try Set(daemon.call(List()).requests.map(\.id))
    let runs = try daemon.call(Runs(limit: 1000)).runs
    let done = Set(runs.filter { $0.outcome == "completed" }.map(\.id))
    for id in story.accepted.subtracting(story.triedToCancel) {
      #expect(waiting.contains(id) || done.contains(id), "\(id) is lost after commit \(commits)")
    }
    for id in story.cancelled {
      #expect(!waiting.contains(id), "\(id) is back after commit \(commits)")
    }
    if story.registered {
      #expect(try daemon.call(ListApps()).apps.map(\.id) == ["org.example.reader"])
    }
    checkRuns(runs, waiting, commits)
  }

  /// Checks that no run of the dead daemon counts as alive, and that no request has run twice to its end.
  private func checkRuns(_ runs: [RunInfo], _ waiting: Set<String>, _ commits: Int) {
    let live = runs.filter { $0.end == nil }
    #expect(live.allSatisfy { waiting.contains($0.id) }, "after commit \(commits)")
    #expect(Set(live.map(\.id)).count == live.count)
    for id in ["quick", "patient"] {
      let completed = runs.filter { $0.id == id && $0.outcome == "completed" }
      #expect(completed.count <= 1, "\(id) ran twice after commit \(commits)")
    }
  }
}
