/// A handler of tasks, as an app has registered it.
struct LaunchHandler {
  /// Called on the queue of the registration.
  let body: (BGTask) -> Void
  /// Whether it is isolated to the main actor, as closures are that stand in code of the main actor. Called on another queue than the
  /// main one, it ends the process on a phone.
  let needsMainQueue: Bool

  init(_ handler: @escaping @isolated(any) (BGTask) -> Void) {
    needsMainQueue = handler.isolation === MainActor.shared
    // Its representation is the same; where it is called is the caller's to see to.
    body = unsafeBitCast(handler, to: ((BGTask) -> Void).self)
  }
}
