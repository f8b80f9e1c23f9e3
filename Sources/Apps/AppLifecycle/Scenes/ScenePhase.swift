/// Where an app's scenes stand, with the name of SwiftUI's type.
public enum ScenePhase: Comparable, Sendable {
  /// Not seen.
  case background
  /// On the way from or to the foreground.
  case inactive
  /// In the foreground, and takes what the user does.
  case active

  init(_ state: UIApplication.State) {
    switch state {
    case .active: self = .active
    case .inactive: self = .inactive
    case .background: self = .background
    }
  }
}

/// What surrounds scenes and views, with the name of SwiftUI's type. Of its values there is one.
public struct EnvironmentValues: Sendable {
  @MainActor static var current = EnvironmentValues()

  /// Where the app stands; `background` in a process that the daemon has started.
  public internal(set) var scenePhase = ScenePhase.inactive
}

/// A value of what surrounds a scene or a view, with the name of SwiftUI's property wrapper.
@MainActor @propertyWrapper public struct Environment<Value> {
  private let keyPath: KeyPath<EnvironmentValues, Value>

  /// The value at `keyPath`, such as `\.scenePhase`.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
  }

  /// The value as it is now.
  public var wrappedValue: Value { EnvironmentValues.current[keyPath: keyPath] }
}
