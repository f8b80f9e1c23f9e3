/// What an app shows, with the name of SwiftUI's protocol. Nothing is drawn here: a view is built, and that is all.
@MainActor public protocol View {
  /// What the body is made of.
  associatedtype Body: View

  /// What the view is made of.
  @ViewBuilder var body: Body { get }
}

/// Takes the view of a closure.
@MainActor @resultBuilder public enum ViewBuilder {
  /// No view is an empty one.
  public static func buildBlock() -> EmptyView { EmptyView() }

  /// One view is itself.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

/// A view of nothing.
public struct EmptyView: View, BuiltView {
  /// A view of nothing.
  public nonisolated init() {}

  /// There is none.
  public var body: Never { fatalError("an empty view has no body") }
}

/// A view of a text.
public struct Text: View, BuiltView {
  /// What it says.
  let content: String

  /// A view of `content`.
  public nonisolated init(_ content: some StringProtocol) {
    self.content = String(content)
  }

  /// There is none.
  public var body: Never { fatalError("a text has no body") }
}

/// A view that has no body.
@MainActor protocol BuiltView {}

/// A window, with the name of SwiftUI's scene. Its view is built when the user starts the app; in a process that the daemon has
/// started it never is.
public struct WindowGroup<Content: View>: Scene, PartedScene {
  private let content: @MainActor () -> Content

  /// A window that shows what `content` makes.
  public nonisolated init(@ViewBuilder content: @escaping @MainActor () -> Content) {
    self.content = content
  }

  /// There is none.
  public var body: Never { fatalError("a window has a view, and no body") }

  var parts: SceneParts {
    let content = content
    return SceneParts(windows: [{ ViewObjects().build(content()) }])
  }
}
