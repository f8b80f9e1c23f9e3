/// A part of an app, with the name of SwiftUI's protocol.
@preconcurrency @MainActor public protocol Scene {
  /// The type of the body.
  associatedtype Body: Scene

  /// The content of the scene.
  @SceneBuilder var body: Body { get }
}

extension Never: Scene, View {
  /// Not available: `Never` has no body.
  public var body: Never { return fatalError("Never has no body") }
}

/// Combines scenes in order, as in the body of an `App`.
@MainActor @resultBuilder public enum SceneBuilder {
  /// Returns a single scene unchanged.
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }

  /// Combines several scenes into a group.
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
  var body: Never { fatalError("a group has parts, not a body") }
}

/// The parts of a scene that an app uses.
struct SceneParts {
  var tasks: [TaskHandler] = []
  /// The handlers of transfer sessions.
  var sessions: [TaskHandler] = []
  /// The builders of windows.
  var windows: [@MainActor () -> Void] = []
  var changes: [SceneChange] = []

  /// Appends the parts of another scene to this group.
  mutating func add(_ other: SceneParts) {
    tasks += other.tasks
    sessions += other.sessions
    windows += other.windows
    changes += other.changes
  }

  /// Returns the parts of a scene. For a scene that an app defines, these are the parts of its body.
  @MainActor static func of(_ scene: some Scene) -> SceneParts {
    (scene as? any PartedScene)?.parts ?? of(scene.body)
  }
}

/// A scene that is not composed of other scenes.
@MainActor protocol PartedScene {
  var parts: SceneParts { get }
}
