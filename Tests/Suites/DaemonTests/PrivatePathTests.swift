import Control
import Descriptors
import Scheduling
import Testing

@testable import Daemon

/// The state of a path is visible only to owners of requests that name the path, and to callers who can see all
/// requests.
struct PrivatePathTests {
  private static let path: ExactString = "/home/alice/drive"
  private let harness: EngineHarness

  init() throws {
    harness = try EngineHarness()
    var submission = Submission(
      owner: 1000, id: "backup", kind: .utility, command: Command(arguments: ["/bin/true"]))
    submission.terms.needs.paths = [Self.path]
    let made = submission
    _ = harness.call { .submit(made, $0) }
  }

  private func device(_ scope: Scope) -> GetDevice.Reply? {
    harness.look { GetDevice.Reply($0, scope) }
  }

  private func set(_ isThere: Bool) {
    _ = harness.call { .device([.path(Self.path, isThere: isThere), .idle(isThere)], $0) }
    harness.engine.loop.sync {}
  }

  @Test func theDeviceShowsPathsToThoseWhoNameThem() throws {
    set(false)
    let key = "path:\(Self.path)"
    for (scope, isTold) in [
      (try Scope.own(1000), true), (try .all(), true), (try .own(1001), false),
    ] {
      let told = try #require(device(scope))
      #expect(told.fields.contains { $0.key == key } == isTold)
      #expect(told.fields.contains { $0.key == "idle" })
    }
  }

  @Test func watchersHearOfPathsThatTheyName() throws {
    let (owner, other, root) = (NotingWatcher(), NotingWatcher(), NotingWatcher())
    let watchers = [(owner, try Scope.own(1000)), (other, try .own(1001)), (root, try .all())]
    _ = harness.look { engine in
      for (watcher, scope) in watchers {
        engine.readers.watchers.add(watcher, scope, engine: engine)
      }
    }
    set(false)
    set(true)
    harness.settle()
    harness.engine.loop.sync {}
    for (watcher, isTold) in [(owner, true), (other, false), (root, true)] {
      let told = watcher.take().compactMap(\.device)
      #expect(told.contains { $0.keys.contains { $0.hasPrefix("path:") } } == isTold)
      #expect(told.contains { $0.keys.contains("idle") })
    }
  }
}
