import Foundation

/// A handler of tasks, as an app has registered it.
struct LaunchHandler {
  /// Called on the queue of the registration.
  let body: (BGTask) -> Void
  /// Whether it is isolated to the main actor, as closures are that stand in code of the main actor.
  private let needsMainQueue: Bool

  init(_ handler: @escaping @isolated(any) (BGTask) -> Void) {
    needsMainQueue = handler.isolation === MainActor.shared
    // Its representation is the same; where it is called is the caller's to see to.
    body = unsafeBitCast(handler, to: ((BGTask) -> Void).self)
  }

  /// Whether it would end the process on a phone, where it is called on a queue that is not the main one.
  func isMisplaced(on queue: DispatchQueue?) -> Bool {
    needsMainQueue && queue?.label != DispatchQueue.main.label
  }
}
