/// The phase of an app's scenes, with the name of SwiftUI's type.
public enum ScenePhase: Comparable, Sendable {
  /// Not visible.
  case background
  /// Between the foreground and the background.
  case inactive
  /// In the foreground, and receives the user's input.
  case active

  /// Creates the phase that corresponds to a state of the application.
  init(_ state: UIApplication.State) {
    switch state {
    case .active: self = .active
    case .inactive: self = .inactive
    case .background: self = .background
    }
  }
}

/// The environment of scenes and views, with the name of SwiftUI's type. It has one value.
public struct EnvironmentValues: Sendable {
  @MainActor static var current = EnvironmentValues()

  /// The phase of the app; `background` in a process that the daemon has started.
  public internal(set) var scenePhase = ScenePhase.inactive
}

/// A value of the environment of a scene or a view, with the name of SwiftUI's property wrapper.
@MainActor @propertyWrapper public struct Environment<Value> {
  private let keyPath: KeyPath<EnvironmentValues, Value>

  /// Creates a property for the value at `keyPath`, such as `\.scenePhase`.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
  }

  /// The current value.
  public var wrappedValue: Value { EnvironmentValues.current[keyPath: keyPath] }
}
