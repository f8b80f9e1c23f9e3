/// An observed value of a scene.
@MainActor struct SceneChange {
  /// Compares the value with an earlier one, and calls the action if they differ.
  let callIfChanged: (_ earlier: SceneChange) -> Void
  /// Calls the action with the initial value, if requested.
  let callInitially: () -> Void
  private let value: Any

  /// Observes one value. `callInitially` calls `action` if `initial` is set. `callIfChanged` calls it if the earlier
  /// evaluation of the scene had a different value.
  init<Value: Equatable>(
    _ value: Value, initial: Bool, _ action: @escaping (Value, Value) -> Void
  ) {
    self.value = value
    callInitially = { if initial { action(value, value) } }
    callIfChanged = { earlier in
      guard let old = earlier.value as? Value, old != value else { return }
      action(old, value)
    }
  }
}

extension Scene {
  /// Calls `action` when `value` has changed. The value is checked when `scenePhase` changes, since only that evaluates
  /// the body of a scene again here.
  ///
  /// - Parameters:
  ///   - value: The observed value, such as `scenePhase`.
  ///   - initial: Whether `action` is also called with the initial value.
  ///   - action: Receives the old value and the new value.
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some Scene {
    var parts = SceneParts.of(self)
    parts.changes.append(SceneChange(value, initial: initial, action))
    return SceneGroup(parts: parts)
  }

  /// Calls `action`, without values, when `value` has changed.
  public func onChange(
    of value: some Equatable, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some Scene { onChange(of: value, initial: initial) { _, _ in action() } }

  /// Calls `action` with the new value when `value` has changed, as before iOS 17.
  public func onChange<Value: Equatable>(
    of value: Value, perform action: @escaping (_ newValue: Value) -> Void
  ) -> some Scene { onChange(of: value) { _, new in action(new) } }
}

/// The scenes of an app, which are evaluated again when the phase has changed, and their observed values.
@MainActor final class SceneChanges {
  private let scenes: () -> SceneParts
  private var changes: [SceneChange]
  private var launchHasFinished = false
  /// The parts of the scenes at the launch.
  let parts: SceneParts

  /// Evaluates the scenes for the first time, in the phase that belongs to `state`.
  init(_ state: UIApplication.State, _ scenes: @escaping () -> SceneParts) {
    self.scenes = scenes
    EnvironmentValues.current.scenePhase = ScenePhase(state)
    parts = scenes()
    changes = parts.changes
  }

  /// Calls the actions that receive the initial value. Called when the launch has finished; earlier changes are
  /// ignored.
  func callInitialActions() {
    launchHasFinished = true
    for change in changes { change.callInitially() }
  }

  /// Evaluates the scenes again for a new state of the app, and calls the actions whose values differ. Does nothing
  /// before `callInitialActions()`, or if the phase is the same.
  func update(for state: UIApplication.State) {
    guard launchHasFinished, ScenePhase(state) != EnvironmentValues.current.scenePhase else {
      return
    }
    EnvironmentValues.current.scenePhase = ScenePhase(state)
    let earlier = changes
    changes = scenes().changes
    for (old, new) in zip(earlier, changes) { new.callIfChanged(old) }
  }
}
