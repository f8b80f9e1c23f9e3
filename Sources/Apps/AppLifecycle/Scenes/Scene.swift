/// A part of an app, with the name of SwiftUI's protocol.
@MainActor public protocol Scene {
  /// What the body is made of.
  associatedtype Body: Scene

  /// What the scene is made of.
  @SceneBuilder var body: Body { get }
}

extension Never: Scene, View {
  /// There is none.
  public var body: Never { return fatalError("Never has no body") }
}

/// Puts scenes one after the other, as in the body of an `App`.
@MainActor @resultBuilder public enum SceneBuilder {
  /// One scene is itself.
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }

  /// Several make a group.
  public static func buildBlock<First: Scene, each Rest: Scene>(
    _ first: First, _ rest: repeat each Rest
  ) -> some Scene {
    var parts = SceneParts.of(first)
    for scene in repeat each rest { parts.add(SceneParts.of(scene)) }
    return SceneGroup(parts: parts)
  }
}

/// Several scenes.
struct SceneGroup: Scene, PartedScene {
  let parts: SceneParts
  var body: Never { fatalError("a group has parts, and no body") }
}

/// What an app does with a scene.
struct SceneParts {
  var tasks: [TaskHandler] = []
  /// Of sessions of transfers.
  var sessions: [TaskHandler] = []
  /// What builds windows.
  var windows: [@MainActor () -> Void] = []
  var changes: [SceneChange] = []

  mutating func add(_ other: SceneParts) {
    tasks += other.tasks
    sessions += other.sessions
    windows += other.windows
    changes += other.changes
  }

  /// The parts of a scene; of one of an app's own those of its body.
  @MainActor static func of(_ scene: some Scene) -> SceneParts {
    (scene as? any PartedScene)?.parts ?? of(scene.body)
  }
}

/// A scene that is no composition of others.
@MainActor protocol PartedScene {
  var parts: SceneParts { get }
}
