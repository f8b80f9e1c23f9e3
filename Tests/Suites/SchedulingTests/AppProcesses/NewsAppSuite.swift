import Testing

@testable import Scheduling

/// Tests of an installed app, `news`, whose tasks begin when a test calls `begin`.
protocol NewsAppSuite {}

extension NewsAppSuite {
  static var app: AppKey { AppKey(owner: World.user, id: "news") }
  static var identity: AppProcess.Identity { AppProcess.Identity(pid: 77, startTicks: 5) }

  func world(_ settings: Settings = Settings()) -> World {
    var world = World(settings: settings, .power(.ac), .network(.wifi))
    world.register("news") { app in
      app.permittedIdentifiers = ["news.*"]
      app.backgroundModes = ["fetch", "processing"]
      app.installation = Installation(program: Command(arguments: ["/opt/news"]))
    }
    return world
  }

  @discardableResult
  func submit(_ id: String, in world: inout World) -> Answer? {
    world.submit(id, .processing) { submission in
      submission.app = "news"
      submission.terms.command = Command(arguments: [])
      // The task begins only when the test says so.
      submission.earliest = .after(.hours(1))
    }
  }

  /// Attaches a process of the app; `launched` is its id if the daemon started it.
  ///
  /// - Parameter begun: The runs whose handlers the process has called; `nil` if it does not report these.
  func attach(
    _ launched: RunID?, in world: inout World, finishes: Bool = true, begun: [RunID]? = nil
  ) -> RunID? {
    var attachment = AppAttachment(owner: World.user, identity: Self.identity)
    attachment.app = "news"
    attachment.process = launched
    attachment.begun = begun
    world.send(.attachApp(attachment, world.ticket()))
    guard case .attached(let process) = world.answer else { return nil }
    if finishes { world.send(.finishLaunch(process.id, world.ticket(), handlers: nil)) }
    return process.id
  }

  func run(_ id: String, of world: World) -> Run? {
    world.scheduler.run(of: world.key(id, app: "news"))
  }

  func begin(_ id: String, in world: inout World) throws -> Run {
    submit(id, in: &world)
    world.send(.runNow(world.key(id, app: "news"), .forceReally, world.ticket()))
    return try #require(run(id, of: world))
  }

  func complete(_ run: Run, _ success: Bool, in world: inout World) {
    world.send(.report(run.id, .completed(success: success), world.ticket()))
  }

  func delivered(_ world: World) -> [RunID] {
    world.history.compactMap {
      if case .afterCommit(.deliver(let run)) = $0.effect { run.id } else { nil }
    }
  }
}
