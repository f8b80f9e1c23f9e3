/// A part of an app's window, with the name of SwiftUI's protocol. Views are built, but never drawn.
@preconcurrency @MainActor public protocol View {
  /// The type of the body.
  associatedtype Body: View

  /// The content of the view.
  @ViewBuilder var body: Body { get }
}

/// Returns the view of a closure.
@MainActor @resultBuilder public enum ViewBuilder {
  /// Returns an empty view for an empty closure.
  public static func buildBlock() -> EmptyView { EmptyView() }

  /// Returns a single view unchanged.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

/// An empty view.
public struct EmptyView: View, BuiltView {
  /// Creates an empty view.
  public nonisolated init() {}

  /// Not available: an empty view has no body.
  public var body: Never { fatalError("an empty view has no body") }
}

/// A view that shows text.
public struct Text: View, BuiltView {
  /// The text.
  let content: String

  /// Creates a view that shows `content`.
  public nonisolated init(_ content: some StringProtocol) {
    self.content = String(content)
  }

  /// Not available: a text has no body.
  public var body: Never { fatalError("a text has no body") }
}

/// A view without a body.
@MainActor protocol BuiltView {}

/// A window, with the name of SwiftUI's scene. Its view is built when the user starts the app, and never in a process
/// that the daemon has started.
public struct WindowGroup<Content: View>: Scene, PartedScene {
  private let content: @MainActor () -> Content

  /// Creates a window that shows the view of `content`.
  public nonisolated init(@ViewBuilder content: @escaping @MainActor () -> Content) {
    self.content = content
  }

  /// Not available: a window has a view, but no body.
  public var body: Never { fatalError("a window has a view, not a body") }

  var parts: SceneParts {
    let content = content
    return SceneParts(windows: [{ ViewObjects().build(content()) }])
  }
}
