import Scheduling
import Store

/// The stores that one suite of tests runs over.
enum Backend: CaseIterable {
  case memory, sqlite
}

/// An open store that can be opened again: a file is closed and read again, a store in memory keeps its contents.
final class StoreFixture {
  private let directory: TemporaryDirectory
  private let limits: HistoryLimits
  private(set) var store: any Store

  init(_ backend: Backend, limits: HistoryLimits = .standard) throws {
    directory = try TemporaryDirectory()
    self.limits = limits
    store =
      switch backend {
      case .memory: MemoryStore(limits: limits)
      case .sqlite: try SQLiteStore(path: directory.database, limits: limits)
      }
  }

  func reopen() throws {
    store.close()
    if let memory = store as? MemoryStore {
      memory.reopen()
    } else {
      store = try SQLiteStore(path: directory.database, limits: limits)
    }
  }
}

extension Store {
  /// Commits at a moment that does not matter.
  func commit(_ changes: Change...) throws {
    try commit(changes, at: .sample(1), bootID: "boot")
  }
}

extension Instant {
  static func sample(_ seconds: Int64) -> Instant {
    Instant(
      wall: WallTime(seconds: 1_790_000_000 + seconds), boot: BootTime(seconds: 3600 + seconds),
      awake: AwakeTime(seconds: 1800 + seconds))
  }
}

extension Request {
  static func sample(
    _ id: String = "backup", sequence: Int64 = 1, owner: UInt32 = 1000, app: String? = nil
  ) -> Request {
    Request(
      key: RequestKey(owner: owner, app: app, id: id), sequence: sequence,
      Terms(
        Command(arguments: ["/usr/bin/true"], environment: ["PATH": "/usr/bin"]), kind: .maintenance
      ),
      submitted: WallTime(seconds: 1_790_000_000),
      window: Window(opens: WallTime(seconds: 1_790_000_000)))
  }
}

extension Run {
  static func sample(_ id: RunID, of request: Request = .sample()) -> Run {
    Run(
      id: id, of: request, budget: .seconds(30), grace: .milliseconds(500), started: .sample(id),
      isForced: false)
  }

  func ended(_ outcome: Outcome = .completed) -> Run {
    var run = self
    run.phase = .ended(Ending(at: WallTime(seconds: 1_790_000_100 + id), outcome: outcome))
    return run
  }
}
