/// A value that a scene follows.
@MainActor struct SceneChange {
  /// Compares with the value that it had before.
  let follow: (_ earlier: SceneChange) -> Void
  /// Calls what is to be called at first.
  let begin: () -> Void
  private let value: Any

  init<Value: Equatable>(
    _ value: Value, initial: Bool, _ action: @escaping (Value, Value) -> Void
  ) {
    self.value = value
    begin = { if initial { action(value, value) } }
    follow = { earlier in
      guard let old = earlier.value as? Value, old != value else { return }
      action(old, value)
    }
  }
}

extension Scene {
  /// Calls `action` when `value` has changed. It is looked at when the app comes and goes, which is when `scenePhase` changes;
  /// nothing else makes the body of a scene anew here.
  ///
  /// - Parameters:
  ///   - value: What is followed, such as `scenePhase`.
  ///   - initial: Whether it is called with the first value too.
  ///   - action: Gets the value before and the value now.
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some Scene {
    var parts = SceneParts.of(self)
    parts.changes.append(SceneChange(value, initial: initial, action))
    return SceneGroup(parts: parts)
  }

  /// The same for an action that asks for no value.
  public func onChange(
    of value: some Equatable, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some Scene { onChange(of: value, initial: initial) { _, _ in action() } }

  /// The same for an action that gets the value now, as it was before iOS 17.
  public func onChange<Value: Equatable>(
    of value: Value, perform action: @escaping (_ newValue: Value) -> Void
  ) -> some Scene { onChange(of: value) { _, new in action(new) } }
}

/// The scenes of an app, made anew when the phase has changed, and what is followed in them.
@MainActor final class SceneChanges {
  private let scenes: () -> SceneParts
  private var followed: [SceneChange]
  private var hasBegun = false
  /// As they are at the launch.
  let parts: SceneParts

  init(_ state: UIApplication.State, _ scenes: @escaping () -> SceneParts) {
    self.scenes = scenes
    EnvironmentValues.current.scenePhase = ScenePhase(state)
    parts = scenes()
    followed = parts.changes
  }

  /// The launch has finished.
  func begin() {
    hasBegun = true
    for change in followed { change.begin() }
  }

  func note(_ state: UIApplication.State) {
    guard hasBegun, ScenePhase(state) != EnvironmentValues.current.scenePhase else { return }
    EnvironmentValues.current.scenePhase = ScenePhase(state)
    let earlier = followed
    followed = scenes().changes
    for (old, new) in zip(earlier, followed) { new.follow(old) }
  }
}
